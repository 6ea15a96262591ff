import { listInexactIntegers } from '../text/exactJson';
import { excerpt, valueExcerpt } from '../text/excerpt';
import { isRecord } from '../text/json';
import { Problem } from '../text/problem';

/** The maximum number of characters shown of a number. */
const LONGEST_NUMBER = 40;

/** Types of values that JSON leaves out. */
const MISSING: ReadonlySet<string> = new Set(['undefined', 'function', 'symbol']);

/**
 * Reads a JSON field that has to hold an object, or else a list or an object of named values.
 *
 * @param value text, or the result of an expression
 * @param field display name of the field, for messages
 * @returns its value; if it is empty `undefined`, or an empty list
 * @throws Problem that names the field: when its text is not JSON (with the unexpected character and its position) or
 *   has an integer that a number cannot hold exactly, when it holds anything else, something that JSON does not have,
 *   or lacks a value
 */
export function checkJsonField(value: unknown, field: string, holdsList = false): unknown {
	const given = typeof value === 'string' ? parseText(value, field) : toJson(value, field);
	if (given === undefined || given === null) return holdsList ? [] : undefined;
	return holdsList ? checkList(given, field) : checkObject(given, field);
}

function checkList(given: unknown, field: string): object {
	if (Array.isArray(given) || isRecord(given)) return given;
	throw makeNoListProblem(field);
}

function checkObject(given: unknown, field: string): object {
	if (isRecord(given)) return given;
	const found = Array.isArray(given) ? 'an array' : `a ${typeof given}`;
	throw new Problem(`'${field}' must be a JSON object, but it is ${found}`, {
		hint: 'Write an object such as { "archive": true }, or leave the field empty',
	});
}

function parseText(text: string, field: string): unknown {
	if (text.trim() === '') return undefined;
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch {
		throw makeMalformedProblem(text, field);
	}
	const [rounded] = listInexactIntegers(text)[0] ?? [];
	if (rounded === undefined) return parsed;
	throw new Problem(
		`'${field}' contains the number ${excerpt(rounded, LONGEST_NUMBER)}, which would be sent rounded: ${Number(rounded)}`,
		{ hint: `Put it in double quotes, so that it is sent as text` },
	);
}

/** @returns the Problem of a field that has to hold a list */
export function makeNoListProblem(field: string): Problem {
	return new Problem(`'${field}' must be a JSON array`, {
		hint: 'Put the values in brackets, such as ["latest", false]',
	});
}

function makeMalformedProblem(text: string, field: string): Problem {
	const position = findFirstMalformed(text);
	const before = text.slice(0, position);
	const line = before.split('\n').length;
	const column = position - before.lastIndexOf('\n');
	const found =
		position >= text.length
			? 'the text ends too early'
			: `unexpected ${JSON.stringify(text[position])}`;
	return new Problem(
		`'${field}' is not valid JSON: ${found} at line ${line}, column ${column} (position ${position})`,
		{
			hint: `Correct the JSON in '${field}'. Names and strings need double quotes, and a comma after the last entry is not allowed`,
		},
	);
}

/**
 * Index of the first character that is invalid at its position (the text's length when it only ends too early).
 * JavaScript engines leave the position out of some of their messages, but they do distinguish a text that could still
 * be continued from one that could not, which is monotonic in its length.
 */
function findFirstMalformed(text: string): number {
	let good = 0;
	let bad = text.length + 1;
	while (bad - good > 1) {
		const middle = Math.floor((good + bad) / 2);
		if (couldContinue(text.slice(0, middle))) good = middle;
		else bad = middle;
	}
	return good;
}

function couldContinue(prefix: string): boolean {
	try {
		JSON.parse(prefix);
		return true;
	} catch (error) {
		const { message: complaint } = error as SyntaxError;
		// Some messages quote the text, which may say such things itself.
		const position = /at position (\d+)[^"]*$/.exec(complaint)?.[1];
		return /^unexpected end/i.test(complaint) || Number(position) >= prefix.length;
	}
}

/**
 * Converts the result of an expression as JSON does, such as dates to texts.
 * @throws Problem that names the field and the place of a value that JSON would lose
 */
function toJson(value: unknown, field: string): unknown {
	if (value === undefined) return undefined;
	try {
		return JSON.parse(JSON.stringify(value, refuseLosses(field))) as unknown;
	} catch (error) {
		throw toJsonProblem(error, field);
	}
}

/** @param error from the replacer, or from JSON.stringify: the value contains itself, or is nested too deeply */
function toJsonProblem(error: unknown, field: string): Problem {
	if (error instanceof Problem) return error;
	return new Problem(`'${field}' holds a value that cannot be written as JSON`, {
		hint: `It refers to itself, or is nested too deeply. Correct the expression in '${field}'`,
	});
}

/**
 * @returns a replacer that changes nothing. JSON leaves out undefined values, and makes null of NaN: a transaction
 * without its receiver, or a network without its chain, would be another one.
 */
function refuseLosses(field: string) {
	/** Names and indexes on the way to each object, such as `[0].to`. */
	const paths = new Map<unknown, string>();
	return function (this: unknown, name: string, entry: unknown): unknown {
		const step = Array.isArray(this) ? `[${name}]` : `.${name}`;
		const path = paths.has(this) ? paths.get(this) + step : '';
		paths.set(entry, path);
		const found = describeLoss(entry);
		if (found === undefined) return entry;
		const place = path === '' ? '' : ` at ${valueExcerpt(path.replace(/^\./, ''))}`;
		throw new Problem(`'${field}' ${found}${place}`, {
			hint: `Its expression returns nothing there for this item that JSON can hold. Correct the expression in '${field}', or use null for no value`,
		});
	};
}

/** Kinds of objects that JSON writes as they are; boxed values come as what they hold. */
const KNOWN_KINDS: ReadonlySet<string> = new Set([
	'Array',
	'Boolean',
	'Null',
	'Number',
	'Object',
	'String',
]);

/** @returns in words how JSON would not send a value as it is, or `undefined` when it would */
function describeLoss(entry: unknown): string | undefined {
	if (MISSING.has(typeof entry)) return 'lacks a value';
	if (typeof entry === 'number' && !Number.isFinite(entry)) return `contains ${entry}`;
	// Such as Map or Set, in which JSON sees nothing; in an expression they may be of another realm. n8n-workflow gives
	// every BigInt a text in JSON (`BigInt.prototype.toJSON`).
	const kind = Object.prototype.toString.call(entry).slice(8, -1);
	if (KNOWN_KINDS.has(kind)) return undefined;
	return `contains a ${kind}`;
}
