/** The list is cut when this many items at its start have been taken. */
const MOST_TAKEN = 1024;

/** A queue: items are added at its end and taken from its start, each in constant time. */
export class Fifo<T> {
	private items: T[] = [];

	/** Index of the first item that has not been taken. */
	private head = 0;

	get length(): number {
		return this.items.length - this.head;
	}

	/** @returns the next item; undefined when there is none */
	get first(): T | undefined {
		return this.items[this.head];
	}

	/** Adds an item at the end. */
	push(item: T): void {
		this.items.push(item);
	}

	/** Takes the first items. */
	take(count: number): T[] {
		const end = Math.min(this.items.length, this.head + count);
		const taken = this.items.slice(this.head, end);
		this.head = end;
		if (this.head > MOST_TAKEN && this.head > this.items.length / 2) {
			this.items = this.items.slice(this.head);
			this.head = 0;
		}
		return taken;
	}

	/** Takes all items that meet a condition. */
	remove(isRemoved: (item: T) => boolean): T[] {
		const removed: T[] = [];
		const kept: T[] = [];
		for (const item of this) (isRemoved(item) ? removed : kept).push(item);
		this.items = kept;
		this.head = 0;
		return removed;
	}

	*[Symbol.iterator](): Generator<T, void> {
		for (let index = this.head; index < this.items.length; index += 1) yield this.items[index];
	}
}
