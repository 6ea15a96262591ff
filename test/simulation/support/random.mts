import { seededRandom } from '../../../sandbox/random.mts';

/** Numbers that look random and are the same for the same seed. */
export class Random {
	/** @returns a number from 0 up to 1 */
	readonly next: () => number;

	constructor(seed: number) {
		this.next = seededRandom(seed);
	}

	/** @returns a whole number from `least` to `most` */
	integer(least: number, most: number): number {
		return least + Math.floor(this.next() * (most - least + 1));
	}

	/** @returns one of them */
	pick<T>(choices: readonly T[]): T {
		return choices[this.integer(0, choices.length - 1)];
	}

	/** @returns true with this probability */
	chance(probability: number): boolean {
		return this.next() < probability;
	}
}
