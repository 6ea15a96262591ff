import type { Family, NodeReport } from './family';
import { at, read, makeFault } from './readFields';

/** States in which a server has the validated ledgers (xrpl.org, server states). */
const IN_SYNC = new Set(['full', 'validating', 'proposing']);

/** States before that. */
const ON_THE_WAY = new Set(['disconnected', 'connected', 'syncing', 'tracking']);

/** Ledgers are dated from the beginning of the year 2000 (xrpl.org, specifying time). */
const RIPPLE_EPOCH_S = 946_684_800;

/**
 * XRP Ledger: `server_info` names the state of the server and the age of its newest validated ledger. Target: the
 * ledgers that its validators have validated decide about the state.
 */
export const xrpl: Family = {
	title: 'XRP Ledger',
	asks: 'server_info',
	version: 'bare',
	reads:
		/^(account_(channels|currencies|info|lines|nfts|objects|offers|tx)|amm_info|book_changes|book_offers|channel_verify|deposit_authorized|feature|fee|gateway_balances|get_aggregate_price|ledger(_closed|_current|_data|_entry)?|manifest|nft_(buy|sell)_offers|nft_info|noripple_check|path_find|ping|random|ripple_path_find|server_(definitions|info|state)|transaction_entry|tx|version)$/,
	errors: {
		// XRPLF/rippled, src/libxrpl/protocol/ErrorCodes.cpp, with the statuses of its newer API.
		ownStatuses: [400, 401, 402, 403, 404, 405, 429, 500, 501, 502, 503],
		codes: {
			amendmentBlocked: 'internal',
			actNotFound: 'reverted',
			badCredentials: 'refused',
			dbDeserialization: 'internal',
			excessiveLgrRange: 'tooLarge',
			forbidden: 'key',
			highFee: 'refused',
			internal: 'internal',
			json_rpc: 'internal',
			lgrIdxsInvalid: 'missing',
			lgrNotFound: 'missing',
			lgrNotValidated: 'missing',
			noClosed: 'syncing',
			noCurrent: 'syncing',
			noEvents: 'absent',
			noNetwork: 'syncing',
			noPermission: 'absent',
			notEnabled: 'absent',
			notImpl: 'absent',
			notReady: 'syncing',
			notSupported: 'absent',
			notSynced: 'syncing',
			objectNotFound: 'reverted',
			slowDown: 'tooFast',
			tooBusy: 'busy',
			txnNotFound: 'missing',
			unknownCmd: 'absent',
			unlBlocked: 'internal',
		},
	},
	async probe(ask) {
		// Its variant of JSON-RPC has neither version nor id.
		const question = { method: 'server_info', params: [{}] };
		const answer = read.object(await ask.post('', question), 'object');
		const result = read.object(answer.result, "'result'");
		const info = read.object(result.info, "'info'");
		const age = read.count(at(info, 'validated_ledger', 'age'));
		return {
			result,
			...readState(result, info, age),
			blockNumber: read.integer(at(info, 'validated_ledger', 'seq')),
			blockHash: read.text(at(info, 'validated_ledger', 'hash')),
			blockAgeMs: age === undefined ? undefined : age * 1000,
			chainId: read.integer(info.network_id)?.toString(),
			peers: read.count(info.peers),
			clientVersion: read.text(info.build_version) ?? describeClio(info),
		};
	},
	async timeAt(ask, height) {
		const params = [{ ledger_index: Number(height) }];
		const answer = await ask.post('', { method: 'ledger', params });
		const closed = read.count(at(answer, 'result', 'ledger', 'close_time'));
		return closed === undefined ? undefined : (closed + RIPPLE_EPOCH_S) * 1000;
	},
};

function describeClio({ clio_version: version }: Record<string, unknown>): string | undefined {
	return typeof version === 'string' ? `Clio ${version}` : undefined;
}

/** @throws ProbeError for a state that is not known */
function readState(
	result: Record<string, unknown>,
	info: Record<string, unknown>,
	age?: number,
): Pick<NodeReport, 'isSyncing' | 'reason'> {
	const state = read.text(info.server_state);
	if (state !== undefined && ON_THE_WAY.has(state))
		return { isSyncing: true, reason: `the server is ${state}` };
	if (state !== undefined && IN_SYNC.has(state)) {
		const lacking = 'the server did not report the age of its newest validated ledger';
		return { isSyncing: false, reason: age === undefined ? lacking : undefined };
	}
	// Clio serves the ledgers of another server and has no state of its own (xrpl.org, server_info of Clio).
	if (state !== undefined || read.text(info.clio_version) === undefined)
		throw makeFault("the response has no known 'server_state'", result);
	const lacking = 'the server has no validated ledger';
	return { isSyncing: age === undefined, reason: age === undefined ? lacking : undefined };
}
