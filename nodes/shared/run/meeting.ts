/** Where the items of a run wait for each other, so that each can be compared with all others. */
export class Meeting {
	private readonly values: unknown[] = [];

	private left = 0;

	private expected = 1;

	private complete: () => void = () => undefined;

	private readonly isComplete = new Promise<void>((resolve) => {
		this.complete = resolve;
	});

	/** Sets how many items there are; one unless it is called. */
	expect(count: number): void {
		this.expected = count;
	}

	/** Contributes an item's result, and waits until all others have done so too, or ended. */
	async arrive<T>(value: T): Promise<readonly T[]> {
		this.values.push(value);
		this.look();
		await this.isComplete;
		return this.values as T[];
	}

	/** Notes that an item has ended. Those that have arrived end only after the meeting. */
	leave(): void {
		this.left += 1;
		this.look();
	}

	private look(): void {
		if (this.values.length + this.left >= this.expected) this.complete();
	}
}
