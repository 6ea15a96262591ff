import { describe, expect, it } from 'vitest';

import { readQuietTimes } from '../../../nodes/shared/polling/quietTimes';

const MINUTE = 60_000;

const WEEKLY = { days: [] as string[], from: '22:00', to: '07:00', timeZone: '' };

/** Weekly hours in Berlin, where they do not say it otherwise. */
const weekly = (...rows: Array<Partial<typeof WEEKLY>>) => {
	const times = readQuietTimes(
		{ weekly: rows.map((row) => ({ ...WEEKLY, ...row })) },
		() => 'Europe/Berlin',
	);
	if (times === undefined) throw new Error('no times');
	return times;
};

/** The changes between quiet and not quiet, to the minute. */
function changes({ isQuiet }: { isQuiet(at: number): boolean }, from: string, hours: number) {
	const begin = Date.parse(from);
	const found: string[] = [];
	for (let at = begin; at < begin + hours * 60 * MINUTE; at += MINUTE) {
		if (isQuiet(at) === isQuiet(at - MINUTE)) continue;
		found.push(`${new Date(at).toISOString().slice(0, 16)} ${isQuiet(at) ? 'quiet' : 'loud'}`);
	}
	return found;
}

describe('weekly hours', () => {
	it('are those of the wall clock, over midnight', () => {
		expect(changes(weekly({}), '2026-11-26T12:00Z', 24)).toEqual([
			'2026-11-26T21:00 quiet',
			'2026-11-27T06:00 loud',
		]);
	});

	it('belong to the day on which they begin', () => {
		// 2026-11-28 is a Saturday.
		expect(changes(weekly({ days: ['saturday'] }), '2026-11-27T00:00Z', 96)).toEqual([
			'2026-11-28T21:00 quiet',
			'2026-11-29T06:00 loud',
		]);
	});

	it.each([
		['00:00', '00:00'],
		['00:00', '24:00'],
		['0', '24'],
	])('from %s to %s are a whole day', (from, to) => {
		expect(changes(weekly({ days: ['sunday'], from, to }), '2026-11-27T00:00Z', 96)).toEqual([
			'2026-11-28T23:00 quiet',
			'2026-11-29T23:00 loud',
		]);
	});

	it('of several rows add up, each with its time zone', () => {
		const times = weekly(
			{ from: '12:00', to: '13:00' },
			{ from: '07:00', to: '08:00', timeZone: 'America/New_York' },
		);
		expect(changes(times, '2026-11-26T00:00Z', 24)).toEqual([
			'2026-11-26T11:00 quiet',
			'2026-11-26T13:00 loud',
		]);
	});

	it.each([
		['a day of 23 hours: a night of 8', '22:00', '07:00', '2026-03-28T12:00Z', '21:00', '05:00'],
		['a day of 25 hours: a night of 10', '22:00', '07:00', '2026-10-24T12:00Z', '20:00', '06:00'],
		['the hour that comes twice', '02:00', '03:00', '2026-10-24T12:00Z', '00:00', '02:00'],
		['until within it', '00:00', '02:30', '2026-10-24T12:00Z', '22:00', '00:30'],
		['from within it', '02:30', '04:00', '2026-10-24T12:00Z', '00:30', '03:00'],
		['a part of it', '02:15', '02:45', '2026-10-24T12:00Z', '00:15', '00:45'],
		['over the hour that is left out', '01:30', '03:30', '2026-03-28T12:00Z', '00:30', '01:30'],
		[
			'from within the hour that is left out',
			'02:30',
			'04:00',
			'2026-03-28T12:00Z',
			'01:00',
			'02:00',
		],
	])('come once: %s', (_, from, to, noon, begin, end) => {
		const found = changes(weekly({ from, to }), noon, 24).map((each) => each.slice(11));
		expect(found).toEqual([`${begin} quiet`, `${end} loud`]);
	});

	it('of the hour that is left out do not come', () => {
		expect(changes(weekly({ from: '02:00', to: '03:00' }), '2026-03-28T12:00Z', 24)).toEqual([]);
	});

	it.each([
		[{ from: '25:00' }, /'From' of Quiet Times must be a time of the day, but it is '25:00'/],
		[{ to: '24:01' }, /'To' of Quiet Times must be/],
		[{ from: '7:5' }, /'From'/],
		[{ from: '10 pm' }, /'From'/],
		[{ from: '' }, /'From'/],
		[{ from: '12:60' }, /'From'/],
		[{ timeZone: 'Berlin' }, /'Time Zone' must be one that exists, but it is 'Berlin'/],
		[{ days: ['mon'] }, /'Days' must be days of the week, but one is 'mon'/],
	])('%o are not possible', (row, message) => {
		expect(() => weekly(row)).toThrow(
			expect.objectContaining({
				message: expect.stringMatching(message) as string,
				hint: expect.stringContaining(' such as ') as string,
			}) as Error,
		);
	});
});

describe('a quiet time until a date', () => {
	const until = (text: string) =>
		readQuietTimes({ until: [{ until: text }] }, () => 'Europe/Berlin');

	it.each([
		['2026-11-26T18:00:00', '2026-11-26T17:00'],
		['2026-11-26T18:00:00Z', '2026-11-26T18:00'],
		['2026-11-26T18:00:00.000-05:00', '2026-11-26T23:00'],
		['2026-11-27', '2026-11-26T23:00'],
		['2026-11-27T00:00:00', '2026-11-26T23:00'],
	])('%s ends at %s', (text, end) => {
		const times = until(text);
		const at = Date.parse(`${end}Z`);
		expect([times?.isQuiet(0), times?.isQuiet(at - 1), times?.isQuiet(at)]).toEqual([
			true,
			true,
			false,
		]);
	});

	it.each(['', 'tomorrow', '2026-02-30'])('%s is not possible', (text) => {
		expect(() => until(text)).toThrow(/'Until' must be a date/);
	});
});

it('there is none where nothing was added', () => {
	expect(readQuietTimes({}, () => 'UTC')).toBeUndefined();
	expect(readQuietTimes({ weekly: [] }, () => 'UTC')).toBeUndefined();
});

it.each([true, false])('maintenance counts only where it is on: %s', (duringMaintenance) => {
	const times = readQuietTimes({ maintenance: [{ duringMaintenance }] }, () => 'UTC');
	expect(times?.isQuietInMaintenance).toBe(duringMaintenance);
	expect(times?.isQuiet(0)).toBe(false);
});
