import { isJsonObject } from '../http/body.mts';

/** How a node of a family is. */
export type FamilyCondition = 'ready' | 'syncing' | 'stuck' | 'limited' | 'failing';

/** A request to a node, seen from after the key. */
export interface FamilyRequest {
	method: string;
	/** Without slashes at its ends. */
	path: string;
	/** Parsed; undefined where there is none. */
	body?: unknown;
}

/** What a node answers; a text is no JSON. */
export interface FamilyResponse {
	status: number;
	body: unknown;
}

/** The state of a node from which its answers follow. */
export interface Tip {
	condition: FamilyCondition;
	/** Height of the newest block it has, and when that was made, in milliseconds. */
	height: number;
	timeMs: number;
	/** Blocks it knows to be missing. */
	missing: number;
}

/** Answers by method or path; undefined where there is none. */
type Answers = (tip: Tip, params: unknown[]) => unknown;

export interface Player {
	/** Milliseconds between blocks. */
	blockMs: number;
	/** JSON-RPC methods. */
	calls?: Record<string, Answers>;
	/** Paths of plain HTTP, each `GET path` or `POST path`. */
	paths?: Record<string, Answers>;
	/** What a node says that is out of order. */
	failure: FamilyResponse;
	/** Its methods are refused with any `params`, also empty ones. */
	takesNoParams?: boolean;
	/** JSON-RPC without `jsonrpc`, errors with a status of their own. */
	isOlder?: boolean;
}

/** An answer that is an error of JSON-RPC. */
export class RpcFailure {
	readonly code: number;
	readonly message: string;
	readonly data?: unknown;

	constructor(code: number, message: string, data?: unknown) {
		this.code = code;
		this.message = message;
		this.data = data;
	}
}

const iso = (ms: number): string => new Date(ms).toISOString().replace('Z', '123456Z');
const hash = (height: number): string => height.toString(16).padStart(64, '0');
const failed = (code: number, message: string, status = 200): FamilyResponse => ({
	status,
	body: { jsonrpc: '2.0', id: null, error: { code, message } },
});

/** How nodes of each family answer, in the forms that are documented. */
export const players: Record<string, Player> = {
	solana: {
		blockMs: 400,
		calls: {
			getHealth: ({ condition, missing }) =>
				condition === 'syncing'
					? new RpcFailure(-32005, `Node is behind by ${missing} slots`, {
							numSlotsBehind: missing,
						})
					: 'ok',
			getEpochInfo: ({ height }) => ({
				absoluteSlot: height,
				blockHeight: height - 20,
				epoch: 900,
			}),
			getBlockTime: ({ timeMs }) => Math.floor(timeMs / 1000),
			getGenesisHash: () => '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
			getVersion: () => ({ 'solana-core': '3.0.6', 'feature-set': 1 }),
			getClusterNodes: () => [{}, {}, {}],
		},
		failure: failed(-32603, 'Internal error'),
	},
	bitcoin: {
		blockMs: 600_000,
		isOlder: true,
		calls: {
			getblockchaininfo: ({ height, missing, timeMs, condition }) => ({
				chain: 'main',
				blocks: height,
				headers: height + missing,
				bestblockhash: hash(height),
				time: Math.floor(timeMs / 1000),
				initialblockdownload: condition === 'syncing',
				verificationprogress: missing === 0 ? 0.9999 : 0.82,
			}),
			getblockhash: (_, [height]) => hash(Number(height) + 1),
			getconnectioncount: () => 10,
			getnetworkinfo: () => ({ subversion: '/Satoshi:29.0.0/' }),
		},
		failure: {
			status: 500,
			body: { result: null, error: { code: -28, message: 'Loading block index…' }, id: null },
		},
	},
	starknet: {
		blockMs: 20_000,
		calls: {
			starknet_syncing: ({ height, missing }) =>
				missing === 0
					? false
					: {
							starting_block_num: 1,
							current_block_num: height,
							highest_block_num: `0x${(height + missing).toString(16)}`,
						},
			starknet_getBlockWithTxHashes: ({ height, timeMs }) => ({
				block_number: height,
				block_hash: `0x${hash(height)}`,
				timestamp: Math.floor(timeMs / 1000),
			}),
			starknet_chainId: () => '0x534e5f4d41494e',
			starknet_specVersion: () => '0.9.0',
		},
		failure: failed(32, 'There are no blocks'),
	},
	near: {
		blockMs: 1000,
		calls: {
			status: ({ condition, height, timeMs }) => ({
				chain_id: 'mainnet',
				version: { version: '2.9.0', build: 'x' },
				sync_info: {
					syncing: condition === 'syncing',
					latest_block_height: height,
					latest_block_hash: hash(height),
					latest_block_time: iso(timeMs),
				},
			}),
			network_info: () => ({ num_active_peers: 31 }),
		},
		failure: failed(-32000, 'Server error'),
	},
	cosmos: {
		blockMs: 6000,
		calls: {
			status: ({ condition, height, timeMs }) => ({
				node_info: { network: 'celestia', version: '0.38.17' },
				sync_info: {
					catching_up: condition === 'syncing',
					latest_block_height: String(height),
					latest_block_hash: hash(height),
					latest_block_time: iso(timeMs),
				},
			}),
			net_info: () => ({ n_peers: '12' }),
		},
		failure: failed(-32603, 'Internal error'),
	},
	tron: {
		blockMs: 3000,
		paths: {
			'POST wallet/getnowblock': ({ height, timeMs }) => ({
				blockID: hash(height),
				block_header: { raw_data: { number: height, timestamp: timeMs } },
			}),
			'GET wallet/getnodeinfo': ({ condition, height }) => ({
				block: `Num:${height},ID:${hash(height)}`,
				solidityBlock: `Num:${height - 19},ID:${hash(height - 19)}`,
				configNodeInfo: { codeVersion: '4.8.0', p2pVersion: '11111' },
				currentConnectCount: 30,
				peerList: [{ needSyncFromPeer: condition === 'syncing' }],
			}),
		},
		failure: { status: 200, body: { Error: 'class java.lang.NullPointerException : null' } },
	},
	ton: {
		blockMs: 1000,
		paths: {
			'GET api/v2/getMasterchainInfo': ({ height }) => ({
				ok: true,
				result: {
					last: {
						workchain: -1,
						shard: '-9223372036854775808',
						seqno: height,
						root_hash: hash(height),
					},
				},
			}),
			'GET api/v2/getBlockHeader': ({ timeMs }) => ({
				ok: true,
				result: { global_id: -239, gen_utime: Math.floor(timeMs / 1000) },
			}),
		},
		failure: { status: 503, body: { ok: false, error: 'cannot load block', code: 503 } },
	},
	aptos: {
		blockMs: 100,
		paths: {
			'GET v1': ({ height, timeMs }) => ({
				chain_id: 1,
				ledger_timestamp: String(timeMs * 1000),
				ledger_version: String(height * 9),
				block_height: String(height),
				git_hash: '8d1c2b3a',
			}),
		},
		failure: {
			status: 503,
			body: { message: 'The ledger is being restored', error_code: 'internal_error' },
		},
	},
	sui: {
		blockMs: 250,
		calls: {
			sui_getLatestCheckpointSequenceNumber: ({ height }) => String(height),
			sui_getCheckpoint: ({ timeMs }, [sequence]) => ({
				sequenceNumber: sequence,
				digest: hash(Number(sequence)),
				timestampMs: String(timeMs),
			}),
			sui_getChainIdentifier: () => '35834a8a',
		},
		failure: failed(-32000, 'Could not read the store'),
	},
	xrpl: {
		blockMs: 4000,
		paths: {
			'POST ': ({ condition, height, timeMs }) => ({
				result: {
					status: 'success',
					info: {
						build_version: '3.0.0',
						network_id: 0,
						peers: 21,
						server_state: condition === 'syncing' ? 'connected' : 'full',
						validated_ledger: {
							seq: height,
							hash: hash(height),
							age: Math.floor((Date.now() - timeMs) / 1000),
						},
					},
				},
			}),
		},
		failure: {
			status: 200,
			body: { result: { status: 'error', error: 'internal', error_message: 'Internal error.' } },
		},
	},
	stellar: {
		blockMs: 5000,
		takesNoParams: true,
		calls: {
			getHealth: ({ condition, height, timeMs }) =>
				condition === 'syncing'
					? new RpcFailure(
							-32603,
							'latency (2h30m0s) since last known ledger closed is too high (>30s)',
						)
					: {
							status: 'healthy',
							latestLedger: height,
							latestLedgerCloseTime: String(Math.floor(timeMs / 1000)),
							oldestLedger: 1,
							ledgerRetentionWindow: 120_960,
						},
			getNetwork: () => ({ passphrase: 'Public Global Stellar Network ; September 2015' }),
			getVersionInfo: () => ({ version: '24.0.0' }),
		},
		failure: failed(-32603, 'Internal error'),
	},
	polkadot: {
		blockMs: 6000,
		calls: {
			system_health: ({ condition }) => ({
				peers: 40,
				isSyncing: condition === 'syncing',
				shouldHavePeers: true,
			}),
			system_syncState: ({ height, missing }) => ({
				startingBlock: 1,
				currentBlock: height,
				highestBlock: height + missing,
			}),
			system_chain: () => 'Polkadot',
			system_version: () => '1.20.0',
			chain_getHeader: ({ height }) => ({ number: `0x${height.toString(16)}` }),
			chain_getFinalizedHead: () => `0x${hash(1)}`,
			state_getStorage: ({ timeMs }) => {
				const bytes = Buffer.alloc(8);
				bytes.writeBigUInt64LE(BigInt(timeMs));
				return `0x${bytes.toString('hex')}`;
			},
		},
		failure: failed(-32000, 'Client error: UnknownBlock'),
	},
	beacon: {
		blockMs: 12_000,
		paths: {
			'GET eth/v1/node/syncing': ({ condition, height, timeMs }) => ({
				data: {
					head_slot: String(height),
					sync_distance: String(Math.floor((Date.now() - timeMs) / 12_000)),
					is_syncing: condition === 'syncing',
					is_optimistic: false,
					el_offline: false,
				},
			}),
			'GET eth/v1/config/spec': () => ({ data: { DEPOSIT_CHAIN_ID: '1', SECONDS_PER_SLOT: '12' } }),
			'GET eth/v1/node/peer_count': () => ({ data: { connected: '57', disconnected: '3' } }),
			'GET eth/v1/node/version': () => ({ data: { version: 'Lighthouse/v8.0.0' } }),
		},
		failure: { status: 503, body: { code: 503, message: 'Beacon node is not initialised' } },
	},
	hypercore: {
		blockMs: 100,
		paths: {
			'POST info': ({ condition, timeMs }, [body]) =>
				isJsonObject(body) && body.type === 'exchangeStatus'
					? { time: timeMs, specialStatuses: condition === 'syncing' ? ['upgrade'] : null }
					: undefined,
			'POST evm': ({ height, timeMs }) => ({
				jsonrpc: '2.0',
				id: 1,
				result: {
					number: `0x${height.toString(16)}`,
					hash: `0x${hash(height)}`,
					timestamp: `0x${Math.floor(timeMs / 1000).toString(16)}`,
				},
			}),
		},
		failure: { status: 422, body: 'Failed to deserialize the JSON body into the target type' },
	},
};
