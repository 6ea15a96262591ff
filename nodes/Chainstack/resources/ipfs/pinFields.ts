import type { IDataObject } from 'n8n-workflow';

import { buildQuery, type Query } from '../../../shared/managementApi/query';
import type { FormField } from '../../../shared/managementApi/requestBody';
import { excerpt } from '../../../shared/text/excerpt';
import { pick } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';
import { field, notice } from '../../../shared/values/field';

/** Where pins are listed. */
export const PINS_PATH = '/v1/ipfs/pins';

/** The service behind this resource may be gone: its documentation was withdrawn in 2026. */
export const ipfsNotice = notice(
	'ipfsNotice',
	'IPFS storage may not be available in your organization.',
);

/** Which pin an operation is about. Pin IDs have no documented form that could be checked here. */
export const pinIdProperty = field('string', 'Pin ID', 'pinId', {
	required: true,
	placeholder: 'e.g. the ID that Pin File returned',
	description: 'The pin; Get Many and the operations that pin content return its ID',
});

/** Makes the path of a pin. @throws Problem when the ID could lead to another path */
export function buildPinPath(id: string): string {
	if (/[/\\\p{Cc}]|^\.+$/u.test(id))
		throw new Problem(`'${id}' is not a pin ID`, {
			hint: 'A pin ID contains no slashes or control characters. Enter only the ID, not an address',
		});
	return `${PINS_PATH}/${encodeURIComponent(id)}`;
}

/** @returns the fields of a pin that most workflows need */
export function simplifyPin(pin: IDataObject): IDataObject {
	const main = pick(pin, 'id', 'cid', 'type', 'title', 'status', 'size', 'created_at');
	return { ...main, ...pick(pin, 'bucket_id', 'folder_id', 'public_link') };
}

/** @returns the order of a list of pins, as its query gives it */
export function formatSort(field: string, order: 'asc' | 'desc'): string {
	return JSON.stringify({ field, order });
}

/** Where something is pinned. */
export const bucketField = field('string', 'Bucket ID', 'bucketId', {
	placeholder: 'e.g. BUCK-1337-8085-1337',
	description:
		'The bucket to pin to. Open it in the Chainstack console: its ID is the part of the address that begins with BUCK-.',
});

/** The folder of the bucket, if any. */
export const folderField = field('string', 'Folder ID', 'folderId', {
	placeholder: 'e.g. FOLD-1337-8085-1337',
	description:
		'A folder of the bucket. Open it in the Chainstack console: its ID is the part of the address that begins with FOLD-.',
});

/** @returns a form of the values that are given, named as the service names them */
export function buildForm(values: Partial<Query>): FormField[] {
	return Object.entries(buildQuery(values)).map(([name, value]) => [name, String(value)]);
}

/** The maximum length of a title (platform documentation, limits of IPFS storage). */
const LONGEST_TITLE = 255;

/** The maximum number of characters shown of a longer one. */
const LONGEST_SHOWN = 40;

/** @throws Problem when the service would not accept the title */
export function checkTitle(title: string): string {
	if (title.length <= LONGEST_TITLE) return title;
	throw new Problem(
		`The title '${excerpt(title, LONGEST_SHOWN)}' has ${title.length} characters, more than the ${LONGEST_TITLE} that Chainstack accepts`,
		{ hint: 'Shorten it' },
	);
}
