import { valueExcerpt } from '../text/excerpt';
import { isRecord } from '../text/json';
import { Problem } from '../text/problem';

/** Deeper values are not searched: nobody writes them by hand. */
const DEEPEST = 100;

/** A value that JSON cannot hold, and where it is. */
interface Gap {
	/** Names and indexes on the way to it, such as `[0]` and `.to`. */
	path: readonly string[];
	value: unknown;
}

/**
 * Makes sure that an object or a list from an expression can be sent as it is. JSON leaves out what is undefined, and
 * makes null of NaN: a transaction without its receiver, or a network without its chain, would be another one.
 *
 * @param field display name of the field
 * @throws Problem that says where a value is missing
 */
export function checkComplete(value: unknown, field: string): void {
	const gap = gapIn(value, []);
	if (gap === undefined) return;
	const place = valueExcerpt(gap.path.join('').replace(/^\./, ''));
	const found = typeof gap.value === 'number' ? `contains ${gap.value}` : 'lacks a value';
	throw new Problem(`'${field}' ${found} at ${place}`, {
		hint: `Its expression returns nothing usable there for this item. Correct the expression in '${field}', or use null where nothing is meant`,
	});
}

function gapIn(value: unknown, path: readonly string[]): Gap | undefined {
	switch (typeof value) {
		case 'undefined':
		case 'function':
		case 'symbol':
			return { path, value };
		case 'number':
			return Number.isFinite(value) ? undefined : { path, value };
	}
	// Dates, and what else says itself how it is written.
	if (path.length >= DEEPEST || hasOwnJson(value)) return undefined;
	if (!Array.isArray(value) && !isRecord(value)) return undefined;
	const entries = Array.isArray(value)
		? // A hole in a list is undefined, too.
			Array.from(value, (entry: unknown, index) => [`[${index}]`, entry] as const)
		: Object.entries(value).map(([name, entry]) => [`.${name}`, entry] as const);
	for (const [step, entry] of entries) {
		const gap = gapIn(entry, [...path, step]);
		if (gap !== undefined) return gap;
	}
	return undefined;
}

function hasOwnJson(value: unknown): boolean {
	return isRecord(value) && typeof value.toJSON === 'function';
}
