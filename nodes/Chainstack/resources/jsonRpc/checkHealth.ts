import type { IDataObject } from 'n8n-workflow';

import {
	nameEndpoint,
	buildEnteredEndpoint,
	resolveEndpoint,
	type PathOptions,
} from '../../../shared/endpoints/resolveEndpoint';
import {
	endpointProperties,
	expectedChain,
	maxBlockAge,
	maxBlocksBehind,
	rpcOptions,
} from '../../../shared/fields/endpointFields';
import { compareWithEachOther, compareWithReference } from '../../../shared/readiness/compare';
import {
	assessHealth,
	describeHealth,
	readHealthSettings,
	type Health,
} from '../../../shared/readiness/health';
import { describeState } from '../../../shared/readiness/stateInWords';
import { defineComparison } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/operationContext';
import { omitUndefined } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';
import { choices, field } from '../../../shared/values/field';

export const checkHealth = defineComparison({
	name: 'Check Health',
	value: 'checkHealth',
	action: 'Check health of node',
	description:
		'Thorough: not only whether it is ready, but also the right chain and a recent block; four questions to the node',
	effect: 'reads',
	secretProperties: ['url', 'referenceUrl'],
	properties: [
		...endpointProperties,
		field('options', 'Compare With', 'compareWith', {
			options: choices({
				nothing: ['Nothing', 'Each endpoint is judged only by its own responses'],
				otherItems: [
					'Other Items of This Run',
					'The highest block that more than half of the endpoints of the same chain have reached; at least three are needed',
				],
				reference: [
					'Reference Endpoint',
					'An endpoint of the same chain that is assumed to be correct',
				],
			}),
			default: 'nothing',
			description: 'What the newest block of the endpoint is compared with',
		}),
		field('string', 'Reference Endpoint', 'referenceUrl', {
			required: true,
			displayOptions: { show: { compareWith: ['reference'] } },
			placeholder: 'e.g. https://ethereum-mainnet.core.chainstack.com/your-key',
			description: 'HTTPS address of the endpoint to compare with. It is queried once per run.',
		}),
		rpcOptions(
			field('multiOptions', 'Also Ask For', 'alsoAskFor', {
				options: choices({
					clientVersion: ['Client Version', 'Name and version of the node software'],
					finality: ['Finality', 'How far finalized and safe blocks are behind the newest block'],
					peers: ['Peers', 'How many other nodes the node is connected to'],
				}),
				default: [],
				description: 'What to find out besides its health; each takes a further call',
			}),
			field('boolean', 'Detect Forks', 'detectForks', {
				description:
					'Whether to also compare the newest blocks of endpoints at the same height. Applies to Compare With: Other Items of This Run.',
			}),
			expectedChain(
				'The chain the endpoint must be on. Without this option, it follows from the network of the node or from a host name of the platform; for other endpoints, any chain is accepted.',
			),
			field('boolean', 'Fail When Not Healthy', 'failWhenNotHealthy', {
				description:
					'Whether an endpoint that is not healthy makes the item fail instead of being returned as a result',
			}),
			maxBlockAge(
				'How old the newest block may be. Without this option, it depends on the chain: 10 s on fast chains, 72 s on Ethereum.',
			),
			maxBlocksBehind(
				'How many blocks a node may be behind, by its own account or compared with other endpoints, and still count as healthy. Without this option, it depends on the chain.',
			),
		),
	],
	async execute(values, context) {
		const { options, compareWith } = values;
		const { path, customPath, alsoAskFor = [] } = options;
		const asked = {
			chain: compareWith !== 'nothing',
			detectsForks: options.detectForks,
			peers: alsoAskFor.includes('peers'),
			finality: alsoAskFor.includes('finality'),
			clientVersion: alsoAskFor.includes('clientVersion'),
		};
		const resolved = await resolveEndpoint(values, options, context);
		const family = 'endpoint' in resolved ? resolved.endpoint.family : 'evm';
		const settings = { ...asked, ...readHealthSettings(options, family) };
		const [own, reference] = await Promise.all([
			assessHealth(resolved, settings, context),
			compareWith === 'reference'
				? readReferenceHealth(values.referenceUrl, { path, customPath, protocol: family }, context)
				: undefined,
		]);
		return {
			nodeId: resolved.nodeId,
			checkedAt: new Date(context.clock.wallMs()).toISOString(),
			name: nameEndpoint(resolved, options.label),
			isCompared: compareWith === 'otherItems',
			health: reference === undefined ? own : await compareWithReference(own, reference, context),
		};
	},
	async compare(found, all, { options }, context) {
		const compared = all.filter(({ isCompared }) => isCompared);
		// All are judged together once, whichever of them arrives first.
		const judged = await context.once('compared endpoints', (shared) =>
			compareWithEachOther(
				compared.map(({ health }) => health),
				shared,
			),
		);
		const health = judged[compared.indexOf(found)] ?? found.health;
		const { healthy, state, reason } = health;
		if (!healthy && options.failWhenNotHealthy)
			throw new Problem(
				`${health.endpoint || 'The node'} is not healthy: ${health.inWords ?? reason}`,
				{
					httpStatus: health.httpStatus,
					hint: "Turn off 'Fail When Not Healthy' to get this as a result instead",
				},
			);
		const { latencyMs, endpoint, chain, blocksBehind, ...facts } = describeHealth(health);
		const { name } = found;
		const shown = healthy ? 'ready' : state;
		return omitUndefined<IDataObject>({
			summary: describeState({ name, chain, state: shown, reason }),
			ready: healthy,
			healthy,
			state,
			name,
			chain,
			reason: reason ?? '',
			blocksBehind,
			blocksBehindReference: facts.blocksBehindReference,
			latencyMs,
			compared: facts.compared,
			nodeId: found.nodeId,
			endpoint,
			label: options.label || undefined,
			checkedAt: found.checkedAt,
			...facts,
		});
	},
});

/** The reference is queried once per run, in the same way as the endpoint it is compared with. */
async function readReferenceHealth(
	url: string,
	options: PathOptions,
	context: OperationContext,
): Promise<Health> {
	const given = { address: url, field: 'Reference Endpoint' };
	const resolved = buildEnteredEndpoint(given, options, context);
	return await context.once(`reference ${JSON.stringify([options, url])}`, (shared) =>
		assessHealth(resolved, { chain: true }, shared),
	);
}
