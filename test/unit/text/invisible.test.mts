import { expect, it } from 'vitest';

import { withoutInvisible } from '../../../nodes/shared/text/invisible';

it.each([
	['a b', 'a b'],
	['\uFEFFa\u200Bb\u200Cc\u200Dd\u2060', 'abcd'],
	['a\u00A0b\n', 'a\u00A0b\n'],
	['', ''],
])('removes only what is invisible and takes no room from %j', (text, visible) => {
	expect(withoutInvisible(text)).toBe(visible);
});
