import type { FamilyName } from '../addresses/chains';
import type { ResolvedEndpoint } from '../endpoints/resolveEndpoint';
import type { NodeReport, ProbeOptions } from '../families/family';
import { toExactNumber } from '../jsonRpc/quantities';
import type { RpcEndpoint } from '../jsonRpc/rpcClient';
import type { OperationContext } from '../run/session';
import { omitUndefined } from '../text/json';
import { getChainKey, findChain, findMaxAgeSeconds, getLongestLagMs } from './ageLimit';
import { checkChainId, judgeChain, type ChainVerdict } from './expectedChain';
import { probeEndpoint, type ProbeResult, type SyncState } from './probe';

/** Context in which an endpoint is asked. */
export type ProbeContext = Pick<
	OperationContext,
	'rpc' | 'retryOptions' | 'clock' | 'once' | 'forget'
>;

/**
 * Health of an endpoint, beyond whether it is synchronized. `lagging`: it is behind the other endpoints of its chain,
 * or its newest block is too old for its chain. `notCompared`: the comparison that was asked for did not take place.
 */
export type HealthState = SyncState | HealthVerdict['state'] | 'notCompared';

/** Requirements for health, and further questions. Anything not set follows from the chain. */
export interface HealthSettings {
	/** Most seconds since the newest block was made. */
	maxBlockAgeSeconds?: number;
	/** Most blocks that a node which is synchronizing, or behind the others, may be behind. */
	maxBlocksBehind?: number;
	/** The chain it has to belong to, as its family spells it; decimal for EVM. */
	expectedChainId?: string;
	/** Whether the chain is asked for even where that costs a call, because endpoints are to be compared. */
	isCompared?: boolean;
	/** Whether its newest block is compared with those of others at the same height. */
	detectsForks?: boolean;
	asks?: Partial<Pick<ProbeOptions, 'peers' | 'finality' | 'clientVersion'>>;
}

/**
 * @param options those of an operation
 * @throws Problem when the chain is none that the family may have
 */
export function readHealthSettings(
	options: { maxBlockAge?: number; maxBlocksBehind?: number; expectedChainId?: string },
	family: FamilyName,
): HealthSettings {
	const { maxBlockAge: maxBlockAgeSeconds, maxBlocksBehind, expectedChainId: id = '' } = options;
	const expectedChainId = id === '' ? undefined : checkChainId(id, family);
	return omitUndefined({ maxBlockAgeSeconds, maxBlocksBehind, expectedChainId });
}

/** The facts shown about the health of an endpoint. */
export interface HealthFacts
	extends Partial<ReturnType<typeof readFacts>>,
		Pick<ProbeResult, 'protocol' | 'latencyMs' | 'endpoint' | 'httpStatus' | 'attempts'> {
	/** The age from which on the newest block counts as too old. */
	maxBlockAgeSeconds?: number;
}

/** The newest block of an endpoint, for comparison with those of others. */
export interface Head {
	blockNumber: bigint;
	blockHash?: string;
	/** When it was made, in milliseconds since 1970. */
	blockTimeMs?: number;
	/** When the answer with it arrived, in milliseconds since 1970. */
	answeredAtMs: number;
	endpoint: RpcEndpoint;
	/** Endpoints with the same one belong to the same chain; absent where the chain is unknown. */
	chainKey?: string;
	/** For how long its next block may have existed when it was asked, in milliseconds. */
	maxLagMs: number;
	/** How many blocks it may be behind the others instead, where the user sets that. */
	maxBlocksBehind?: number;
	/** Whether it is compared with others at the same height. */
	detectsForks?: boolean;
}

/** Health of an endpoint. */
export interface Health {
	healthy: boolean;
	state: HealthState;
	/** Why it is not healthy, or what it did not report. */
	reason?: string;
	/** See {@link ProbeResult.inWords}. */
	inWords?: string;
	facts: HealthFacts;
	/** Absent where it reported no newest block. */
	head?: Head;
	/** Set where the state is unlikely to change on its own: what to do about it. */
	lastingHint?: string;
	/** A doubt about one that is healthy, which is part of the reason. */
	doubt?: string;
}

/**
 * Asks an endpoint, in one request if it is EVM, whether it is synchronized, which chain it belongs to, and whether
 * its newest block is recent for that chain.
 * @throws Cancelled
 */
export async function assessHealth(
	resolved: ResolvedEndpoint,
	settings: HealthSettings,
	context: ProbeContext,
): Promise<Health> {
	const { isCompared = false, expectedChainId, maxBlocksBehind, asks } = settings;
	const isByUser = expectedChainId !== undefined;
	const options = { head: true, chain: isCompared || isByUser, ...asks };
	const probe = await probeEndpoint(resolved, options, context);
	const { state, reason, inWords, report, lastingHint, protocol } = probe;
	const { latencyMs, endpoint, httpStatus, attempts } = probe;
	const effort = omitUndefined({ latencyMs, endpoint, httpStatus, attempts });
	if ('absent' in resolved || report === undefined) {
		const facts = omitUndefined({ protocol, ...effort });
		return omitUndefined({ healthy: false, state, reason, inWords, facts, lastingHint });
	}
	const maxAgeSeconds =
		settings.maxBlockAgeSeconds ?? (await findMaxAgeSeconds(resolved.endpoint, probe, context));
	const facts = readFacts(resolved.endpoint, report, probe.ageMs);
	const expected = isByUser ? [expectedChainId] : (resolved.endpoint.chain?.ids ?? []);
	const chain = judgeChain({ expected, isByUser }, report, resolved.endpoint);
	const limits = { maxAgeSeconds, maxBlocksBehind, chain };
	const verdict = judgeReport(report, facts.blockAgeSeconds, limits);
	return omitUndefined({
		...verdict,
		reason: verdict.reason ?? probe.addressNote,
		facts: { protocol, ...facts, maxBlockAgeSeconds: maxAgeSeconds, ...effort },
		head: readHead(resolved.endpoint, probe, settings),
		doubt: verdict.healthy ? chain.note : undefined,
	});
}

function readHead(
	endpoint: RpcEndpoint,
	{ report, ageMs, headAtMs }: ProbeResult,
	{ maxBlocksBehind, detectsForks }: HealthSettings,
): Head | undefined {
	if (report?.blockNumber === undefined) return undefined;
	const { blockNumber, blockHash, blockTimeMs } = report;
	return omitUndefined({
		blockNumber,
		blockHash,
		blockTimeMs: blockTimeMs ?? (ageMs === undefined ? undefined : headAtMs - ageMs),
		answeredAtMs: headAtMs,
		endpoint,
		chainKey: getChainKey(endpoint, report),
		maxLagMs: getLongestLagMs(endpoint, report),
		maxBlocksBehind,
		detectsForks,
	});
}

function readFacts(endpoint: RpcEndpoint, report: NodeReport, ageMs: number | undefined) {
	const { chainId, blockNumber, blockTimeMs, peers, clientVersion } = report;
	const exact = (blocks?: bigint) => (blocks === undefined ? undefined : toExactNumber(blocks));
	return omitUndefined({
		chain: findChain(endpoint, report)?.name,
		chainId,
		blockNumber: exact(blockNumber),
		blockTime: blockTimeMs === undefined ? undefined : new Date(blockTimeMs).toISOString(),
		blockAgeSeconds: ageMs === undefined ? undefined : Math.round(ageMs / 1000),
		blocksBehind: exact(report.blocksBehind),
		peers,
		finalizedBlocksBehind: exact(report.finalizedBlocksBehind),
		safeBlocksBehind: exact(report.safeBlocksBehind),
		clientVersion,
	});
}

/** A verdict on what a node reports about itself. */
export interface HealthVerdict {
	healthy: boolean;
	state: 'ready' | 'syncing' | 'lagging' | 'wrongChain';
	reason?: string;
}

/**
 * Judges a report, the most important check first: a wrong chain makes everything else meaningless.
 * @param ageSeconds age of the newest block, where it is known
 */
export function judgeReport(
	report: NodeReport,
	ageSeconds: number | undefined,
	limits: { maxAgeSeconds: number; maxBlocksBehind?: number; chain: ChainVerdict },
): HealthVerdict {
	const { maxAgeSeconds, maxBlocksBehind, chain } = limits;
	if (chain.wrong !== undefined)
		return { healthy: false, state: 'wrongChain', reason: chain.wrong };
	const isRecent = ageSeconds !== undefined && ageSeconds <= maxAgeSeconds;
	const isSyncing = report.isSyncing === 'unlessRecent' ? !isRecent : report.isSyncing;
	const { blocksBehind } = report;
	const isClose =
		maxBlocksBehind === undefined ? isRecent : (blocksBehind ?? 0n) <= maxBlocksBehind;
	// A node that says how many blocks it is behind may just be following its chain.
	const isNear = report.reason === undefined && blocksBehind !== undefined && isClose;
	if (isSyncing && !isNear)
		return {
			healthy: false,
			state: 'syncing',
			reason: report.reason ?? describeProgress(report, ageSeconds),
		};
	if (ageSeconds !== undefined && !isRecent) {
		const reason = `its newest block is ${ageSeconds} s old, more than the ${maxAgeSeconds} s allowed`;
		return { healthy: false, state: 'lagging', reason };
	}
	const own = report.isSyncing === 'unlessRecent' ? undefined : report.reason;
	const notes = [own, chain.note].filter((each) => each !== undefined);
	const note = notes.length === 0 ? {} : { reason: notes.join('; ') };
	return { healthy: true, state: isSyncing ? 'syncing' : 'ready', ...note };
}

/**
 * @param report what the node reports, if it reports anything
 * @param ageSeconds age of its newest block, where it is known
 * @returns how far a synchronizing node is, as far as that is known
 */
export function describeProgress(report: NodeReport | undefined, ageSeconds?: number): string {
	const blocksBehind = report?.blocksBehind;
	if (blocksBehind !== undefined) return `it is ${blocksBehind} blocks behind`;
	const age = ageSeconds === undefined ? '' : `; its newest block is ${ageSeconds} s old`;
	return `it says that it is synchronizing, but not how many blocks are missing${age}`;
}
