import type { IDataObject } from 'n8n-workflow';

import type { FamilyName } from '../../../shared/jsonRpc/chains';
import { checkedNumber } from '../../../shared/parameters/checkedNumber';
import type { Property } from '../../../shared/parameters/propertyTypes';
import { Problem } from '../../../shared/pure/problem';
import {
	comparedWith,
	comparedWithEachOther,
	type ComparedReading,
} from '../../../shared/readiness/compareHeads';
import { endpointProperties } from '../../../shared/readiness/endpointFields';
import { checkedChainId, EXPECTED_CHAIN } from '../../../shared/readiness/expectedChain';
import { hashesOfMost, withFork } from '../../../shared/readiness/forks';
import { lookAtHealth } from '../../../shared/readiness/health';
import type { HealthLook, HealthSettings } from '../../../shared/readiness/healthReading';
import { resolveEndpoint } from '../../../shared/readiness/resolveEndpoint';
import { defineOperation } from '../../../shared/session/operation';
import type { OperationContext } from '../../../shared/session/session';
import { rpcOptions } from '../options';

const MAX_BLOCK_AGE = {
	displayName: 'Max Block Age (Seconds)',
	name: 'maxBlockAge',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 60,
	description:
		'How old the newest block may be. Without this option, it depends on the chain: 10 s on fast chains, 72 s on Ethereum.',
} as const satisfies Property;

const MAX_BLOCKS_BEHIND = {
	displayName: 'Max Blocks Behind',
	name: 'maxBlocksBehind',
	type: 'number',
	typeOptions: { minValue: 0, numberPrecision: 0 },
	default: 5,
	description:
		'How many blocks a node may be behind, by its own account or compared with other endpoints, and still count as healthy. Without this option, it depends on the chain.',
} as const satisfies Property;

export const checkHealth = defineOperation({
	name: 'Check Health',
	value: 'checkHealth',
	action: 'Check health of node',
	description:
		'Ask an endpoint whether it is synchronized and on the right chain, and whether its newest block is recent for that chain',
	effect: 'reads',
	secretProperties: ['url', 'referenceUrl'],
	properties: [
		...endpointProperties,
		{
			displayName: 'Compare With',
			name: 'compareWith',
			type: 'options',
			options: [
				{
					name: 'Nothing',
					value: 'nothing',
					description: 'Each endpoint is judged only by its own responses',
				},
				{
					name: 'Other Items of This Run',
					value: 'otherItems',
					description:
						'The highest block that more than half of the endpoints of the same chain have reached; at least three are needed',
				},
				{
					name: 'Reference Endpoint',
					value: 'reference',
					description: 'An endpoint of the same chain that is assumed to be correct',
				},
			],
			default: 'nothing',
			description: 'What the newest block of the endpoint is compared with',
		},
		{
			displayName: 'Reference Endpoint',
			name: 'referenceUrl',
			type: 'string',
			default: '',
			required: true,
			displayOptions: { show: { compareWith: ['reference'] } },
			placeholder: 'e.g. https://ethereum-mainnet.core.chainstack.com/your-key',
			description: 'HTTPS address of the endpoint to compare with. It is queried once per run.',
		},
		rpcOptions(
			{
				displayName: 'Ask for Client Version',
				name: 'askClientVersion',
				type: 'boolean',
				default: false,
				description: 'Whether to ask for the name and version of the node software',
			},
			{
				displayName: 'Ask for Finality',
				name: 'askFinality',
				type: 'boolean',
				default: false,
				description: 'Whether to ask how far finalized and safe blocks are behind the newest block',
			},
			{
				displayName: 'Ask for Peers',
				name: 'askPeers',
				type: 'boolean',
				default: false,
				description: 'Whether to ask how many other nodes the node is connected to',
			},
			{
				displayName: 'Detect Forks',
				name: 'detectForks',
				type: 'boolean',
				default: false,
				description:
					'Whether to also compare the newest blocks of endpoints at the same height. Applies to Compare With: Other Items of This Run.',
			},
			{
				...EXPECTED_CHAIN,
				description:
					'The chain the endpoint must be on. Without this option, it follows from the network of the node or from a host name of the platform; for other endpoints, any chain is accepted.',
			},
			{
				displayName: 'Fail When Not Healthy',
				name: 'failWhenNotHealthy',
				type: 'boolean',
				default: false,
				description:
					'Whether an endpoint that is not healthy makes the item fail instead of being returned as a result',
			},
			MAX_BLOCK_AGE,
			MAX_BLOCKS_BEHIND,
		),
	],
	async execute(values, context) {
		const { options, compareWith } = values;
		const asked = {
			...(options.maxBlockAge !== undefined && {
				maxBlockAgeSeconds: checkedNumber(MAX_BLOCK_AGE, options.maxBlockAge),
			}),
			...(options.maxBlocksBehind !== undefined && {
				maxBlocksBehind: checkedNumber(MAX_BLOCKS_BEHIND, options.maxBlocksBehind),
			}),
			isCompared: compareWith !== 'nothing',
			asks: {
				peers: options.askPeers,
				finality: options.askFinality,
				clientVersion: options.askClientVersion,
			},
		};
		const resolved = await resolveEndpoint(values, options, context);
		const family = 'endpoint' in resolved ? resolved.endpoint.family : 'evm';
		const expected = options.expectedChainId ?? '';
		const settings: HealthSettings = {
			...asked,
			...(expected !== '' && { expectedChainId: checkedChainId(expected, family) }),
		};
		const isReferenced = compareWith === 'reference';
		const [look, reference] = await Promise.all([
			lookAtHealth(resolved, settings, context),
			isReferenced ? referenceLook(values.referenceUrl, family, context) : undefined,
		]);
		const reading =
			reference !== undefined
				? comparedWith(look, reference)
				: compareWith === 'otherItems'
					? await besideOthers(look, options.detectForks === true, context)
					: look.reading;
		if (!reading.healthy && options.failWhenNotHealthy) throw unhealthy(reading);
		return {
			...reading,
			...(options.label && { label: options.label }),
			...(resolved.nodeId !== undefined && { nodeId: resolved.nodeId }),
			checkedAt: new Date(context.clock.wallMs()).toISOString(),
		} as IDataObject;
	},
});

/** Judges all items together once, whichever of them arrives first. */
async function besideOthers(
	look: HealthLook,
	detectsForks: boolean,
	context: OperationContext,
): Promise<ComparedReading> {
	const looks = await context.meet(look);
	const { readings, hashes } = context.remember('compared endpoints', () => ({
		readings: new Map(comparedWithEachOther(looks).map((each, index) => [looks[index], each])),
		hashes: hashesOfMost(looks),
	}));
	const reading = readings.get(look) ?? look.reading;
	return detectsForks ? await withFork(reading, look, hashes, context) : reading;
}

/** The reference is queried once per run, in the same way as the endpoint it is compared with. */
async function referenceLook(
	url: string,
	family: FamilyName,
	context: OperationContext,
): Promise<HealthLook> {
	const source = { endpointSource: 'url', nodeId: '', url } as const;
	const resolved = await resolveEndpoint(source, { protocol: family }, context);
	return await context.once(
		`reference ${family} ${url}`,
		async (shared) => await lookAtHealth(resolved, { isCompared: true }, shared),
	);
}

function unhealthy({ endpoint, reason, httpStatus }: ComparedReading): Problem {
	return new Problem(`${endpoint || 'The node'} is not healthy: ${reason ?? ''}`, {
		httpStatus,
		hint: "Turn off 'Fail When Not Healthy' to get this as a result instead",
	});
}
