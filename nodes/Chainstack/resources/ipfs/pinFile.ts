import type { IDataObject } from 'n8n-workflow';

import {
	defineAdditionalFields,
	defineOptions,
	ifExistsProperty,
	simplifyProperty,
} from '../../../shared/fields/options';
import type { WaitValues } from '../../../shared/fields/waitProperties';
import { buildQuery } from '../../../shared/managementApi/query';
import { MAX_RETRIES, MAX_RETRY_WAIT } from '../../../shared/fields/requestFields';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/operationContext';
import { valueExcerpt } from '../../../shared/text/excerpt';
import { field } from '../../../shared/values/field';
import { createPins, followPin, pinWaitProperties } from './createPins';
import { findExistingPins, type PinPlace } from './existingPins';
import { bucketField, buildForm, folderField, ipfsNotice, presentPins } from './pinFields';
import { prepareUploads, type Upload } from './uploads';

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
		ifExistsProperty(
			'What to do when the folder, or without one the root of the bucket, already has a pin of the same title and size, for example because this workflow ran before. The content is not compared. The output then says whether it already existed.',
		),
		...pinWaitProperties,
		simplifyProperty,
		// An upload may take any time while it makes progress.
		defineOptions([], [MAX_RETRIES, MAX_RETRY_WAIT]),
	],
	async execute(values, context, findFile) {
		const { bucketId, binaryPropertyName, additionalFields, ifExists, simplify, ...wait } = values;
		const { folderId, title = '' } = additionalFields;
		const place = { bucketId, folderId };
		const uploads = await prepareUploads(findFile, binaryPropertyName, title);
		if (ifExists === 'create')
			return presentPins(await sendFiles(uploads, place, wait, context), simplify);
		const existing = await findExistingPins(uploads, place, context.api);
		const missing = uploads.filter((_, index) => existing[index] === undefined);
		const created = await sendFiles(missing, place, wait, context);
		const made = created.map((pin) => ({ ...pin, alreadyExisted: false }));
		// Each in the place of its file.
		const pins = existing.map((pin) => pin ?? made.shift()).filter((pin) => pin !== undefined);
		return presentPins([...pins, ...made], simplify);
	},
	async findCreated(values, { api }, findFile) {
		const { bucketId, binaryPropertyName, additionalFields, ifExists, simplify } = values;
		if (ifExists === 'create') return undefined;
		const { folderId, title = '' } = additionalFields;
		const uploads = await prepareUploads(findFile, binaryPropertyName, title);
		const existing = await findExistingPins(uploads, { bucketId, folderId }, api);
		const pins = existing.filter((pin) => pin !== undefined);
		return pins.length === uploads.length ? presentPins(pins, simplify) : undefined;
	},
	afterCreate: followPin,
});

/** Uploads files together and has them pinned. @throws Problem */
async function sendFiles(
	uploads: readonly Upload[],
	{ bucketId, folderId }: PinPlace,
	wait: WaitValues,
	context: OperationContext,
): Promise<IDataObject[]> {
	if (uploads.length === 0) return [];
	const titles = uploads.map(({ file, title }) => title ?? file.name);
	const isOne = uploads.length === 1;
	const request = {
		path: isOne ? 'pinfile' : 'pinfiles',
		thing: isOne ? `pin of '${valueExcerpt(titles[0])}'` : `pin of ${titles.length} files`,
		title: isOne ? titles[0] : undefined,
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
}
