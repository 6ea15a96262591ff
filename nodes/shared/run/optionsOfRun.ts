import { isRecord } from '../text/json';
import { asProblem, type Problem } from '../text/problem';
import { checkedNumber } from '../values/checkedNumber';
import type { Property } from '../values/propertyTypes';
import type { ItemValues } from '../values/readValues';
import { BATCH_SIZE, MAX_CHARACTERS, MAX_CONCURRENCY, REQUESTS_PER_SECOND } from './requestOptions';

/** Upper bounds that requests of all items share; 0 sets none. */
const SHARED: ReadonlySet<string> = new Set(
	[BATCH_SIZE, MAX_CHARACTERS, MAX_CONCURRENCY, REQUESTS_PER_SECOND].map(({ name }) => name),
);

/** What the items of a run specify for the bounds that they share. */
export interface OptionsOfRun {
	/** The smallest value of each, by name. */
	options: Record<string, number>;
	/** The items; those that give an invalid value have that problem. */
	items: ItemValues[];
	/** One sentence for each option for which they give different values. */
	notes: string[];
}

/** Values that items give for an option. */
type Given = ReadonlyArray<{ property: Property; values: Set<number> }>;

/**
 * Takes the bounds that apply to the whole run from the values of its items. Where these differ the smallest applies,
 * since all of them allow that.
 * @param offered the options of the operation
 */
export function optionsOfRun(
	read: readonly ItemValues[],
	offered: readonly Property[],
): OptionsOfRun {
	const given: Given = offered
		.filter(({ name }) => SHARED.has(name))
		.map((property) => ({ property, values: new Set() }));
	const problems = new Map<unknown, Problem | undefined>();
	const items = read.map((item) => {
		if ('problem' in item) return item;
		const { options } = item.values;
		// Most runs have one collection of options for all items.
		if (!problems.has(options)) problems.set(options, note(options, given));
		const problem = problems.get(options);
		return problem === undefined ? item : { problem };
	});
	const used = given.filter(({ values }) => values.size > 0);
	return {
		options: Object.fromEntries(
			used.map(({ property, values }) => [property.name, smallest(values)]),
		),
		items,
		notes: used
			.filter(({ values }) => values.size > 1)
			.map(
				({ property, values }) =>
					`The items have different values for '${property.displayName}', which applies to the whole run: the smallest, ${smallest(values)}, was used`,
			),
	};
}

/** Notes what an item gives. @returns what is wrong with one of its values, if anything; then none is noted */
function note(options: unknown, given: Given): Problem | undefined {
	if (!isRecord(options)) return undefined;
	try {
		const checked = given
			.filter(({ property: { name } }) => options[name] !== undefined)
			.map(
				({ property, values }) =>
					[values, checkedNumber(property, options[property.name])] as const,
			);
		for (const [values, value] of checked) values.add(value);
		return undefined;
	} catch (error) {
		return asProblem(error);
	}
}

/** 0 sets no bound. */
function smallest(values: ReadonlySet<number>): number {
	const bounds = [...values].filter((value) => value > 0);
	return bounds.length > 0 ? Math.min(...bounds) : 0;
}
