import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

import { root } from '../../../scripts/docs/canvasMark.mts';

/** Statements are shown without their links. */
const withoutLinks = (text: string): string => text.replace(/\[([^\]\n]+)\]\([^)\n]+\)/g, '$1');

/** Test names may be in either kind of quotes. */
const plain = (text: string): string => text.replace(/\\'/g, "'");

const table = readFileSync(join(root, 'docs/statements.md'), 'utf8');

const rows = [...table.matchAll(/^\| (\S+) \| ‹(.*)› \| (.*) \|$/gm)].map(
	([, page, statement, shownBy]) => ({
		page,
		statement: statement.replaceAll('\\|', '|'),
		shownBy,
	}),
);

describe('the table of statements', () => {
	it('has a hundred statements, from all pages', () => {
		expect(rows).toHaveLength(100);
		const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
			.filter((file) => /(?<!statements)\.md$/.test(file))
			.map((file) => `docs/${file}`);
		// An index has no statements of its own.
		const without = pages.filter((page) => !rows.some((row) => row.page === page));
		expect(without).toEqual(['docs/README.md']);
	});

	it.each(rows)('says what $page says: $statement', ({ page, statement }) => {
		expect(withoutLinks(readFileSync(join(root, page), 'utf8'))).toContain(statement);
	});

	it.each(rows)('names what shows it: $statement', ({ shownBy }) => {
		if (shownBy.startsWith('source: ')) return;
		const [, file, title] = /^`([^`]+)`(?:: "(.+)")?$/.exec(shownBy) ?? [];
		if (title === undefined) {
			const [script] = /(?<=npm run )[\w:]+|(?<=npx tsx )\S+/.exec(file) ?? [''];
			const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
				scripts: Record<string, string>;
			};
			expect(script in scripts || existsSync(join(root, script))).toBe(true);
			return;
		}
		const text = plain(readFileSync(join(root, file), 'utf8'));
		expect(text).toContain(title);
		// It also runs: a test that is left out shows nothing.
		expect(text).not.toMatch(/\b(it|describe)\.(skip|todo)\(/);
	});

	it('has a source in place of a test for few', () => {
		expect(rows.filter(({ shownBy }) => shownBy.startsWith('source: ')).length).toBeLessThan(6);
	});
});
