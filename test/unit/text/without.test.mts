import { expect, it } from 'vitest';

import { without } from '../../../nodes/shared/text/without';

it('leaves out properties without changing the object', () => {
	const object: { kept: number; gone: string; absent?: string } = { kept: 1, gone: 'a' };
	expect(without(object, 'gone', 'absent')).toEqual({ kept: 1 });
	expect(object).toEqual({ kept: 1, gone: 'a' });
});
