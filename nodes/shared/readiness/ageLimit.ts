import { CHAINS, findChainById, type Chain } from '../addresses/chains';
import { getFamily } from '../families';
import type { NodeReport } from '../families/family';
import type { RpcEndpoint } from '../jsonRpc/rpcClient';
import type { OperationContext } from '../run/session';
import type { ProbeResult } from './probe';
import { readBlockTime } from './probeClient';

/** Heads younger than this are never too old, and endpoints behind by less never late: requests take time. */
const LEAST_LIMIT_MS = 10_000;

/** After this many block times without a block the head counts as old (dshackle, HeadLivenessValidatorImpl). */
const OLD_HEAD_BLOCKS = 6;

/**
 * The same where blocks come at irregular intervals: gaps between proof-of-work blocks are exponentially distributed,
 * and one in 500 million is longer than this.
 */
const OLD_HEAD_IRREGULAR_BLOCKS = 20;

/** Assumed for an unknown chain that gives no block times (web3-proxy's default). */
const UNKNOWN_BLOCK_TIME_MS = 10_000;

/** The report of a node takes precedence over its address. */
export function findChain(
	{ family, chain }: RpcEndpoint,
	{ chainId }: Pick<NodeReport, 'chainId'> = {},
): Chain | undefined {
	if (family !== 'evm' || chainId === undefined) return chain;
	return findChainById(chainId) ?? (chain?.ids.length === 0 ? chain : undefined);
}

/** @returns what distinguishes its chain from all others; `undefined` where that is not known */
export function getChainKey(
	{ family, chain }: RpcEndpoint,
	report: NodeReport,
): string | undefined {
	const id = getFamily(family).chainsShareIds === true ? undefined : report.chainId;
	const name = report.chainKey ?? id ?? chain?.network;
	return name === undefined ? undefined : `${family} ${name}`;
}

/**
 * @returns for how long the next block of a healthy endpoint may exist before it has it, in milliseconds: what is usual
 * on its chain, or on the first one listed for its family
 */
export function getLongestLagMs(endpoint: RpcEndpoint, report: NodeReport): number {
	const { family } = endpoint;
	const known = findChain(endpoint, report);
	const similar = family === 'evm' ? undefined : CHAINS.find((chain) => chain.family === family);
	return Math.max(LEAST_LIMIT_MS, (known ?? similar)?.usualLagMs ?? 0);
}

/**
 * How old the newest block of an endpoint may be. The speed of a chain changes, so it is not taken from a table but
 * observed: once per chain and run, when a head is old enough for it to matter.
 * @returns whole seconds
 * @throws Cancelled
 */
export async function findMaxAgeSeconds(
	endpoint: RpcEndpoint,
	{ report, ageMs = 0, headAtMs }: Pick<ProbeResult, 'report' | 'ageMs' | 'headAtMs'>,
	context: Pick<OperationContext, 'once' | 'forget'>,
): Promise<number> {
	const chain = report && findChain(endpoint, report);
	const leastMs = Math.max(
		LEAST_LIMIT_MS + (chain?.pauseMs ?? 0),
		report === undefined ? 0 : getLongestLagMs(endpoint, report),
	);
	const { hasIrregularGaps = false } = getFamily(endpoint.family);
	const isOld = ageMs > leastMs;
	const gaps =
		isOld && report ? await readGaps(endpoint, report, headAtMs - ageMs, context) : undefined;
	const assumed = chain?.blockTimeMs ?? (isOld ? UNKNOWN_BLOCK_TIME_MS : 0);
	const blocks =
		hasIrregularGaps || gaps?.areIrregular ? OLD_HEAD_IRREGULAR_BLOCKS : OLD_HEAD_BLOCKS;
	return Math.ceil(Math.max(leastMs, blocks * (gaps?.meanMs ?? assumed)) / 1000);
}

/** The first endpoint of a chain that shows them speaks for all. */
async function readGaps(
	endpoint: RpcEndpoint,
	report: NodeReport,
	blockTimeMs: number,
	context: Pick<OperationContext, 'once' | 'forget'>,
): Promise<Gaps | undefined> {
	const chainKey = getChainKey(endpoint, report) ?? endpoint.url;
	for (let asked = 1; ; asked += 1) {
		const observed = await context.once(`gaps ${asked} ${chainKey}`, async (shared) => {
			const timeAt = (height: bigint) => readBlockTime(endpoint, chainKey, height, shared);
			return { by: endpoint, gaps: await observeGaps(timeAt, { ...report, blockTimeMs }) };
		});
		if (observed.gaps !== undefined || observed.by === endpoint) return observed.gaps;
	}
}

/** The observed time between the blocks of a chain. */
export interface Gaps {
	/** The longer of the means over few and over many blocks, in milliseconds. */
	meanMs: number;
	areIrregular: boolean;
}

/** How many blocks to go back: these gaps one by one, which shows a chain that became slower or is irregular... */
const NEAR = 16n;

/** ...and this many as a whole, which shows a chain that made several blocks at once after a pause. */
const FAR = 100n;

/**
 * Standard deviation of the gaps, as a share of their mean, from which they are irregular: it is 1 where they are
 * exponentially distributed, and below 0.3 where they vary evenly by half.
 */
const IRREGULAR = 0.4;

/** Times are whole seconds on many chains, which adds up to this to the variance of gaps. Square milliseconds. */
const ROUNDING_VARIANCE = 250_000;

/**
 * Observes the time between blocks, in one batch.
 * @param timeAt the time of the block at a height, where the node gives it
 * @returns `undefined` where the node does not show it
 */
export async function observeGaps(
	timeAt: (height: bigint) => Promise<number | undefined>,
	{ blockNumber = 0n, blockTimeMs }: Pick<NodeReport, 'blockNumber' | 'blockTimeMs'>,
): Promise<Gaps | undefined> {
	// The first block is left out, because its time may not be a real one.
	const before = (blocks: bigint): bigint =>
		blockNumber - blocks > 1n ? blockNumber - blocks : 1n;
	if (blockTimeMs === undefined || blockNumber <= 1n) return undefined;
	const near: bigint[] = [];
	for (let height = before(NEAR); height < blockNumber; height += 1n) near.push(height);
	const far = before(FAR);
	const [farTime, ...nearTimes] = await Promise.all([far, ...near].map(timeAt));
	const times = [...nearTimes.filter((time) => time !== undefined), blockTimeMs];
	// A node that lacks blocks below its own newest one shows nothing.
	if (times.length <= near.length) return undefined;
	const gaps = times.slice(1).map((time, index) => Math.max(0, time - times[index]));
	const farMs = farTime === undefined ? 0 : (blockTimeMs - farTime) / Number(blockNumber - far);
	return { meanMs: Math.max(calculateMean(gaps), farMs), areIrregular: areIrregular(gaps) };
}

function areIrregular(gaps: readonly number[]): boolean {
	const mean = calculateMean(gaps);
	const variance = calculateMean(gaps.map((gap) => (gap - mean) ** 2)) - ROUNDING_VARIANCE;
	return variance > (IRREGULAR * mean) ** 2;
}

function calculateMean(numbers: readonly number[]): number {
	return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}
