import { compileGlossary } from '../jsonRpc/words';
import type { Family } from './family';
import { at, ifAnswered, read, waitForAll } from './readFields';

/**
 * Chains built on CometBFT, such as Celestia and dYdX: `status` contains everything. Target: the heights of its peers
 * decide whether it says `catching_up`; one without peers may not say it, so the age of its newest block counts.
 */
export const cosmos: Family = {
	title: 'Cosmos-Like (Celestia, dYdX)',
	asks: 'status',
	reads:
		/^(status|health|net_info|genesis|genesis_chunked|blockchain|header|header_by_hash|block|block_by_hash|block_results|block_search|commit|validators|consensus_params|consensus_state|dump_consensus_state|unconfirmed_txs|num_unconfirmed_txs|tx|tx_search|abci_info|abci_query)$/,
	errors: {
		ownStatuses: [500],
		// The message of every error from a method is "Internal error" (CometBFT, rpc/jsonrpc/types/types.go).
		wordsInData: true,
		// CometBFT, rpc/core and mempool/errors.go; cosmos-sdk, types/errors/errors.go.
		glossary: compileGlossary([
			{
				sign: 'missing',
				anyOf: ['less than or equal to', 'lowest height', 'find results for height'],
			},
			{ sign: 'refused', anyOf: ['sequence mismatch', 'tx parse error', 'insufficient fees'] },
			{ sign: 'busy', anyOf: ['max subscription* .. reached', 'too many subscriptions'] },
			{ sign: 'invalid', anyOf: ['should be within'] },
		]),
		signed: /^broadcast_tx_(async|commit|sync)$/,
	},
	async probe(ask, options) {
		const [status, network] = await waitForAll([
			ask.call('status'),
			options.peers ? ifAnswered(ask.call('net_info')) : undefined,
		]);
		const result = read.object(status, 'status');
		const sync = read.object(result.sync_info, "'sync_info'");
		return {
			result,
			isSyncing: read.flag(sync, 'catching_up', result),
			blockNumber: read.integer(sync.latest_block_height),
			blockHash: read.text(sync.latest_block_hash),
			blockTimeMs: read.date(sync.latest_block_time),
			chainId: read.text(at(result, 'node_info', 'network')),
			peers: read.count(at(network, 'n_peers')),
			clientVersion: read.text(at(result, 'node_info', 'version')),
		};
	},
	async timeAt(ask, height) {
		const range = [String(height), String(height)];
		const metas = at(await ask.call('blockchain', range), 'block_metas');
		return Array.isArray(metas) ? read.date(at(metas[0], 'header', 'time')) : undefined;
	},
};
