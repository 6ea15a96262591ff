import type { Family } from './family';
import { at, ifAnswered, read, waitForAll } from './readFields';

/** NEAR: `status` contains everything. Target: the highest block of its peers decides whether it says `syncing`. */
export const near: Family = {
	title: 'NEAR',
	asks: 'status',
	reads:
		/^(status|health|block|chunk|query|tx|changes|gas_price|validators|network_info|light_client_proof|next_light_client_block|client_config|genesis_config|maintenance_windows|block_effects|EXPERIMENTAL_(?!broadcast)\w+)$/,
	errors: {
		// Statuses of errors that its nodes give (near/nearcore, chain/jsonrpc/src/lib.rs).
		ownStatuses: [400, 408, 422, 500],
		// NEAR documentation, RPC errors: names of causes.
		codes: {
			CONTRACT_EXECUTION_ERROR: 'reverted',
			DOES_NOT_TRACK_SHARD: 'missing',
			GARBAGE_COLLECTED_BLOCK: 'missing',
			INTERNAL_ERROR: 'internal',
			INVALID_ACCOUNT: 'invalid',
			INVALID_SHARD_ID: 'invalid',
			INVALID_TRANSACTION: 'refused',
			METHOD_NOT_FOUND: 'absent',
			NOT_SYNCED_YET: 'syncing',
			NO_CONTRACT_CODE: 'reverted',
			NO_SYNCED_BLOCKS: 'syncing',
			PARSE_ERROR: 'invalid',
			REQUEST_ROUTED: 'timedOut',
			TIMEOUT_ERROR: 'timedOut',
			TOO_LARGE_CONTRACT_STATE: 'tooLarge',
			UNAVAILABLE_SHARD: 'missing',
			UNKNOWN_ACCESS_KEY: 'reverted',
			UNKNOWN_ACCOUNT: 'reverted',
			UNKNOWN_BLOCK: 'missing',
			UNKNOWN_CHUNK: 'missing',
			UNKNOWN_EPOCH: 'missing',
			UNKNOWN_RECEIPT: 'missing',
			UNKNOWN_TRANSACTION: 'missing',
			VALIDATOR_INFO_UNAVAILABLE: 'missing',
		},
		wordsInData: true,
		signed: /^(broadcast_tx_(async|commit)|send_tx|EXPERIMENTAL_broadcast_tx_\w+)$/,
	},
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
