import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { root } from '../../../scripts/docs/canvasMark.mts';

const page = readFileSync(join(root, 'docs/scheduler.md'), 'utf8');

const [, promises = ''] = page.split('## Promises');

const rows = [...promises.matchAll(/^\| (.+) \| `(test\/[^`]+)`: "(.+)" \|$/gm)].map(
	([, promise, file, title]) => ({ promise, file, title }),
);

describe('the promises of the scheduler', () => {
	it('are all in the table', () => {
		const [table] = promises.split('\n## ');
		const lines = table.split('\n').filter((line) => line.startsWith('| '));
		// Two of them are the head of the table.
		expect(rows).toHaveLength(lines.length - 2);
		expect(rows.length).toBeGreaterThan(15);
	});

	it.each(rows)('are held by a test that exists: $promise', ({ file, title }) => {
		const text = readFileSync(join(root, file), 'utf8');
		expect(text).toContain(title);
		// It also runs: a test that is left out holds nothing.
		expect(text).not.toMatch(/\b(it|describe)\.(skip|todo)\(/);
	});
});
