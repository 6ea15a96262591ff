import { setMaxListeners } from 'node:events';

import type { Clock } from '../../../nodes/shared/scheduler/clock';

interface Timer {
	at: number;
	/** Timers of the same time fire in the order in which they were set. */
	order: number;
	fire: () => void;
	isDone: boolean;
}

/** The date on which simulated time begins. */
export const START_MS = Date.UTC(2026, 0, 1);

/** Passed as the reason, because Node.js otherwise creates an exception with a stack each time. */
const TIMED_OUT = 'timed out';

/** Time that advances only when everything that is due has been done: hours take as long as the work in them. */
export class VirtualClock implements Clock {
	private time = 0;

	private order = 0;

	/** A binary heap, the next timer first. */
	private readonly timers: Timer[] = [];

	private sleeping = 0;

	readonly now = (): number => this.time;

	readonly wallMs = (): number => START_MS + this.time;

	/** Sleeps that have not ended. */
	get sleepers(): number {
		return this.sleeping;
	}

	readonly sleep = async (milliseconds: number, signal: AbortSignal): Promise<void> => {
		if (signal.aborted) return;
		this.sleeping += 1;
		// A thousand endpoints may sleep until the same signal fires.
		setMaxListeners(0, signal);
		await new Promise<void>((resolve) => {
			const timer = this.after(milliseconds, resolve);
			signal.addEventListener(
				'abort',
				() => {
					timer.isDone = true;
					resolve();
				},
				{ once: true },
			);
		});
		this.sleeping -= 1;
	};

	readonly timeout = (milliseconds: number): AbortSignal => {
		const controller = new AbortController();
		this.after(milliseconds, () => controller.abort(TIMED_OUT));
		return controller.signal;
	};

	/** Calls a function after this many milliseconds. */
	after(milliseconds: number, fire: () => void): Timer {
		this.order += 1;
		const timer = {
			at: this.time + Math.max(0, milliseconds),
			order: this.order,
			fire,
			isDone: false,
		};
		this.push(timer);
		return timer;
	}

	/** Waits for this many milliseconds of the simulated world. */
	async pass(milliseconds: number): Promise<void> {
		if (milliseconds <= 0) return;
		await new Promise<void>((resolve) => {
			this.after(milliseconds, resolve);
		});
	}

	/** Lets this many milliseconds pass. */
	async advance(milliseconds: number): Promise<void> {
		let isOver = false;
		this.after(milliseconds, () => {
			isOver = true;
		});
		await this.runUntil(() => isOver, Infinity);
	}

	/**
	 * Lets time pass until a condition holds.
	 * @param limitMs when to give up
	 * @returns whether it holds; also false when nothing is left that could make it hold
	 */
	async runUntil(isDone: () => boolean, limitMs: number): Promise<boolean> {
		for (;;) {
			await settled();
			if (isDone()) return true;
			const due = this.popDue();
			if (due.length === 0 || due[0].at > limitMs) return false;
			this.time = due[0].at;
			for (const timer of due) timer.fire();
		}
	}

	private push(timer: Timer): void {
		const { timers } = this;
		timers.push(timer);
		let index = timers.length - 1;
		while (index > 0) {
			const parent = (index - 1) >> 1;
			if (isBefore(timers[parent], timers[index])) break;
			swap(timers, parent, index);
			index = parent;
		}
	}

	/** Takes the timers that are due next, all of the same time. */
	private popDue(): Timer[] {
		const due: Timer[] = [];
		while (due.length === 0 || this.timers[0]?.at === due[0].at) {
			const timer = this.pop();
			if (timer === undefined) break;
			if (timer.isDone) continue;
			timer.isDone = true;
			due.push(timer);
		}
		return due;
	}

	private pop(): Timer | undefined {
		const { timers } = this;
		const first = timers[0];
		const last = timers.pop();
		if (timers.length === 0 || last === undefined) return first;
		timers[0] = last;
		for (let index = 0; ; ) {
			let least = index;
			for (const child of [2 * index + 1, 2 * index + 2]) {
				if (child < timers.length && isBefore(timers[child], timers[least])) least = child;
			}
			if (least === index) return first;
			swap(timers, least, index);
			index = least;
		}
	}
}

function swap(timers: Timer[], one: number, other: number): void {
	const moved = timers[one];
	timers[one] = timers[other];
	timers[other] = moved;
}

function isBefore(a: Timer, b: Timer): boolean {
	return a.at < b.at || (a.at === b.at && a.order < b.order);
}

/** Lets everything that follows from past events happen before time advances. */
async function settled(): Promise<void> {
	await new Promise<void>((resolve) => {
		setImmediate(resolve);
	});
}
