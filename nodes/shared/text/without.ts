/** @returns a copy of an object without some of its properties */
export function without<T extends object, K extends keyof T>(
	object: T,
	...names: readonly K[]
): Omit<T, K> {
	const copy: Partial<T> = { ...object };
	for (const name of names) delete copy[name];
	return copy as Omit<T, K>;
}
