import type { NodeReport } from '../families/family';

/** What was observed of the time between the blocks of a chain. */
export interface Gaps {
	/** The longer of the means over few and over many blocks, in milliseconds. */
	meanMs: number;
	/** Blocks come at random intervals. */
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
	return { meanMs: Math.max(meanOf(gaps), farMs), areIrregular: areIrregular(gaps) };
}

function areIrregular(gaps: readonly number[]): boolean {
	const mean = meanOf(gaps);
	const variance = meanOf(gaps.map((gap) => (gap - mean) ** 2)) - ROUNDING_VARIANCE;
	return variance > (IRREGULAR * mean) ** 2;
}

function meanOf(numbers: readonly number[]): number {
	return numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}
