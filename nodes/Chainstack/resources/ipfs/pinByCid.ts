import type { IDataObject } from 'n8n-workflow';

import { creationOptions, defineAdditionalFields } from '../../../shared/fields/options';
import { buildQuery } from '../../../shared/managementApi/query';
import { defineOperation } from '../../../shared/run/operation';
import { valueExcerpt } from '../../../shared/text/excerpt';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';
import { createPins, followPin, pinWaitProperties } from './createPins';
import { bucketField, checkTitle, folderField, ipfsNotice } from './pinFields';

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
			description: 'The content to pin: its identifier, or an address that ends with it',
		}),
		defineAdditionalFields(
			folderField,
			field('string', 'Title', 'title', {
				placeholder: 'e.g. Cover picture',
				description: 'Title of the pin',
			}),
		),
		...pinWaitProperties,
		creationOptions(),
	],
	async execute({ bucketId, cid: given, additionalFields, ...wait }, context) {
		const { folderId, title = '' } = additionalFields;
		const cid = checkCid(given);
		const request = {
			path: 'pinbycid',
			thing: `pin of ${cid}`,
			body: { json: buildQuery({ bucketId, cid, title: checkTitle(title), folderId }) },
			place: buildQuery({ bucketId }),
			matches: (pin: IDataObject) => pin.cid === cid,
		};
		return await createPins(request, wait, context);
	},
	afterCreate: followPin,
});

/** Version 0: base58, always 46 characters. */
const VERSION_0 = /^Qm[1-9A-HJ-NP-Za-km-z]{44}$/;

/** Version 1: the prefix for an alphabet (b is base32, z base58, k base36, f hexadecimal), then characters of it. */
const VERSION_1 = /^[bBfFkKmMtTuUvVzZ][\w+/=-]{30,}$/;

/** Text that people copy along with it: `ipfs://…`, `/ipfs/…`, or an address of a gateway. */
const SURROUNDINGS = /^(?:ipfs:\/\/(?:ipfs\/)?|(?:https?:\/\/[^/]+)?\/ipfs\/)([^/?#]+)\/?$/i;

/** @returns a content identifier alone, checked leniently: only the service can say whether it exists */
function checkCid(text: string): string {
	const cid = SURROUNDINGS.exec(text)?.[1] ?? text;
	if (VERSION_0.test(cid) || VERSION_1.test(cid)) return cid;
	throw new Problem(`'${valueExcerpt(cid)}' is not a content identifier (CID)`, {
		hint: 'A CID starts with Qm and has 46 characters (version 0), or starts with a letter such as b and is longer (version 1), with no path after it',
	});
}
