import { describe, expect, it } from 'vitest';

import { prepareUploads } from '../../../nodes/Chainstack/resources/ipfs/uploads';
import { cutExcerpts } from '../../../nodes/shared/text/excerpt';
import { rejection } from '../fixtures/problems.mts';

const MOST_BYTES = 104_857_600;

/** Finds files of these sizes, by their names. */
const uploads = async (
	sizes: Record<string, number>,
	titles: string | string[] = '',
	names: string | string[] = Object.keys(sizes),
) => {
	const read = async (name: string) =>
		await Promise.resolve({
			name,
			mimeType: 'text/plain',
			size: sizes[name],
			close: () => undefined,
			open: async () => await Promise.reject(new Error('nothing is read')),
		});
	return await prepareUploads(read, names, titles);
};

describe('the size of an upload', () => {
	it.each<Record<string, number>>([{ a: MOST_BYTES }, { a: MOST_BYTES - 1, b: 1 }])(
		'may be up to 100 MB in total: %j',
		async (sizes) => {
			expect(await uploads(sizes)).toHaveLength(Object.keys(sizes).length);
		},
	);

	it.each<[Record<string, number>, string]>([
		[{ 'a.bin': MOST_BYTES + 1 }, "'a.bin' 104,857,601 bytes"],
		[
			{ 'a.bin': 52_428_801, 'b.bin': 52_428_801 },
			"'a.bin' 52,428,801 bytes, 'b.bin' 52,428,801 bytes, together 104,857,602 bytes",
		],
	])('is refused beyond that: %j', async (sizes, what) => {
		const problem = await rejection(uploads(sizes));
		expect(problem.message).toBe(
			`The upload is larger than the 104,857,600 bytes (100 MB) that Chainstack accepts at once: ${what}`,
		);
		expect(problem.hint).toContain('Nothing was sent. Pin several files in several items');
	});
});

describe('the titles of an upload', () => {
	it.each([
		'[draft] report, final.txt',
		'[2026]',
		'a "quoted"\nname',
		'["unfinished',
		'["One","Two"]',
		'["Invoice, March"]',
		'One, two',
	])('of one file are the whole text: %j', async (title) => {
		expect(await uploads({ a: 1 }, title)).toMatchObject([{ title }]);
	});

	it.each([
		['[draft] report, final.txt', undefined],
		['[2026]', undefined],
		['a "quoted" name.txt', 'a "quoted" name.txt'],
		['two\nlines.txt', 'two\nlines.txt'],
	])('are left out unless a form cannot carry the name of the file: %j', async (name, title) => {
		const [upload] = await uploads({ [name]: 1 }, '', [name]);
		expect(upload).toMatchObject({ file: { name } });
		expect(upload.title).toBe(title);
	});

	it.each<[string | string[], string[]]>([
		['One, two', ['One', 'two']],
		['One,', ['One', 'b']],
		['["One, two", "Three"]', ['One, two', 'Three']],
		[
			['Invoice, March', 'Invoice, April'],
			['Invoice, March', 'Invoice, April'],
		],
	])('of two files are those of %j', async (given, titles) => {
		expect(await uploads({ a: 1, b: 1 }, given)).toMatchObject(titles.map((title) => ({ title })));
	});

	it.each([
		[{ a: 1, b: 1 }, 'One', "'Title' does not hold one title per file (titles: 1, files: 2)"],
		[
			{ a: 1, b: 1 },
			['Invoice, March'],
			"'Title' does not hold one title per file (titles: 1, files: 2)",
		],
		[{ a: 1 }, ['One', 'Two'], "'Title' does not hold one title per file (titles: 2, files: 1)"],
		[
			{ a: 1 },
			'x'.repeat(256),
			`The title '${'x'.repeat(40)}…' has 256 characters, more than the 255 that Chainstack accepts`,
		],
	])('have to fit: %j with %j', async (sizes, titles, message) => {
		const problem = await rejection(uploads(sizes, titles));
		expect(cutExcerpts(problem.message)).toBe(message);
		expect(problem.hint).not.toBe('');
	});
});

it.each<[string | string[], string[]]>([
	['a', ['a']],
	[' a , b,', ['a', 'b']],
	['["a", "b"]', ['a', 'b']],
	[
		['a', 'b'],
		['a', 'b'],
	],
])('the fields of the files are those of %j', async (given, names) => {
	const found = await uploads({ a: 1, b: 1 }, '', given);
	expect(found.map(({ file }) => file.name)).toEqual(names);
});

it.each(['', ' , '])('a field has to be named: %j', async (given) => {
	const { message } = await rejection(uploads({}, '', given));
	expect(message).toBe("'Input Binary Field' is empty");
});
