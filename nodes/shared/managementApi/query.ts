/** Values of a query; the platform's filters are all plain. */
export type Query = Readonly<Record<string, string | number | boolean>>;

/** @returns a query of the values that are given; fields are named as the service names them: `order_by` for `orderBy` */
export function buildQuery(values: Partial<Query>): Query {
	const query: Record<string, Query[string]> = {};
	for (const [field, value] of Object.entries(values)) {
		const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
		if (value !== undefined && value !== '') query[name] = value;
	}
	return query;
}
