import { describe, expect, it } from 'vitest';

import { describeValue } from '../../../nodes/shared/values/describeValue';

describe('described', () => {
	it.each<[unknown, string]>([
		[undefined, 'empty'],
		[null, 'empty'],
		['', 'empty'],
		[' \n', 'empty'],
		['ten', "'ten'"],
		[' 10 ', "' 10 '"],
		[10, '10'],
		[-0.5, '-0.5'],
		[Number.NaN, 'NaN'],
		[12n, '12'],
		[true, 'true'],
		[[], 'an array'],
		[[1, 2], 'an array'],
		[{}, 'an object'],
		[new Date(0), 'a date'],
		[new Date('x'), 'an invalid date'],
		['x'.repeat(60), `'${'x'.repeat(60)}'`],
		['x'.repeat(61), 'a text of 61 characters'],
	])('describes %o as: %s', (value, text) => {
		expect(describeValue(value)).toBe(text);
	});
});
