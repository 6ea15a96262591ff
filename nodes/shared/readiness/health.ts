import { exactNumber } from '../jsonRpc/hex';
import { chainOfId, type Chain } from '../jsonRpc/chains';
import type { RpcEndpoint } from '../jsonRpc/rpcClient';
import type { OperationContext } from '../session/session';
import { ageOf, blocksOf, readingOfFault, settledByAge } from './askFamily';
import { measuredBlockTimeMs } from './blockTime';
import { judgeChain } from './expectedChain';
import { familyNamed } from './families';
import type { Look, Wanted } from './families/family';
import type { HealthLook, HealthSettings } from './healthReading';
import { verdictOn } from './healthVerdict';
import { lastingHint } from './lastingHint';
import { askerOf, lookAtEndpoint, type LookResult } from './lookAt';
import type { ResolvedEndpoint } from './resolveEndpoint';
import { longestAgeMs, paceOf, paceOfBlockTime, paceOfFamily, type Pace } from './thresholds';

type Context = Pick<OperationContext, 'rpc' | 'retryOptions' | 'clock' | 'once'>;

/**
 * Asks an endpoint, in one request if it is EVM, whether it is synchronized, which chain it belongs to, and whether
 * its newest block is recent for that chain.
 * @throws Cancelled
 */
export async function lookAtHealth(
	resolved: ResolvedEndpoint,
	settings: HealthSettings,
	context: Context,
): Promise<HealthLook> {
	if ('absent' in resolved) {
		const { absent: reason } = resolved;
		const state = 'unreachable' as const;
		return { reading: { healthy: false, state, reason, latencyMs: 0, endpoint: '', attempts: 0 } };
	}
	const { endpoint } = resolved;
	const expected = expectedIds(endpoint, settings);
	const wanted: Wanted = {
		head: true,
		chain: settings.isCompared === true || settings.expectedChainId !== undefined,
		peers: settings.asks?.peers ?? false,
		finality: settings.asks?.finality ?? false,
		clientVersion: settings.asks?.clientVersion ?? false,
	};
	const beganAt = context.clock.now();
	const seen = await lookAtEndpoint(endpoint, wanted, context);
	const { latencyMs, attempts, httpStatus } = seen;
	const endedAt = context.clock.now();
	const base = {
		protocol: endpoint.family,
		latencyMs,
		endpoint: endpoint.label,
		...(httpStatus !== undefined && { httpStatus }),
		attempts,
	};
	if ('fault' in seen) {
		const { state, reason } = readingOfFault(seen.fault, endpoint.family);
		const hint = lastingHint(seen.fault.answer, httpStatus);
		return {
			reading: { healthy: false, state, reason, ...base },
			...(hint !== undefined && { lastingHint: hint }),
		};
	}
	const { look } = seen;
	const chain = chainOf(endpoint, look);
	const pace = await paceOfLook(endpoint, look, { chain, settings }, context);
	const limits = {
		maxAgeSeconds:
			settings.maxBlockAgeSeconds ?? Math.ceil(longestAgeMs(pace, endpoint.family) / 1000),
		maxBlocksBehind: settings.maxBlocksBehind ?? pace.usualLag,
		chain: judgeChain(
			{ expected, isByUser: settings.expectedChainId !== undefined },
			look,
			endpoint,
		),
	};
	const facts = factsOf(look, seen, { endpoint, chain, pace });
	const settled = settledByAge(look, ageMsOf(facts), limits.maxAgeSeconds * 1000);
	const verdict = verdictOn(settled, facts.blockAgeSeconds, limits);
	const reading = { ...verdict, ...facts, maxBlockAgeSeconds: limits.maxAgeSeconds, ...base };
	if (look.blockNumber === undefined) return { reading };
	const name = chainNameOf(endpoint, look);
	return {
		reading,
		head: {
			blockNumber: look.blockNumber,
			blockHash: look.blockHash,
			blockTimeMs: look.blockTimeMs,
			at: endedAt - latencyMs / 2,
			earlierByMs: Math.max(0, endedAt - beganAt - latencyMs),
			endpoint,
			...(name !== undefined && { group: `${endpoint.family} ${name}` }),
			pace,
			...(settings.maxBlocksBehind !== undefined && { maxBlocksBehind: settings.maxBlocksBehind }),
		},
	};
}

function ageMsOf({ blockAgeSeconds }: { blockAgeSeconds?: number }): number | undefined {
	return blockAgeSeconds === undefined ? undefined : blockAgeSeconds * 1000;
}

function expectedIds(
	{ chain }: RpcEndpoint,
	{ expectedChainId }: HealthSettings,
): readonly string[] {
	return expectedChainId === undefined ? (chain?.ids ?? []) : [expectedChainId];
}

/** What a node reports about itself takes precedence over its address. */
function chainOf({ family, chain }: RpcEndpoint, { chainId }: Look): Chain | undefined {
	if (family !== 'evm' || chainId === undefined) return chain;
	return chainOfId(chainId) ?? (chain?.ids.length === 0 ? chain : undefined);
}

/** What distinguishes its chain from others of its family; `undefined` where that is not known. */
function chainNameOf({ family, chain }: RpcEndpoint, look: Look): string | undefined {
	const id = familyNamed(family).chainsShareIds === true ? undefined : look.chainId;
	return look.chainKey ?? id ?? chain?.network;
}

/** For an unknown chain, the time between blocks is measured once per run. */
async function paceOfLook(
	endpoint: RpcEndpoint,
	{ blockNumber, blockTimeMs, chainId }: Look,
	{ chain, settings }: { chain?: Chain; settings: HealthSettings },
	context: Context,
): Promise<Pace> {
	const known = paceOf(chain);
	if (known !== undefined) return known;
	if (endpoint.family !== 'evm') return paceOfFamily(endpoint.family);
	const isSet = settings.maxBlockAgeSeconds !== undefined && settings.maxBlocksBehind !== undefined;
	if (isSet || blockNumber === undefined || blockTimeMs === undefined) return paceOfBlockTime();
	const key = `block time ${chainId ?? endpoint.url}`;
	const measured = await context.once(key, async () => {
		const ask = askerOf(endpoint, context, () => undefined);
		return await measuredBlockTimeMs(ask, { blockNumber, blockTimeMs });
	});
	return paceOfBlockTime(measured);
}

function factsOf(
	look: Look,
	seen: LookResult,
	{ endpoint, chain, pace }: { endpoint: RpcEndpoint; chain?: Chain; pace: Pace },
) {
	const age = ageOf(look, seen, { family: endpoint.family, pace });
	const { blocksBehind } = blocksOf(look) as { blocksBehind?: number | string };
	return {
		...(chain !== undefined && { chain: chain.name }),
		...(look.chainId !== undefined && { chainId: look.chainId }),
		...(look.blockNumber !== undefined && { blockNumber: exactNumber(look.blockNumber) }),
		...(look.blockTimeMs !== undefined && { blockTime: new Date(look.blockTimeMs).toISOString() }),
		...(age !== undefined && { blockAgeSeconds: Math.round(age / 1000) }),
		...(blocksBehind !== undefined && { blocksBehind }),
		...(look.peers !== undefined && { peers: look.peers }),
		...lag('finalizedBlocksBehind', look.finalizedBlocksBehind),
		...lag('safeBlocksBehind', look.safeBlocksBehind),
		...(look.clientVersion !== undefined && { clientVersion: look.clientVersion }),
	};
}

function lag<N extends string>(name: N, blocks: bigint | undefined) {
	return (blocks === undefined ? {} : { [name]: exactNumber(blocks) }) as {
		[K in N]?: number | string;
	};
}
