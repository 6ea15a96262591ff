import { describe, expect, it } from 'vitest';

import { dateOf, elapsedMs } from '../../../nodes/shared/polling/moment';

const HOUR = 3_600_000;

describe('the time between two moments', () => {
	it.each([
		['is that of the dates', { wallMs: 1000 }, { wallMs: 6000 }, 5000],
		[
			'is that of the dates where both clocks agree',
			{ wallMs: 1000, monotonicMs: 10 },
			{ wallMs: 6000, monotonicMs: 5010.4 },
			5000,
		],
		[
			'is that of the dates where the clocks differ by a second',
			{ wallMs: 1000, monotonicMs: 10 },
			{ wallMs: 6000, monotonicMs: 4010 },
			5000,
		],
		[
			'is what was measured where they differ by more',
			{ wallMs: 1000, monotonicMs: 10 },
			{ wallMs: 6000, monotonicMs: 4009 },
			3999,
		],
		[
			'is that of the dates where only the first was measured',
			{ wallMs: 1000, monotonicMs: 10 },
			{ wallMs: 6000 },
			5000,
		],
		[
			'is what was measured when the wall clock was set back',
			{ wallMs: HOUR, monotonicMs: 10 },
			{ wallMs: 60_000, monotonicMs: 60_010 },
			60_000,
		],
		[
			'is what was measured when the wall clock was set forward',
			{ wallMs: 0, monotonicMs: 0 },
			{ wallMs: HOUR, monotonicMs: 60_000 },
			60_000,
		],
		['is never below zero across processes', { wallMs: HOUR }, { wallMs: 1000, monotonicMs: 5 }, 0],
	])('%s', (_, from, to, expected) => {
		expect(elapsedMs(from, to)).toBe(expected);
	});
});

it('a moment is shown as its date', () => {
	expect(dateOf({ wallMs: 0, monotonicMs: 7 })).toBe('1970-01-01T00:00:00.000Z');
});
