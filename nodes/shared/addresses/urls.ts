import { maskHostKeys } from '../redact/hostKeys';
import { Problem } from '../text/problem';
import { trimEnd } from '../text/strings';

/** @returns the address of a path, which may have a query, below that of an endpoint, which may have one too */
export function joinUrl(url: string, path: string): string {
	const address = new URL(url);
	const [pathname, ...query] = path.split('?');
	if (pathname !== '') address.pathname = `${trimEnd(address.pathname, '/')}/${pathname}`;
	const queries = [address.search, query.join('?')].filter((each) => each !== '');
	address.search = queries.join('&');
	return address.href;
}

/** @returns the segments of a path; dot segments would lead out of what precedes it */
export function splitPath(path: string): string[] {
	return path.split('/').filter((segment) => !['', '.', '..'].includes(segment));
}

/** Hosts that are this machine. */
const LOOPBACK = /^((.*\.)?localhost|127(\.\d{1,3}){3}|\[::1\])$/i;

/**
 * Accepts an address only if a key may be sent to it: https anywhere, http on this machine only.
 *
 * @param field display name of the field, for the message
 * @throws Problem otherwise
 */
export function checkHttps(address: URL, field: string): void {
	if (address.protocol === 'https:') return;
	if (address.protocol === 'http:' && LOOPBACK.test(address.hostname)) return;
	throw new Problem(
		`'${field}' must be an HTTPS address, but it starts with ${address.protocol}//`,
		{
			hint: `Use https://${maskHostKeys(address.host, address.hostname)}. Plain http would send the key unencrypted and is accepted only for addresses on this machine`,
		},
	);
}
