import { mayHoldEscapes, unescaped } from './escapes';
import { MOST_LAYERS } from './readings';

/** A text to search for. */
export interface Spelling {
	text: string;
	/** How many characters at its beginning are only context, and are not masked. */
	context: number;
	/** It is masked only where no letter or digit follows. */
	isWord: boolean;
}

/** Nobody uses shorter values as secrets. */
export const SHORTEST_SECRET = 4;

/** Together with what follows it, the end of a secret may look like an escape, and be removed as one. */
const OPEN_END = /(\\|%[\da-f]?|&#?\w{0,6})$/i;

/** A secret without such an end is searched for if at least this many characters are left. */
const SHORTEST_REST = 8;

/** Up to this length, a text of letters or of digits alone is an ordinary word or number as well. */
const LONGEST_WORD = 7;

/** What precedes a secret in addresses and in lists of names and values. */
const BEFORE_SECRETS = ['/', ':', '='];

/**
 * The ways in which a secret can be written, apart from escapes of its characters: as it is, in a single case, as
 * hexadecimal bytes, and inside base64 wherever it may begin there. A short word is only searched for where secrets are
 * expected: masking it everywhere would make ordinary texts unreadable.
 */
export function spellingsOf(secret: string): Spelling[] {
	const texts = [
		...formsOf(secret),
		...[secret, percentEncoded(secret)].flatMap((form) => encodingsOf(form)),
	].filter(({ length }) => length >= SHORTEST_SECRET);
	return [...new Set(texts)].flatMap((text): Spelling[] =>
		isOrdinary(text)
			? BEFORE_SECRETS.map((before) => ({ text: before + text, context: 1, isWord: true }))
			: [{ text, context: 0, isWord: false }],
	);
}

function isOrdinary(text: string): boolean {
	return text.length <= LONGEST_WORD && /^(\p{L}+|\d+)$/u.test(text);
}

/**
 * The secret itself, in a single case, as a form's field or a number; and what each of these becomes when the escapes
 * it seems to contain are removed.
 */
function formsOf(secret: string): string[] {
	const forms = [secret, secret.replaceAll(' ', '+'), secret.replaceAll('+', ' ')];
	const whole = secret.replace(OPEN_END, '');
	if (whole.length >= SHORTEST_REST) forms.push(whole);
	if (/^\d+$/.test(secret)) forms.push(String(Number(secret)));
	const inAnyCase = forms.flatMap((form) => [form, form.toLowerCase(), form.toUpperCase()]);
	return [...new Set(inAnyCase)].flatMap(layersOf);
}

function layersOf(text: string): string[] {
	const layers = [text];
	let layer = text;
	while (layers.length <= MOST_LAYERS && mayHoldEscapes(layer)) {
		layer = unescaped(layer);
		layers.push(layer);
	}
	return layers;
}

function percentEncoded(secret: string): string {
	// A lone half of a surrogate pair, which has no encoding, is left out.
	return encodeURIComponent(secret.replace(/\p{Cs}/gu, ''));
}

function encodingsOf(text: string): string[] {
	const bytes = Buffer.from(text);
	const hex = bytes.toString('hex');
	return [hex, hex.toUpperCase(), ...[0, 1, 2].flatMap((shift) => base64Of(bytes, shift))];
}

/**
 * What bytes look like inside the base64 of a longer sequence, without the characters at both ends that depend on the
 * bytes around them.
 * @param shift how many bytes precede them, modulo 3
 */
function base64Of(bytes: Buffer, shift: number): string[] {
	const start = Math.ceil((shift * 8) / 6);
	const end = Math.floor(((shift + bytes.length) * 8) / 6);
	const text = Buffer.concat([Buffer.alloc(shift), bytes])
		.toString('base64')
		.slice(start, end);
	return [text, text.replaceAll('+', '-').replaceAll('/', '_')];
}
