import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

import { resources } from '../../../nodes/Chainstack/resources';
import {
	canvasMark,
	pictureFolder,
	pictureList,
	pictureOf,
	root,
} from '../../../scripts/docs/canvasMark.mts';
import { exampleInputs } from '../../../scripts/docs/exampleInputs.mts';
import { exampleRuns } from '../../../scripts/docs/exampleRuns.mts';
import { exampleMessages, galleryExamples } from '../../../scripts/docs/gallery.mts';
import { generatedPages, pageFile } from '../../../scripts/docs/pages.mts';

const pages = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
	.filter((file) => file.endsWith('.md'))
	.map((file) => join('docs', file))
	.concat('README.md')
	.sort();

describe('the generated pages', () => {
	it.each([...generatedPages().keys()])('%s matches the code (npm run docs)', (path) => {
		expect(readFileSync(pageFile(path), 'utf8')).toBe(generatedPages().get(path));
	});

	it('show an example of every operation, and its result (npm run docs:runs)', () => {
		const operations = resources.flatMap(({ value, operations }) =>
			operations.map((operation) => `${value}.${operation.value}`),
		);
		expect(Object.keys(exampleInputs)).toEqual(expect.arrayContaining(operations));
		expect(Object.keys(exampleRuns()).sort()).toEqual([...operations].sort());
	});
});

describe('the gallery', () => {
	const marks = JSON.parse(readFileSync(pictureList, 'utf8')) as Record<string, string>;

	it.each(galleryExamples())(
		'shows the current canvas of $file (npm run docs:pictures)',
		({ file }) => {
			expect(existsSync(join(pictureFolder, pictureOf(file)))).toBe(true);
			expect(marks[file]).toBe(canvasMark(file));
		},
	);

	it('has every example in one of its groups', () => {
		const files = readdirSync(join(root, 'examples')).filter((file) => file.endsWith('.json'));
		expect(
			galleryExamples()
				.map(({ file }) => file)
				.sort(),
		).toEqual(files.sort());
	});

	it('has messages of every example, and the README those of its picture', () => {
		const messages = exampleMessages();
		const names = galleryExamples().map(({ file }) => file.replace(/\.json$/, ''));
		expect(Object.keys(messages).sort()).toEqual(names.sort());
		const [text] = messages['readiness-check'].bad;
		expect(readFileSync(join(root, 'README.md'), 'utf8')).toContain(
			text.replace(/^/gm, '> '),
		);
	});

	it('has no picture of an example that no longer exists', () => {
		const pictures = readdirSync(pictureFolder).filter((file) => file.endsWith('.jpg'));
		expect(pictures.sort()).toEqual(
			galleryExamples()
				.map(({ file }) => pictureOf(file))
				.sort(),
		);
	});
});

describe('a link of the documentation', () => {
	it.each(pages)('in %s leads to a file and a heading that exist', (page) => {
		const text = readFileSync(join(root, page), 'utf8').replace(/```[\s\S]*?```/g, '');
		const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target]) => target);
		const broken = links.filter((link) => !/^(https?|mailto):/.test(link) && !leads(page, link));
		expect(broken).toEqual([]);
	});
});

function leads(page: string, link: string): boolean {
	const [path, heading] = link.split('#');
	const target = path === '' ? join(root, page) : resolve(root, dirname(page), path);
	if (!existsSync(target)) return false;
	return heading === undefined || headingsOf(target).includes(heading);
}

/** The anchors of headings, as GitHub creates them. */
function headingsOf(file: string): string[] {
	return [...readFileSync(file, 'utf8').matchAll(/^#+ (.*)$/gm)].map(([, heading]) =>
		heading
			.toLowerCase()
			.replace(/[^\w -]/g, '')
			.replaceAll(' ', '-'),
	);
}
