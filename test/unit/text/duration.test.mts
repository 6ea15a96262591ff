import { describe, expect, it } from 'vitest';

import {
	formatDuration,
	parseGoDuration,
	parseRetryAfter,
} from '../../../nodes/shared/text/duration';
import { measureProcessorMs } from '../fixtures/processorTime.mts';

describe('parseGoDuration', () => {
	it.each([
		['413ms', 413],
		['820µs', 0.82],
		['820μs', 0.82], // Greek mu, the other of the two characters Go has used
		['820us', 0.82],
		['15ns', 0.000015],
		['1s', 1000],
		['1.2s', 1200],
		['1m30s', 90_000],
		['2h0m0.5s', 7_200_500],
		['1m0.25s', 60_250],
		['0s', 0],
		['  7ms ', 7],
		// 60 characters, the most that is read.
		[`${'1h'.repeat(29)}1s`, 29 * 3_600_000 + 1000],
	])('reads %s', (text, expected) => {
		expect(parseGoDuration(text)).toBeCloseTo(expected, 9);
	});

	it.each([
		'',
		' ',
		'5',
		'5 s',
		's',
		'ms5',
		'5x',
		'1m 30s',
		'-1s',
		'1s?',
		'x1s',
		'1..2s',
		'soon',
		'1,5s',
		'1h-',
		'1:5s',
		'1s;',
		'+1s',
		'1/2s',
		`${'1h'.repeat(29)}1s1s`,
	])('does not treat %j as a duration', (text) => {
		expect(parseGoDuration(text)).toBeUndefined();
	});

	it('does not spend time on texts that are too long to be one', () => {
		const spentMs = measureProcessorMs();
		for (const text of ['1'.repeat(1_000_000), '1s'.repeat(500_000), `${' '.repeat(1_000_000)}x`])
			expect(parseGoDuration(text)).toBeUndefined();
		expect(spentMs()).toBeLessThan(1000);
	});
});

describe('parseRetryAfter', () => {
	const now = Date.UTC(2026, 10, 20, 12, 0, 0);

	it.each([
		['0', 0],
		['7', 7000],
		[' 120 ', 120_000],
		['Fri, 20 Nov 2026 12:00:30 GMT', 30_000],
		['Friday, 20-Nov-26 12:00:30 GMT', 30_000],
		['Fri, 20 Nov 2026 11:59:00 GMT', 0],
		['Sat, 21 Nov 2026 12:00:00 GMT', 86_400_000],
		['Fri, 20 Nov 2026 12:00:30 UTC', 30_000],
		['Fri, 20 Nov 2026 14:00:30 +0200', 30_000],
		['Fri, 20 Nov 2026 07:00:30 -05:00', 30_000],
		['Fri, 20 Nov 2026 07:00:30 EST', 30_000],
		['Fri, 20 Nov 2026 12:00:30', 30_000],
		['Fri Nov 20 12:00:30 2026', 30_000],
		['Sat Feb  6 12:00:00 2027', 78 * 86_400_000],
		['0.25', 250],
	])('reads %s', (value, expected) => {
		expect(parseRetryAfter(value, now)).toBe(expected);
	});

	it.each([
		undefined,
		'',
		' ',
		'-5',
		'1.5.3',
		'soon',
		'5 s',
		'5s',
		'0x10',
		'1e3',
		'12:00',
		'NaN',
		'after 5',
		'soon 12',
		'x Fri, 20 Nov 2026 12:00:30 GMT',
		'9'.repeat(61),
		`Fri, 20 Nov 2026 12:00:30 GMT${' '.repeat(10)}x${'y'.repeat(60)}`,
	])('reads no wait from %j', (value) => {
		expect(parseRetryAfter(value, now)).toBeUndefined();
	});

	it('reads the oldest format of HTTP dates as UTC, whatever the time zone', () => {
		const zone = process.env.TZ;
		process.env.TZ = 'America/New_York';
		try {
			expect(parseRetryAfter('Fri Nov 20 12:00:30 2026', now)).toBe(30_000);
		} finally {
			if (zone === undefined) delete process.env.TZ;
			else process.env.TZ = zone;
		}
	});
});

describe('formatDuration', () => {
	it.each([
		[0, '0 ms'],
		[0.4, '1 ms'],
		[850, '850 ms'],
		[999.7, '1 s'],
		[1000, '1 s'],
		[12_000, '12 s'],
		[119_000, '119 s'],
		[120_000, '2 min'],
		[185_000, '3 min 5 s'],
		[300_400, '5 min 1 s'],
		[7_199_000, '119 min 59 s'],
		[7_200_000, '2 h'],
		[7_800_000, '2 h 10 min'],
		[90_000_000, '25 h'],
		[259_200_000, '3 days'],
		[270_000_000, '3 days 3 h'],
		[2_592_000_000, '30 days'],
	])('says %d ms as %s, never less than it is', (milliseconds, words) => {
		expect(formatDuration(milliseconds)).toBe(words);
	});
});
