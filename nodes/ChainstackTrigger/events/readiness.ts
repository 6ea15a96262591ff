import {
	checkField,
	CUSTOM_PATH,
	expectedChain,
	maxBlockAge,
	maxBlocksBehind,
	PATH,
} from '../../shared/fields/endpointFields';
import { NO_TIME } from '../../shared/polling/snapshot';
import { defineEvent, limitObjects, sortByAge } from '../../shared/polling/watchEvent';
import { choices, field, type Property, type ValuesOf } from '../../shared/values/field';
import { observeHealth, observeSync } from '../../shared/watching/endpointState';
import { findEndpoints } from '../../shared/watching/endpoints';
import { findLocalFault, isLocalCode } from '../../shared/watching/localFault';
import { watchedNodes, watchedProject } from '../../shared/watching/watchedFields';

const OF_HEALTH = { show: { check: ['health'] } } as const;

/** The same within a collection. */
const ONLY_HEALTH = { show: { '/check': ['health'] } } as const;

/** Limits of health that replace what is usual for a chain. */
const HEALTH_OPTIONS = [
	{
		...maxBlockAge(
			'The age of the newest block above which an endpoint counts as lagging. Without this option, it is what is usual for its chain.',
		),
		displayOptions: ONLY_HEALTH,
	},
	{
		...maxBlocksBehind(
			'How many blocks an endpoint may be behind most of the other watched endpoints of its chain. Without this option, it is what is usual for its chain.',
		),
		displayOptions: ONLY_HEALTH,
	},
] as const satisfies readonly Property[];

export const readiness = defineEvent({
	name: 'Readiness Changed',
	value: 'readinessChanged',
	action: 'When a node fails or recovers',
	description: 'When an endpoint becomes ready, falls behind or cannot be reached',
	selection: ['watch', 'project'],
	healthyState: 'ready',
	example: { state: 'unreachable', reason: 'no complete response within 8 s' },
	properties: [
		field('options', 'Watch', 'watch', {
			options: choices({
				addresses: [
					'Addresses',
					'A list of addresses; their keys are masked in everything that is shown',
				],
				all: ['All Running Nodes of the Organization', 'The list is read again in each poll'],
				chosen: [
					'Chosen Nodes',
					'Nodes of the organization; their addresses and keys are looked up',
				],
				credential: [
					'Endpoint of the Credential',
					"The credential's node endpoint; it must be filled in, with its key",
				],
				project: ['Running Nodes of a Project', 'The list is read again in each poll'],
			}),
			default: 'all',
			description: 'Which endpoints to watch',
		}),
		watchedProject,
		...watchedNodes,
		field('string', 'Addresses', 'addresses', {
			typeOptions: { rows: 4 },
			traits: { takesList: true },
			required: true,
			displayOptions: { show: { watch: ['addresses'] } },
			placeholder: 'e.g. https://nd-123-456-789.p2pify.com/0123456789abcdef',
			description:
				'The addresses to watch, one per line. They are stored in the workflow with their keys; nodes of the organization need no keys here.',
		}),
		{ ...PATH, displayOptions: { show: { watch: ['addresses'] } } },
		{ ...CUSTOM_PATH, displayOptions: { show: { watch: ['addresses'], path: ['custom'] } } },
		checkField({
			health:
				'Also whether its newest block is recent for its chain, whether it keeps up with the other watched endpoints, and whether it is on the right chain',
			description: 'What makes an endpoint ready',
		}),
		{
			...expectedChain(
				'The chain of endpoints whose network is not known, such as addresses of hosts of your own. Nodes of the organization and hosts of the platform are checked without it.',
			),
			displayOptions: OF_HEALTH,
		},
	] as const satisfies readonly Property[],
	options: HEALTH_OPTIONS,
	async observe(values, poll) {
		const { endpoints, observations, unknown, ...rest } = await findEndpoints(values, poll);
		const watched = sortByAge(limitObjects(endpoints, poll), poll);
		const probed =
			values.check === 'health'
				? await observeHealth(watched, { ...values, ...readLimits(values) }, poll)
				: await observeSync(watched, poll);
		const { lastProbes } = poll.trigger;
		// The lists come from the management API, which answered if they were read.
		const isApiSilent = values.watch === 'addresses' || isLocalCode(rest.problem?.networkCode);
		const localFault = isApiSilent ? findLocalFault(watched, lastProbes) : undefined;
		if (localFault !== undefined) throw localFault;
		for (const { id } of watched) {
			const isWaiting = lastProbes.get(id)?.isWaiting === true;
			unknown.set(id, isWaiting ? undefined : NO_TIME);
		}
		for (const { id } of probed) unknown.delete(id);
		const beyond = endpoints.length - watched.length;
		return { ...rest, unknown, beyond, observations: [...observations, ...probed] };
	},
});

/** @returns the limits that the user has set */
function readLimits(values: object): Partial<ValuesOf<typeof HEALTH_OPTIONS>> {
	const { options } = values as { options?: Partial<ValuesOf<typeof HEALTH_OPTIONS>> };
	return options ?? {};
}
