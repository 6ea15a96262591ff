import { creationOptions, simplifyProperty } from '../../../shared/fields/options';
import { buildQuery } from '../../../shared/managementApi/query';
import { defineOperation } from '../../../shared/run/operation';
import { Problem } from '../../../shared/text/problem';
import { createPins, followPin, pinWaitProperties } from './createPins';
import { bucketField, buildForm, folderField, ipfsNotice, presentPins } from './pinFields';

export const pinFolder = defineOperation({
	name: 'Pin Folder',
	value: 'pinFolder',
	action: 'Pin folder to IPFS',
	description:
		'Pin the contents of a folder in a storage bucket, so that they can be accessed by content identifier (CID)',
	effect: 'creates',
	properties: [
		ipfsNotice,
		{
			...bucketField,
			description:
				'The bucket that contains the folder. Open it in the Chainstack console: its ID is the part of the address that begins with BUCK-.',
		},
		{
			...folderField,
			description:
				'The folder to pin. Open it in the Chainstack console: its ID is the part of the address that begins with FOLD-. To put files into a folder, use Pin File with its Folder ID; nothing is uploaded here. Bucket or folder may be left empty, but not both.',
		},
		...pinWaitProperties,
		simplifyProperty,
		creationOptions(),
	],
	async execute({ bucketId, folderId, simplify, ...wait }, context) {
		if (bucketId === '' && folderId === '')
			throw new Problem("'Bucket ID' and 'Folder ID' are both empty", {
				hint: 'Fill in at least one of them. Open the folder in the Chainstack console: the address contains both, BUCK-… and FOLD-…',
			});
		const request = {
			path: 'pinfolder',
			thing: 'pins',
			body: { form: buildForm({ bucketId, folderId }) },
			place: buildQuery({ bucketId, folderId }),
			mayBeNone: true,
		} as const;
		const pins = await createPins(request, wait, context);
		// An empty list would end the workflow here; one item lets it continue.
		return pins.length === 0 ? { success: true, count: 0 } : presentPins(pins, simplify);
	},
	afterCreate: followPin,
});
