import type { IDataObject } from 'n8n-workflow';

import { defineAdditionalFields, defineOptions } from '../../../shared/fields/options';
import { buildQuery } from '../../../shared/managementApi/requestParts';
import { MAX_RETRIES, MAX_RETRY_WAIT } from '../../../shared/run/requestOptions';
import { defineOperation } from '../../../shared/run/operation';
import { field } from '../../../shared/values/field';
import { createPins, followPin, pinWaitProperties } from './createPins';
import { bucketField, buildForm, folderField, ipfsNotice } from './pinFields';
import { prepareUploads } from './uploads';

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
