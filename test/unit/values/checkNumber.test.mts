import { describe, expect, it } from 'vitest';

import { checkNumber } from '../../../nodes/shared/values/checkNumber';
import type { Property } from '../../../nodes/shared/values/field';
import { problemOf } from '../fixtures/problems.mts';

const property = (typeOptions: object): Property =>
	({ displayName: 'Some Field', name: 'some', type: 'number', default: 7, typeOptions }) as const;

describe('checkedNumber', () => {
	it.each([
		[{ minValue: 1 }, 1],
		[{ minValue: 1 }, 1.5],
		[{ minValue: 0, numberPrecision: 0 }, 0],
		[{ numberPrecision: 0 }, 3_000_000_000],
		[{ minValue: -5 }, -5],
	])('with %j accepts %d', (typeOptions, value) => {
		expect(checkNumber(property(typeOptions), value)).toBe(value);
	});

	it.each([
		['10', 10],
		[' 10 ', 10],
		['1.5', 1.5],
		['1e3', 1000],
	])('treats the string %j as the number it contains', (text, number) => {
		expect(checkNumber(property({}), text)).toBe(number);
	});

	it.each<[object, unknown, string]>([
		[{ minValue: 1 }, 0, 'a number of at least 1, but it is 0'],
		[{ minValue: 1, numberPrecision: 0 }, 1.5, 'a whole number of at least 1, but it is 1.5'],
		[{ numberPrecision: 0 }, '1.5', "a whole number, but it is '1.5'"],
		[{ minValue: 1, maxValue: 5 }, 6, 'a number from 1 to 5, but it is 6'],
		[
			{ minValue: 1, maxValue: 9, numberPrecision: 0 },
			'x',
			"a whole number from 1 to 9, but it is 'x'",
		],
		[{ minValue: 1 }, Number.NaN, 'a number of at least 1, but it is NaN'],
		[{ minValue: 1 }, Infinity, 'a number of at least 1, but it is Infinity'],
		[{ minValue: 1 }, 'Infinity', "a number of at least 1, but it is 'Infinity'"],
		[{}, 'ten', "a number, but it is 'ten'"],
		[{}, '', 'a number, but it is empty'],
		[{}, '  ', 'a number, but it is empty'],
		[{}, null, 'a number, but it is empty'],
		[{}, undefined, 'a number, but it is empty'],
		[{}, true, 'a number, but it is true'],
		[{}, [5], 'a number, but it is an array'],
		[{}, { n: 5 }, 'a number, but it is an object'],
		[{}, 'x'.repeat(1_000_000), 'a number, but it is a text of 1000000 characters'],
	])('with %j refuses %s', (typeOptions, value, message) => {
		const problem = problemOf(() => checkNumber(property(typeOptions), value));
		expect(problem.message).toBe(`'Some Field' must be ${message}`);
		expect(problem.hint).toBe('The usual value is 7');
	});
});
