import type { IDataObject } from 'n8n-workflow';

import { safeDecode } from '../text/strings';
import { isRecord } from '../text/json';
import { canBeKey, isDistinctName, findLoginSecrets } from './canBeKey';
import { MASK, SecretMask } from './secretMask';

/** Fields of a node's details that hold a credential (Node details, specification section 2). */
const SECRET_FIELDS = /^auth_(username|password|key)$/;

/** Fields that hold an address of a node; its path may carry the key. */
const ADDRESS_FIELDS = /_endpoint$/;

/**
 * Hides the credentials in a resource the platform returned: `auth_*` fields, everything but the origin
 * of node addresses that have a path (the path carries the key), and these values wherever else they occur in the
 * resource.
 *
 * @param record a network, a node or any JSON object that may contain them at any depth
 * @returns a copy where something had to be hidden; the original is not changed
 */
export function withoutSecrets(record: IDataObject): IDataObject {
	const secrets: Secret[] = [];
	collectSecrets(record, secrets);
	if (secrets.length === 0) return record;
	// A user name may also be an ordinary word, which is hidden in its own field only.
	const distinct = secrets.filter(({ isName, text }) => !isName || isDistinctName(text));
	const mask = new SecretMask(...distinct.map(({ text }) => text));
	return mask.deep(maskField('', record) as IDataObject);
}

interface Secret {
	text: string;
	isName: boolean;
}

/** Adds the values of `auth_*` fields and the secret parts of node addresses to a list. */
function collectSecrets(value: unknown, found: Secret[], name = ''): void {
	if (Array.isArray(value)) for (const entry of value) collectSecrets(entry, found, name);
	else if (isRecord(value))
		for (const field of Object.keys(value)) collectSecrets(value[field], found, field);
	else if (typeof value !== 'string' || value === '') return;
	else if (SECRET_FIELDS.test(name)) found.push({ text: value, isName: name === 'auth_username' });
	else if (ADDRESS_FIELDS.test(name))
		for (const text of findAddressSecrets(value)) found.push({ text, isName: false });
}

function maskField(name: string, value: unknown): unknown {
	if (Array.isArray(value)) return value.map((entry) => maskField(name, entry));
	if (isRecord(value))
		return Object.fromEntries(
			Object.entries(value).map(([field, entry]) => [field, maskField(field, entry)]),
		);
	if (typeof value !== 'string' || value === '') return value;
	if (SECRET_FIELDS.test(name)) return MASK;
	return ADDRESS_FIELDS.test(name) ? maskAddress(value) : value;
}

function maskAddress(address: string): string {
	if (!URL.canParse(address)) return MASK;
	const { protocol, host, pathname, search, username } = new URL(address);
	const isBare = pathname === '/' && search === '' && username === '';
	return isBare ? address : `${protocol}//${host}/${MASK}`;
}

/** Path segments that can be a key, and the login. */
function findAddressSecrets(address: string): string[] {
	if (!URL.canParse(address)) return [address];
	const { pathname, username, password, search } = new URL(address);
	const keys = pathname.split('/').filter(canBeKey);
	// A short path is hidden in its field, although there is nothing to search for elsewhere.
	const hasMore = pathname !== '/' || search !== '';
	const login = findLoginSecrets(safeDecode(username), safeDecode(password));
	return [...keys, ...login, ...(hasMore ? [address] : [])].filter((secret) => secret !== '');
}
