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
	const given = Object.entries(object).filter(([, value]) => value !== undefined);
	return Object.fromEntries(given) as T;
}
