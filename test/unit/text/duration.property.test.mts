import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { inWords, parseGoDuration, parseRetryAfter } from '../../../nodes/shared/text/duration';
import { inputs } from '../fixtures/properties.mts';

const UNITS: Readonly<Record<string, number>> = {
	ns: 1e-6,
	us: 1e-3,
	µs: 1e-3,
	ms: 1,
	s: 1000,
	m: 60_000,
	h: 3_600_000,
};

const WORDS: Readonly<Record<string, number>> = {
	ms: 1,
	s: 1000,
	min: 60_000,
	h: 3_600_000,
	days: 86_400_000,
};

/** Parts of a Go duration: a number with up to three decimals and a unit. */
const parts = fc.array(
	fc.record({
		amount: fc.integer({ min: 0, max: 999_999 }).map((thousandths) => thousandths / 1000),
		unit: fc.constantFrom(...Object.keys(UNITS)),
	}),
	{ minLength: 1, maxLength: 5 },
);

describe('parseGoDuration', () => {
	it('adds up any combination of parts', () => {
		fc.assert(
			fc.property(parts, (list) => {
				const text = list.map(({ amount, unit }) => `${amount}${unit}`).join('');
				const expected = list.reduce((sum, { amount, unit }) => sum + amount * UNITS[unit], 0);
				expect(parseGoDuration(` ${text}\n`)).toBeCloseTo(expected, 6);
			}),
			inputs(300),
		);
	});

	it('reads no duration from a text that contains anything else', () => {
		fc.assert(
			fc.property(parts, fc.constantFrom(...'-+,;:x/ '), fc.nat(), (list, foreign, at) => {
				const text = list.map(({ amount, unit }) => `${amount}${unit}`).join('');
				const place = at % text.length;
				const spoilt = `${text.slice(0, place)}${foreign}${text.slice(place)}`;
				// A space at the start is harmless.
				fc.pre(spoilt.trim() === spoilt);
				expect(parseGoDuration(spoilt)).toBeUndefined();
			}),
			inputs(300),
		);
	});

	it('accepts texts of up to 60 characters', () => {
		const text = `${'1h'.repeat(29)}1s`;
		expect(parseGoDuration(text)).toBe(29 * UNITS.h + UNITS.s);
		expect(parseGoDuration(`${text}1s`)).toBeUndefined();
	});
});

describe('parseRetryAfter', () => {
	const now = Date.UTC(2026, 10, 20, 12, 0, 0);
	const seconds = fc.integer({ min: -100_000, max: 100_000_000 });

	it('reads every moment in each of the three forms of HTTP dates', () => {
		const [twoDigits, days] = [
			(n: number) => String(n).padStart(2, '0'),
			'Sun Mon Tues Wednes Thurs Fri Satur'.split(' '),
		];
		fc.assert(
			fc.property(seconds, (offset) => {
				const date = new Date(now + offset * 1000);
				const [weekday, day, month, year, time] = date.toUTCString().split(/,? /);
				const forms = [
					date.toUTCString(),
					`${days[date.getUTCDay()]}day, ${day}-${month}-${twoDigits(Number(year) % 100)} ${time} GMT`,
					`${weekday} ${month} ${String(date.getUTCDate()).padStart(2, ' ')} ${time} ${year}`,
				];
				for (const form of forms)
					expect(parseRetryAfter(form, now), form).toBe(Math.max(0, offset * 1000));
			}),
			inputs(300),
		);
	});

	it('reads any number of seconds, and nothing below zero', () => {
		fc.assert(
			fc.property(fc.nat({ max: 1e9 }), (thousandths) => {
				expect(parseRetryAfter(` ${thousandths / 1000}`, now)).toBeCloseTo(thousandths, 3);
				expect(parseRetryAfter(`-${1 + thousandths / 1000}`, now)).toBeUndefined();
			}),
			inputs(200),
		);
	});

	it('returns a wait or nothing for any text', () => {
		fc.assert(
			fc.property(fc.string(), (text) => {
				const wait = parseRetryAfter(text, now) ?? 0;
				expect(wait).toBeGreaterThanOrEqual(0);
			}),
			inputs(500),
		);
	});

	it.each([
		`Fri, 20 Nov 2026 12:00:30 GMT${' '.repeat(10)}x${'y'.repeat(60)}`,
		'x Fri, 20 Nov 2026 12:00:30 GMT',
		'9'.repeat(61),
	])('reads no wait from %j', (text) => {
		expect(parseRetryAfter(text, now)).toBeUndefined();
	});
});

describe('inWords', () => {
	it('says at least the requested time, and less than one unit more', () => {
		fc.assert(
			fc.property(fc.double({ min: 0, max: 1e10, noNaN: true }), (milliseconds) => {
				const said = [...inWords(milliseconds).matchAll(/(\d+) (ms|s|min|h|days)/g)];
				const sum = said.reduce(
					(total, [, amount, unit]) => total + Number(amount) * WORDS[unit],
					0,
				);
				expect(said.map(([text]) => text).join(' ')).toBe(inWords(milliseconds));
				// Hours, and days with hours, leave out the smallest unit.
				const smallest =
					milliseconds < 1000
						? 1
						: milliseconds < 7_200_000
							? 1000
							: milliseconds < 259_200_000
								? 60_000
								: 3_600_000;
				expect(Math.abs(sum - Math.ceil(milliseconds))).toBeLessThan(smallest);
				if (milliseconds < 7_100_000) expect(sum).toBeGreaterThanOrEqual(milliseconds);
			}),
			inputs(1000),
		);
	});
});
