import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../../..');
const POLICY = readFileSync(join(ROOT, 'SECURITY.md'), 'utf8');

const promises = POLICY.split(/^## Limits of the guarantees/m)[0]
	.split(/^### /m)
	.slice(1);
const testsOf = (promise: string): Array<[file: string, name: string]> =>
	[...promise.matchAll(/^- `([^`]+)`: "([^"]+)"$/gm)].map(([, file, name]) => [file, name]);

/** Test names may be in either kind of quotes. */
const plain = (text: string): string => text.replace(/\\'/g, "'");

describe('SECURITY.md', () => {
	it('promises something', () => {
		expect(promises.length).toBeGreaterThan(4);
	});

	it.each(promises.map((promise) => [promise.split('\n')[0], promise] as const))(
		'has tests for: %s',
		(_, promise) => {
			expect(testsOf(promise).length).toBeGreaterThan(0);
			expect(promise.match(/^- /gm)).toHaveLength(testsOf(promise).length);
		},
	);

	it.each(promises.flatMap(testsOf))('%s has the test "%s"', (file, name) => {
		expect(existsSync(join(ROOT, file))).toBe(true);
		const text = plain(readFileSync(join(ROOT, file), 'utf8'));
		const [, before] =
			new RegExp(`(describe|it)[^\\n]*\\(\\s*["'][^"'\\n]*${escaped(name)}`).exec(text) ?? [];
		expect(before, `${file} has no test of that name`).toBeDefined();
	});
});

function escaped(text: string): string {
	return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
