import { describe, expect, it } from 'vitest';

import { checkedNumber } from '../../../nodes/shared/parameters/checkedNumber';
import type { Property } from '../../../nodes/shared/parameters/propertyTypes';
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
		expect(checkedNumber(property(typeOptions), value)).toBe(value);
	});

	it.each([
		[{ minValue: 1 }, 0, 'at least 1, but it is 0'],
		[{}, -1, 'at least 0, but it is -1'],
		[{ minValue: 1, numberPrecision: 0 }, 1.5, 'a whole number, but it is 1.5'],
		[{ minValue: 1 }, Number.NaN, 'at least 1, but it is NaN'],
		[{ minValue: 1 }, Infinity, 'at least 1, but it is Infinity'],
		[{ minValue: 1 }, '5', 'at least 1, but it is 5'],
	])('with %j refuses %s', (typeOptions, value, message) => {
		const problem = problemOf(() => checkedNumber(property(typeOptions), value));
		expect(problem.message).toBe(`'Some Field' has to be ${message}`);
		expect(problem.hint).toBe('The usual value is 7');
	});
});
