import type { FamilyName } from '../../../shared/addresses/chains';

/** A method that people often call: its parameters as they are written, and what it returns. */
type CommonMethod = readonly [params: string, gives: string];

/** Methods that people often call, by the family of chains that has them. */
export const COMMON_METHODS: Readonly<
	Partial<Record<FamilyName, Readonly<Record<string, CommonMethod>>>>
> = {
	evm: {
		eth_blockNumber: ['', 'number of the latest block'],
		eth_getBalance: ['[address, "latest"]', 'balance of an address'],
		eth_getBlockByNumber: ['["latest", false]', 'block by its number'],
		eth_getBlockByHash: ['[hash, false]', 'block by its hash'],
		eth_getTransactionByHash: ['[hash]', 'transaction by its hash'],
		eth_getTransactionReceipt: ['[hash]', 'status, gas used and logs of a transaction'],
		eth_getTransactionCount: ['[address, "latest"]', 'number of transactions sent'],
		eth_call: ['[{ to, data }, "latest"]', 'result of a contract call, without a transaction'],
		eth_estimateGas: ['[{ to, data }]', 'gas a transaction would use'],
		eth_gasPrice: ['', 'current gas price'],
		eth_feeHistory: ['["0x4", "latest", []]', 'fees of recent blocks'],
		eth_getLogs: ['[{ fromBlock, toBlock, address }]', 'events of contracts'],
		eth_getCode: ['[address, "latest"]', 'code of a contract'],
		eth_getStorageAt: ['[address, "0x0", "latest"]', 'storage of a contract'],
		eth_chainId: ['', 'ID of the chain'],
		eth_syncing: ['', 'synchronization status'],
		eth_sendRawTransaction: ['[transaction]', 'send a signed transaction'],
		net_peerCount: ['', 'number of connected peers'],
		web3_clientVersion: ['', 'client and version of the node'],
		debug_traceTransaction: ['[hash]', 'trace of a transaction (needs debug and trace)'],
		trace_block: ['["latest"]', 'traces of all transactions of a block (needs debug and trace)'],
	},
	solana: {
		getAccountInfo: ['[account]', 'data of an account'],
		getBalance: ['[account]', 'balance of an account'],
		getBlockHeight: ['', 'height of the latest block'],
		getHealth: ['', 'health of the node'],
		getLatestBlockhash: ['', 'latest blockhash, for a new transaction'],
		getSignaturesForAddress: ['[account]', 'transactions of an account'],
		getSlot: ['', 'current slot'],
		getTokenAccountsByOwner: ['[owner, { mint }]', 'token accounts of an owner'],
		getTransaction: ['[signature]', 'transaction by its signature'],
		sendTransaction: ['[transaction]', 'send a signed transaction'],
	},
	bitcoin: {
		estimatesmartfee: ['[6]', 'fee for a confirmation within some blocks'],
		getblock: ['[hash]', 'block by its hash'],
		getblockchaininfo: ['', 'state of the chain and of synchronization'],
		getblockcount: ['', 'height of the latest block'],
		getblockhash: ['[height]', 'hash of the block at a height'],
		getrawtransaction: ['[id, true]', 'transaction by its ID'],
		sendrawtransaction: ['[transaction]', 'send a signed transaction'],
	},
	starknet: {
		starknet_blockNumber: ['', 'number of the latest block'],
		starknet_call: ['[call, "latest"]', 'result of a contract call, without a transaction'],
		starknet_getTransactionReceipt: ['[hash]', 'status and events of a transaction'],
		starknet_syncing: ['', 'synchronization status'],
	},
	xrpl: {
		account_info: ['[{ account }]', 'balance and settings of an account'],
		account_tx: ['[{ account }]', 'transactions of an account'],
		fee: ['', 'current cost of a transaction'],
		server_info: ['', 'state of the server'],
		submit: ['[{ tx_blob }]', 'send a signed transaction'],
		tx: ['[{ transaction }]', 'transaction by its hash'],
	},
	ton: {
		getAddressBalance: ['{ address }', 'balance of an address'],
		getAddressInformation: ['{ address }', 'balance, code and data of an address'],
		getTransactions: ['{ address, limit }', 'transactions of an address'],
		runGetMethod: ['{ address, method, stack }', 'result of a get method of a contract'],
		sendBoc: ['{ boc }', 'send a signed message'],
	},
	near: {
		block: ['{ finality: "final" }', 'block by its height, hash or finality'],
		gas_price: ['[null]', 'current gas price'],
		query: ['{ request_type, … }', 'account, contract state or result of a view call'],
	},
	stellar: {
		getEvents: ['{ startLedger, filters }', 'events of contracts'],
		getLatestLedger: ['', 'latest ledger'],
		getLedgerEntries: ['{ keys }', 'accounts, contract data and other entries of the ledger'],
	},
	sui: {
		sui_getObject: ['[id]', 'object by its ID'],
		sui_getTransactionBlock: ['[digest]', 'transaction by its digest'],
		suix_getBalance: ['[address]', 'balance of an address'],
		suix_getOwnedObjects: ['[address]', 'objects of an address'],
	},
	polkadot: {
		chain_getBlock: ['[hash]', 'block by its hash, or the latest'],
		chain_getFinalizedHead: ['', 'hash of the latest finalized block'],
		state_getStorage: ['[key]', 'value in the storage of the chain'],
		system_health: ['', 'peers and synchronization status'],
		author_submitExtrinsic: ['[extrinsic]', 'send a signed extrinsic'],
	},
};
