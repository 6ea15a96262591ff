import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { OriginGate } from '../../../nodes/shared/http/originGate';
import { settle, stopTime } from '../fixtures/clock.mts';

beforeEach(stopTime);
afterEach(() => {
	vi.useRealTimers();
});

const A = 'https://a.example.com';
const B = 'https://b.example.com';

/** Sends pieces of work through a gate and keeps record of them. */
class Traffic {
	readonly started: string[] = [];

	readonly startedAt: number[] = [];

	readonly results: unknown[] = [];

	private readonly ends: Array<() => void> = [];

	constructor(private readonly gate: OriginGate) {}

	/** Asks to be let in; the work lasts until {@link end} is called. */
	ask(origin: string, name: string): void {
		const work = this.gate.pass(origin, async () => {
			this.started.push(name);
			this.startedAt.push(performance.now());
			await new Promise<void>((resolve) => this.ends.push(resolve));
			return name;
		});
		void work.then((result) => this.results.push(result));
	}

	/** Ends the work that has been under way the longest. */
	async end(count = 1): Promise<void> {
		for (const end of this.ends.splice(0, count)) end();
		await settle();
	}
}

describe('OriginGate', () => {
	it('bounds what is in flight per origin, first come, first served', async () => {
		const traffic = new Traffic(new OriginGate({ perOrigin: 2, perRun: 10 }, undefined));
		for (const name of ['1', '2', '3', '4', '5']) traffic.ask(A, name);
		await settle();
		expect(traffic.started).toEqual(['1', '2']);
		await traffic.end();
		expect(traffic.started).toEqual(['1', '2', '3']);
		await traffic.end(2);
		expect(traffic.started).toEqual(['1', '2', '3', '4', '5']);
		await traffic.end(2);
		expect(traffic.results).toEqual(['1', '2', '3', '4', '5']);
	});

	it('does not let one origin hold back another', async () => {
		const traffic = new Traffic(new OriginGate({ perOrigin: 1, perRun: 10 }, undefined));
		traffic.ask(A, 'a1');
		traffic.ask(A, 'a2');
		traffic.ask(B, 'b1');
		await settle();
		expect(traffic.started).toEqual(['a1', 'b1']);
	});

	it('bounds what is in flight in the whole run', async () => {
		const traffic = new Traffic(new OriginGate({ perOrigin: 2, perRun: 3 }, undefined));
		for (const name of ['1', '2', '3']) traffic.ask(A, `a${name}`);
		for (const name of ['1', '2', '3']) traffic.ask(B, `b${name}`);
		await settle();
		expect(traffic.started).toEqual(['a1', 'a2', 'b1']);
		await traffic.end(); // a1
		expect(traffic.started).toHaveLength(4);
		await traffic.end(3);
		expect([...traffic.started].sort()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'b3']);
	});

	it('gives a place back when the work throws', async () => {
		const gate = new OriginGate({ perOrigin: 1, perRun: 1 }, undefined);
		await expect(gate.pass(A, async () => await Promise.reject(new Error('x')))).rejects.toThrow(
			'x',
		);
		expect(await gate.pass(A, async () => await Promise.resolve('in'))).toBe('in');
	});

	describe('holds', () => {
		it('everything to the origin until the time is over, and no other', async () => {
			const gate = new OriginGate({ perOrigin: 5, perRun: 5 }, undefined);
			const traffic = new Traffic(gate);
			gate.hold(A, 1000);
			traffic.ask(A, 'a1');
			traffic.ask(A, 'a2');
			traffic.ask(B, 'b1');
			await vi.advanceTimersByTimeAsync(999);
			traffic.ask(A, 'a3');
			await settle();
			expect(traffic.started).toEqual(['b1']);
			await vi.advanceTimersByTimeAsync(2);
			expect(traffic.started).toEqual(['b1', 'a1', 'a2', 'a3']);
		});

		it('what waits for a place, too', async () => {
			const gate = new OriginGate({ perOrigin: 1, perRun: 5 }, undefined);
			const traffic = new Traffic(gate);
			traffic.ask(A, '1');
			traffic.ask(A, '2');
			await settle();
			gate.hold(A, 500);
			await traffic.end();
			expect(traffic.started).toEqual(['1']);
			await vi.advanceTimersByTimeAsync(501);
			expect(traffic.started).toEqual(['1', '2']);
		});

		it('longer when it is asked to meanwhile', async () => {
			const gate = new OriginGate({ perOrigin: 5, perRun: 5 }, undefined);
			const traffic = new Traffic(gate);
			gate.hold(A, 1000);
			traffic.ask(A, '1');
			await vi.advanceTimersByTimeAsync(600);
			gate.hold(A, 1000);
			await vi.advanceTimersByTimeAsync(999);
			expect(traffic.started).toEqual([]);
			await vi.advanceTimersByTimeAsync(2);
			expect(traffic.started).toEqual(['1']);
		});

		it('no shorter when a shorter time is asked for meanwhile', async () => {
			const gate = new OriginGate({ perOrigin: 5, perRun: 5 }, undefined);
			const traffic = new Traffic(gate);
			gate.hold(A, 1000);
			gate.hold(A, 10);
			await vi.advanceTimersByTimeAsync(500);
			traffic.ask(A, '1');
			await vi.advanceTimersByTimeAsync(499);
			expect(traffic.started).toEqual([]);
			await vi.advanceTimersByTimeAsync(2);
			expect(traffic.started).toEqual(['1']);
		});

		it('again after a hold has ended', async () => {
			const gate = new OriginGate({ perOrigin: 5, perRun: 5 }, undefined);
			const traffic = new Traffic(gate);
			for (const name of ['1', '2', '3']) {
				gate.hold(A, 100);
				traffic.ask(A, name);
				await vi.advanceTimersByTimeAsync(99);
				expect(traffic.started).not.toContain(name);
				await vi.advanceTimersByTimeAsync(2);
				expect(traffic.started).toContain(name);
			}
		});

		it('within the bound, once it ends', async () => {
			const gate = new OriginGate({ perOrigin: 2, perRun: 5 }, undefined);
			const traffic = new Traffic(gate);
			gate.hold(A, 100);
			for (const name of ['1', '2', '3']) traffic.ask(A, name);
			await vi.advanceTimersByTimeAsync(101);
			expect(traffic.started).toEqual(['1', '2']);
		});
	});

	describe('on cancellation', () => {
		it('turns away whoever waits, at once, and lets the others finish', async () => {
			const cancel = new AbortController();
			const gate = new OriginGate({ perOrigin: 1, perRun: 5 }, cancel.signal);
			const traffic = new Traffic(gate);
			traffic.ask(A, '1');
			traffic.ask(A, '2');
			gate.hold(B, 60_000);
			traffic.ask(B, '3');
			await settle();
			cancel.abort();
			await settle();
			expect(traffic.started).toEqual(['1']);
			expect(traffic.results).toEqual([undefined, undefined]);
			await traffic.end();
			expect(traffic.results).toEqual([undefined, undefined, '1']);
			expect(traffic.started).toEqual(['1']);
		});

		it('lets nobody in any more', async () => {
			const cancel = new AbortController();
			const gate = new OriginGate({ perOrigin: 1, perRun: 5 }, cancel.signal);
			cancel.abort();
			const work = vi.fn();
			expect(await gate.pass(A, work)).toBeUndefined();
			expect(work).not.toHaveBeenCalled();
			const late = new OriginGate({ perOrigin: 1, perRun: 5 }, AbortSignal.abort());
			expect(await late.pass(A, work)).toBeUndefined();
		});
	});
});
