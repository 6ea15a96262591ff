import { describe, expect, it } from 'vitest';

import { pick } from '../../../nodes/shared/fields/simplify';

describe('pick', () => {
	it('takes the fields that exist, in the given order', () => {
		const picked = pick({ a: 1, b: null, c: 3 }, 'c', 'x', 'b');
		expect(Object.entries(picked)).toEqual([
			['c', 3],
			['b', null],
		]);
	});
});
