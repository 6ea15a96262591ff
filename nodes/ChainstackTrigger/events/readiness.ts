import type { Property } from '../../shared/parameters/propertyTypes';
import type { Observation, Snapshot } from '../../shared/polling/observation';
import { defineEvent, type Look } from '../../shared/polling/watchEvent';
import { stateInPoll } from './askEndpoint';
import { endpointsToAsk, type Endpoint } from './endpoints';
import { watchedIds, watchedProject } from './watched';

export const readiness = defineEvent({
	name: 'Readiness Changed',
	value: 'readinessChanged',
	description: 'When an endpoint becomes ready, starts synchronizing or cannot be reached',
	scope: ['watch', 'project'],
	isGood: (state) => state === 'ready',
	properties: [
		{
			displayName: 'Watch',
			name: 'watch',
			type: 'options',
			options: [
				{
					name: 'Addresses',
					value: 'addresses',
					description: 'A list of addresses; their keys are masked in everything that is shown',
				},
				{
					name: 'Chosen Nodes',
					value: 'chosen',
					description: 'Nodes of the organization; their addresses and keys are looked up',
				},
				{
					name: 'Endpoint of the Credential',
					value: 'credential',
					description: "The credential's node endpoint; it has to be filled in, with its key",
				},
				{
					name: 'Running Nodes of a Project',
					value: 'project',
					description: 'The list is read anew in each poll',
				},
				{
					name: 'Running Nodes of the Organization',
					value: 'all',
					description: 'The list is read anew in each poll',
				},
			],
			default: 'credential',
			description: 'Which endpoints to watch',
			hint: 'A poll takes at most 25 seconds: at 25 calls a second, about 500 endpoints of one host. More are looked at in turn, and the log says how many.',
		},
		watchedProject,
		watchedIds('Node IDs', 'ND-123-456-789, ND-987-654-321'),
		{
			displayName: 'Addresses',
			name: 'addresses',
			type: 'string',
			typeOptions: { rows: 4 },
			default: '',
			required: true,
			displayOptions: { show: { watch: ['addresses'] } },
			placeholder: 'e.g. https://nd-123-456-789.p2pify.com/0123456789abcdef',
			description:
				'The addresses to watch, one per line. They are stored in the workflow with their keys; nodes of the organization need no keys here.',
		},
	] as const satisfies readonly Property[],
	async observe(values, look): Promise<Snapshot> {
		const { endpoints, observations, unknown, cutOff, ...rest } = await endpointsToAsk(
			values,
			look,
		);
		const asked = await Promise.all(
			look.inTurn(endpoints).map(async (endpoint) => await observationOf(endpoint, look)),
		);
		const notAsked = asked.filter((each) => typeof each === 'string');
		return {
			...rest,
			observations: [...observations, ...asked.filter((each) => typeof each !== 'string')],
			unknown: new Set([...unknown, ...notAsked]),
			cutOff: cutOff + notAsked.length,
		};
	},
});

/** @returns the id alone when nothing could be learned before the poll had to end */
async function observationOf(
	{ id, name, target }: Endpoint,
	{ context }: Look,
): Promise<Observation | string> {
	const answer = await stateInPoll(target, context);
	if (answer === undefined) return id;
	const { state, reason, latencyMs, endpoint, blocks } = answer;
	return {
		id,
		name,
		state,
		facts: { endpoint, latencyMs, ...blocks, ...(reason !== undefined && { reason }) },
	};
}
