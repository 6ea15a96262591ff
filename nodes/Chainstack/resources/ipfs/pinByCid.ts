import type { IDataObject } from 'n8n-workflow';

import {
	creationOptions,
	defineAdditionalFields,
	simplifyProperty,
} from '../../../shared/fields/options';
import { buildQuery } from '../../../shared/managementApi/query';
import { defineOperation } from '../../../shared/run/operation';
import { field } from '../../../shared/values/field';
import { checkCid, isSameContent } from './cid';
import { createPins, followPin, pinWaitProperties } from './createPins';
import { bucketField, checkTitle, folderField, ipfsNotice, presentPins } from './pinFields';

export const pinByCid = defineOperation({
	name: 'Pin by CID',
	value: 'pinByCid',
	action: 'Pin CID to IPFS',
	description: 'Pin content that is already on IPFS, by its content identifier (CID)',
	effect: 'creates',
	properties: [
		ipfsNotice,
		{ ...bucketField, required: true },
		field('string', 'CID', 'cid', {
			required: true,
			placeholder: 'e.g. QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o',
			description:
				'The content to pin: its identifier, or an address of a gateway that contains it',
		}),
		defineAdditionalFields(
			folderField,
			field('string', 'Title', 'title', {
				placeholder: 'e.g. Cover picture',
				description: 'Title of the pin',
			}),
		),
		...pinWaitProperties,
		simplifyProperty,
		creationOptions(),
	],
	async execute({ bucketId, cid: given, additionalFields, simplify, ...wait }, context) {
		const { folderId, title = '' } = additionalFields;
		const cid = checkCid(given);
		const request = {
			path: 'pinbycid',
			thing: `pin of ${cid}`,
			title,
			body: { json: buildQuery({ bucketId, cid, title: checkTitle(title), folderId }) },
			place: buildQuery({ bucketId }),
			matches: (pin: IDataObject) => isSameContent(String(pin.cid), cid),
		};
		return presentPins(await createPins(request, wait, context), simplify);
	},
	afterCreate: followPin,
});
