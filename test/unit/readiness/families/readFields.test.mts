import { describe, expect, it } from 'vitest';

import { countIn } from '../../../../nodes/shared/readiness/families/readFields';

describe('countIn', () => {
	it.each<[unknown, number]>([
		[0, 0],
		[50, 50],
		['0x19', 25],
		['7', 7],
		['9007199254740991', 9_007_199_254_740_991],
	])('reads %j', (value, count) => {
		expect(countIn(value)).toBe(count);
	});

	it.each([-1, '-1', 1.5, '', 'many', null, undefined, {}, '0xffffffffffffffff', 2 ** 53])(
		'reads none from %j',
		(value) => {
			expect(countIn(value)).toBeUndefined();
		},
	);
});
