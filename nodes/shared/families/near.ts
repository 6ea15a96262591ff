import type { Family } from './family';
import {
	at,
	countIn,
	dateIn,
	ifAnswered,
	ifServed,
	integerIn,
	objectIn,
	textIn,
	timeIn,
	together,
	unusable,
} from './readFields';

/** NEAR: `status` contains everything. */
export const near: Family = {
	name: 'near',
	title: 'NEAR',
	asks: 'status',
	reads:
		/^(status|health|block|chunk|query|tx|changes|gas_price|validators|network_info|light_client_proof|next_light_client_block|client_config|genesis_config|maintenance_windows|block_effects|EXPERIMENTAL_(?!broadcast)\w+)$/,
	async probe(ask, options) {
		const [status, network] = await together([
			ask.call('status'),
			options.peers ? ifAnswered(ask.call('network_info')) : undefined,
		]);
		const result = objectIn(status, 'status');
		const sync = objectIn(result.sync_info, "'sync_info'");
		if (typeof sync.syncing !== 'boolean') throw unusable("the response has no 'syncing'", result);
		return {
			result,
			isSyncing: sync.syncing,
			blockNumber: integerIn(sync.latest_block_height),
			blockHash: textIn(sync.latest_block_hash),
			blockTimeMs: dateIn(sync.latest_block_time),
			chainId: textIn(result.chain_id),
			peers: countIn(at(network, 'num_active_peers')),
			clientVersion: textIn(at(result, 'version', 'version')),
		};
	},
	async timeAt(ask, height) {
		const block = await ifServed(ask.call('block', [Number(height)]));
		return timeIn(at(block, 'header', 'timestamp_nanosec'), 1_000_000);
	},
};
