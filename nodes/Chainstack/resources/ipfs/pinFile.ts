import type { IDataObject } from 'n8n-workflow';

import { defineAdditionalFields } from '../../../shared/fields/collections';
import { defineOptions } from '../../../shared/fields/options';
import type { FormField } from '../../../shared/managementApi/requestParts';
import { MAX_RETRIES, MAX_RETRY_WAIT } from '../../../shared/run/requestOptions';
import { defineOperation } from '../../../shared/run/operation';
import { field } from '../../../shared/values/field';
import { createPins, followPin, pinWaitProperties } from './createPins';
import { bucketProperty, folderProperty, ipfsNotice } from './pinFields';
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
		bucketProperty,
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
			folderProperty,
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
		const { folderId = '', title = '' } = additionalFields;
		const uploads = await prepareUploads(findFile, binaryPropertyName, title);
		const isOne = uploads.length === 1;
		const titles = uploads.map((upload) => upload.title ?? upload.file.name);
		const form = uploads.flatMap((upload) => buildFormFields(upload, bucketId, folderId));
		try {
			const request = {
				path: isOne ? '/v1/ipfs/pins/pinfile' : '/v1/ipfs/pins/pinfiles',
				thing: isOne ? `pin of '${titles[0]}'` : `pin of ${titles.length} files`,
				body: { form },
				place: { bucket_id: bucketId },
				matches: (pin: IDataObject) => titles.includes(String(pin.title)),
				least: 1,
			};
			return await createPins(request, wait, context);
		} finally {
			for (const { file } of uploads) file.close();
		}
	},
	afterCreate: followPin,
});

/** The fields of one file in the order of the official tutorial, which repeats all of them per file. */
function buildFormFields({ file, title }: Upload, bucketId: string, folderId: string): FormField[] {
	return [
		['bucket_id', bucketId],
		...(folderId === '' ? [] : [['folder_id', folderId] as const]),
		['file', file],
		...(title === undefined ? [] : [['title', title] as const]),
	];
}
