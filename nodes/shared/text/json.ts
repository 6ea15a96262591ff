/** @returns whether a value is a JSON object: neither null nor a list */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * JSON nested deeper than this is not read: walking through it, as n8n does when it copies and saves data, would
 * exhaust the stack.
 */
const DEEPEST = 1000;

/** @returns the parsed value, or `undefined` when the text is not JSON, or nested too deeply */
export function parseOrUndefined(text: string): unknown {
	if (isTooDeep(text)) return undefined;
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;

/** @returns whether the brackets of a JSON text are nested deeper than can be read */
export function isTooDeep(text: string): boolean {
	// Fewer brackets than that cannot be nested deeper; most answers end here.
	if (text.length <= DEEPEST) return false;
	let depth = 0;
	let isInText = false;
	for (let index = 0; index < text.length; index += 1) {
		const code = text.charCodeAt(index);
		if (code === QUOTE) {
			isInText = !isInText;
		} else if (isInText) {
			// The character after a backslash belongs to the text, even if it is a quotation mark.
			if (code === BACKSLASH) index += 1;
		} else if (code === OPEN_BRACKET || code === OPEN_BRACE) {
			depth += 1;
		} else if (code === CLOSE_BRACKET || code === CLOSE_BRACE) {
			depth -= 1;
		}
		if (depth > DEEPEST) return true;
	}
	return false;
}

/** @returns the members of a list by their keys, in their order; members without a key are left out */
export function groupBy<T, K>(list: Iterable<T>, keyOf: (member: T) => K | undefined) {
	const groups = new Map<K | undefined, T[]>();
	for (const member of list) {
		const key = keyOf(member);
		const group = groups.get(key);
		if (group === undefined) groups.set(key, [member]);
		else group.push(member);
	}
	groups.delete(undefined);
	return groups as Map<K, T[]>;
}

/** @returns the fields with these names that an object has, in the order given */
export function pick<T>(record: Readonly<Record<string, T>>, ...names: readonly string[]) {
	return Object.fromEntries(
		names.filter((name) => name in record).map((name) => [name, record[name]]),
	);
}

/** @returns a copy of an object without some of its properties */
export function omit<T extends object, K extends keyof T>(
	object: T,
	...names: readonly K[]
): Omit<T, K> {
	const copy: Partial<T> = { ...object };
	for (const name of names) delete copy[name];
	return copy as Omit<T, K>;
}

/** @returns a copy of an object without the properties that have no value */
export function omitUndefined<T extends object>(object: T): T {
	// Not by way of a list of entries: this is called several times for each item.
	const given: Partial<T> = {};
	for (const name in object) if (object[name] !== undefined) given[name] = object[name];
	return given as T;
}
