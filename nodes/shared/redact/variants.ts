/** A text to search for. */
export interface Variant {
	text: string;
	/** How many characters at its beginning are only context, and are not masked. */
	context: number;
	/** Where it counts: anywhere, not next to a letter or a digit, or not inside a longer number. */
	place: 'anywhere' | 'word' | 'number';
}

/** Nobody uses shorter values as secrets. */
export const SHORTEST_SECRET = 4;

/** Up to this length, a text of letters or of digits alone is an ordinary word or number as well. */
const LONGEST_WORD = 7;

/** Longer rows of digits are no ordinary numbers: bytes in hexadecimal may look like that. */
const NUMBER = /^\d{1,40}$/;

/** Characters that precede a secret in addresses and in lists of names and values. */
const BEFORE_SECRETS = ['/', ':', '='];

/**
 * The ways in which a secret is written: as it is, in a single case, escaped for addresses, JSON or HTML, as bytes, and
 * inside base64. What the platform issues is hexadecimal or alphanumeric, which every escape leaves as it is. A short
 * word is only searched for where secrets are expected: masking it everywhere would make ordinary texts unreadable.
 */
export function listVariants(secret: string): Variant[] {
	const forms = [secret, secret.toLowerCase(), secret.toUpperCase(), secret.replaceAll('+', ' ')];
	// A key of digits may have become a number, which drops zeros at its beginning and digits at its end.
	if (/^\d+$/.test(secret)) forms.push(String(Number(secret)));
	const texts = new Set([...forms.flatMap(listEscapes), ...listEncodings(Buffer.from(secret))]);
	return [...texts].filter(({ length }) => length >= SHORTEST_SECRET).flatMap(placeVariants);
}

function placeVariants(text: string): Variant[] {
	if (text.length <= LONGEST_WORD && /^(\p{L}+|\d+)$/u.test(text))
		return BEFORE_SECRETS.map((before) => ({ text: before + text, context: 1, place: 'word' }));
	return [{ text, context: 0, place: NUMBER.test(text) ? 'number' : 'anywhere' }];
}

/** The text itself, and escaped for addresses (once and twice), forms, JSON and HTML. */
function listEscapes(text: string): string[] {
	// A lone half of a surrogate pair, which has no encoding, is left out.
	const whole = text.replace(/\p{Cs}/gu, '');
	const percent = encodeURIComponent(whole);
	const json = JSON.stringify(text).slice(1, -1);
	return [
		text,
		encodeURI(whole),
		percent,
		percent.replace(/%../g, (code) => code.toLowerCase()),
		encodeURIComponent(percent),
		new URLSearchParams({ '': whole }).toString().slice(1),
		json,
		json.replaceAll('/', '\\/'),
		text.replace(/[&<>"']/g, (character) => `&${HTML_NAMES[character]};`),
	];
}

/** As most libraries escape them in HTML. */
const HTML_NAMES: Readonly<Record<string, string>> = {
	'&': 'amp',
	'<': 'lt',
	'>': 'gt',
	'"': 'quot',
	"'": '#39',
};

/** Every byte in hexadecimal, bare or percent-encoded, and what the bytes look like inside base64. */
function listEncodings(bytes: Buffer): string[] {
	const hex = bytes.toString('hex');
	const percent = hex.replace(/../g, '%$&');
	const base64 = [0, 1, 2].flatMap((shift) => listBase64Forms(bytes, shift));
	return [hex, hex.toUpperCase(), percent, percent.toUpperCase(), ...base64];
}

/**
 * Forms that bytes take inside the base64 of a longer sequence, in both alphabets, without the characters at both ends
 * that depend on the bytes around them.
 * @param shift how many bytes precede them, modulo 3
 */
function listBase64Forms(bytes: Buffer, shift: number): string[] {
	const start = Math.ceil((shift * 8) / 6);
	const end = Math.floor(((shift + bytes.length) * 8) / 6);
	const text = Buffer.concat([Buffer.alloc(shift), bytes])
		.toString('base64')
		.slice(start, end);
	return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
}
