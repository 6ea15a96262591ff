import type { IDataObject } from 'n8n-workflow';

import { isRecord } from './json';
import { MASK, SecretMask } from './secretMask';

/** Fields of a node's details that hold a credential (Node details, specification section 2). */
const SECRET_FIELDS = /^auth_(username|password|key)$/;

/** Fields that hold an address of a node; its path may carry the key. */
const ADDRESS_FIELDS = /_endpoint$/;

/**
 * Hides the credentials in a resource the platform answered: `auth_*` fields, everything but the origin
 * of node addresses that have a path (the path carries the key), and these values wherever else in the
 * resource they stand.
 *
 * @param record a network, a node or any JSON object that may contain them at any depth
 * @returns a copy where something had to be hidden; the original is left alone
 */
export function withoutSecrets(record: IDataObject): IDataObject {
	const secrets = secretsOf(record);
	return secrets.length === 0 ? record : new SecretMask(...secrets).deep(maskedRecord(record));
}

/** The values of `auth_*` fields and the secret parts of node addresses. */
function secretsOf(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(secretsOf);
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([name, entry]) => {
		if (typeof entry !== 'string') return secretsOf(entry);
		if (SECRET_FIELDS.test(name)) return [entry];
		return ADDRESS_FIELDS.test(name) ? addressSecrets(entry) : [];
	});
}

function maskedRecord(record: Record<string, unknown>): IDataObject {
	return Object.fromEntries(
		Object.entries(record).map(([name, value]) => [name, maskedField(name, value)]),
	) as IDataObject;
}

function maskedField(name: string, value: unknown): unknown {
	if (typeof value === 'string') {
		if (SECRET_FIELDS.test(name) && value !== '') return MASK;
		return ADDRESS_FIELDS.test(name) ? maskedAddress(value) : value;
	}
	if (Array.isArray(value)) return value.map((entry) => maskedField(name, entry));
	return isRecord(value) ? maskedRecord(value) : value;
}

function maskedAddress(address: string): string {
	if (address === '') return address;
	if (!URL.canParse(address)) return MASK;
	const { protocol, host, pathname, search, username } = new URL(address);
	const isBare = pathname === '/' && search === '' && username === '';
	return isBare ? address : `${protocol}//${host}/${MASK}`;
}

/** Path segments long enough to be a key (the known words of node addresses are all shorter), and the log-in. */
function addressSecrets(address: string): string[] {
	if (address === '') return [];
	if (!URL.canParse(address)) return [address];
	const { pathname, username, password, search } = new URL(address);
	const keys = pathname.split('/').filter((segment) => segment.length >= 12);
	// A short path is hidden in its field, although there is nothing to look for elsewhere.
	const hasMore = pathname !== '/' || search !== '';
	return [...keys, username, password, ...(hasMore ? [address] : [])].filter(
		(secret) => secret !== '',
	);
}
