import { describe, expect, it } from 'vitest';

import { Throughput } from '../../../nodes/shared/scheduler/throughput';

/** Notes calls that succeeded, one every this many milliseconds, from the first time to the last. */
function accept(throughput: Throughput, from: number, to: number, everyMs: number): void {
	for (let at = from; at <= to; at += everyMs) throughput.accept(at, 1);
}

describe('calls that succeeded since the server was last full', () => {
	it('are none before any succeeded', () => {
		expect(new Throughput(0).acceptedUntil(1000)).toBe(0);
	});

	it('are those sent after that moment, up to the given one', () => {
		const throughput = new Throughput(100);
		for (const [sentAt, calls] of [
			[99, 1],
			[100, 10],
			[101, 100],
			[200, 1000],
			[201, 10_000],
		])
			throughput.accept(sentAt, calls);
		expect(throughput.acceptedUntil(200)).toBe(1100);
		expect(throughput.acceptedUntil(100)).toBe(0);
		expect(throughput.acceptedUntil(Infinity)).toBe(11_100);
	});

	it('count whatever the order in which the answers arrive', () => {
		const throughput = new Throughput(0);
		for (const sentAt of [50, 10, 40, 20]) throughput.accept(sentAt, 1);
		expect(throughput.acceptedUntil(40)).toBe(3);
	});

	it('start again when it is full again', () => {
		const throughput = new Throughput(0);
		accept(throughput, 10, 100, 10);
		throughput.measureAtRefusal(100);
		expect(throughput.lastRefusedAt).toBe(100);
		expect(throughput.acceptedUntil(200)).toBe(0);
		throughput.accept(150, 3);
		expect(throughput.acceptedUntil(200)).toBe(3);
	});
});

describe('the measured throughput', () => {
	it.each([0.5, 1, 10, 200])('is that of a server with room for a call every %d ms', (everyMs) => {
		const throughput = new Throughput(0);
		const end = 100 * everyMs;
		accept(throughput, everyMs, end, everyMs);
		expect(throughput.measureAtRefusal(end)).toBeCloseTo(1 / everyMs, 6);
	});

	it('is the same whether calls are sent alone or together', () => {
		const [alone, together] = [new Throughput(0), new Throughput(0)];
		accept(alone, 10, 1000, 10);
		for (let at = 100; at <= 1000; at += 100) together.accept(at, 10);
		expect(together.measureAtRefusal(1000)).toBe(alone.measureAtRefusal(1000));
	});

	it('spans several moments where few calls succeed between two of them', () => {
		const throughput = new Throughput(0);
		for (let second = 0; second < 30; second += 1) {
			// Alternately three and seven: two moments alone would give a different result each time.
			accept(throughput, second * 1000 + 50, second * 1000 + 900, second % 2 === 0 ? 400 : 140);
			const measured = throughput.measureAtRefusal(second * 1000 + 1000);
			if (second < 10) continue;
			expect(measured).toBeGreaterThan(4 / 1000);
			expect(measured).toBeLessThan(6 / 1000);
		}
	});

	it('follows a server that has more room, or less, than before', () => {
		const throughput = new Throughput(0);
		let from = 0;
		for (const everyMs of [10, 1, 50]) {
			for (let round = 0; round < 5; round += 1) {
				accept(throughput, from + everyMs, from + 100 * everyMs, everyMs);
				from += 100 * everyMs;
				expect(throughput.measureAtRefusal(from)).toBeCloseTo(1 / everyMs, 6);
			}
		}
	});

	it('stays right where the server is full again and again for a long time', () => {
		const throughput = new Throughput(0);
		let measured = 0;
		for (let second = 1; second <= 500; second += 1) {
			throughput.accept(second * 1000 - 500, 1);
			measured = throughput.measureAtRefusal(second * 1000);
		}
		expect(measured).toBeGreaterThan(0.9 / 1000);
		expect(measured).toBeLessThan(1.1 / 1000);
	});
});
