import { Problem } from '../text/problem';
import { removeInvisible, safeDecode } from '../text/strings';
import { checkHttps } from './urls';

/** A host has a dot or a port, or is this machine; a key has neither. */
const HOST_START = /^(localhost\b|\[|[^/?#]*[.:])/i;

/** Words such as `ethereum-mainnet` are shorter, or have no digits. */
const SHORTEST_KEY = 16;

const SCHEME = /^https?:\/\//i;

/** Something before a path that is not exactly that, such as `s3://` or `https:/`. */
const OTHER_SCHEME = /^(?!https?:\/\/)[^/?#]*:\//i;

/** Placeholders for a key where the key itself is hidden, or is to be filled in. */
const MASKED_KEY = /[*•●…]|\.\.\.|<[^>]*>|\byour[-_]?(api[-_]?)?key\b/i;

/** A password may contain such characters, but does not consist of them. */
const MASKED_PASSWORD = /^([*•●….]+|<[^>]*>)$/;

/** An address copied together with its quotation marks, or the brackets around it. */
const QUOTED = /^["'`<“‘](.*)["'`>”’]$/;

/** Its pages are often copied instead of the endpoint they show. */
const CONSOLE_HOST = /^console\.chainstack\.com$/i;

/** Advice for what is no address of an endpoint. */
const HINT =
	"Paste the HTTPS endpoint from the node's page in the Chainstack console, such as https://hyperliquid-mainnet.core.chainstack.com/your-key/evm";

/**
 * Reads the address of a node endpoint in whatever spelling people paste it.
 *
 * @param field display name of the field, for messages
 * @throws Problem for WebSocket addresses, a bare key, a masked one, plain http to another machine, a page of the
 *   console, or no address at all
 */
export function parsePastedAddress(text: string, field: string): URL {
	const trimmed = stripPasted(text);
	const reject = (flaw: string, hint = HINT) => new Problem(`'${field}' ${flaw}`, { hint });
	if (trimmed === '') throw reject('is empty');
	if (/^wss?:\/\//i.test(trimmed)) throw reject('is a WebSocket address; this node uses HTTPS');
	if (!trimmed.includes('://') && !HOST_START.test(trimmed)) {
		const isKey = trimmed.length >= SHORTEST_KEY && /\d/.test(trimmed);
		throw reject(`contains no host${isKey ? '; it looks like only a key' : ''}`);
	}
	const full = withScheme(trimmed);
	if (OTHER_SCHEME.test(trimmed) || !URL.canParse(full)) throw reject('is not an HTTPS address');
	const address = new URL(full);
	checkHttps(address, field);
	if (CONSOLE_HOST.test(address.hostname))
		throw reject(
			'is a page of the Chainstack console, not an endpoint',
			"Copy the HTTPS endpoint, which begins with https://, from that page and paste it here. In a node, you can also set 'Endpoint Source' to Node and choose the node",
		);
	if (isMasked(address))
		throw reject(
			'contains a masked key or a placeholder instead of the key',
			"Copy the whole address, with its key, from the node's page in the Chainstack console",
		);
	return address;
}

/** @returns scheme, host and port of an address in any spelling, or `undefined` when it is none */
export function findOrigin(address: string): string | undefined {
	const text = withScheme(stripPasted(address));
	return URL.canParse(text) ? new URL(text).origin : undefined;
}

/** A query may hold anything. */
function isMasked({ password, host, pathname }: URL): boolean {
	return MASKED_PASSWORD.test(safeDecode(password)) || MASKED_KEY.test(safeDecode(host + pathname));
}

function stripPasted(text: string): string {
	return removeInvisible(text).replace(/\s/g, '').replace(QUOTED, '$1');
}

function withScheme(text: string): string {
	return SCHEME.test(text) ? text : `https://${text}`;
}
