/** Nobody uses shorter values as secrets. */
const SHORTEST_SECRET = 4;

/**
 * The ways in which a secret is written: as it is, in a single case, escaped for addresses, JSON or HTML, as bytes, and
 * inside base64. The keys of the platform are hexadecimal or alphanumeric; every escape leaves them as they are. A short
 * word is only searched for at places of secrets: masking it everywhere would make ordinary texts unreadable.
 */
export function listVariants(secret: string): string[] {
	if (secret.length < SHORTEST_SECRET) return [];
	const forms = [secret, secret.toLowerCase(), secret.toUpperCase(), secret.replaceAll('+', ' ')];
	// A key of digits may have become a number, which drops zeros at its beginning and digits at its end.
	if (/^\d+$/.test(secret)) forms.push(String(Number(secret)));
	const texts = new Set([...forms.flatMap(listEscapes), ...listEncodings(Buffer.from(secret))]);
	return [...texts].filter(({ length }) => length >= SHORTEST_SECRET);
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

/**
 * Every byte in hexadecimal, bare or percent-encoded, and what the bytes look like inside the base64 of a longer
 * sequence, in both alphabets: without the characters at both ends that depend on the bytes around them.
 */
function listEncodings(bytes: Buffer): string[] {
	const hex = bytes.toString('hex');
	const percent = hex.replace(/../g, '%$&');
	const base64 = [0, 1, 2].flatMap((shift) => {
		const end = Math.floor(((shift + bytes.length) * 8) / 6);
		const shifted = Buffer.concat([Buffer.alloc(shift), bytes]);
		return (['base64', 'base64url'] as const).map((alphabet) =>
			shifted.toString(alphabet).slice(Math.ceil((shift * 8) / 6), end),
		);
	});
	return [hex, hex.toUpperCase(), percent, percent.toUpperCase(), ...base64];
}
