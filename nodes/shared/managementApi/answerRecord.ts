import { isRecord } from '../text/json';

/** @returns whether JSON is a resource: all of them have an ID */
export function hasId(json: unknown): boolean {
	return isRecord(json) && typeof json.id === 'string' && json.id !== '';
}

/**
 * Finds the record in the answer to a request that made something: alone as documented, in a list of one, or inside
 * `data`.
 * @param isWanted whether JSON is the record
 */
export function findRecord(
	json: unknown,
	isWanted: (json: unknown) => boolean,
): Record<string, unknown> | undefined {
	if (Array.isArray(json)) return json.length === 1 ? findRecord(json[0], isWanted) : undefined;
	if (!isRecord(json)) return undefined;
	if (isWanted(json)) return json;
	return findRecord(json.data, isWanted);
}

/**
 * A success that carries an error is not one; and n8n takes a result with that member for a failed item. One that holds
 * nothing, such as an empty list, is none.
 */
export function saysError(json: unknown): boolean {
	if (!isRecord(json) || findRecord(json, hasId) !== undefined) return false;
	return holdsSomething(json.error) || holdsSomething(json.errors);
}

function holdsSomething(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length > 0;
	return Boolean(value);
}
