import { isRecord } from '../text/json';
import type { ObjectShape } from './ethereumObjects';

/** Hexadecimal data and quantities, whose letters may have any case, as in addresses with a checksum. */
const HEX = /^0x[\da-f]*$/i;

/** A member that two results do not have in common, and what each of them has there. */
export interface Difference {
	/** Names and places, the outermost first; empty where the results differ as a whole. */
	path: readonly string[];
	values: readonly [unknown, unknown];
}

/** @returns whether two results say the same, by {@link findDifferences} */
export function isEqual(a: unknown, b: unknown, shape?: ObjectShape): boolean {
	return findDifferences(a, b, shape, 1).length === 0;
}

/**
 * Compares two results. The order of members and the case of hexadecimal texts do not matter, and `null` is the same as
 * a member that is absent. Of an object with a shape, a member outside of it that only one side has does not count.
 * Everything else does, and an empty result equals only an empty one.
 * @param shape of the result, or of the entries of a list
 * @param most how many differences are looked for
 */
export function findDifferences(
	a: unknown,
	b: unknown,
	shape?: ObjectShape,
	most = Infinity,
): Difference[] {
	const found: Difference[] = [];
	const search = new Search(found, most);
	search.compare(a, b, shape, []);
	return found;
}

class Search {
	constructor(
		private readonly found: Difference[],
		private readonly most: number,
	) {}

	compare(a: unknown, b: unknown, shape: ObjectShape | undefined, path: readonly string[]): void {
		if (this.found.length >= this.most) return;
		if (Array.isArray(a) && Array.isArray(b) && a.length === b.length) {
			for (const [index, entry] of a.entries())
				this.compare(entry, b[index], shape, [...path, String(index)]);
			return;
		}
		const membersOfA = toMembers(a);
		const membersOfB = toMembers(b);
		const areObjects = membersOfA !== undefined && membersOfB !== undefined;
		if (areObjects && (membersOfA.size === 0) === (membersOfB.size === 0))
			this.compareMembers(membersOfA, membersOfB, shape, path);
		else if (!isSame(a, b)) this.found.push({ path, values: [a, b] });
	}

	private compareMembers(
		a: ReadonlyMap<string, unknown>,
		b: ReadonlyMap<string, unknown>,
		shape: ObjectShape | undefined,
		path: readonly string[],
	): void {
		for (const name of new Set([...a.keys(), ...b.keys()])) {
			const isOnOneSide = !a.has(name) || !b.has(name);
			const isExtra = shape !== undefined && !shape.members.has(name);
			if (isOnOneSide && isExtra) continue;
			this.compare(a.get(name), b.get(name), shape?.inside?.[name], [...path, name]);
		}
	}
}

/** @returns the members of an object that say something, by their names; `undefined` for what is no object */
function toMembers(value: unknown): ReadonlyMap<string, unknown> | undefined {
	if (!isRecord(value)) return undefined;
	const said = Object.entries(value).filter(
		([, member]) => member !== null && member !== undefined,
	);
	return new Map(said.map(([name, member]) => [normalizeCase(name), member]));
}

function isSame(a: unknown, b: unknown): boolean {
	if (a === b) return true;
	if (typeof a === 'string' && typeof b === 'string') return normalizeCase(a) === normalizeCase(b);
	return (a ?? null) === null && (b ?? null) === null;
}

function normalizeCase(text: string): string {
	return HEX.test(text) ? text.toLowerCase() : text;
}
