// The results of the benchmarks in the words of the documentation.
import {
	readResults,
	type CaseResult,
	type EntryResult,
	type PartName,
	type PartResult,
} from '../../bench/results.mts';
import { median } from '../../bench/statistics.mts';

/** The names of the nodes that are compared most. */
export const OURS = 'Check Sync';
export const BUILT_IN = 'HTTP Request';

/** The results of a part. */
export function part(name: PartName): PartResult {
	const result = readResults()[name];
	if (result === undefined) throw new Error(`bench/results.json has no '${name}': npm run bench`);
	return result;
}

/** A case of a part, by its id. */
export function caseOf(name: PartName, id: string): CaseResult {
	const found = part(name).cases.find((each) => each.id === id);
	if (found === undefined) throw new Error(`bench/results.json has no case '${id}' of '${name}'`);
	return found;
}

/** The result of a node in a case. */
export function entryOf({ id, entries }: CaseResult, name: string): EntryResult {
	const found = entries.find((entry) => entry.name === name);
	if (found === undefined) throw new Error(`'${name}' took no part in the case '${id}'`);
	return found;
}

/** Median time of a node in milliseconds. */
export function timeOf(each: CaseResult, name: string): number {
	return median(entryOf(each, name).milliseconds);
}

/** Median and extremes, such as `4.03 s (4.02 to 4.04)`. */
export function range(values: readonly number[], written: (value: number) => string): string {
	const [from, to] = [Math.min(...values), Math.max(...values)].map(written);
	return `${written(median(values))} (${from.replace(/ \D+$/, '')} to ${to.replace(/ \D+$/, '')})`;
}

/** Median, shortest and longest time of a node. */
export function spread(each: CaseResult, name: string): string {
	return range(entryOf(each, name).milliseconds, (ms) => `${Math.round(ms)} ms`);
}

/** The same, and how many requests the server got. */
export function withRequests(each: CaseResult, name: string): string {
	const { requests = [] } = entryOf(each, name);
	return `${spread(each, name)}, ${median(requests)} requests`;
}

/** The time in which a node answered all items, or how many it answered. */
export function answered(each: CaseResult, name: string): string {
	const { good = 0 } = entryOf(each, name);
	const time = duration(timeOf(each, name));
	return good === each.items ? time : `${good} of ${each.items} answered`;
}

/** Milliseconds, as people write them. */
export function duration(ms: number): string {
	if (ms < 1000) return `${Math.round(ms)} ms`;
	return ms < 10_000 ? `${(ms / 1000).toFixed(2)} s` : `${(ms / 1000).toFixed(1)} s`;
}

/** How HTTP Request took part with its batching tuned to a limit. */
export function tunedOf({ entries }: CaseResult): EntryResult | undefined {
	return entries.find(({ name }) => name.startsWith(`${BUILT_IN},`));
}
