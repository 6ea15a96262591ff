/** What earlier answers gave: texts and numbers by name. */
export type Given = Map<string, string | number>;

const NAME = /\{(\w+)\}/g;

/** Puts what was given into the texts of a request, at any depth. A text that is one name becomes its value. */
export function fill<T>(value: T, given: Given): T {
	if (typeof value === 'string') return fillText(value, given) as T;
	if (Array.isArray(value)) return value.map((each) => fill<unknown>(each, given)) as T;
	if (typeof value !== 'object' || value === null) return value;
	const entries = Object.entries(value).map(([name, each]) => [name, fill<unknown>(each, given)]);
	return Object.fromEntries(entries) as T;
}

function fillText(text: string, given: Given): string | number {
	const whole = /^\{(\w+)\}$/.exec(text)?.[1];
	if (whole !== undefined) return given.get(whole) ?? text;
	return text.replace(NAME, (name, inside: string) => String(given.get(inside) ?? name));
}

/** A path with what was given in it, each as one segment or one value. */
export function fillPath(path: string, given: Given): string {
	return path.replace(NAME, (name, inside: string) =>
		given.has(inside) ? encodeURIComponent(String(given.get(inside))) : name,
	);
}

/** Names in the texts of a request that nothing has given yet. */
export function missingNames(request: unknown, given: Given): string[] {
	const names = [...JSON.stringify(request).matchAll(NAME)].map(([, name]) => name);
	return [...new Set(names)].filter((name) => !given.has(name));
}
