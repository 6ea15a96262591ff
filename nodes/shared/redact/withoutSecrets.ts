import type { IDataObject } from 'n8n-workflow';

import { safeDecode } from '../text/strings';
import { canBeKey, isDistinctName, findLoginSecrets } from './canBeKey';
import { findHostKeys, maskHostKeys } from './hostKeys';
import { MASK, SecretMask, mapLeaves } from './secretMask';

/** Fields of a node's details that hold a credential (platform documentation, API reference). */
const SECRET_FIELDS = /^auth_(username|password|key)$/;

/** Fields that hold an address of a node; its path may carry the key. */
const ADDRESS_FIELDS = /_endpoint$/;

/**
 * Hides the credentials in a resource the platform returned: `auth_*` fields, everything but the origin
 * of node addresses that have a path (the path carries the key), and these values wherever else they occur in the
 * resource.
 * @param record a network, a node or any JSON object that may contain them at any depth
 * @returns a copy if something had to be hidden; the original is not changed
 */
export function withoutSecrets(record: IDataObject): IDataObject {
	const secrets: string[] = [];
	const shown = mapLeaves(record, (value, field) => {
		if (typeof value !== 'string' || value === '' || field === undefined) return value;
		if (ADDRESS_FIELDS.test(field)) return hideAddress(value, secrets);
		if (!SECRET_FIELDS.test(field)) return value;
		// A user name may also be an ordinary word, which is hidden in its own field only.
		if (field !== 'auth_username' || isDistinctName(value)) secrets.push(value);
		return MASK;
	}) as IDataObject;
	return shown === record ? record : new SecretMask(...secrets).deep(shown);
}

/**
 * @param secrets added to: path segments that can be a key, the login, and the whole address, because a short path is
 * hidden in its field, although there is nothing to search for elsewhere
 * @returns the part of an address that may be shown
 */
function hideAddress(address: string, secrets: string[]): string {
	if (!URL.canParse(address)) {
		secrets.push(address);
		return MASK;
	}
	const { protocol, host, hostname, href, pathname, username, password } = new URL(address);
	const shown = `${protocol}//${maskHostKeys(host, hostname)}/`;
	if (href === shown) return address;
	const login = findLoginSecrets(safeDecode(username), safeDecode(password));
	const inPath = pathname.split('/').filter(canBeKey);
	secrets.push(address, ...inPath, ...findHostKeys(hostname), ...login);
	return shown + MASK;
}
