import { nameLocator } from '../../../shared/fields/locator';
import { searchKnown } from '../../../shared/fields/searchList';
import type { Property } from '../../../shared/values/field';

/** Methods people call often, by the chains that have them, with what they return. */
const COMMON_METHODS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	EVM: {
		eth_blockNumber: 'number of the latest block',
		eth_getBalance: 'balance of an address',
		eth_getBlockByNumber: 'block by its number',
		eth_getBlockByHash: 'block by its hash',
		eth_getTransactionByHash: 'transaction by its hash',
		eth_getTransactionReceipt: 'status, gas used and logs of a transaction',
		eth_getTransactionCount: 'number of transactions an address has sent',
		eth_call: 'result of a contract call, without a transaction',
		eth_estimateGas: 'gas a transaction would use',
		eth_gasPrice: 'current gas price',
		eth_feeHistory: 'fees of recent blocks',
		eth_getLogs: 'events of contracts',
		eth_getCode: 'code of a contract',
		eth_getStorageAt: 'storage of a contract',
		eth_chainId: 'ID of the chain',
		eth_syncing: 'synchronization status',
		eth_sendRawTransaction: 'send a signed transaction',
		net_peerCount: 'number of connected peers',
		web3_clientVersion: 'client and version of the node',
		debug_traceTransaction: 'trace of a transaction (needs debug and trace)',
		trace_block: 'traces of all transactions of a block (needs debug and trace)',
	},
	Solana: {
		getAccountInfo: 'data of an account',
		getBalance: 'balance of an account',
		getBlockHeight: 'height of the latest block',
		getHealth: 'health of the node',
		getLatestBlockhash: 'latest blockhash, for a new transaction',
		getSignaturesForAddress: 'transactions of an account',
		getSlot: 'current slot',
		getTokenAccountsByOwner: 'token accounts of an owner',
		getTransaction: 'transaction by its signature',
		sendTransaction: 'send a signed transaction',
	},
	Bitcoin: {
		estimatesmartfee: 'fee for a confirmation within some blocks',
		getblock: 'block by its hash',
		getblockchaininfo: 'state of the chain and of synchronization',
		getblockcount: 'height of the latest block',
		getblockhash: 'hash of the block at a height',
		getrawtransaction: 'transaction by its ID',
		sendrawtransaction: 'send a signed transaction',
	},
	Starknet: {
		starknet_blockNumber: 'number of the latest block',
		starknet_call: 'result of a contract call, without a transaction',
		starknet_getTransactionReceipt: 'status and events of a transaction',
		starknet_syncing: 'synchronization status',
	},
	'XRP Ledger': {
		account_info: 'balance and settings of an account',
		account_tx: 'transactions of an account',
		fee: 'current cost of a transaction',
		server_info: 'state of the server',
		submit: 'send a signed transaction',
		tx: 'transaction by its hash',
	},
	TON: {
		getAddressBalance: 'balance of an address',
		getAddressInformation: 'balance, code and data of an address',
		getTransactions: 'transactions of an address',
		runGetMethod: 'result of a get method of a contract',
		sendBoc: 'send a signed message',
	},
	NEAR: {
		block: 'block by its height, hash or finality',
		gas_price: 'current gas price',
		query: 'account, contract state or result of a view call',
	},
	Stellar: {
		getEvents: 'events of contracts',
		getLatestLedger: 'latest ledger',
		getLedgerEntries: 'accounts, contract data and other entries of the ledger',
	},
	Sui: {
		sui_getObject: 'object by its ID',
		sui_getTransactionBlock: 'transaction by its digest',
		suix_getBalance: 'balance of an address',
		suix_getOwnedObjects: 'objects of an address',
	},
	Polkadot: {
		chain_getBlock: 'block by its hash, or the latest',
		chain_getFinalizedHead: 'hash of the latest finalized block',
		state_getStorage: 'value in the storage of the chain',
		system_health: 'peers and synchronization status',
		author_submitExtrinsic: 'send a signed extrinsic',
	},
};

const ENTRIES = Object.entries(COMMON_METHODS).flatMap(([chains, methods]) =>
	Object.entries(methods).map(([value, gives]) => ({
		name: `${value}: ${gives} (${chains})`,
		value,
	})),
);

/** The field that chooses a JSON-RPC method: one of the common ones from a list, or any by its name. */
export const methodProperty = {
	...nameLocator('Method', 'method', {
		search: 'searchMethods',
		example: 'eth_getBalance',
		description:
			'The method to call. Methods that are not known to be read-only are sent alone and never repeated.',
		advice: 'The method must belong to the chain of the node: eth_ methods only for EVM chains.',
	}),
	default: { mode: 'list', value: 'eth_blockNumber' },
	required: true,
} as const satisfies Property;

/** Fills the list of {@link methodProperty}; a name that is not in the list can be chosen as it was typed. */
export const searchMethods = searchKnown(ENTRIES);
