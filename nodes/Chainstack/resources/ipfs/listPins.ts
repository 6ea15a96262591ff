import type { IDataObject } from 'n8n-workflow';

import { readResults } from '../../../shared/managementApi/pages';
import type { PlatformClient } from '../../../shared/managementApi/platformClient';
import type { Query } from '../../../shared/managementApi/query';
import { PINS_PATH } from './pinFields';

/** Pins requested at once; the service documents neither a default nor a maximum. */
const PINS_PER_PAGE = 100;

/**
 * Reads a list of pins page by page, only while the caller keeps asking. This part of the service divides its pages by
 * offset, so a list that changes meanwhile may show a pin again: each is returned once, and a page with nothing new
 * ends the list.
 *
 * @param noteCount is called for each page with the number of pins in the whole list
 * @throws Problem
 */
export async function* listPins(
	api: PlatformClient,
	query: Query,
	noteCount?: (count: number) => void,
): AsyncGenerator<IDataObject> {
	const seen = new Set<unknown>();
	let offset = 0;
	while (true) {
		const page = { ...query, offset, limit: PINS_PER_PAGE };
		const answer = await api.get(PINS_PATH, 'list of pins', page);
		if (typeof answer.count === 'number') noteCount?.(answer.count);
		const results = readResults(answer, 'a list of pins');
		const news = results.filter(({ id }) => !seen.has(id));
		for (const pin of news) {
			seen.add(pin.id);
			yield pin;
		}
		offset += results.length;
		const isComplete = typeof answer.count === 'number' && offset >= answer.count;
		if (news.length === 0 || isComplete) return;
	}
}
