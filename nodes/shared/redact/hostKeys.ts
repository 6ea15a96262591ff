import { MASK } from './secretMask';

/** Shorter parts of host names are the numbered names of machines, such as `west1` or `node12`. */
const SHORTEST_KEY = 16;

/** The names of hosts are not case-sensitive, so keys in them are hexadecimal, base32 or a UUID. */
const KEY_LIKE = /^(?=(.*\d){2})[\da-z]+$/i;

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/**
 * Finds the keys that some services put into the names of their hosts (rivet.cloud: `<32 hex digits>.eth.rpc.rivet.cloud`).
 * @param hostname without a port
 */
export function findHostKeys(hostname: string): string[] {
	return hostname.split('.').flatMap((label) => {
		if (label.length < SHORTEST_KEY) return [];
		if (UUID.test(label)) return [label];
		return label.split('-').filter((part) => part.length >= SHORTEST_KEY && KEY_LIKE.test(part));
	});
}

/** @returns a host name, or more of an address, with its keys masked */
export function maskHostKeys(text: string, hostname: string): string {
	return findHostKeys(hostname).reduce((shown, key) => shown.replaceAll(key, MASK), text);
}
