import { describe, expect, it } from 'vitest';

import {
	addLatency,
	findPercentile,
	fromSavedLatencies,
	toSavedLatencies,
	type Latencies,
} from '../../../nodes/shared/polling/latency';
import { Random } from '../../simulation/support/random.mts';

/** The shares of the percentiles that heartbeats give. */
const SHARES = [0.5, 0.95];

function collect(values: readonly number[]): Latencies {
	return values.reduce<Latencies>((all, value) => addLatency(all, value), []);
}

/** The value that so large a share of all does not exceed. */
function exact(values: readonly number[], share: number): number {
	const sorted = [...values].sort((a, b) => a - b);
	return sorted[Math.ceil(sorted.length * share) - 1];
}

const random = new Random(7);
const draw = (count: number, next: () => number): number[] =>
	Array.from({ length: count }, () => Math.max(1, Math.round(next())));
/** Logarithmic, over the whole range of a check. */
const wide = (): number => Math.exp(random.next() * Math.log(8000));
const normal = (): number =>
	Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());

const DAYS: Readonly<Record<string, number[]>> = {
	one: [137],
	'each of the short ones': Array.from({ length: 100 }, (_, index) => index + 1),
	'a usual day': draw(1440, () => 80 * Math.exp(0.4 * normal())),
	'a day of five-minute polls': draw(288, () => 40 * Math.exp(0.7 * normal())),
	'two replicas, one far away': draw(
		1440,
		() => (random.chance(0.4) ? 12 : 400) * (1 + random.next()),
	),
	'a few that hang': draw(
		1440,
		() => (random.chance(0.04) ? 7500 : 60) * (1 + 0.1 * random.next()),
	),
	'the whole range alike': draw(1440, wide),
	'ten days of the whole range': draw(14_400, wide),
	'a busy afternoon': Array.from({ length: 1440 }, (_, minute) =>
		Math.round((minute > 800 && minute < 1100 ? 900 : 70) * Math.exp(0.3 * normal())),
	),
	'a day that becomes slower': Array.from({ length: 1440 }, (_, minute) =>
		Math.round(40 * Math.exp(0.9 * normal() + minute / 1000)),
	),
	'a day that becomes faster': Array.from({ length: 1440 }, (_, minute) =>
		Math.round(300 * Math.exp(0.9 * normal() - minute / 1000)),
	),
	'a linear rise': Array.from({ length: 1440 }, (_, index) => index * 5 + 1),
};

describe('percentiles of latencies', () => {
	it.each(Object.keys(DAYS))('of %s are within 10 %%, from at most 24 buckets', (name) => {
		const values = DAYS[name];
		const latencies = collect(values);
		expect(latencies.length / 2).toBeLessThanOrEqual(24);
		const counts = latencies.filter((__, place) => place % 2 === 1);
		expect(counts.reduce((sum, count) => sum + count, 0)).toBe(values.length);
		for (const share of SHARES) {
			const found = findPercentile(latencies, share) ?? NaN;
			const wanted = exact(values, share);
			expect(Math.abs(found - wanted) / wanted, `${share}: ${found}, not ${wanted}`).toBeLessThan(
				0.1,
			);
		}
	});

	it('of none are missing', () => {
		expect(findPercentile([], 0.5)).toBeUndefined();
	});

	it('count less than a millisecond as one', () => {
		expect(findPercentile(collect([0, 0.2]), 0.95)).toBe(1);
	});
});

describe('saved latencies', () => {
	it.each(Object.keys(DAYS))('of %s are the same when they are read', (name) => {
		const latencies = collect(DAYS[name]);
		const saved = toSavedLatencies(latencies);
		expect(fromSavedLatencies(saved)).toEqual(latencies);
		// What separates it from others, and what JSON would write as two characters.
		expect(saved).not.toMatch(/[;|"\\ ]/);
	});

	it.each([1, 63, 64, 89, 1663, 1664, 43_264, 1_000_000])('of %d values are too', (count) => {
		expect(fromSavedLatencies(toSavedLatencies([3, count, 40, 1]))).toEqual([3, count, 40, 1]);
	});

	it.each([0.2, 0.4, 0.7])('of 1,440 polls take at most 42 characters: spread %d', (spread) => {
		const day = draw(1440, () => 80 * Math.exp(spread * normal()));
		expect(toSavedLatencies(collect(day)).length).toBeLessThanOrEqual(42);
	});
});
