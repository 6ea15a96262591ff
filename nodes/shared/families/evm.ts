import { parseHexQuantity, toHexQuantity } from '../jsonRpc/quantities';
import { jsonExcerpt } from '../text/excerpt';
import { isRecord } from '../text/json';
import { ProbeError, settle } from './family';
import type { Family, NodeReport, ProbeClient, ProbeOptions } from './family';
import { readAbility } from './finding';
import { at, ifAnswered, ifServed, makeFault, read, waitForAll } from './readFields';

/**
 * Chains with Ethereum's JSON-RPC. Target: the highest block that peers have announced, or that the consensus layer
 * names (go-ethereum, eth/downloader). Clients that take it from themselves (Erigon, and any that has no peers yet)
 * give one that is not above their own block, which says nothing.
 */
export const evm: Family = {
	title: 'EVM (Ethereum and Compatible)',
	asks: 'eth_syncing',
	// eth_getFilterChanges consumes what it returns: if repeated, the first result would be lost.
	reads:
		/^(eth_get(?!FilterChanges$)\w+|eth_(accounts|blobBaseFee|blockNumber|call|callMany|chainId|coinbase|createAccessList|estimateGas|feeHistory|gasPrice|hashrate|maxPriorityFeePerGas|mining|protocolVersion|simulateV1|syncing)|net_\w+|web3_\w+|trace_\w+|txpool_\w+|rpc_modules|debug_(trace|getRaw|getModified)\w+|debug_(accountRange|dumpBlock|getBadBlocks|storageRangeAt)|erigon_\w+|ots_\w+|zks_(estimate|get|L1)\w+|bor_get\w+|linea_(estimateGas|getProof)|optimism_(outputAtBlock|rollupConfig|syncStatus|version)|hmy_(get\w+|call|estimateGas|blockNumber|syncing|latestHeader|gasPrice|protocolVersion))$/,
	lacksAsNull:
		/^eth_get(BlockBy(Hash|Number)|BlockReceipts|BlockTransactionCountBy(Hash|Number)|TransactionBy(Hash|Block(Hash|Number)AndIndex)|TransactionReceipt|RawTransactionByHash|Uncle\w+)$/,
	errors: { signed: /^eth_sendRawTransaction$/ },
	async probe(ask, options) {
		const [syncing, height, latest, chain, peers, finalized, safe, version] = await waitForAll([
			readSyncing(ask, options),
			options.head ? unlessStarting(ask.call('eth_blockNumber')) : undefined,
			options.head ? unlessStarting(askBlock(ask, 'latest', 'head')) : undefined,
			options.head || options.chain ? ifServed(ask.call('eth_chainId')) : undefined,
			options.peers ? ifAnswered(ask.call('net_peerCount')) : undefined,
			options.finality ? ifAnswered(askBlock(ask, 'finalized')) : undefined,
			options.finality ? ifAnswered(askBlock(ask, 'safe')) : undefined,
			options.clientVersion ? ifAnswered(ask.call('web3_clientVersion')) : undefined,
		]);
		return {
			...syncing,
			...(options.head && readHead(latest, height, syncing)),
			chainId: read.integer(chain)?.toString(),
			peers: read.count(peers),
			finalizedBlock: parseHexQuantity(at(finalized, 'number')),
			safeBlock: parseHexQuantity(at(safe, 'number')),
			clientVersion: read.text(version),
		};
	},
	async timeAt(ask, height) {
		const block = await askBlock(ask, toHexQuantity(height));
		return parseHexQuantity(at(block, 'number')) === height ? readTime(block) : undefined;
	},
};

function askBlock(ask: ProbeClient, tag: string, part?: 'head'): Promise<unknown> {
	return ask.call('eth_getBlockByNumber', [tag, false], part);
}

/** Code of a node in its first synchronization, whatever it is asked (Besu, RpcErrorType). */
const INITIAL_SYNC = -32008;

/** Some services do not offer `eth_syncing`; where the newest block is asked for as well, that one decides. */
async function readSyncing(ask: ProbeClient, { head }: ProbeOptions): Promise<NodeReport> {
	const result = await settle(ask.call('eth_syncing'));
	if (!(result instanceof ProbeError)) return readSync(result);
	if (result.code === INITIAL_SYNC)
		return { result: null, isSyncing: true, reason: result.message };
	if (!head || readAbility(result) !== 'notAvailable') throw result;
	const reason = 'it does not serve eth_syncing: only its newest block was judged';
	return { result: null, isSyncing: false, reason };
}

/** @returns the answer to a question, or `null` from a node that has no blocks to answer it with yet */
async function unlessStarting(question: Promise<unknown>): Promise<unknown> {
	const answer = await settle(question);
	if (!(answer instanceof ProbeError)) return answer;
	if (answer.code === INITIAL_SYNC) return null;
	throw answer;
}

/** Chains with more than one block per second may add a time in milliseconds (docs.base.org, Denim). */
function readTime(block: unknown): number | undefined {
	const time = read.time(at(block, 'timestamp'), 0.001);
	const exact = read.time(at(block, 'timestampMs'), 1);
	const isSame = exact !== undefined && Math.floor(exact / 1000) * 1000 === time;
	return isSame ? exact : time;
}

/**
 * Only a literal `false` means ready; an object or `true` means syncing. Clients return objects of many shapes (geth's
 * long one, Erigon's stages, Nitro's map): blocks are read only where the documented fields are present.
 */
function readSync(result: unknown): NodeReport {
	if (result === false) return { result, isSyncing: false };
	if (result === true) return { result, isSyncing: true };
	if (!isRecord(result)) {
		const found = Array.isArray(result) ? 'an array' : jsonExcerpt(result);
		throw makeFault(`the result is ${found}, neither false nor an object`, result);
	}
	return { result, isSyncing: true, ...readProgress(result), stillDoes: readIndexing(result) };
}

const BLOCKS = ['currentBlock', 'highestBlock', 'startingBlock'];

/** Lotus writes the names in lower case (Filecoin, chain/types/ethtypes). */
function readProgress(result: Record<string, unknown>) {
	const isLower = 'currentblock' in result;
	return read.progress(result, isLower ? BLOCKS.map((name) => name.toLowerCase()) : BLOCKS);
}

/** geth and its descendants say that they synchronize until old transactions are indexed (go-ethereum, SyncProgress.Done). */
function readIndexing(result: Record<string, unknown>): string | undefined {
	const blocks = read.integer(result.txIndexRemainingBlocks) ?? 0n;
	return blocks > 0n ? `it has yet to index the transactions of ${blocks} blocks` : undefined;
}

/**
 * A node that synchronizes may have no newest block yet, or only the first one, which has no time on Ethereum Mainnet.
 * @param latest the newest block
 * @param height its number, as the node gives it apart
 */
function readHead(latest: unknown, height: unknown, { isSyncing }: NodeReport) {
	const own = parseHexQuantity(at(latest, 'number'));
	const isFirst = isSyncing && (latest === null || own === 0n);
	if (!isRecord(latest) && !isFirst) throw makeFault(describeLack('newest block', latest), latest);
	const blockTimeMs = readTime(latest);
	if (blockTimeMs === undefined && !isFirst)
		throw makeFault('the newest block has no readable time', latest);
	const number = parseHexQuantity(height);
	if (number === undefined && !isFirst)
		throw makeFault(describeLack('block number', height), height);
	return { blockNumber: own ?? number, blockHash: read.text(at(latest, 'hash')), blockTimeMs };
}

function describeLack(what: string, found: unknown): string {
	return `the endpoint returned no ${what} (${jsonExcerpt(found)})`;
}
