import type { IDataObject } from 'n8n-workflow';

import { additionalFieldsOf } from '../../../shared/fields/collections';
import { creationOptions } from '../../../shared/fields/options';
import { defineOperation } from '../../../shared/run/operation';
import { field } from '../../../shared/values/field';
import { checkedCid } from './cid';
import { createPins } from './createPins';
import {
	bucketProperty,
	checkedBucket,
	checkedTitle,
	folderProperty,
	ipfsNotice,
} from './pinFields';
import { checkPinWait, followPin, pinWaitProperties } from './waitUntilPinned';

export const pinByCid = defineOperation({
	name: 'Pin by CID',
	value: 'pinByCid',
	action: 'Pin CID to IPFS',
	description: 'Pin content that is already on IPFS, by its content identifier (CID)',
	effect: 'creates',
	properties: [
		ipfsNotice,
		bucketProperty,
		field('string', 'CID', 'cid', {
			required: true,
			placeholder: 'e.g. QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o',
			description: 'The content to pin: its identifier, or an address that ends with it',
		}),
		additionalFieldsOf(
			folderProperty,
			field('string', 'Title', 'title', {
				placeholder: 'e.g. Cover picture',
				description: 'Title of the pin',
			}),
		),
		...pinWaitProperties,
		creationOptions(),
	],
	async execute({ bucketId, additionalFields, ...values }, context) {
		checkPinWait(values);
		const { folderId = '', title = '' } = additionalFields;
		const bucket = checkedBucket(bucketId);
		const cid = checkedCid(values.cid);
		const json = {
			bucket_id: bucket,
			cid,
			...(title !== '' && { title: checkedTitle(title) }),
			...(folderId !== '' && { folder_id: folderId }),
		};
		const request = {
			path: '/v1/ipfs/pins/pinbycid',
			thing: `pin of ${cid}`,
			body: { json },
			place: { bucket_id: bucket },
			matches: (pin: IDataObject) => pin.cid === cid,
			least: 1,
		};
		return await createPins(request, context);
	},
	async afterCreate(created, values, context) {
		return await followPin(created, values, context);
	},
});
