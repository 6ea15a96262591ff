import { describe, expect, it } from 'vitest';

import { cutExcerpts } from '../../../nodes/shared/text/excerpt';
import { formatDateTime, parseDateTime } from '../../../nodes/shared/values/dateTime';
import { problemOf } from '../fixtures/problems.mts';

const NOON = '2026-01-31T12:00:00Z';

describe('parseDateTime', () => {
	it.each([
		['2026-01-31T12:00:00Z', NOON],
		['2026-01-31T14:00:00.5+02:00', '2026-01-31T12:00:00.500Z'],
		['2026-01-31T12:00:00', NOON],
		['2026-01-31T12:00Z', NOON],
		['2026-01-31 12:00', NOON],
		['2026-01-31T00:00:00Z', '2026-01-31T00:00:00Z'],
		['2026-01-31T00:00:01', '2026-01-31T00:00:01Z'],
	])('reads %s', (text, expected) => {
		const startMs = Date.parse(expected);
		expect(parseDateTime(text, 'Created At')).toEqual({ text: expected, startMs, endMs: startMs });
	});

	it.each(['2028-02-29', '2028-02-29T00:00:00', '2028-02-29 00:00', '2028-02-29T00:00:00.000'])(
		'takes %s for the whole day',
		(text) => {
			const { startMs, endMs, ...day } = parseDateTime(text, 'Created At');
			expect(day).toEqual({ text: '2028-02-29' });
			expect([startMs, endMs].map(formatDateTime)).toEqual([
				'2028-02-29T00:00:00Z',
				'2028-02-29T23:59:59Z',
			]);
		},
	);

	it.each([
		'',
		'tomorrow',
		'31 January 2026',
		'26-01-31',
		'2026-1-31',
		'2026-01-3',
		'in 2026-01-31',
		'2026-02-30',
		'2026-02-29T12:00:00Z',
		'2026-04-31T12:00:00+02:00',
		'2026-13-31T12:00:00Z',
		'2026-01-31T12:00:00Z tomorrow',
		'2026-01-31 (PST)',
		'2026-01-31T99:00:00Z',
		'2026-01-32',
	])('refuses %j, and shows how to write it', (text) => {
		const { message, hint } = problemOf(() => parseDateTime(text, 'Created At'));
		expect(message).toBe(`'Created At' must be a date, but it is '${text}'`);
		expect(hint).toContain('2026-11-20T08:00:00Z');
	});

	it('does not repeat long texts in full', () => {
		const { message } = problemOf(() => parseDateTime('x'.repeat(5000), 'Created At'));
		expect(cutExcerpts(message).length).toBeLessThan(200);
	});
});
