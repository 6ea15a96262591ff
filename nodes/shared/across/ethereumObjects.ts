/** The members that an object of the Ethereum API has, as far as all clients agree on them. */
export interface ObjectShape {
	members: ReadonlySet<string>;
	/** The shape of what a member holds: an object, or a list of such. */
	inside?: Readonly<Record<string, ObjectShape>>;
}

/*
 * The lists are those of github.com/ethereum/execution-apis, `src/schemas` (033ca6e, August 2026). `blockTimestamp` of logs
 * and transactions is left out: it was added in pull request 639, and clients follow at different times.
 */

/** `receipt.yaml`, Log. */
const LOG: ObjectShape = {
	members: new Set([
		'removed',
		'logIndex',
		'transactionIndex',
		'transactionHash',
		'blockHash',
		'blockNumber',
		'address',
		'data',
		'topics',
	]),
};

/** `receipt.yaml`, ReceiptInfo. */
const RECEIPT: ObjectShape = {
	members: new Set([
		'type',
		'transactionHash',
		'transactionIndex',
		'blockHash',
		'blockNumber',
		'from',
		'to',
		'cumulativeGasUsed',
		'gasUsed',
		'blobGasUsed',
		'contractAddress',
		'logs',
		'logsBloom',
		'root',
		'status',
		'effectiveGasPrice',
		'blobGasPrice',
	]),
	inside: { logs: LOG },
};

/** `transaction.yaml`, TransactionInfo and the signed transactions of all types. */
const TRANSACTION: ObjectShape = {
	members: new Set([
		'blockHash',
		'blockNumber',
		'from',
		'hash',
		'transactionIndex',
		'type',
		'nonce',
		'to',
		'gas',
		'value',
		'input',
		'gasPrice',
		'maxPriorityFeePerGas',
		'maxFeePerGas',
		'maxFeePerBlobGas',
		'accessList',
		'blobVersionedHashes',
		'authorizationList',
		'chainId',
		'yParity',
		'v',
		'r',
		's',
	]),
};

/** `withdrawal.yaml`. */
const WITHDRAWAL: ObjectShape = {
	members: new Set(['index', 'validatorIndex', 'address', 'amount']),
};

/** `block.yaml`, Block. */
const BLOCK: ObjectShape = {
	members: new Set([
		'hash',
		'parentHash',
		'sha3Uncles',
		'miner',
		'stateRoot',
		'transactionsRoot',
		'receiptsRoot',
		'logsBloom',
		'difficulty',
		'number',
		'gasLimit',
		'gasUsed',
		'timestamp',
		'extraData',
		'mixHash',
		'nonce',
		'baseFeePerGas',
		'withdrawalsRoot',
		'blobGasUsed',
		'excessBlobGas',
		'parentBeaconBlockRoot',
		'size',
		'transactions',
		'withdrawals',
		'uncles',
		'requestsHash',
		'blockAccessListHash',
	]),
	inside: { transactions: TRANSACTION, withdrawals: WITHDRAWAL },
};

/** The objects in the results of methods (`src/eth`): one, or a list of them. */
const RESULTS: ReadonlyMap<string, ObjectShape> = new Map([
	['eth_getBlockByHash', BLOCK],
	['eth_getBlockByNumber', BLOCK],
	['eth_getUncleByBlockHashAndIndex', BLOCK],
	['eth_getUncleByBlockNumberAndIndex', BLOCK],
	['eth_getTransactionByHash', TRANSACTION],
	['eth_getTransactionByBlockHashAndIndex', TRANSACTION],
	['eth_getTransactionByBlockNumberAndIndex', TRANSACTION],
	['eth_getTransactionReceipt', RECEIPT],
	['eth_getBlockReceipts', RECEIPT],
	['eth_getLogs', LOG],
	['eth_getFilterLogs', LOG],
]);

/** @returns the shape of the objects in the result of a method; `undefined` where all members count */
export function findShape(method: string): ObjectShape | undefined {
	return RESULTS.get(method);
}
