import { PHRASES, type Phrases } from './phrases';

/** Longer messages are read up to here, in characters: what they are about is said at the beginning. */
const READ = /^[^]{0,1000}/;

/** Words that a gap in a phrase may stand for, at most. */
const GAP = '(?: \\S+){0,4}?';

/** A table of phrases, ready to be searched for. */
export type Glossary = ReadonlyArray<Said & { anyOf: RegExp; and?: RegExp }>;

/** What a message says. */
export type Said = Required<Pick<Phrases, 'sign' | 'isVague'>>;

/** @returns a table whose phrases were compiled once */
export function compileGlossary(rows: readonly Phrases[]): Glossary {
	return rows.map(({ sign, isVague = false, anyOf, and }) => ({
		sign,
		isVague,
		anyOf: compilePhrases(anyOf),
		and: and && compilePhrases(and),
	}));
}

/** What servers of any kind say. */
const GENERAL = compileGlossary(PHRASES);

/**
 * @param own phrases of the family of the node, which precede those of servers of any kind
 * @returns what a message is about, by the first row of a table that has one of its phrases
 */
export function findSign(message: string, own: Glossary = []): Said | undefined {
	const words = toWords(message);
	const fits = ({ anyOf, and }: Glossary[number]): boolean =>
		anyOf.test(words) && (and === undefined || and.test(words));
	return own.find(fits) ?? GENERAL.find(fits);
}

/** @returns a text in small letters, with one space between its words and around it, and nothing else */
export function toWords(text: string): string {
	const [beginning = ''] = READ.exec(text) ?? [];
	const words = beginning
		// Names of methods have words such as `Block` or `Logs` of which the message does not speak.
		.replace(/\b[a-z][a-z\d]*_[a-z\d]+[A-Z]\w*/g, 'method')
		.replace(/['’]/g, '')
		.replace(/([a-z\d])([A-Z])/g, '$1 $2')
		.toLowerCase()
		.replace(/[^a-z\d]+/g, ' ');
	return ` ${words.trim()} `;
}

/** @returns a pattern that finds one of several phrases in what `toWords` makes of a message */
export function compilePhrases(phrases: readonly string[]): RegExp {
	return new RegExp(` (?:${phrases.map(compilePhrase).join('|')}) `);
}

function compilePhrase(phrase: string): string {
	let source = '';
	for (const word of phrase.split(' ')) {
		const isGap = word === '..';
		if (!isGap && source !== '') source += ' ';
		source += isGap ? GAP : compileWord(word);
	}
	return source;
}

function compileWord(word: string): string {
	const forms = word.split('/').map((form) => form.replace(/\*$/, '\\S*').replace('#', '\\d+'));
	return forms.length === 1 ? forms[0] : `(?:${forms.join('|')})`;
}
