import { describe, expect, it } from 'vitest';

import { filledIn } from '../../../nodes/shared/managementApi/query';

describe('filledIn', () => {
	it('leaves out what has no value, and nothing else', () => {
		expect(filledIn({ a: '', b: undefined, c: 0, d: false, e: 'x' })).toEqual({
			c: 0,
			d: false,
			e: 'x',
		});
	});
});
