import { valueExcerpt } from '../../../shared/text/excerpt';
import { Problem } from '../../../shared/text/problem';

/** Version 0: base58, always 46 characters. */
const VERSION_0 = /^Qm[1-9A-HJ-NP-Za-km-z]{44}$/;

/** Version 1: the prefix for an alphabet (b is base32, z base58, k base36, f hexadecimal), then characters of it. */
const VERSION_1 = /^[bBfFkKmMtTuUvVzZ][\w+/=-]{30,}$/;

/**
 * Text that people copy along with it: `ipfs://…`, `/ipfs/…`, or an address of a gateway, which may have it in its path
 * or as the first label of its host (specs.ipfs.tech, subdomain gateway).
 */
const SURROUNDINGS = [
	/^ipfs:\/\/(?:ipfs\/)?([^/?#]+)\/?(?:[?#].*)?$/i,
	/^(?:https?:\/\/[^/?#]+)?\/ipfs\/([^/?#]+)\/?(?:[?#].*)?$/i,
	/^https?:\/\/([^./?#]+)\.ipfs\.[^/?#]+\/?(?:[?#].*)?$/i,
];

/** @returns a content identifier alone, checked leniently: only the service can say whether it exists @throws Problem */
export function checkCid(text: string): string {
	const cid = SURROUNDINGS.map((form) => form.exec(text)?.[1]).find(Boolean) ?? text;
	if (VERSION_0.test(cid) || VERSION_1.test(cid)) return cid;
	throw new Problem(`'${valueExcerpt(cid)}' is not a content identifier (CID)`, {
		hint: 'A CID starts with Qm and has 46 characters (version 0), or starts with a letter such as b and is longer (version 1), with no path after it',
	});
}

/** @returns whether two identifiers mean the same content: versions and alphabets are ways to write the same bytes */
export function isSameContent(cid: string, other: string): boolean {
	return cid === other || toBytes(cid) === toBytes(other);
}

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567';
const BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz';
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** How an identifier of version 1 begins: the version, then the codec of version 0 (dag-pb), as hexadecimal digits. */
const DAG_PB_OF_VERSION_1 = '0170';

/** How the digits of identifiers are read, by their prefix (specs of multiformats: multibase). */
const DECODERS: ReadonlyMap<string, (digits: string) => string> = new Map([
	['b', decodeBase32],
	['B', (digits) => decodeBase32(digits.toLowerCase())],
	['f', (digits) => digits],
	['F', (digits) => digits.toLowerCase()],
	['k', (digits) => padToBytes(decodeNumber(digits, BASE36))],
	['K', (digits) => padToBytes(decodeNumber(digits.toLowerCase(), BASE36))],
	['z', (digits) => padToBytes(decodeNumber(digits, BASE58))],
	['m', (digits) => Buffer.from(digits, 'base64').toString('hex')],
	['u', (digits) => Buffer.from(digits, 'base64url').toString('hex')],
]);

/**
 * @returns the bytes of an identifier as version 1 has them, as hexadecimal digits (specs of multiformats: CID); the
 * identifier itself where its alphabet is another
 */
function toBytes(cid: string): string {
	if (VERSION_0.test(cid)) return DAG_PB_OF_VERSION_1 + decodeNumber(cid, BASE58);
	const decode = DECODERS.get(cid.charAt(0));
	return decode === undefined ? cid : decode(cid.slice(1));
}

/** @returns the number that digits of an alphabet stand for, as hexadecimal digits */
function decodeNumber(digits: string, alphabet: string): string {
	const base = BigInt(alphabet.length);
	let number = 0n;
	for (const digit of digits) number = number * base + BigInt(alphabet.indexOf(digit));
	return number.toString(16);
}

/** Numbers have no zeros in front; the bytes of version 1 begin with 01. */
function padToBytes(hex: string): string {
	return hex.length % 2 === 0 ? hex : `0${hex}`;
}

/** Five bits for each character; what is left at the end is no byte. */
function decodeBase32(digits: string): string {
	let bits = '';
	for (const digit of digits) bits += BASE32.indexOf(digit).toString(2).padStart(5, '0');
	const bytes = bits.match(/.{8}/g) ?? [];
	return bytes.map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0')).join('');
}
