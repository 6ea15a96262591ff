import type { Family } from './family';
import { at, ifServed, integerIn, objectIn, textIn, timeIn, unusable } from './readFields';

/** Aptos: the ledger information says when the ledger was last changed. */
export const aptos: Family = {
	name: 'aptos',
	title: 'Aptos',
	asks: '/v1',
	async probe(ask) {
		const result = objectIn(await ask.get(''), 'ledger');
		const blockTimeMs = timeIn(result.ledger_timestamp, 1000);
		if (blockTimeMs === undefined) {
			throw unusable("the response has no readable 'ledger_timestamp'", result);
		}
		return {
			result,
			isSyncing: false,
			blockNumber: integerIn(result.block_height),
			blockTimeMs,
			chainId: integerIn(result.chain_id)?.toString(),
			clientVersion: textIn(result.git_hash),
		};
	},
	async timeAt(ask, height) {
		const block = await ifServed(ask.get(`blocks/by_height/${height}`));
		return timeIn(at(block, 'block_timestamp'), 1000);
	},
};
