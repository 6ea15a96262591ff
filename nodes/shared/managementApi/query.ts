/** Values of a query; the platform's filters are all plain. */
export type Query = Readonly<Record<string, string | number | boolean>>;

/** @returns the entries of a query that have a value */
export function filledIn(
	query: Readonly<Record<string, string | number | boolean | undefined>>,
): Record<string, string | number | boolean> {
	return Object.fromEntries(
		Object.entries(query).filter(
			(entry): entry is [string, string | number | boolean] =>
				entry[1] !== undefined && entry[1] !== '',
		),
	);
}
