import type { IDataObject } from 'n8n-workflow';

import { defineAdditionalFields, defineOptions } from '../../../shared/fields/options';
import { buildQuery } from '../../../shared/managementApi/query';
import type { InputFile } from '../../../shared/managementApi/requestBody';
import { MAX_RETRIES, MAX_RETRY_WAIT } from '../../../shared/fields/requestFields';
import { defineOperation, type FindFile } from '../../../shared/run/operation';
import { parseOrUndefined } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';
import { createPins, followPin, pinWaitProperties } from './createPins';
import { bucketField, buildForm, checkTitle, folderField, ipfsNotice } from './pinFields';

export const pinFile = defineOperation({
	name: 'Pin File',
	value: 'pinFile',
	action: 'Pin file to IPFS',
	description:
		'Upload one or more files of the item and pin them. Needs a binary file, which an AI agent cannot supply.',
	effect: 'creates',
	properties: [
		ipfsNotice,
		{ ...bucketField, required: true },
		field('string', 'Input Binary Field', 'binaryPropertyName', {
			traits: { takesList: true },
			required: true,
			default: 'data',
			placeholder: 'e.g. data',
			hint: 'The name of the input field that contains the file; separate several with commas',
			description:
				'Which files of the item to pin. Several files are uploaded together, 100 MB at most, and become one pin and one output item each. Chainstack documents no upload of several files as one folder with one CID; Folder ID puts them into a folder of the bucket.',
		}),
		defineAdditionalFields(
			folderField,
			field('string', 'Title', 'title', {
				traits: { takesList: true },
				placeholder: 'e.g. Cover picture',
				description:
					'Title of the pin; for several files, one title each, as an array or separated by commas. If empty, the file names are used.',
			}),
		),
		...pinWaitProperties,
		// An upload may take any time while it makes progress.
		defineOptions([MAX_RETRIES, MAX_RETRY_WAIT]),
	],
	async execute({ bucketId, binaryPropertyName, additionalFields, ...wait }, context, findFile) {
		const { folderId, title: given = '' } = additionalFields;
		const uploads = await prepareUploads(findFile, binaryPropertyName, given);
		const titles = uploads.map(({ file, title }) => title ?? file.name);
		const isOne = uploads.length === 1;
		const request = {
			path: isOne ? 'pinfile' : 'pinfiles',
			thing: isOne ? `pin of '${titles[0]}'` : `pin of ${titles.length} files`,
			body: {
				// In the order of the official tutorial, which repeats all fields per file.
				form: uploads.flatMap(({ file, title }) => [
					...buildForm({ bucketId, folderId }),
					['file', file] as const,
					...buildForm({ title }),
				]),
			},
			place: buildQuery({ bucketId }),
			matches: (pin: IDataObject) => titles.includes(String(pin.title)),
		};
		try {
			return await createPins(request, wait, context);
		} finally {
			for (const { file } of uploads) file.close();
		}
	},
	afterCreate: followPin,
});

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
) {
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
	// The name of a file arrives as it is only where a form can carry it.
	if (given.length === 0)
		return files.map(({ name }) => (/["\r\n]/.test(name) ? checkTitle(name) : undefined));
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
	const each = files.map(({ name, size }) => `'${name}' ${formatBytes(size)}`).join(', ');
	const together = files.length === 1 ? '' : `, together ${formatBytes(total)}`;
	throw new Problem(
		`The upload is larger than the ${formatBytes(MOST_BYTES)} (100 MB) that Chainstack accepts at once: ${each}${together}`,
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
