import type { Random } from '../support/random.mts';

/** A chain as the networks of the world have them: an ID, and what the product's table says of it. */
export interface Kind {
	chainId: number;
	/** Usual lag according to the table; 0 where nothing is known. */
	lagMs: number;
	/** How long it may make no block while nobody sends. */
	pauseMs: number;
}

/** Chains with all kinds of rows: none, slow ones, fast ones, and one that pauses. Their speed is drawn all the same. */
export const KINDS: readonly Kind[] = [
	{ chainId: 987_654_321, lagMs: 0, pauseMs: 0 },
	{ chainId: 1, lagMs: 12_000, pauseMs: 0 },
	{ chainId: 8453, lagMs: 40_000, pauseMs: 0 },
	{ chainId: 59_144, lagMs: 12_000, pauseMs: 0 },
	{ chainId: 998, lagMs: 6000, pauseMs: 0 },
	{ chainId: 33_139, lagMs: 20_000, pauseMs: 600_000 },
];

/** A chain: when its blocks were and will be made. */
export class SimulatedChain {
	readonly kind: Kind;

	/** Whether gaps between blocks are exponentially distributed, as with proof of work. */
	readonly isIrregular: boolean;

	/** The block times it has had, in milliseconds: one, or two where its speed changes in mid-run. */
	readonly blockTimes: readonly number[];

	/** How long it makes no block in mid-run, after which 20 come at once; 0 where it does not. */
	readonly pauseMs: number;

	/** Height of the first block below. */
	private readonly first: number;

	/** When each block was made; milliseconds since 1970. */
	private readonly times: number[] = [];

	/**
	 * @param startMs when the run begins
	 * @param endMs until when blocks are needed
	 */
	constructor(random: Random, startMs: number, endMs: number) {
		this.kind = random.pick(KINDS);
		this.isIrregular = random.chance(0.4);
		const blockMs = 50 * 12_000 ** random.next();
		const changed = 50 * 12_000 ** random.next();
		const changesAtMs = startMs + random.next() * (endMs - startMs);
		const story = random.pick(['steady', 'steady', 'changes', 'pauses'] as const);
		this.blockTimes = story === 'changes' ? [blockMs, changed] : [blockMs];
		this.pauseMs = story === 'pauses' ? Math.min(60_000, 1000 + random.next() * 8 * blockMs) : 0;
		this.first = random.integer(1_000_000, 90_000_000);
		let time = startMs - Math.max(120_000, 60 * blockMs);
		let burst = 0;
		let hasPaused = false;
		while (time < endMs + 20 * blockMs && this.times.length < 60_000) {
			this.times.push(time);
			const mean = story === 'changes' && time > changesAtMs ? changed : blockMs;
			const gap = this.isIrregular
				? -Math.log(1 - random.next()) * mean
				: mean * (0.95 + 0.1 * random.next());
			if (this.pauseMs > 0 && !hasPaused && time > changesAtMs) {
				hasPaused = true;
				burst = 20;
				time += this.pauseMs;
			} else if (burst > 0) {
				burst -= 1;
				time += Math.min(gap, 50);
			} else time += Math.max(1, gap);
		}
	}

	/** @returns the newest block at a time */
	heightAt(timeMs: number): number {
		let low = 0;
		let high = this.times.length - 1;
		while (low < high) {
			const middle = Math.ceil((low + high) / 2);
			if (this.times[middle] <= timeMs) low = middle;
			else high = middle - 1;
		}
		return this.first + low;
	}

	/** @returns the time that a block carries, in whole seconds as milliseconds; `undefined` for one not known */
	stampOf(height: number): number | undefined {
		const time = this.times[height - this.first];
		return time === undefined ? undefined : Math.floor(time / 1000) * 1000;
	}
}
