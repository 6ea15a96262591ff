/** A line break within a long text, with the indentation that follows. */
const BREAK = /[\r\n][\r\n\t ]*/g;

/** Percent-encoding of UTF-8, also of the kind of the old `escape`. */
const PERCENT =
	/%(?:[0-7][\da-f]|[cd][\da-f]%[89ab][\da-f]|e[\da-f](?:%[89ab][\da-f]){2}|f[0-4](?:%[89ab][\da-f]){3}|u[\da-f]{4})/gi;

/** The escapes of JSON and JavaScript. */
const BACKSLASH = /\\(?:u[\da-f]{4}|x[\da-f]{2}|["'\\/bfnrt])/gi;

/** Character references of HTML. */
const REFERENCE = /&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi;

/**
 * The beginning of an escape that may stand for a letter, a digit, a line break, or a part of another escape; the
 * others stand for punctuation, blanks, or characters beyond ASCII.
 */
const ESCAPED_WORD =
	/%(?:0[ad]|2[356]|3[\db]|[46][\da-f]|[57][\dabc]|u00[0-7])|\\(?:[\\nr]|u00[0-7]|x[0-7])|&(?:#(?!39;|34;|x27;|x22;|x2f;)|(?:amp|percnt|bsol|num|semi);)/i;

const KINDS = [PERCENT, BACKSLASH, REFERENCE];

const ESCAPE = new RegExp(KINDS.map(({ source }) => source).join('|'), 'gi');

/** Characters of JSON's short escapes that do not stand for themselves. */
const SHORT_ESCAPES: Readonly<Record<string, string>> = {
	b: '\b',
	f: '\f',
	n: '\n',
	r: '\r',
	t: '\t',
};

/** Names of the ASCII characters that have one (HTML standard, named character references). */
const HTML_NAMES: Readonly<Record<string, string>> = {
	amp: '&',
	apos: "'",
	ast: '*',
	bsol: '\\',
	colon: ':',
	comma: ',',
	commat: '@',
	dollar: '$',
	equals: '=',
	excl: '!',
	grave: '`',
	gt: '>',
	hat: '^',
	lcub: '{',
	lowbar: '_',
	lpar: '(',
	lsqb: '[',
	lt: '<',
	num: '#',
	percnt: '%',
	period: '.',
	plus: '+',
	quest: '?',
	quot: '"',
	rcub: '}',
	rpar: ')',
	rsqb: ']',
	semi: ';',
	sol: '/',
	verbar: '|',
};

/** @returns whether a text holds anything that may be an escape, or a line break */
export function mayHoldEscapes(text: string): boolean {
	return /[%\\&\r\n]/.test(text);
}

/** @returns the text without its line breaks */
export function unbroken(text: string): string {
	return text.replace(BREAK, '');
}

/**
 * @param text without line breaks
 * @returns whether letters or digits may be escaped in it, or parts of other escapes
 */
export function mayHideWords(text: string): boolean {
	return ESCAPED_WORD.test(text);
}

/** @returns what the outermost layer of a text is made of: line breaks if it has any, otherwise escapes */
export function outermostLayer(text: string): RegExp {
	return text.includes('\n') || text.includes('\r') ? BREAK : ESCAPE;
}

/** @returns what the outermost layer may be made of where escapes of several kinds stand for parts of each other */
export function possibleLayers(text: string): readonly RegExp[] {
	if (outermostLayer(text) === BREAK) return [BREAK];
	return KINDS.filter((kind) => text.search(kind) !== -1);
}

/**
 * Removes one layer from a text: what was escaped twice is escaped once afterwards.
 * @param layer what the layer is made of
 */
export function unescaped(text: string, layer = outermostLayer(text)): string {
	return layer === BREAK ? unbroken(text) : text.replace(layer, meaningOf);
}

/** A stretch of a text: where it begins, and where the text continues. */
export type Stretch = readonly [start: number, end: number];

/** @returns a function that says where a stretch of the unescaped text was; escapes are never split */
export function sourcesOf(text: string, layer: RegExp): (stretch: Stretch) => Stretch {
	/** For each character of the unescaped text, the stretch it comes from. */
	const starts: number[] = [];
	const ends: number[] = [];
	const add = (count: number, start: number, end: number): void => {
		const isPlain = count === end - start;
		for (let each = 0; each < count; each += 1) {
			starts.push(isPlain ? start + each : start);
			ends.push(isPlain ? start + each + 1 : end);
		}
	};
	let done = 0;
	for (const { 0: escape, index } of text.matchAll(layer)) {
		const end = index + escape.length;
		add(index - done, done, index);
		add(layer === BREAK ? 0 : meaningOf(escape).length, index, end);
		done = end;
	}
	add(text.length - done, done, text.length);
	return ([start, end]) => [starts[start], ends[end - 1]];
}

/** @returns the character an escape stands for, or the escape itself where it is none */
function meaningOf(escape: string): string {
	const kind = escape[1];
	switch (escape[0]) {
		case '%':
			if (kind === 'u' || kind === 'U') return ofCode(escape.slice(2));
			return escape.length === 3 ? ofCode(escape.slice(1)) : ofBytes(escape);
		case '\\':
			return escape.length > 2
				? ofCode(escape.slice(2))
				: (SHORT_ESCAPES[kind.toLowerCase()] ?? kind);
		default:
			return ofReference(escape.slice(1, -1).toLowerCase()) ?? escape;
	}
}

function ofCode(hexadecimal: string): string {
	return String.fromCharCode(parseInt(hexadecimal, 16));
}

function ofBytes(encoded: string): string {
	try {
		return decodeURIComponent(encoded);
	} catch {
		// It only looks like UTF-8.
		return encoded;
	}
}

function ofReference(name: string): string | undefined {
	if (!name.startsWith('#')) return HTML_NAMES[name];
	const code = name.startsWith('#x') ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
	return code <= 0x10_ff_ff ? String.fromCodePoint(code) : undefined;
}
