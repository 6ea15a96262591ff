/** Numbers that look random and are the same for the same seed (mulberry32). */
export class Random {
	constructor(private state: number) {}

	/** @returns a number from 0 up to 1 */
	readonly next = (): number => {
		this.state = (this.state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
		mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};

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
