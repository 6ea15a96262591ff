import { trimEnd } from '../text/strings';

/** @returns the address of a path, which may have a query, below that of an endpoint, which may have one too */
export function urlBelow(url: string, path: string): string {
	const address = new URL(url);
	const [pathname, ...query] = path.split('?');
	if (pathname !== '') address.pathname = `${trimEnd(address.pathname, '/')}/${pathname}`;
	const queries = [address.search, query.join('?')].filter((each) => each !== '');
	address.search = queries.join('&');
	return address.href;
}
