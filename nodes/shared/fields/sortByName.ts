import type { Property } from '../values/field';

/** @returns properties in alphabetical order, as people search for them */
export function sortByName<const P extends readonly Property[]>(
	properties: P,
): ReadonlyArray<P[number]> {
	return [...properties].sort((a, b) =>
		a.displayName.localeCompare(b.displayName, 'en', { sensitivity: 'base' }),
	);
}
