import type { FamilyName } from '../addresses/chains';
import type { ResolvedEndpoint } from '../endpoints/resolveEndpoint';
import { subtract } from '../families/readFields';
import type { ProbeOptions } from '../families/family';
import { toExactNumber } from '../jsonRpc/quantities';
import type { OperationContext } from '../run/operationContext';
import { formatDuration } from '../text/duration';
import { omitUndefined } from '../text/json';
import { findMaxAgeSeconds } from './ageLimit';
import { checkChainId, judgeChain } from './expectedChain';
import type { EndpointReport } from './endpointReport';
import { probeEndpoint, type ProbeResult, type SyncState } from './probe';

/** Context in which an endpoint is asked. */
export type ProbeContext = Pick<OperationContext, 'rpc' | 'retryOptions' | 'once'>;

/**
 * Health of an endpoint, beyond whether it is synchronized. `lagging`: it is behind the other endpoints of its chain,
 * or its newest block is too old for its chain. `notCompared`: the comparison that was asked for did not take place.
 */
export type HealthState = SyncState | 'lagging' | 'wrongChain' | 'notCompared';

/** Requirements for health, and further questions. Anything not set follows from the chain. */
export interface HealthSettings extends Omit<ProbeOptions, 'head'> {
	/** Most seconds since the newest block was made. */
	maxBlockAgeSeconds?: number;
	/** Most blocks that a node which is synchronizing, or behind the others, may be behind. */
	maxBlocksBehind?: number;
	/** The chain it has to belong to, as its family spells it; decimal for EVM. */
	expectedChainId?: string;
	/** Whether its newest block is compared with those of others at the same height. */
	detectsForks?: boolean;
}

/**
 * @param options those of an operation
 * @returns the requirements that are set
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

/** How an endpoint compares with others. */
export interface Comparison {
	compared: boolean;
	/** Negative for one that is ahead. */
	blocksBehindReference?: number | string;
	/** For how long its next block had existed when it was asked, where that was read. */
	secondsBehindReference?: number;
	/** The side it is compared with: the other items of the run, or the endpoint that was given. */
	reference?: {
		source: 'otherItems' | 'referenceEndpoint';
		/** The block that counts; absent where there is nothing to compare with. */
		blockNumber?: number | string;
		/** How many endpoints of the chain were checked. */
		endpoints?: number;
		/** Why nothing was compared, or why the reference is doubtful. */
		note?: string;
	};
}

/** Health of an endpoint: the result of probing it, judged. */
export interface Health extends Omit<ProbeResult, 'state'> {
	healthy: boolean;
	state: HealthState;
	/** The requirements that it was judged by. */
	settings: HealthSettings;
	/** The age from which on its newest block counts as too old. */
	maxBlockAgeSeconds?: number;
	/** A doubt about one that is healthy, which is part of the reason. */
	doubt?: string;
	/** Absent where no comparison was asked for. */
	comparison?: Comparison;
}

/**
 * Asks an endpoint whether it is synchronized. Where the newest block has a time, one that is too old for the chain
 * counts as synchronizing: several families give no other sign.
 * @param id JSON-RPC id of the first call
 * @throws Cancelled
 */
export async function probeSync(
	resolved: ResolvedEndpoint,
	id: number,
	context: ProbeContext,
): Promise<ProbeResult> {
	const probe = await probeEndpoint(resolved, {}, context, id);
	const { report, addressNote } = probe;
	if (report === undefined) return probe;
	const { ageMs } = report;
	const maxAgeSeconds = ageMs === undefined ? 0 : await findMaxAgeSeconds(report, context);
	const { isSyncing, isOld, own } = weighReport(report, maxAgeSeconds);
	const oldHead = isOld ? `its newest block is ${formatDuration(ageMs ?? 0)} old` : undefined;
	const state = isSyncing || isOld ? 'syncing' : 'ready';
	return { ...probe, state, reason: own ?? oldHead ?? addressNote };
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
	const chain = settings.chain || settings.expectedChainId !== undefined;
	const probe = await probeEndpoint(resolved, { ...settings, head: true, chain }, context);
	const { report } = probe;
	if (report === undefined) return { ...probe, healthy: false, settings };
	const maxBlockAgeSeconds =
		settings.maxBlockAgeSeconds ?? (await findMaxAgeSeconds(report, context));
	const verdict = judgeReport(report, { ...settings, maxBlockAgeSeconds });
	const reason = verdict.reason ?? probe.addressNote;
	return { ...probe, ...verdict, reason, settings, maxBlockAgeSeconds };
}

/** @returns the chain of an endpoint as people call it; of one that did not answer, only the address says it */
export function nameChain(
	resolved: ResolvedEndpoint,
	report: EndpointReport | undefined,
): string | undefined {
	if (report !== undefined) return report.chain?.name;
	return 'endpoint' in resolved ? resolved.endpoint.chain?.name : undefined;
}

/** @returns the facts shown about the health of an endpoint */
export function describeHealth(health: Health) {
	const { report, protocol, latencyMs, endpoint, httpStatus, attempts, comparison } = health;
	const { chain, chainId, blockNumber, blockTimeMs, ageMs, peers, clientVersion } = report ?? {};
	return omitUndefined({
		protocol,
		chain: chain?.name,
		chainId,
		blockNumber: toExactNumber(blockNumber),
		blockTime: blockTimeMs === undefined ? undefined : new Date(blockTimeMs).toISOString(),
		blockAgeSeconds: roundToSeconds(ageMs),
		blocksBehind: toExactNumber(report?.blocksBehind),
		peers,
		finalizedBlocksBehind: toExactNumber(subtract(report?.finalizedBlock, blockNumber)),
		safeBlocksBehind: toExactNumber(subtract(report?.safeBlock, blockNumber)),
		clientVersion,
		maxBlockAgeSeconds: health.maxBlockAgeSeconds,
		latencyMs,
		endpoint,
		httpStatus,
		attempts,
		...comparison,
	});
}

/**
 * Judges a report, the most important check first: a wrong chain makes everything else meaningless.
 * @param settings with the age from which on a newest block is too old
 */
export function judgeReport(
	report: EndpointReport,
	settings: HealthSettings & { maxBlockAgeSeconds: number },
): Pick<Health, 'healthy' | 'state' | 'reason' | 'doubt'> {
	const { maxBlockAgeSeconds, maxBlocksBehind, expectedChainId } = settings;
	const chain = judgeChain(report, expectedChainId);
	if (chain.wrong !== undefined)
		return { healthy: false, state: 'wrongChain', reason: chain.wrong };
	const weighed = weighReport(report, maxBlockAgeSeconds);
	const { isSyncing, isOld, ageSeconds, own } = weighed;
	if (isSyncing && !isFollowing(report, weighed, maxBlocksBehind))
		return { healthy: false, state: 'syncing', reason: own ?? describeProgress(report) };
	if (isOld) {
		const reason = `its newest block is ${ageSeconds} s old, more than the ${maxBlockAgeSeconds} s allowed`;
		return { healthy: false, state: 'lagging', reason };
	}
	const notes = [own, isSyncing ? report.stillDoes : undefined, chain.note];
	const reason = notes.filter((each) => each !== undefined).join('; ') || undefined;
	return { healthy: true, state: isSyncing ? 'syncing' : 'ready', reason, doubt: chain.note };
}

/**
 * @returns whether a node that says it synchronizes may just be following its chain: it names blocks, and its newest one
 * is recent, or it is no further behind than the user allows
 */
function isFollowing(
	{ currentBlock, blocksBehind }: EndpointReport,
	{ own, isRecent }: ReturnType<typeof weighReport>,
	maxBlocksBehind: number | undefined,
): boolean {
	if (own !== undefined) return false;
	if (maxBlocksBehind !== undefined)
		return blocksBehind !== undefined && blocksBehind <= maxBlocksBehind;
	return isRecent && (blocksBehind ?? currentBlock) !== undefined;
}

/** Lets the age of its newest block decide where a node says that it is synchronizing `unlessRecent`. */
function weighReport({ isSyncing, reason, ageMs }: EndpointReport, maxAgeSeconds: number) {
	const ageSeconds = roundToSeconds(ageMs);
	const isRecent = ageSeconds !== undefined && ageSeconds <= maxAgeSeconds;
	const isOld = ageSeconds !== undefined && !isRecent;
	const isUsual = isSyncing === 'unlessRecent' && isRecent;
	const own = isUsual ? undefined : reason;
	return { ageSeconds, isRecent, isOld, isSyncing: isSyncing !== false && !isUsual, own };
}

function roundToSeconds(ms: number | undefined): number | undefined {
	return ms === undefined ? undefined : Math.round(ms / 1000);
}

/** @returns how far a synchronizing node is, as far as that is known */
export function describeProgress(report?: EndpointReport): string {
	const { blocksBehind, stillDoes, ageMs } = report ?? {};
	if (blocksBehind !== undefined) return `it is ${blocksBehind} blocks behind`;
	if (stillDoes !== undefined) return stillDoes;
	const age = ageMs === undefined ? '' : `; its newest block is ${roundToSeconds(ageMs)} s old`;
	return `its progress is unknown${age}`;
}
