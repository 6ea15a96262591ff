import { isRecord } from '../pure/json';
import type { Asker } from './families/family';
import { hexQuantity } from '../jsonRpc/hex';
import { ifAnswered, timeIn } from './families/readFields';

/** The newest block. */
interface Head {
	blockNumber: bigint;
	blockTimeMs: number;
}

/** How many blocks to go back; more where blocks come so fast that their whole seconds are the same. */
const SPANS = [100n, 1000n, 10_000n];

/** Timestamps are whole seconds: shorter durations are too imprecise. Milliseconds. */
const PRECISE_MS = 5000;

/** Nodes that keep few blocks are asked for nearer ones. */
const SHORTEST_SPAN = 10n;

/** Blocks are never made faster or slower than this (eRPC has the same bounds for its averages). Milliseconds. */
const FASTEST_MS = 10;
const SLOWEST_MS = 120_000;

/**
 * Measures the time between blocks of an EVM chain.
 * @returns milliseconds, or `undefined` where no earlier block can be read
 * @throws Cancelled
 */
export async function measuredBlockTimeMs(ask: Asker, head: Head): Promise<number | undefined> {
	for (const span of SPANS) {
		const seen = await spanBefore(ask, head, span);
		if (seen === undefined) return undefined;
		const time = seen.durationMs / Number(seen.blocks);
		const isAll = seen.blocks === head.blockNumber - 1n;
		if (seen.durationMs >= PRECISE_MS || isAll || span === SPANS.at(-1)) {
			return Math.min(SLOWEST_MS, Math.max(FASTEST_MS, time));
		}
	}
	return undefined;
}

/** The first block is left out, because its time may not be a real one. */
async function spanBefore(
	ask: Asker,
	{ blockNumber, blockTimeMs }: Head,
	wanted: bigint,
): Promise<{ blocks: bigint; durationMs: number } | undefined> {
	const most = blockNumber - 1n;
	let blocks = wanted < most ? wanted : most;
	while (blocks >= 1n) {
		const number = `0x${(blockNumber - blocks).toString(16)}`;
		const block = await ifAnswered(ask.call('eth_getBlockByNumber', [number, false]));
		const isBlock = isRecord(block) && hexQuantity(block.number) === blockNumber - blocks;
		const time = isBlock ? timeIn(block.timestamp, 0.001) : undefined;
		if (time !== undefined) return { blocks, durationMs: Math.max(0, blockTimeMs - time) };
		blocks /= 2n;
		if (blocks < SHORTEST_SPAN) return undefined;
	}
	return undefined;
}
