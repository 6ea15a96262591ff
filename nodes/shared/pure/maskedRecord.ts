import type { IDataObject } from 'n8n-workflow';

import { MASK } from './secretMask';

/** Fields of a node's details that hold a credential (Node details, specification section 2). */
const SECRET_FIELDS = /^auth_(username|password|key)$/;

/** Fields that hold an address of a node; its path may carry the key. */
const ADDRESS_FIELDS = /_endpoint$/;

/**
 * Hides the credentials in a resource the platform answered: `auth_*` fields, and everything but the
 * origin of node addresses that have a path (the path carries the key).
 *
 * @param record a network, a node or any JSON object that may contain them at any depth
 * @returns a copy; the original is left alone
 */
export function maskedRecord(record: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(record).map(([name, value]) => [name, maskedField(name, value)]),
	) as IDataObject;
}

/**
 * The secrets a resource carries, to be hidden in whatever is said later in the same run.
 * @returns the values of `auth_*` fields and the key segments of node addresses
 */
export function secretsOf(record: unknown): string[] {
	if (Array.isArray(record)) return record.flatMap(secretsOf);
	if (typeof record !== 'object' || record === null) return [];
	return Object.entries(record).flatMap(([name, value]) => {
		if (typeof value === 'string') {
			if (SECRET_FIELDS.test(name)) return [value];
			return ADDRESS_FIELDS.test(name) ? keySegments(value) : [];
		}
		return secretsOf(value);
	});
}

function maskedField(name: string, value: unknown): unknown {
	if (typeof value === 'string') {
		if (SECRET_FIELDS.test(name) && value !== '') return MASK;
		if (ADDRESS_FIELDS.test(name)) return maskedAddress(value);
		return value;
	}
	if (Array.isArray(value)) return value.map((entry) => maskedField(name, entry));
	if (typeof value === 'object' && value !== null) return maskedRecord(value as IDataObject);
	return value;
}

function maskedAddress(address: string): string {
	if (!URL.canParse(address)) return address === '' ? address : MASK;
	const { protocol, host, pathname, search, username } = new URL(address);
	const bare = pathname === '/' && search === '' && username === '';
	return bare ? address : `${protocol}//${host}/${MASK}`;
}

/** Path segments that can only be a key: the known words of node addresses are all shorter. */
function keySegments(address: string): string[] {
	if (!URL.canParse(address)) return [];
	const { pathname, password, username } = new URL(address);
	return [
		...pathname.split('/').filter((segment) => segment.length >= 12),
		username,
		password,
	].filter((secret) => secret !== '');
}
