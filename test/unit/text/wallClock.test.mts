import { describe, expect, it } from 'vitest';

import { findWallClock, readFurthest, type WallClock } from '../../../nodes/shared/text/wallClock';

const HOUR = 3_600_000;

const wallClock = (timeZone: string): WallClock => {
	const found = findWallClock(timeZone);
	if (found === undefined) throw new Error(timeZone);
	return found;
};

const shown = (milliseconds: number): string => new Date(milliseconds).toISOString().slice(0, 19);

describe('a wall clock', () => {
	it.each([
		['UTC', '2026-11-26T12:00:00Z', '2026-11-26T12:00:00'],
		['Europe/Berlin', '2026-11-26T12:00:00Z', '2026-11-26T13:00:00'],
		['Europe/Berlin', '2026-07-01T22:30:15Z', '2026-07-02T00:30:15'],
		['America/New_York', '2026-01-01T03:00:00Z', '2025-12-31T22:00:00'],
		['Asia/Kathmandu', '2026-01-01T00:00:00Z', '2026-01-01T05:45:00'],
		['Pacific/Kiritimati', '2026-12-31T10:00:00Z', '2027-01-01T00:00:00'],
	])('of %s shows at %s: %s', (timeZone, at, expected) => {
		expect(shown(wallClock(timeZone)(Date.parse(at)))).toBe(expected);
	});

	it.each(['Europe/Nowhere', 'x', 'Berlin'])('of %s does not exist', (timeZone) => {
		expect(findWallClock(timeZone)).toBeUndefined();
	});
});

describe('how far a wall clock has come', () => {
	/** The hours that begin in a UTC day, as the clock shows them, in the order in which they come. */
	const hoursOf = (timeZone: string, from: string, hours: number): string[] => {
		const read = wallClock(timeZone);
		return Array.from({ length: hours }, (_, hour) =>
			shown(readFurthest(read, Date.parse(from) + hour * HOUR)).slice(11, 16),
		);
	};

	it('is what it shows, also in a day of 23 hours', () => {
		expect(hoursOf('Europe/Berlin', '2026-03-28T23:00:00Z', 6)).toEqual([
			'00:00',
			'01:00',
			'03:00',
			'04:00',
			'05:00',
			'06:00',
		]);
	});

	it('stays in a day of 25 hours while the clock shows an hour for the second time', () => {
		// 02:00 in summer time, 02:00 again, and 03:00.
		const read = wallClock('Europe/Berlin');
		const at = (time: string): string => shown(readFurthest(read, Date.parse(time)));
		expect(at('2026-10-25T00:30:00Z')).toBe('2026-10-25T02:30:00');
		expect(at('2026-10-25T01:00:00Z')).toBe('2026-10-25T02:59:00');
		expect(at('2026-10-25T01:59:00Z')).toBe('2026-10-25T02:59:00');
		expect(at('2026-10-25T02:00:00Z')).toBe('2026-10-25T03:00:00');
	});

	it.each([
		['Australia/Lord_Howe', '2026-04-04T10:00:00Z'],
		['Antarctica/Troll', '2026-10-24T20:00:00Z'],
		['America/Sao_Paulo', '2018-02-17T20:00:00Z'],
		['Europe/Berlin', '2026-10-24T20:00:00Z'],
	])('never goes back in %s', (timeZone, from) => {
		const read = wallClock(timeZone);
		let last = 0;
		for (let minute = 0; minute < 24 * 60; minute += 1) {
			const furthest = readFurthest(read, Date.parse(from) + minute * 60_000);
			expect(furthest).toBeGreaterThanOrEqual(last);
			last = furthest;
		}
	});
});
