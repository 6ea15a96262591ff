import type { Family } from './family';
import { at, ifAnswered, read, waitForAll } from './readFields';

/** NEAR: `status` contains everything. Target: the highest block of its peers decides whether it says `syncing`. */
export const near: Family = {
	title: 'NEAR',
	asks: 'status',
	reads:
		/^(status|health|block|chunk|query|tx|changes|gas_price|validators|network_info|light_client_proof|next_light_client_block|client_config|genesis_config|maintenance_windows|block_effects|EXPERIMENTAL_(?!broadcast)\w+)$/,
	async probe(ask, options) {
		const [status, network] = await waitForAll([
			ask.call('status'),
			options.peers ? ifAnswered(ask.call('network_info')) : undefined,
		]);
		const result = read.object(status, 'status');
		const sync = read.object(result.sync_info, "'sync_info'");
		return {
			result,
			isSyncing: read.flag(sync, 'syncing', result),
			blockNumber: read.integer(sync.latest_block_height),
			blockHash: read.text(sync.latest_block_hash),
			blockTimeMs: read.date(sync.latest_block_time),
			chainId: read.text(result.chain_id),
			peers: read.count(at(network, 'num_active_peers')),
			clientVersion: read.text(at(result, 'version', 'version')),
		};
	},
	async timeAt(ask, height) {
		const block = await ask.call('block', [Number(height)]);
		return read.time(at(block, 'header', 'timestamp_nanosec'), 1_000_000);
	},
};
