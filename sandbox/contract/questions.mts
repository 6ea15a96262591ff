import type { FamilyName } from '../../nodes/shared/addresses/chains';
import type { Source, ValueType } from './statement.mts';

/** A question that the check of a family asks its nodes, and what it reads in the answer. */
export interface Question {
	/** A JSON-RPC method, or `GET path`, `POST path` below the address of the endpoint. */
	ask: string;
	/** Parameters of the call, or the body of a POST; texts in braces are from earlier answers. */
	params?: unknown;
	/** Types in its result, or in the body of plain HTTP, by path. */
	answer: Readonly<Record<string, ValueType>>;
	/** What the answer gives to later questions: a name, and the path of the value. */
	gives?: Readonly<Record<string, string>>;
	source: Exclude<Source, 'description'>;
	/** Place in its source, or why it is assumed. */
	where: string;
}

const LISTED = "Methods that the vendor's pages list for the chain";
const UNLISTED =
	'Not among the methods that the vendor lists; the fact is left out where it is missing';
const OTHERS = "Documented by the node's own project, not by the vendor";

const CONFIRMED = { commitment: 'confirmed' };
const NOW = '0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb';

/** What is asked of one node of each family, in this order. */
export const QUESTIONS: Readonly<Record<FamilyName, readonly Question[]>> = {
	evm: [
		{
			ask: 'eth_syncing',
			answer: { '': 'boolean or object' },
			source: 'specification',
			where: 'Section 4.5; an object while it syncs, by the pages',
		},
		{ ask: 'eth_blockNumber', answer: { '': 'hex' }, source: 'pages', where: LISTED },
		{
			ask: 'eth_getBlockByNumber',
			params: ['latest', false],
			answer: { number: 'hex', hash: 'text', timestamp: 'hex' },
			source: 'pages',
			where: LISTED,
		},
		{ ask: 'eth_chainId', answer: { '': 'hex' }, source: 'pages', where: LISTED },
		{ ask: 'net_peerCount', answer: { '': 'hex' }, source: 'assumed', where: UNLISTED },
		{
			ask: 'eth_getBlockByNumber',
			params: ['finalized', false],
			answer: { number: 'hex' },
			source: 'assumed',
			where: 'Chains may not know the tag; the fact is left out then',
		},
		{
			ask: 'eth_getBlockByNumber',
			params: ['safe', false],
			answer: { number: 'hex' },
			source: 'assumed',
			where: 'Chains may not know the tag; the fact is left out then',
		},
		{ ask: 'web3_clientVersion', answer: { '': 'text' }, source: 'pages', where: LISTED },
	],
	aptos: [
		{
			ask: 'GET ',
			answer: {
				chain_id: 'integer',
				ledger_timestamp: 'digits',
				block_height: 'digits',
				git_hash: 'text or absent',
			},
			source: 'pages',
			where: LISTED,
		},
	],
	beacon: [
		{
			ask: 'GET eth/v1/node/syncing',
			answer: {
				'data.head_slot': 'digits',
				'data.sync_distance': 'digits',
				'data.is_syncing': 'boolean',
				'data.is_optimistic': 'boolean or absent',
				'data.el_offline': 'boolean or absent',
			},
			source: 'pages',
			where: LISTED,
		},
		{
			ask: 'GET eth/v1/config/spec',
			answer: { 'data.DEPOSIT_CHAIN_ID': 'digits' },
			source: 'assumed',
			where: UNLISTED,
		},
		{
			ask: 'GET eth/v1/node/peer_count',
			answer: { 'data.connected': 'digits' },
			source: 'pages',
			where: LISTED,
		},
		{
			ask: 'GET eth/v1/node/version',
			answer: { 'data.version': 'text' },
			source: 'pages',
			where: LISTED,
		},
	],
	bitcoin: [
		{
			ask: 'getblockchaininfo',
			answer: {
				chain: 'text',
				blocks: 'integer',
				headers: 'integer',
				bestblockhash: 'text',
				initialblockdownload: 'boolean or absent',
				verificationprogress: 'number or absent',
				time: 'integer or absent',
			},
			source: 'pages',
			where: LISTED,
		},
		{ ask: 'getblockhash', params: [0], answer: { '': 'text' }, source: 'pages', where: LISTED },
		{ ask: 'getconnectioncount', answer: { '': 'integer' }, source: 'assumed', where: UNLISTED },
		{
			ask: 'getnetworkinfo',
			answer: { subversion: 'text' },
			source: 'assumed',
			where: UNLISTED,
		},
	],
	cosmos: [
		{
			ask: 'status',
			answer: {
				'node_info.network': 'text',
				'node_info.version': 'text',
				'sync_info.catching_up': 'boolean',
				'sync_info.latest_block_height': 'digits',
				'sync_info.latest_block_hash': 'text',
				'sync_info.latest_block_time': 'date-time',
			},
			source: 'assumed',
			where: OTHERS,
		},
		{ ask: 'net_info', answer: { n_peers: 'digits' }, source: 'assumed', where: OTHERS },
	],
	hypercore: [
		{
			ask: 'POST ',
			params: { type: 'exchangeStatus' },
			answer: {
				time: 'integer or absent',
				specialStatuses: 'null or list or absent',
				universe: 'list or absent',
			},
			source: 'assumed',
			where: 'The pages show universe[], the public API time and specialStatuses; either is read',
		},
		{
			ask: 'POST ../evm',
			params: { jsonrpc: '2.0', id: 1, method: 'eth_getBlockByNumber', params: ['latest', false] },
			answer: { 'result.number': 'hex', 'result.timestamp': 'hex' },
			source: 'pages',
			where: LISTED,
		},
	],
	near: [
		{
			ask: 'status',
			answer: {
				chain_id: 'text',
				'version.version': 'text',
				'sync_info.syncing': 'boolean',
				'sync_info.latest_block_height': 'integer',
				'sync_info.latest_block_hash': 'text',
				'sync_info.latest_block_time': 'date-time',
			},
			source: 'pages',
			where: 'A legacy page of the vendor',
		},
		{
			ask: 'network_info',
			answer: { num_active_peers: 'integer' },
			source: 'assumed',
			where: UNLISTED,
		},
	],
	polkadot: [
		{
			ask: 'system_health',
			answer: { peers: 'integer', isSyncing: 'boolean', shouldHavePeers: 'boolean' },
			source: 'assumed',
			where: OTHERS,
		},
		{
			ask: 'system_syncState',
			answer: { currentBlock: 'integer', highestBlock: 'integer or null or absent' },
			source: 'assumed',
			where: OTHERS,
		},
		{ ask: 'chain_getHeader', answer: { number: 'hex' }, source: 'assumed', where: OTHERS },
		{
			ask: 'state_getStorage',
			params: [NOW],
			answer: { '': 'hex' },
			source: 'assumed',
			where: OTHERS,
		},
		{ ask: 'system_chain', answer: { '': 'text' }, source: 'assumed', where: OTHERS },
		{
			ask: 'chain_getFinalizedHead',
			answer: { '': 'hex' },
			gives: { finalizedHash: '' },
			source: 'assumed',
			where: OTHERS,
		},
		{
			ask: 'chain_getHeader',
			params: ['{finalizedHash}'],
			answer: { number: 'hex' },
			source: 'assumed',
			where: OTHERS,
		},
		{ ask: 'system_version', answer: { '': 'text' }, source: 'assumed', where: OTHERS },
	],
	solana: [
		{
			ask: 'getHealth',
			answer: { '': 'ok' },
			source: 'pages',
			where: `${LISTED}; an error -32005 with numSlotsBehind while it is behind`,
		},
		{
			ask: 'getEpochInfo',
			params: [CONFIRMED],
			answer: { absoluteSlot: 'integer', blockHeight: 'integer' },
			gives: { slot: 'absoluteSlot' },
			source: 'pages',
			where: LISTED,
		},
		{
			ask: 'getBlockTime',
			params: ['{slot}'],
			answer: { '': 'integer' },
			source: 'pages',
			where: LISTED,
		},
		{ ask: 'getGenesisHash', answer: { '': 'text' }, source: 'pages', where: LISTED },
		{ ask: 'getClusterNodes', answer: { '': 'list' }, source: 'pages', where: LISTED },
		{ ask: 'getVersion', answer: { 'solana-core': 'text' }, source: 'pages', where: LISTED },
	],
	starknet: [
		{
			ask: 'starknet_syncing',
			answer: { '': 'boolean or object' },
			source: 'pages',
			where: LISTED,
		},
		{
			ask: 'starknet_getBlockWithTxHashes',
			params: ['latest'],
			answer: { block_number: 'integer', block_hash: 'hex', timestamp: 'integer' },
			source: 'pages',
			where: LISTED,
		},
		{ ask: 'starknet_chainId', answer: { '': 'hex' }, source: 'pages', where: LISTED },
		{ ask: 'starknet_specVersion', answer: { '': 'text' }, source: 'pages', where: LISTED },
	],
	stellar: [
		{
			ask: 'getHealth',
			answer: {
				status: 'healthy',
				latestLedger: 'integer',
				latestLedgerCloseTime: 'digits or absent',
			},
			source: 'pages',
			where: `${LISTED}; without params, an empty list is refused`,
		},
		{ ask: 'getNetwork', answer: { passphrase: 'text' }, source: 'pages', where: LISTED },
		{ ask: 'getVersionInfo', answer: { version: 'text' }, source: 'pages', where: LISTED },
	],
	sui: [
		{
			ask: 'sui_getLatestCheckpointSequenceNumber',
			answer: { '': 'digits' },
			gives: { checkpoint: '' },
			source: 'pages',
			where: `${LISTED}; GraphQL is asked where JSON-RPC is gone`,
		},
		{
			ask: 'sui_getCheckpoint',
			params: ['{checkpoint}'],
			answer: { digest: 'text', timestampMs: 'digits' },
			source: 'assumed',
			where: OTHERS,
		},
		{ ask: 'sui_getChainIdentifier', answer: { '': 'text' }, source: 'assumed', where: OTHERS },
	],
	ton: [
		{
			ask: 'GET getMasterchainInfo',
			answer: { 'result.last.seqno': 'integer', 'result.last.root_hash': 'text' },
			gives: { seqno: 'result.last.seqno', shard: 'result.last.shard' },
			source: 'assumed',
			where: "The vendor's API description omits ok and result; with and without them is read",
		},
		{
			ask: 'GET getBlockHeader?workchain=-1&shard={shard}&seqno={seqno}',
			answer: { 'result.global_id': 'integer', 'result.gen_utime': 'integer' },
			source: 'assumed',
			where: OTHERS,
		},
	],
	tron: [
		{
			ask: 'POST getnowblock',
			params: {},
			answer: {
				blockID: 'text',
				'block_header.raw_data.number': 'integer',
				'block_header.raw_data.timestamp': 'integer',
			},
			source: 'pages',
			where: LISTED,
		},
		{
			ask: 'GET getnodeinfo',
			answer: {
				solidityBlock: 'text',
				currentConnectCount: 'integer',
				'configNodeInfo.codeVersion': 'text',
				'configNodeInfo.p2pVersion': 'digits',
			},
			source: 'assumed',
			where: OTHERS,
		},
	],
	xrpl: [
		{
			ask: 'POST ',
			params: { method: 'server_info', params: [{}] },
			answer: {
				'result.status': 'success',
				'result.info.server_state': 'text or absent',
				'result.info.validated_ledger.seq': 'integer',
				'result.info.validated_ledger.hash': 'text',
				'result.info.validated_ledger.age': 'integer',
				'result.info.network_id': 'integer or absent',
			},
			source: 'pages',
			where: LISTED,
		},
	],
};
