import type { IDataObject } from 'n8n-workflow';

import { buildQuery, type Query } from '../managementApi/query';
import type { OperationContext } from '../run/operationContext';

/** The values of `returnAllProperties`. */
interface ListLimit {
	returnAll: boolean;
	limit: number;
}

/** A list that is read page by page, and says how many records it has if that is known. */
type CountedList = (noteCount: (count: number) => void) => AsyncIterable<IDataObject>;

/**
 * Reads a list as far as it is needed; pages beyond the limit are not requested. An agent, which would take a part for
 * the whole, is told how many there are.
 * @param list a function that reads it, or the records themselves if they came at once
 */
export async function takeUpToLimit(
	list: CountedList | readonly IDataObject[],
	{ returnAll, limit }: ListLimit,
	{ isTool, listedPart }: Pick<OperationContext, 'isTool' | 'listedPart'>,
): Promise<IDataObject[]> {
	const most = returnAll ? Infinity : limit;
	const taken: IDataObject[] = [];
	let total: number | undefined;
	const noteCount = (count: number): void => {
		total = count;
	};
	for await (const record of open(list, noteCount)) {
		// Only one record beyond the limit says that there are more if they were not counted.
		if (taken.length === most) {
			listedPart();
			return taken;
		}
		taken.push(record);
		if (taken.length === most && (!isTool || total !== undefined)) break;
	}
	if (total !== undefined && total > taken.length) listedPart(total);
	return taken;
}

function open(
	list: CountedList | readonly IDataObject[],
	noteCount: (count: number) => void,
): AsyncIterable<IDataObject> | Iterable<IDataObject> {
	if (typeof list === 'function') return list(noteCount);
	noteCount(list.length);
	return list;
}

/**
 * Reads a list of the management API, as {@link takeUpToLimit} does.
 * @param filters the values of fields by which the service filters and sorts
 */
export function readList(
	path: string,
	filters: Partial<Query>,
	values: ListLimit,
	context: Pick<OperationContext, 'api' | 'isTool' | 'listedPart'>,
): Promise<IDataObject[]> {
	const query = buildQuery(filters);
	return takeUpToLimit((noteCount) => context.api.list(path, query, noteCount), values, context);
}
