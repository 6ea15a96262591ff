import { isJsonObject } from '../http/body.mts';
import { rpcError } from '../http/errors.mts';
import { hex } from './asSeen.mts';

/** How a node of a family is. */
export type FamilyCondition = 'ready' | 'syncing' | 'stuck' | 'limited' | 'failing';

/** The answer of a node; a text is no JSON. */
export interface FamilyResponse {
	status: number;
	body: unknown;
}

/** The state of a node from which its answers follow. */
export interface Tip {
	condition: FamilyCondition;
	isSyncing: boolean;
	/** Height and hash of the newest block it has, and when that was made. */
	height: number;
	hash: string;
	timeMs: number;
	seconds: number;
	/** Blocks it knows to be missing. */
	missing: number;
}

const missingBlocks = 4200;

/** The state of a node whose newest block is the one of a moment, on a chain with a block each `blockMs`. */
export function tipAt(ms: number, blockMs: number, condition: FamilyCondition = 'ready'): Tip {
	const isSyncing = condition === 'syncing';
	const timeMs = Math.floor((isSyncing ? ms - blockMs * missingBlocks : ms) / blockMs) * blockMs;
	const height = Math.floor(timeMs / blockMs);
	const seconds = Math.floor(timeMs / 1000);
	const missing = isSyncing ? missingBlocks : 0;
	return { condition, isSyncing, height, hash: hash(height), timeMs, seconds, missing };
}

/** Answers by method or path; undefined where there is none. */
type Answers = Record<string, (tip: Tip, params: unknown[]) => unknown>;

export interface Player {
	/** Milliseconds between blocks. */
	blockMs: number;
	/** JSON-RPC methods. */
	calls?: Answers;
	/** Paths of plain HTTP, each `GET path` or `POST path`. */
	paths?: Answers;
	/** The answer of a node that is out of order. */
	failure: FamilyResponse;
	/** Its methods are refused with any `params`, also empty ones. */
	takesNoParams?: boolean;
	/** JSON-RPC without `jsonrpc`, errors with a status of their own. */
	isOlder?: boolean;
}

/** An answer that is an error of JSON-RPC. */
export class RpcFailure {
	constructor(
		readonly code: number,
		readonly message: string,
		readonly data?: unknown,
	) {}
}

const iso = (ms: number): string => new Date(ms).toISOString().replace('Z', '123456Z');
const hash = (height: number): string => height.toString(16).padStart(64, '0');
const ageOf = ({ timeMs }: Tip): number => Date.now() - timeMs;
const failed = (status: number, body: unknown): FamilyResponse => ({ status, body });
const rpcFailed = (code: number, message: string): FamilyResponse =>
	failed(200, rpcError(null, code, message));
type MakePlayer = (blockMs: number, failure: FamilyResponse, answers: Answers) => Player;
const rpcFamily: MakePlayer = (blockMs, failure, calls) => ({ blockMs, failure, calls });
const httpFamily: MakePlayer = (blockMs, failure, paths) => ({ blockMs, failure, paths });

const bitcoinError = { code: -28, message: 'Loading block index…' };
const tonFailure = { ok: false, error: 'cannot load block', code: 503 };
const aptosFailure = { message: 'The ledger is being restored', error_code: 'internal_error' };
const beaconFailure = { code: 503, message: 'Beacon node is not initialised' };
const hypercoreFailure = 'Failed to deserialize the JSON body into the target type';
const xrplFailure = { status: 'error', error: 'internal', error_message: 'Internal error.' };

/** How nodes of each family answer, in the forms that are documented. */
export const players: Record<string, Player> = {
	solana: rpcFamily(400, rpcFailed(-32603, 'Internal error'), {
		getHealth: ({ isSyncing, missing }) => {
			const data = { numSlotsBehind: missing };
			return isSyncing ? new RpcFailure(-32005, `Node is behind by ${missing} slots`, data) : 'ok';
		},
		getEpochInfo: ({ height }) => ({ absoluteSlot: height, blockHeight: height - 20, epoch: 900 }),
		getBlockTime: ({ seconds }) => seconds,
		getGenesisHash: () => '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
		getVersion: () => ({ 'solana-core': '3.0.6', 'feature-set': 1 }),
		getClusterNodes: () => [{}, {}, {}],
	}),
	bitcoin: {
		isOlder: true,
		...rpcFamily(600_000, failed(500, { result: null, error: bitcoinError, id: null }), {
			getblockchaininfo: ({ height, hash, missing, seconds, isSyncing }) => ({
				chain: 'main',
				blocks: height,
				headers: height + missing,
				bestblockhash: hash,
				time: seconds,
				initialblockdownload: isSyncing,
				verificationprogress: isSyncing ? 0.82 : 0.9999,
			}),
			getblockhash: (_, [height]) => hash(Number(height) + 1),
			getconnectioncount: () => 10,
			getnetworkinfo: () => ({ subversion: '/Satoshi:29.0.0/' }),
		}),
	},
	starknet: rpcFamily(20_000, rpcFailed(32, 'There are no blocks'), {
		starknet_syncing: ({ isSyncing, height, missing }) => {
			const blocks = { starting_block_num: 1, current_block_num: height };
			return isSyncing && { ...blocks, highest_block_num: hex(height + missing) };
		},
		starknet_getBlockWithTxHashes: ({ height, hash, seconds }) => ({
			block_number: height,
			block_hash: `0x${hash}`,
			timestamp: seconds,
		}),
		starknet_chainId: () => '0x534e5f4d41494e',
		starknet_specVersion: () => '0.9.0',
	}),
	near: rpcFamily(1000, rpcFailed(-32000, 'Server error'), {
		status: ({ isSyncing, height, hash, timeMs }) => ({
			chain_id: 'mainnet',
			version: { version: '2.9.0', build: 'x' },
			sync_info: { syncing: isSyncing, ...latestBlock(height, hash, timeMs) },
		}),
		network_info: () => ({ num_active_peers: 31 }),
	}),
	cosmos: rpcFamily(6000, rpcFailed(-32603, 'Internal error'), {
		status: ({ isSyncing, height, hash, timeMs }) => ({
			node_info: { network: 'celestia', version: '0.38.17' },
			sync_info: { catching_up: isSyncing, ...latestBlock(String(height), hash, timeMs) },
		}),
		net_info: () => ({ n_peers: '12' }),
	}),
	tron: httpFamily(3000, failed(200, { Error: 'class java.lang.NullPointerException : null' }), {
		'POST wallet/getnowblock': ({ height, hash, timeMs }) => ({
			blockID: hash,
			block_header: { raw_data: { number: height, timestamp: timeMs } },
		}),
		'GET wallet/getnodeinfo': ({ isSyncing, height }) => ({
			block: `Num:${height},ID:${hash(height)}`,
			solidityBlock: `Num:${height - 19},ID:${hash(height - 19)}`,
			configNodeInfo: { codeVersion: '4.8.0', p2pVersion: '11111' },
			currentConnectCount: 30,
			peerList: [{ needSyncFromPeer: isSyncing }],
		}),
	}),
	ton: httpFamily(1000, failed(503, tonFailure), {
		'GET api/v2/getMasterchainInfo': ({ height, hash }) => {
			const shard = '-9223372036854775808';
			const last = { workchain: -1, shard, seqno: height, root_hash: hash };
			return { ok: true, result: { last } };
		},
		'GET api/v2/getBlockHeader': ({ seconds }) => ({
			ok: true,
			result: { global_id: -239, gen_utime: seconds },
		}),
	}),
	aptos: httpFamily(100, failed(503, aptosFailure), {
		'GET v1': ({ height, timeMs }) => ({
			chain_id: 1,
			ledger_timestamp: `${timeMs * 1000}`,
			ledger_version: `${height * 9}`,
			block_height: `${height}`,
			git_hash: '8d1c2b3a',
		}),
	}),
	sui: rpcFamily(250, rpcFailed(-32000, 'Could not read the store'), {
		sui_getLatestCheckpointSequenceNumber: ({ height }) => String(height),
		sui_getCheckpoint: ({ timeMs }, [sequenceNumber]) => ({
			sequenceNumber,
			digest: hash(Number(sequenceNumber)),
			timestampMs: String(timeMs),
		}),
		sui_getChainIdentifier: () => '35834a8a',
	}),
	xrpl: httpFamily(4000, failed(200, { result: xrplFailure }), {
		'POST ': (tip) => {
			const server_state = tip.isSyncing ? 'connected' : 'full';
			const age = Math.floor(ageOf(tip) / 1000);
			const validated_ledger = { seq: tip.height, hash: tip.hash, age };
			const info = { build_version: '3.0.0', network_id: 0, peers: 21, server_state };
			return { result: { status: 'success', info: { ...info, validated_ledger } } };
		},
	}),
	stellar: {
		takesNoParams: true,
		...rpcFamily(5000, rpcFailed(-32603, 'Internal error'), {
			getHealth: ({ isSyncing, height, seconds }) => {
				const late = 'latency (2h30m0s) since last known ledger closed is too high (>30s)';
				if (isSyncing) return new RpcFailure(-32603, late);
				const latest = { latestLedger: height, latestLedgerCloseTime: String(seconds) };
				return { status: 'healthy', ...latest, oldestLedger: 1, ledgerRetentionWindow: 120_960 };
			},
			getNetwork: () => ({ passphrase: 'Public Global Stellar Network ; September 2015' }),
			getVersionInfo: () => ({ version: '24.0.0' }),
		}),
	},
	polkadot: rpcFamily(6000, rpcFailed(-32000, 'Client error: UnknownBlock'), {
		system_health: ({ isSyncing }) => ({ peers: 40, isSyncing, shouldHavePeers: true }),
		system_syncState: ({ height, missing }) => ({
			startingBlock: 1,
			currentBlock: height,
			highestBlock: height + missing,
		}),
		system_chain: () => 'Polkadot',
		system_version: () => '1.20.0',
		chain_getHeader: ({ height }) => ({ number: hex(height) }),
		chain_getFinalizedHead: () => `0x${hash(1)}`,
		state_getStorage: ({ timeMs }) => {
			const bytes = Buffer.alloc(8);
			bytes.writeBigUInt64LE(BigInt(timeMs));
			return `0x${bytes.toString('hex')}`;
		},
	}),
	beacon: httpFamily(12_000, failed(503, beaconFailure), {
		'GET eth/v1/node/syncing': (tip) => {
			const sync_distance = String(Math.floor(ageOf(tip) / 12_000));
			const head = { head_slot: String(tip.height), sync_distance, is_syncing: tip.isSyncing };
			return { data: { ...head, is_optimistic: false, el_offline: false } };
		},
		'GET eth/v1/config/spec': () => ({ data: { DEPOSIT_CHAIN_ID: '1', SECONDS_PER_SLOT: '12' } }),
		'GET eth/v1/node/peer_count': () => ({ data: { connected: '57', disconnected: '3' } }),
		'GET eth/v1/node/version': () => ({ data: { version: 'Lighthouse/v8.0.0' } }),
	}),
	hypercore: httpFamily(100, failed(422, hypercoreFailure), {
		'POST info': ({ isSyncing, timeMs }, [body]) =>
			isJsonObject(body) && body.type === 'exchangeStatus'
				? { time: timeMs, specialStatuses: isSyncing ? ['upgrade'] : null }
				: undefined,
		'POST evm': ({ height, hash, seconds }) => {
			const result = { number: hex(height), hash: `0x${hash}`, timestamp: hex(seconds) };
			return { jsonrpc: '2.0', id: 1, result };
		},
	}),
};

function latestBlock(height: number | string, hash: string, timeMs: number): object {
	const block = { latest_block_height: height, latest_block_hash: hash };
	return { ...block, latest_block_time: iso(timeMs) };
}
