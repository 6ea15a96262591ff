import { describe, expect, it } from 'vitest';

import { readResults } from '../../../bench/results.mts';
import { median } from '../../../bench/statistics.mts';
import { barChart } from '../../../scripts/docs/barChart.mts';

const widths = (svg: string) =>
	[...svg.matchAll(/width="([\d.]+)" height="14"/g)].map(([, width]) => Number(width));

describe('a chart of bars', () => {
	const chart = {
		title: 'Time & memory',
		series: ['One', 'Two'],
		groups: [
			{
				label: 'a < b',
				bars: [
					{ value: 50, text: '50' },
					{ value: 100, text: '100' },
				],
			},
			{ label: 'c', bars: [{ value: 25, text: '25' }, undefined] },
		],
	};

	it('draws each bar as long as its value, and none where there is no value', () => {
		const [first, second, third, ...others] = widths(barChart(chart));
		expect(others).toEqual([]);
		expect(first / second).toBeCloseTo(0.5, 2);
		expect(third / second).toBeCloseTo(0.25, 2);
	});

	it('is valid XML whatever its texts contain', () => {
		const svg = barChart(chart);
		expect(svg).toContain('Time &amp; memory');
		expect(svg).toContain('a &lt; b');
		expect(svg).not.toMatch(/&(?!amp;|lt;|gt;)/);
	});
});

describe('the median', () => {
	it.each([
		[[3], 3],
		[[9, 1, 5], 5],
		[[4, 1, 3, 2], 2.5],
	])('of %j is %d', (values, middle) => {
		expect(median(values)).toBe(middle);
	});
});

describe('the results of the benchmarks', () => {
	it('count the items that Check Sync answered: all of them', () => {
		const entries = Object.values(readResults())
			.flatMap(({ cases }) => cases)
			.flatMap(({ items, entries }) =>
				entries.map(({ name, good }) => ({ name, missing: items - (good ?? items) })),
			);
		expect(entries.length).toBeGreaterThan(50);
		const ours = entries.filter(({ name }) => name.startsWith('Check '));
		expect(ours.filter(({ missing }) => missing > 0)).toEqual([]);
	});
});
