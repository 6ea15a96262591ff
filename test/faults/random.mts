import { seededRandom } from '../../sandbox/random.mts';

/** Random numbers from a seed, so that a run can be repeated. */
export interface Random {
	chance(probability: number): boolean;
	/** A whole number, both ends included. */
	between(least: number, most: number): number;
	pick<T>(from: readonly T[]): T;
}

/** @returns the random numbers of a seed */
export function randomOf(seed: number): Random {
	const next = seededRandom(seed);
	const between = (least: number, most: number): number =>
		least + Math.floor(next() * (most - least + 1));
	return {
		chance: (probability) => next() < probability,
		between,
		pick: (from) => from[between(0, from.length - 1)],
	};
}
