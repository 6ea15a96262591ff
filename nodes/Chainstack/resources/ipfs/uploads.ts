import type { InputFile } from '../../../shared/managementApi/requestBody';
import type { FindFile } from '../../../shared/run/operation';
import { excerpt, valueExcerpt } from '../../../shared/text/excerpt';
import { parseOrUndefined } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';
import { checkTitle } from './pinFields';

/** A file to be pinned, with its title if it has one. */
export interface Upload {
	file: InputFile;
	title?: string;
}

/** The most the service accepts in one upload (platform documentation, limits of IPFS storage). */
const MOST_BYTES = 100 * 1024 * 1024;

/**
 * Finds the files of an item and gives them their titles; their content is not read yet.
 *
 * @param properties names of the binary properties
 * @param titles one title, or one per file, or none
 * @returns each file, with its title if it has one
 * @throws Problem for a file the item does not have, titles that do not match, or too much in one upload
 */
export async function prepareUploads(
	findFile: FindFile,
	properties: string | readonly string[],
	titles: string | readonly string[],
): Promise<Upload[]> {
	const names = parseTextList(properties).filter((name) => name !== '');
	if (names.length === 0)
		throw new Problem("'Input Binary Field' is empty", {
			hint: 'Enter the name of the binary field that contains the file, usually data',
		});
	const files = await Promise.all(names.map((name) => findFile(name)));
	checkSize(files);
	const given = assignTitles(titles, files);
	return files.map((file, index) => ({ file, title: given[index] }));
}

/**
 * One file has the whole text as its title, whatever it contains. With several files an empty title stands for the
 * file's name: the service assigns titles by their order.
 */
function assignTitles(
	given: string | readonly string[],
	files: readonly InputFile[],
): Array<string | undefined> {
	if (given.length === 0) {
		// The name of a file arrives as it is only where a form can carry it.
		const areCarried = files.every(({ name }) => !/["\r\n]/.test(name));
		return files.map(({ name }) => (areCarried ? undefined : checkTitle(name)));
	}
	const isOneText = typeof given === 'string' && files.length === 1;
	const titles = isOneText ? [given.trim()] : parseTextList(given);
	if (titles.length !== files.length)
		throw new Problem(
			`'Title' does not hold one title per file (titles: ${titles.length}, files: ${files.length})`,
			{
				hint: 'Enter one title per file, in the order of the files, separated by commas (as a JSON array if a title contains a comma), or leave it empty to use the file names',
			},
		);
	return titles.map((title, index) => checkTitle(title || files[index].name));
}

function checkSize(files: readonly InputFile[]): void {
	const total = files.reduce((sum, { size }) => sum + size, 0);
	if (total <= MOST_BYTES) return;
	const each = files
		.map(({ name, size }) => `'${valueExcerpt(name)}' ${formatBytes(size)}`)
		.join(', ');
	const together = files.length === 1 ? '' : `, together ${formatBytes(total)}`;
	throw new Problem(
		`The upload is larger than the ${formatBytes(MOST_BYTES)} (100 MB) that Chainstack accepts at once: ${excerpt(each)}${together}`,
		{
			hint: 'Nothing was sent. Pin several files in several items; compress or split a single one',
		},
	);
}

function formatBytes(size: number): string {
	return `${size.toLocaleString('en-US')} bytes`;
}

/** @returns the entries of a list, or of a text that holds a list as JSON, or entries between commas */
function parseTextList(given: string | readonly string[]): readonly string[] {
	if (typeof given !== 'string') return given;
	const parsed = given.startsWith('[') ? parseOrUndefined(given) : undefined;
	const isList = Array.isArray(parsed) && parsed.every((entry) => typeof entry === 'string');
	const entries = isList ? parsed : given.split(',');
	return entries.map((entry) => entry.trim());
}
