import { expect, it } from 'vitest';

import { decoded } from '../../../nodes/shared/text/decoded';

it.each([
	['a%2Fb%C3%B6', 'a/bö'],
	['100%', '100%'],
	['%E4', '%E4'],
	['', ''],
])('decodes %j to %j', (text, expected) => {
	expect(decoded(text)).toBe(expected);
});
