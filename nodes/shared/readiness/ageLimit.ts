import { CHAINS } from '../addresses/chains';
import { FAMILIES } from '../families';
import { ProbeError, settle } from '../families/family';
import type { OperationContext } from '../run/operationContext';
import { getMadeAtMs, type EndpointReport } from './endpointReport';
import { EndpointProbeClient } from './probeClient';

/** Heads younger than this are never too old, and endpoints behind by less never late: requests take time. */
const LEAST_LIMIT_MS = 10_000;

/** After this many block times without a block the head counts as old (dshackle, HeadLivenessValidatorImpl). */
const OLD_HEAD_BLOCKS = 6;

/** The same at irregular intervals: gaps of proof of work are exponentially distributed, one in 500 million is longer. */
const OLD_HEAD_IRREGULAR_BLOCKS = 20;

/** Assumed for an unknown chain that gives no block times (web3-proxy's default). */
const UNKNOWN_BLOCK_TIME_MS = 10_000;

type Shared = Pick<OperationContext, 'once'>;

/**
 * Reads the time of the block at a height, once per chain and run.
 * @param report of an endpoint that may have the block
 * @returns milliseconds since 1970; `undefined` where the endpoint does not say it
 * @throws Cancelled
 */
export async function readBlockTime(
	{ endpoint, chainKey = endpoint.url }: EndpointReport,
	height: bigint,
	{ once }: Shared,
): Promise<number | undefined> {
	const { timeAt } = FAMILIES[endpoint.family];
	if (timeAt === undefined) return undefined;
	const read = async (shared: OperationContext): Promise<number | undefined> => {
		const answer = await settle(timeAt(new EndpointProbeClient(endpoint, shared), height));
		return answer instanceof ProbeError ? undefined : answer;
	};
	// Where this one does not know, another endpoint of the chain may.
	return await once(`time of ${height} on ${chainKey}`, read, (time) => time !== undefined);
}

/**
 * @returns for how long the next block of a healthy endpoint may exist before it has it, in milliseconds: what is usual
 * on its chain, or on the first one listed for its family
 */
export function getLongestLagMs({ endpoint: { family }, chain }: EndpointReport): number {
	const similar = family === 'evm' ? undefined : CHAINS.find((each) => each.family === family);
	return Math.max(LEAST_LIMIT_MS, (chain ?? similar)?.usualLagMs ?? 0);
}

/**
 * How old the newest block of an endpoint may be. The speed of a chain changes, so it is not taken from a table but
 * observed: once per chain and run, when a head is old enough for it to matter.
 * @returns whole seconds
 * @throws Cancelled
 */
export async function findMaxAgeSeconds(report: EndpointReport, context: Shared): Promise<number> {
	const { chain, endpoint, ageMs = 0 } = report;
	const leastMs = Math.max(LEAST_LIMIT_MS + (chain?.pauseMs ?? 0), getLongestLagMs(report));
	const isOld = ageMs > leastMs;
	const observedMs = isOld ? await shareLongestGap(report, context) : undefined;
	const assumedMs = chain?.blockTimeMs ?? (isOld ? UNKNOWN_BLOCK_TIME_MS : 0);
	const isIrregular = FAMILIES[endpoint.family].hasIrregularGaps;
	const longestMs = observedMs ?? getLongestGap(assumedMs, isIrregular);
	return Math.ceil(Math.max(leastMs, longestMs) / 1000);
}

/** @returns the gap from which a chain with blocks at this distance stands still, in the same unit */
function getLongestGap(meanMs: number, isIrregular = false): number {
	return meanMs * (isIrregular ? OLD_HEAD_IRREGULAR_BLOCKS : OLD_HEAD_BLOCKS);
}

/** The first endpoint of a chain that shows its gaps speaks for all. */
async function shareLongestGap(
	report: EndpointReport,
	context: Shared,
): Promise<number | undefined> {
	const { endpoint, chainKey = endpoint.url } = report;
	for (let asked = 1; ; asked += 1) {
		const observed = await context.once(`gaps ${asked} ${chainKey}`, async (shared) => {
			const timeAt = (height: bigint) => readBlockTime(report, height, shared);
			return { by: endpoint, gapMs: await observeLongestGap(timeAt, report) };
		});
		if (observed.gapMs !== undefined || observed.by === endpoint) return observed.gapMs;
	}
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
 * Observes the time between blocks, in one batch: the longer of the means over few and over many of them.
 * @param timeAt the time of the block at a height, where the node gives it
 * @returns the gap from which the chain stands still, in milliseconds; `undefined` where the node does not show it
 */
export async function observeLongestGap(
	timeAt: (height: bigint) => Promise<number | undefined>,
	report: EndpointReport,
): Promise<number | undefined> {
	const { endpoint, blockNumber = 0n, headAtMs } = report;
	// The first block is left out, because its time may not be a real one.
	const before = (blocks: bigint): bigint =>
		blockNumber - blocks > 1n ? blockNumber - blocks : 1n;
	if (blockNumber <= 1n) return undefined;
	const near: bigint[] = [];
	for (let height = before(NEAR); height < blockNumber; height += 1n) near.push(height);
	const far = before(FAR);
	const [farTime, ...nearTimes] = await Promise.all([far, ...near].map(timeAt));
	const newest = getMadeAtMs(report) ?? headAtMs;
	const times = [...nearTimes.filter((time) => time !== undefined), newest];
	// A node that lacks blocks below its own newest one shows nothing.
	if (times.length <= near.length) return undefined;
	const gaps = times.slice(1).map((time, index) => Math.max(0, time - times[index]));
	const farMs = farTime === undefined ? 0 : (newest - farTime) / Number(blockNumber - far);
	const nearMs = calculateMean(gaps);
	const variance = calculateMean(gaps.map((gap) => (gap - nearMs) ** 2)) - ROUNDING_VARIANCE;
	const isIrregular = variance > (IRREGULAR * nearMs) ** 2;
	const { hasIrregularGaps = isIrregular } = FAMILIES[endpoint.family];
	return getLongestGap(Math.max(nearMs, farMs), hasIrregularGaps);
}

function calculateMean(numbers: readonly number[]): number {
	return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}
