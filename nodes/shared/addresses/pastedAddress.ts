import { Problem } from '../text/problem';
import { removeInvisible, safeDecode } from '../text/strings';
import { checkHttps } from './urls';

/** A host has a dot or a port, or is this machine; a key has neither. */
const HOST_START = /^(localhost\b|\[|[^/?#]*[.:])/i;

/** Words such as `ethereum-mainnet` are shorter, or have no digits. */
const SHORTEST_KEY = 16;

const SCHEME = /^[a-z][a-z\d+.-]*:\/\//i;

/** Placeholders for a key where the key itself is hidden, or is to be filled in. */
const MASKED_KEY = /[*•●…]|\.\.\.|<[^>]*>|\byour[-_]?(api[-_]?)?key\b/i;

/** A password may contain such characters, but does not consist of them. */
const MASKED_PASSWORD = /^([*•●….]+|<[^>]*>)$/;

/** An address copied together with its quotation marks, or the brackets around it. */
const QUOTED = /^["'`<“‘](.*)["'`>”’]$/;

/** Its pages are often copied instead of the endpoint they show. */
const CONSOLE_HOST = /^console\.chainstack\.com$/i;

const EXAMPLE = 'https://hyperliquid-mainnet.core.chainstack.com/your-key/evm';

/**
 * Reads the address of a node endpoint in whatever spelling people paste it.
 *
 * @param field display name of the field, for messages
 * @throws Problem for WebSocket addresses, a bare key, a masked one, plain http to another machine, a page of the
 *   console, or no address at all
 */
export function parsePastedAddress(text: string, field: string): URL {
	const trimmed = stripPasted(text);
	if (trimmed === '')
		throw new Problem(`'${field}' is empty`, {
			hint: `Paste the HTTPS address of a node, such as ${EXAMPLE}`,
		});
	if (/^wss?:\/\//i.test(trimmed))
		throw new Problem(`'${field}' is a WebSocket address; this node uses HTTPS`, {
			hint: `Paste the HTTPS endpoint from the node's page in the Chainstack console, such as ${EXAMPLE}`,
		});
	if (!trimmed.includes('://') && !HOST_START.test(trimmed)) {
		const isKey = trimmed.length >= SHORTEST_KEY && /\d/.test(trimmed);
		throw new Problem(`'${field}' contains no host${isKey ? '; it looks like only a key' : ''}`, {
			hint: `Paste the full HTTPS address, such as ${EXAMPLE}`,
		});
	}
	const full = withScheme(trimmed);
	const missesSlash = /^https?:(?!\/\/)/i.test(trimmed);
	const isSpoiled = /^[^/?#]*:\/\//.test(trimmed) && !SCHEME.test(trimmed);
	if (missesSlash || isSpoiled || !URL.canParse(full) || !/^https?:$/.test(new URL(full).protocol))
		throw new Problem(`'${field}' is not an HTTPS address`, {
			hint: `Paste the HTTPS address of a node, such as ${EXAMPLE}`,
		});
	const address = new URL(full);
	checkHttps(address, field);
	if (CONSOLE_HOST.test(address.hostname))
		throw new Problem(`'${field}' is a page of the Chainstack console, not an endpoint`, {
			hint: "Copy the HTTPS endpoint, which begins with https://, from that page and paste it here. In a node, you can also set 'Endpoint Source' to Node and choose the node",
		});
	if (isMasked(address))
		throw new Problem(`'${field}' contains a masked key or a placeholder instead of the key`, {
			hint: "Copy the whole address, with its key, from the node's page in the Chainstack console",
		});
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
