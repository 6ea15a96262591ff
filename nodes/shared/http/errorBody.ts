import { excerpt } from '../text/excerpt';
import { isRecord, parseOrUndefined } from '../text/json';

/** Details of an unsuccessful answer, whatever the format of its body. Texts are excerpts. */
export interface ErrorBody {
	text?: string;
	/** The service's own code, such as `TooManyRequests`. */
	code?: string;
	/** Messages about single fields: name and text. */
	fields: Array<{ name: string; text: string }>;
	/** Form of the body; `other` is JSON without any known message. */
	form: 'json' | 'html' | 'text' | 'empty' | 'other';
	/** When the service accepts the next request, as an ISO date (faucet). */
	nextAvailable?: string;
}

/** Bodies nested deeper than this are not error messages, and reading them could exhaust the stack. */
const DEEPEST = 8;

/** A title is searched for in this many characters at the start of a page. */
const LONGEST_HEAD = 20_000;

/** Codes and names of fields are cut after this many characters. */
const LONGEST_NAME = 60;

/**
 * Reads every error body the platform and its node endpoints are known to send: `{error:{code,message,
 * fields}}` (core API), `{error:"text"}` and `nextFaucetAvailable` (faucet), `{errors:[…]}` (IPFS),
 * `{detail}` and field lists (Django REST framework), JSON-RPC errors, HTML pages, plain text, nothing.
 *
 * @param body raw text of the answer
 */
export function readErrorBody(body: string): ErrorBody {
	const text = body.trim();
	if (text === '') return { fields: [], form: 'empty' };
	if (text.startsWith('<')) return { text: findTitle(text), fields: [], form: 'html' };
	const parsed = parseOrUndefined(text);
	if (parsed === undefined) return { text: excerpt(text), fields: [], form: 'text' };
	if (typeof parsed === 'string' || Array.isArray(parsed)) return readEntries([parsed].flat());
	return isRecord(parsed) ? readObject(parsed) : { fields: [], form: 'other' };
}

function readObject(body: Record<string, unknown>): ErrorBody {
	const { error, errors } = body;
	const isNested = isRecord(error);
	if (!isNested && typeof error !== 'string' && Array.isArray(errors)) return readEntries(errors);
	const said =
		typeof error === 'string' ? { text: excerpt(error) } : readMessage(isNested ? error : body);
	const isSaid = isNested || isRecord(errors) || said.text !== undefined;
	const named = isNested ? error.fields : errors;
	// Django REST framework answers a rejected form as { "<field>": ["…"] } without any envelope.
	const fields = listFields(isSaid ? named : body);
	const nextAvailable = shorten(body.nextFaucetAvailable);
	return { ...said, fields, form: isSaid || fields.length > 0 ? 'json' : 'other', nextAvailable };
}

function readEntries(entries: unknown[]): ErrorBody {
	const found = entries.map(readEntry);
	const texts = found.flatMap(({ name, text }) => (name || text === undefined ? [] : [text]));
	const fields = found.flatMap(({ name, text }) =>
		name && text !== undefined ? [{ name, text }] : [],
	);
	const code = found.find((entry) => entry.code !== undefined)?.code;
	const text = texts.length > 0 ? excerpt(texts.join('; ')) : undefined;
	const isKnown = text !== undefined || fields.length > 0 || code !== undefined;
	return { text, code, fields, form: isKnown ? 'json' : 'other' };
}

/** @returns what one entry of a list says, and of which field */
function readEntry(entry: unknown): { text?: string; code?: string; name?: string } {
	if (typeof entry === 'string') return { text: entry };
	if (!isRecord(entry)) return {};
	const { text, code } = readMessage(isRecord(entry.error) ? entry.error : entry);
	return { text, code, name: shorten(entry.field) };
}

function readMessage(body: Record<string, unknown>): Pick<ErrorBody, 'text' | 'code'> {
	const text = [body.message, body.detail, body.error_description, body.title].find(
		(value): value is string => typeof value === 'string' && value.trim() !== '',
	);
	return { text: text === undefined ? undefined : excerpt(text), code: shorten(body.code) };
}

/** A code, a name or a date. */
function shorten(value: unknown): string | undefined {
	const isShown = typeof value === 'string' || typeof value === 'number';
	return isShown ? excerpt(String(value), LONGEST_NAME) : undefined;
}

function listFields(fields: unknown, prefix = '', depth = 0): ErrorBody['fields'] {
	if (!isRecord(fields) || depth > DEEPEST) return [];
	return Object.entries(fields).flatMap(([name, value]) => {
		const ownName = excerpt(name, LONGEST_NAME);
		const path = prefix === '' ? ownName : `${prefix}.${ownName}`;
		if (isRecord(value)) return listFields(value, path, depth + 1);
		const entries = [value].flat();
		const texts = entries.filter((entry) => typeof entry === 'string');
		const nested = entries.flatMap((entry, index) =>
			listFields(entry, `${path}[${index}]`, depth + 1),
		);
		return texts.length > 0 ? [{ name: path, text: excerpt(texts.join(' ')) }, ...nested] : nested;
	});
}

function findTitle(html: string): string | undefined {
	const title = (findElement(html, 'title') ?? findElement(html, 'h1') ?? '').trim();
	return title === '' ? undefined : excerpt(title);
}

/**
 * The text of the first element with a name, up to its end tag: it may repeat a key that contains a `<`, and part of a
 * key that is cut there would be shown. The pattern is literal, so no page can make it slow.
 */
function findElement(html: string, name: string): string | undefined {
	const head = html.slice(0, LONGEST_HEAD);
	const start = head.toLowerCase().indexOf(`<${name}`);
	const from = start === -1 ? -1 : head.indexOf('>', start);
	if (from === -1) return undefined;
	const inner = html.slice(from + 1);
	const to = inner.search(new RegExp(`</${name}`, 'i'));
	return to === -1 ? inner : inner.slice(0, to);
}
