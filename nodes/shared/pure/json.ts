/** @returns whether a value is a JSON object: neither null nor a list */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @returns the parsed value, or `undefined` when the text is not JSON */
export function parsedOrUndefined(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}
