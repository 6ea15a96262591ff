import { isRecord } from '../text/json';
import { Problem } from '../text/problem';

/** Where quantities are in a result: it is one, a list of such, or an object whose fields hold some. */
type Shape = 'quantity' | readonly [Shape] | { readonly [field: string]: Shape };

/** @returns an object with one shape under each of several names, which are separated by spaces */
function share(shape: Shape, names: string): Record<string, Shape> {
	return Object.fromEntries(names.split(/\s+/).map((name) => [name, shape]));
}

/** The fields with these names are quantities. */
const fields = (names: string): Record<string, Shape> => share('quantity', names);

const LOG = fields('blockNumber blockTimestamp logIndex transactionIndex');

const TRANSACTION: Shape = {
	...fields(`blockNumber blockTimestamp transactionIndex nonce gas value gasPrice maxFeePerGas
		maxPriorityFeePerGas maxFeePerBlobGas chainId v r s`),
	authorizationList: [fields('chainId nonce r s')],
};

/** Its `nonce` is no quantity, but eight bytes. */
const BLOCK: Shape = {
	...fields(`number timestamp size difficulty totalDifficulty gasLimit gasUsed baseFeePerGas
		blobGasUsed excessBlobGas`),
	transactions: [TRANSACTION],
	withdrawals: [fields('index validatorIndex amount')],
};

const RECEIPT: Shape = {
	...fields(`blockNumber transactionIndex status gasUsed cumulativeGasUsed effectiveGasPrice
		blobGasUsed blobGasPrice`),
	logs: [LOG],
};

/**
 * The quantities in the results of methods: what their specification declares as an unsigned integer
 * (github.com/ethereum/execution-apis, `src/eth` and `src/schemas`). Identifiers of filters are not among them, because
 * they are passed on as they are.
 */
const RESULTS: Readonly<Record<string, Shape>> = {
	...fields(`eth_baseFee eth_blobBaseFee eth_blockNumber eth_chainId eth_estimateGas eth_gasPrice
		eth_getBalance eth_getBlockTransactionCountByHash eth_getBlockTransactionCountByNumber
		eth_getTransactionCount eth_getUncleCountByBlockHash eth_getUncleCountByBlockNumber
		eth_maxPriorityFeePerGas net_peerCount`),
	...share(
		BLOCK,
		`eth_getBlockByHash eth_getBlockByNumber eth_getUncleByBlockHashAndIndex
		eth_getUncleByBlockNumberAndIndex`,
	),
	...share(
		TRANSACTION,
		`eth_getTransactionByBlockHashAndIndex eth_getTransactionByBlockNumberAndIndex
		eth_getTransactionByHash`,
	),
	...share([LOG], 'eth_getFilterChanges eth_getFilterLogs eth_getLogs'),
	...share({ tx: TRANSACTION }, 'eth_fillTransaction eth_signTransaction'),
	eth_createAccessList: fields('gasUsed'),
	eth_feeHistory: {
		...fields('oldestBlock'),
		...share(['quantity'], 'baseFeePerGas baseFeePerBlobGas'),
		reward: [['quantity']],
	},
	eth_getBlockReceipts: [RECEIPT],
	eth_getProof: { ...fields('balance nonce'), storageProof: [fields('value')] },
	eth_getTransactionReceipt: RECEIPT,
	eth_simulateV1: [{ ...BLOCK, calls: [{ ...fields('gasUsed maxUsedGas status'), logs: [LOG] }] }],
	eth_syncing: fields('startingBlock currentBlock highestBlock'),
	txpool_status: fields('pending queued'),
};

/** @returns whether it is known which quantities the result of a method has */
export function hasQuantities(method: string): boolean {
	return Object.hasOwn(RESULTS, method);
}

/** Converts the quantities in the result of a method to exact decimal texts; everything else stays as it is. */
export function convertQuantitiesToDecimals(method: string, result: unknown): unknown {
	return hasQuantities(method) ? convertQuantities(RESULTS[method], result) : result;
}

function convertQuantities(shape: Shape, value: unknown): unknown {
	if (shape === 'quantity') return parseHexQuantity(value)?.toString() ?? value;
	if (isList(shape))
		return Array.isArray(value) ? value.map((entry) => convertQuantities(shape[0], entry)) : value;
	if (!isRecord(value)) return value;
	return Object.fromEntries(
		Object.entries(value).map(([name, entry]) => [
			name,
			Object.hasOwn(shape, name) ? convertQuantities(shape[name], entry) : entry,
		]),
	);
}

/**
 * Makes sure that the result of a method can be one quantity: those that are declared as one, and `eth_call`, whose
 * result may be a word.
 * @throws Problem
 */
export function checkOneQuantity(method: string): void {
	if (method !== 'eth_call' && RESULTS[method] !== 'quantity')
		throw makeNotOneQuantityProblem(method, 'is not');
}

/**
 * @param decimals number of decimal places of the unit, such as 18 for ETH
 * @returns the one quantity of a result in that unit, exact and without trailing zeros, such as `1.5`
 * @throws Problem when the result is not one quantity, nor one word of 32 bytes in the case of `eth_call`
 */
export function convertToUnits(method: string, result: unknown, decimals: number): string {
	checkOneQuantity(method);
	const isWord = typeof result === 'string' && result.length === LONGEST_QUANTITY;
	const quantity = isWord || method !== 'eth_call' ? parseHexQuantity(result) : undefined;
	if (quantity === undefined) throw makeNotOneQuantityProblem(method, 'was not');
	return formatUnits(quantity, decimals);
}

/** @returns a number of base units in units of this many decimal places, exact and without trailing zeros */
export function formatUnits(quantity: bigint, decimals: number): string {
	const digits = quantity.toString().padStart(decimals + 1, '0');
	const whole = digits.slice(0, digits.length - decimals);
	const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
	return fraction === '' ? whole : `${whole}.${fraction}`;
}

function makeNotOneQuantityProblem(method: string, verb: 'is not' | 'was not'): Problem {
	const what = method === 'eth_call' ? 'one word of 32 bytes' : 'one quantity';
	return new Problem(`'Decimals' is set, but the result of ${method} ${verb} ${what}`, {
		hint: "Remove 'Decimals' from the options. It is for results that are a single quantity, such as those of eth_getBalance, and for eth_call where the contract returns one number",
	});
}

function isList(shape: Shape): shape is readonly [Shape] {
	return Array.isArray(shape);
}

/** `0x` and the digits of a number of 256 bits, as a word of the ABI has them; Ethereum has none longer. */
const LONGEST_QUANTITY = 66;

/** @returns the number a hexadecimal text stands for, or `undefined` when it is none, or longer than 256 bits */
export function parseHexQuantity(value: unknown): bigint | undefined {
	if (typeof value !== 'string' || value.length > LONGEST_QUANTITY) return undefined;
	return /^0x[\da-f]+$/i.test(value) ? BigInt(value) : undefined;
}

/** @returns a number as JSON-RPC of EVM nodes takes it, such as `0x10` */
export function toHexQuantity(quantity: bigint | number): string {
	return `0x${quantity.toString(16)}`;
}

/** @returns a number, or a decimal text where a number could not hold it exactly; nothing where there is none */
export function toExactNumber<T extends bigint | undefined>(
	quantity: T,
): number | string | (T & undefined) {
	if (quantity === undefined) return undefined as T & undefined;
	const number = Number(quantity);
	return Number.isSafeInteger(number) ? number : quantity.toString();
}
