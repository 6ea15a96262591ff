import type { Family } from './family';
import { at, read, makeFault } from './readFields';

/** Aptos: the ledger information says when the ledger was last changed. No target: the age decides. */
export const aptos: Family = {
	title: 'Aptos',
	asks: '/v1',
	async probe(ask) {
		const result = read.object(await ask.get(''), 'ledger');
		const blockTimeMs = read.time(result.ledger_timestamp, 1000);
		if (blockTimeMs === undefined)
			throw makeFault("the response has no readable 'ledger_timestamp'", result);
		return {
			result,
			isSyncing: false,
			blockNumber: read.integer(result.block_height),
			blockTimeMs,
			chainId: read.integer(result.chain_id)?.toString(),
			clientVersion: read.text(result.git_hash),
		};
	},
	timeAt: async (ask, height) =>
		read.time(at(await ask.get(`blocks/by_height/${height}`), 'block_timestamp'), 1000),
};
