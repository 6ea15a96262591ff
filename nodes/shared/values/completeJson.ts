import { valueExcerpt } from '../text/excerpt';
import { Problem } from '../text/problem';

/**
 * Makes sure that an object or a list from an expression can be sent as it is. JSON leaves out what is undefined, and
 * makes null of NaN: a transaction without its receiver, or a network without its chain, would be another one.
 *
 * @param field display name of the field
 * @throws Problem that says where a value is missing
 */
export function checkComplete(value: unknown, field: string): void {
	/** Names and indexes on the way to each object, such as `[0].to`. */
	const paths = new Map<unknown, string>();
	JSON.stringify(value, function (this: unknown, name: string, entry: unknown) {
		const step = Array.isArray(this) ? `[${name}]` : `.${name}`;
		const path = paths.has(this) ? paths.get(this) + step : '';
		paths.set(entry, path);
		const isNumber = typeof entry === 'number';
		if (isNumber ? Number.isFinite(entry) : !MISSING.has(typeof entry)) return entry;
		const found = isNumber ? `contains ${entry}` : 'lacks a value';
		throw new Problem(`'${field}' ${found} at ${valueExcerpt(path.replace(/^\./, ''))}`, {
			hint: `Its expression returns nothing usable there for this item. Correct the expression in '${field}', or use null where nothing is meant`,
		});
	});
}

const MISSING = new Set(['undefined', 'function', 'symbol']);
