import type { SeenHead } from './healthReading';
import { paceOfBlockTime } from './thresholds';

/** Share of the heads left out at either end, so that a minority with odd numbers or times decides nothing. */
const LEFT_OUT = 0.25;

/**
 * Gives heads of one chain the block time that the blocks themselves show, where the chain's is only a guess: heads
 * seen seconds apart could not be compared with it, and on a fast chain a few blocks are nothing. Any two blocks of
 * a chain show it, also that of a node which stands still.
 */
export function atObservedPace(heads: readonly SeenHead[]): SeenHead[] {
	const blockTimeMs = heads.some(({ pace }) => pace.isGuess)
		? observedBlockTimeMs(heads)
		: undefined;
	if (blockTimeMs === undefined) return [...heads];
	const { usualLag } = paceOfBlockTime(blockTimeMs);
	return heads.map((head) => {
		const { pace } = head;
		if (!pace.isGuess) return head;
		// What other chains of its kind allow their nodes is allowed here as well.
		const observed = { ...pace, blockTimeMs, usualLag: Math.max(pace.usualLag, usualLag) };
		return { ...head, pace: observed };
	});
}

/** @returns `undefined` where the blocks are too close together to show it */
function observedBlockTimeMs(heads: readonly SeenHead[]): number | undefined {
	const dated = heads
		.flatMap(({ blockNumber, blockTimeMs }) =>
			blockTimeMs === undefined ? [] : [{ blockNumber, blockTimeMs }],
		)
		.sort((a, b) => Number(a.blockNumber - b.blockNumber));
	const leftOut = Math.floor(dated.length * LEFT_OUT);
	const [first, last] = [dated[leftOut], dated[dated.length - 1 - leftOut]];
	if (first === undefined || first.blockNumber === last.blockNumber) return undefined;
	const passed = last.blockTimeMs - first.blockTimeMs;
	return passed > 0 ? passed / Number(last.blockNumber - first.blockNumber) : undefined;
}
