import type { IDataObject } from 'n8n-workflow';

import type { PlatformClient } from '../../../shared/platform/platformClient';
import type { Query } from '../../../shared/platform/query';
import { Problem } from '../../../shared/pure/problem';

/** Where pins are listed. */
export const PINS_PATH = '/v1/ipfs/pins';

/** Pins requested at once; the service documents neither a default nor a maximum. */
const PINS_PER_PAGE = 100;

/**
 * Reads a list of pins page by page, only while the caller keeps asking. This part of the service divides its pages by
 * offset, so a list that changes meanwhile may show a pin again: each is returned once, and a page with nothing new
 * ends the list.
 *
 * @throws Problem
 */
export async function* listPins(api: PlatformClient, query: Query): AsyncGenerator<IDataObject> {
	const seen = new Set<unknown>();
	for (let offset = 0; ; ) {
		const page = { ...query, offset, limit: PINS_PER_PAGE };
		const { results, count } = await api.get(PINS_PATH, 'list of pins', page);
		if (!Array.isArray(results)) {
			throw new Problem("Chainstack returned a list of pins without 'results'", {
				hint: "Check that 'Base URL' in the credential is the address of the API itself",
			});
		}
		const news = (results as IDataObject[]).filter(({ id }) => !seen.has(id));
		for (const pin of news) {
			seen.add(pin.id);
			yield pin;
		}
		offset += results.length;
		if (news.length === 0 || (typeof count === 'number' && offset >= count)) return;
	}
}
