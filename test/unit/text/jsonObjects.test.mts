import { expect, it } from 'vitest';

import { omit, omitUndefined } from '../../../nodes/shared/text/json';

it('leaves out properties without changing the object', () => {
	const object: { kept: number; gone: string; absent?: string } = { kept: 1, gone: 'a' };
	expect(omit(object, 'gone', 'absent')).toEqual({ kept: 1 });
	expect(object).toEqual({ kept: 1, gone: 'a' });
});

it('leaves out what has no value', () => {
	expect(omitUndefined({ a: 0, b: undefined, c: null, d: '' })).toStrictEqual({
		a: 0,
		c: null,
		d: '',
	});
});
