/** @returns the entries grouped by what a function returns for each of them, in their order */
export function grouped<K, T>(entries: readonly T[], keyOf: (entry: T) => K): Map<K, T[]> {
	const groups = new Map<K, T[]>();
	for (const entry of entries) {
		const key = keyOf(entry);
		const same = groups.get(key);
		if (same === undefined) groups.set(key, [entry]);
		else same.push(entry);
	}
	return groups;
}
