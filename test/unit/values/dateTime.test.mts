import { describe, expect, it } from 'vitest';

import { checkDateTime } from '../../../nodes/shared/values/dateTime';
import { cutExcerpts } from '../../../nodes/shared/text/excerpt';
import { problemOf } from '../fixtures/problems.mts';

describe('checkedDateTime', () => {
	it.each([
		...['2026-01-31T12:00:00Z', '2026-01-31T12:00:00.5+02:00', '2026-01-31T12:00:00'],
		...['2026-01-31T12:00Z', '2028-02-29', '2026-01-31'],
	])('accepts %s unchanged', (text) => {
		expect(checkDateTime(text, 'Created At')).toBe(text);
	});

	it.each([
		...['', 'tomorrow', '31 January 2026', '26-01-31', '2026-1-31', '2026-01-3', 'in 2026-01-31'],
		...['2026-02-30', '2026-02-29T12:00:00Z', '2026-04-31T12:00:00+02:00', '2026-01-31 12:00'],
		...['2026-01-31T12:00:00Z tomorrow', '2026-01-31 (PST)', '2026-13-31T12:00:00Z'],
		'2026-01-31T99:00:00Z',
	])('refuses %j, and shows how to write it', (text) => {
		const { message, hint } = problemOf(() => checkDateTime(text, 'Created At'));
		expect(message).toBe(`'Created At' is not a date and time: '${text}'`);
		expect(hint).toContain('2026-01-31T12:00:00Z');
	});

	it('does not repeat long texts in full', () => {
		const { message } = problemOf(() => checkDateTime('x'.repeat(5000), 'Created At'));
		expect(cutExcerpts(message).length).toBeLessThan(200);
	});
});
