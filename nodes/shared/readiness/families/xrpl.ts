import { EndpointFault, type Family } from './family';
import { at, countIn, integerIn, objectIn, textIn, unusable } from './readFields';

/** States in which a server has the validated ledgers (xrpl.org, server states). */
const IN_SYNC = new Set(['full', 'validating', 'proposing']);

/** States before that. */
const ON_THE_WAY = new Set(['disconnected', 'connected', 'syncing', 'tracking']);

/** Errors from a server that has no ledger yet (xrpl.org, universal errors). */
const NOT_READY = new Set(['noNetwork', 'noCurrent', 'noClosed', 'notReady', 'notSynced']);

/** XRP Ledger: `server_info` names the state of the server and the age of its newest validated ledger. */
export const xrpl: Family = {
	name: 'xrpl',
	title: 'XRP Ledger',
	asks: 'server_info',
	version: 'bare',
	reads:
		/^(account_(channels|currencies|info|lines|nfts|objects|offers|tx)|amm_info|book_changes|book_offers|channel_verify|deposit_authorized|feature|fee|gateway_balances|get_aggregate_price|ledger(_closed|_current|_data|_entry)?|manifest|nft_(buy|sell)_offers|nft_info|noripple_check|path_find|ping|random|ripple_path_find|server_(definitions|info|state)|transaction_entry|tx|version)$/,
	async look(ask) {
		// Its variant of JSON-RPC has neither version nor id.
		const answer = objectIn(await ask.post('', { method: 'server_info', params: [{}] }), 'object');
		const result = objectIn(answer.result, "'result'");
		const error = textIn(result.error);
		if (error !== undefined) {
			const message = textIn(result.error_message) ?? error;
			if (NOT_READY.has(error)) return { result, isSyncing: true, reason: message };
			throw new EndpointFault({ kind: 'rpcError', code: error, message }, result);
		}
		const info = objectIn(result.info, "'info'");
		const state = textIn(info.server_state) ?? '';
		if (!IN_SYNC.has(state) && !ON_THE_WAY.has(state)) {
			throw unusable("the response has no known 'server_state'", result);
		}
		const age = countIn(at(info, 'validated_ledger', 'age'));
		return {
			result,
			isSyncing: !IN_SYNC.has(state),
			...(!IN_SYNC.has(state) && { reason: `the server is ${state}` }),
			...(IN_SYNC.has(state) &&
				age === undefined && {
					reason: 'the server did not report the age of its newest validated ledger',
				}),
			blockNumber: integerIn(at(info, 'validated_ledger', 'seq')),
			blockHash: textIn(at(info, 'validated_ledger', 'hash')),
			...(age !== undefined && { blockAgeMs: age * 1000 }),
			chainId: integerIn(info.network_id)?.toString(),
			peers: countIn(info.peers),
			clientVersion: textIn(info.build_version),
		};
	},
};
