import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { root } from '../../../scripts/docs/canvasMark.mts';

const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8');
const sources = ['nodes', 'credentials']
	.flatMap((folder) =>
		readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
			.filter((path) => path.endsWith('.ts'))
			.map((path) => readFileSync(join(root, folder, path), 'utf8')),
	)
	.join('\n');

const quoted = [...page.matchAll(/^## (.*)$/gm)].flatMap(([, heading]) =>
	[...heading.matchAll(/“([^”]*)”/g)].map(([, words]) => words),
);

it('quotes messages in most of its headings', () => {
	expect(quoted.length).toBeGreaterThan(10);
});

it.each(quoted)('quotes words that exist in a message: %s', (words) => {
	for (const part of words.split('…')) expect(sources).toContain(part.trim());
});
