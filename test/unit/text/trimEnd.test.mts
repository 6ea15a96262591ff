import { describe, expect, it } from 'vitest';

import { trimEnd } from '../../../nodes/shared/text/trimEnd';

describe('trimEnd', () => {
	it.each([
		['', ''],
		['/', ''],
		['a', 'a'],
		['a/', 'a'],
		['a///', 'a'],
		['/a/b//', '/a/b'],
		['a/ ', 'a/ '],
	])('turns %j into %j', (text, expected) => {
		expect(trimEnd(text, '/')).toBe(expected);
	});

	it('does not take longer for a text that is designed to take long', () => {
		const startedAt = performance.now();
		expect(trimEnd(`${'/'.repeat(500_000)}x`, '/')).toHaveLength(500_001);
		expect(trimEnd('/'.repeat(500_000), '/')).toBe('');
		expect(performance.now() - startedAt).toBeLessThan(1000);
	});
});
