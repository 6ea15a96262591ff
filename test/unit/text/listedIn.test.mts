import { expect, it } from 'vitest';

import { listedIn } from '../../../nodes/shared/text/listedIn';

it.each([
	['a, b;c\nd', ['a', 'b', 'c', 'd']],
	['  a\r\n\n\tb  ,', ['a', 'b']],
	['["a", "b"]', ['a', 'b']],
	["[\n 'a',\n 'b'\n]", ['a', 'b']],
	['[50, 80]', ['50', '80']],
	['"a"', ['a']],
	['\u200Ba\u00A0b\uFEFF', ['a', 'b']],
	['[::1]:8545 https://[::1]', ['[::1]:8545', 'https://[::1]']],
	['', []],
	[' ,\n', []],
	['[]', []],
])('reads the entries of %j', (text, entries) => {
	expect(listedIn(text)).toEqual(entries);
});
