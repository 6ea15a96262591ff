import { describe, expect, it } from 'vitest';

import { trimEnd } from '../../../nodes/shared/pure/trimEnd';

describe('trimEnd', () => {
	it.each([
		['', ''],
		['/', ''],
		['a', 'a'],
		['a/', 'a'],
		['a///', 'a'],
		['/a/b//', '/a/b'],
		['a/ ', 'a/ '],
	])('makes of %j %j', (text, expected) => {
		expect(trimEnd(text, '/')).toBe(expected);
	});

	it('takes no longer for a text made to take long', () => {
		const startedAt = performance.now();
		expect(trimEnd(`${'/'.repeat(500_000)}x`, '/')).toHaveLength(500_001);
		expect(trimEnd('/'.repeat(500_000), '/')).toBe('');
		expect(performance.now() - startedAt).toBeLessThan(1000);
	});
});
