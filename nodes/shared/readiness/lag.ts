import type { OperationContext } from '../run/session';
import { Cancelled } from '../text/problem';
import { createTimeReader } from './probeClient';
import type { Head } from './health';

/** Reads what is the same for many items of a run. */
export type SharedReads = Pick<OperationContext, 'once' | 'forget'>;

/** How many endpoints are asked for the times of blocks before they count as unknown. */
const MOST_ASKED = 3;

/** Assumed of a chain whose blocks carry no time and that shows no pace: faster than any, so it accuses late. */
const FASTEST_MS = 50;

/** @returns how far an endpoint lags, in milliseconds; `undefined` where it is not behind, or by so little that it does not matter */
export type LagOf = (head: Head) => number | undefined;

/**
 * Reads the times of the blocks that endpoints lack, each once and all in one batch, from endpoints that have them.
 * Nothing is read for an endpoint whose own newest block was recent enough.
 */
export async function readLags(
	judged: readonly Head[],
	reference: Head,
	heads: readonly Head[],
	context: SharedReads,
): Promise<LagOf> {
	const missing = (head: Head): bigint | undefined => {
		const next = head.blockNumber + 1n + BigInt(head.maxBlocksBehind ?? 0);
		if (next > reference.blockNumber || head.blockTimeMs === undefined) return undefined;
		const isRecent = head.answeredAtMs - head.blockTimeMs <= limitOf(head);
		return isRecent ? undefined : next;
	};
	const heights = new Set(judged.map(missing).filter((height) => height !== undefined));
	const times = await timesOf([...heights], reference, heads, context);
	const blockTimeMs = heads.some((head) => head.blockTimeMs === undefined)
		? paceOf(heads)
		: FASTEST_MS;
	return (head) => {
		if (head.blockNumber >= reference.blockNumber) return undefined;
		if (head.blockTimeMs === undefined) return lagByHeight(head, reference, blockTimeMs);
		const next = missing(head);
		if (next === undefined) return undefined;
		// Where it is not known, a block above was made later: this accuses late, never wrongly.
		const above = heads.filter(({ blockNumber }) => blockNumber >= next);
		const nextMs = times.get(next) ?? Math.min(...above.map(madeBy));
		return Math.max(0, head.answeredAtMs - Math.max(nextMs, head.blockTimeMs));
	};
}

/** @returns the lag from which an endpoint is late, in milliseconds */
export function limitOf({ maxLagMs, maxBlocksBehind }: Head): number {
	return maxBlocksBehind === undefined ? maxLagMs : 0;
}

/** @returns a time by which the newest block of an endpoint had been made */
function madeBy({ blockTimeMs, answeredAtMs }: Head): number {
	return blockTimeMs ?? answeredAtMs;
}

async function timesOf(
	heights: readonly bigint[],
	reference: Head,
	heads: readonly Head[],
	context: SharedReads,
): Promise<Map<bigint, number>> {
	const times = new Map<bigint, number>();
	const others = heads.filter(
		(head) => head !== reference && head.blockNumber >= reference.blockNumber,
	);
	for (const { endpoint, chainKey = endpoint.url } of [reference, ...others].slice(0, MOST_ASKED)) {
		const unknown = heights.filter((height) => !times.has(height));
		if (unknown.length === 0) break;
		await Promise.all(
			unknown.map(async (height) => {
				const timeAt = createTimeReader(endpoint, chainKey, context);
				const time = await (timeAt && unlessCancelled(timeAt(height)));
				if (time !== undefined) times.set(height, time);
			}),
		);
	}
	return times;
}

/** Times that could not be read before the end count as unknown: the endpoints themselves have answered. */
async function unlessCancelled<T>(reading: Promise<T>): Promise<T | undefined> {
	try {
		return await reading;
	} catch (error) {
		return error instanceof Cancelled ? undefined : await Promise.reject(error);
	}
}

/** Heads without a time are brought to the same moment by the pace of their chain. */
function lagByHeight(head: Head, reference: Head, blockTimeMs: number): number {
	const behind = Number(reference.blockNumber - head.blockNumber);
	const grown = Math.max(0, reference.answeredAtMs - head.answeredAtMs) / blockTimeMs;
	return Math.max(0, behind - grown) * blockTimeMs;
}

/** @returns the time between blocks, in milliseconds, that heads of a chain show which were seen at different moments */
function paceOf(heads: readonly Head[]): number {
	const slopes = heads.flatMap((one, index) =>
		heads.slice(index + 1).flatMap((other) => {
			const blocks = Number(other.blockNumber - one.blockNumber);
			const passed = madeBy(other) - madeBy(one);
			return passed * blocks > 0 ? [passed / blocks] : [];
		}),
	);
	slopes.sort((a, b) => a - b);
	return slopes[Math.floor(slopes.length / 2)] ?? FASTEST_MS;
}
