import type { IDataObject } from 'n8n-workflow';

import { buildQuery, type Query } from '../../../shared/managementApi/query';
import type { FormField } from '../../../shared/managementApi/requestBody';
import { excerpt, valueExcerpt } from '../../../shared/text/excerpt';
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
	builderHint: {
		propertyHint:
			"The 'id' that a pin operation or Get Many returned, usually expr('{{ $json.id }}'). Not the CID.",
	},
	description: 'The pin; Get Many and the operations that pin content return its ID',
});

/** Makes the path of a pin. @throws Problem when the ID could lead to another path */
export function buildPinPath(id: string): string {
	if (/[/\\\p{Cc}]|^\.+$/u.test(id))
		throw new Problem(`'${valueExcerpt(id)}' is not a pin ID`, {
			hint: 'A pin ID contains no slashes or control characters. Enter only the ID, not an address',
		});
	return `${PINS_PATH}/${encodeURIComponent(id)}`;
}

/** The fields of a pin that most workflows need, what people look for first, and their names in the output. */
const FIELDS = {
	title: 'title',
	status: 'status',
	cid: 'cid',
	public_link: 'publicLink',
	id: 'id',
	type: 'type',
	size: 'size',
	created_at: 'createdAt',
	bucket_id: 'bucketId',
	folder_id: 'folderId',
	alreadyExisted: 'alreadyExisted',
	wait: 'wait',
} as const;

/**
 * @param pin as the service returns it, with what the operation adds
 * @returns the fields of a pin that most workflows need
 */
export function simplifyPin(pin: IDataObject): IDataObject {
	const known = Object.entries(FIELDS).filter(([field]) => field in pin);
	return Object.fromEntries(known.map(([field, name]) => [name, pin[field]]));
}

/** @returns pins as the user wants them: simplified, or exactly as the service returned them */
export function presentPins(pins: readonly IDataObject[], simplify: boolean): IDataObject[] {
	return simplify ? pins.map(simplifyPin) : [...pins];
}

/** @returns the order of a list of pins, as its query gives it */
export function formatSort(field: string, order: 'asc' | 'desc'): string {
	return JSON.stringify({ field, order });
}

/**
 * @returns which field of a pin shows that its content will never be pinned, such as `status is 'failed'`, if one does;
 * statuses beyond `pinning` are not documented
 */
export function findPinFault({ status, cid, title }: IDataObject): string | undefined {
	if (/^(error|failed)$/i.test(String(status))) return `status is '${String(status)}'`;
	if (cid === 'error') return "CID is 'error'";
	// The service writes this into the title too; on a pin that has its CID it is just a name.
	if (!isText(cid) && title === 'error') return "title is 'error'";
	return undefined;
}

/** @returns whether a field of a pin holds something */
export function isText(value: unknown): boolean {
	return typeof value === 'string' && value !== '';
}

/** Where something is pinned. */
export const bucketField = field('string', 'Bucket ID', 'bucketId', {
	placeholder: 'e.g. BUCK-1337-8085-1337',
	builderHint: {
		propertyHint: 'No operation lists buckets: only the user knows the ID, from the console.',
	},
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
