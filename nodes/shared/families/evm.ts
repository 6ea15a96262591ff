import { parseHexQuantity, toHexQuantity } from '../jsonRpc/quantities';
import { jsonExcerpt } from '../text/excerpt';
import { isRecord } from '../text/json';
import { ProbeError } from './family';
import type { Family, NodeReport, ProbeClient, ProbeOptions } from './family';
import { readAbility } from './finding';
import { at, ifAnswered, ifServed, makeFault, read, waitForAll } from './readFields';

/** Chains with Ethereum's JSON-RPC. */
export const evm: Family = {
	title: 'EVM (Ethereum and Compatible)',
	asks: 'eth_syncing',
	// eth_getFilterChanges consumes what it returns: if repeated, the first result would be lost.
	reads:
		/^(eth_get(?!FilterChanges$)\w+|eth_call|eth_estimateGas|eth_blockNumber|eth_chainId|eth_syncing|eth_gasPrice|eth_feeHistory|eth_maxPriorityFeePerGas|net_\w+|web3_\w+|trace_\w+|debug_trace\w+|hmy_(get\w+|call|estimateGas|blockNumber|syncing|latestHeader|gasPrice|protocolVersion))$/,
	async probe(ask, options) {
		const [syncing, height, latest, chain, peers, finalized, safe, version] = await waitForAll([
			readSyncing(ask, options),
			options.head ? ask.call('eth_blockNumber') : undefined,
			options.head ? askBlock(ask, 'latest', 'head') : undefined,
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

/** Some services do not offer `eth_syncing`; where the newest block is asked for as well, that one decides. */
function readSyncing(ask: ProbeClient, { head }: ProbeOptions): Promise<NodeReport> {
	return ask.call('eth_syncing').then(readSync, (fault: unknown) => {
		const mayDo = head && fault instanceof ProbeError && readAbility(fault) === 'notAvailable';
		if (!mayDo) throw fault;
		const reason = 'it does not serve eth_syncing: only its newest block was judged';
		return { result: null, isSyncing: false, reason };
	});
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
	if (typeof result !== 'boolean' && !isRecord(result)) {
		const found = Array.isArray(result) ? 'an array' : jsonExcerpt(result);
		throw makeFault(`the result is ${found}, neither false nor an object`, result);
	}
	return { result, isSyncing: result !== false, ...read.progress(result) };
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
	if (number === undefined) throw makeFault(describeLack('block number', height), height);
	return { blockNumber: own ?? number, blockHash: read.text(at(latest, 'hash')), blockTimeMs };
}

function describeLack(what: string, found: unknown): string {
	return `the endpoint returned no ${what} (${jsonExcerpt(found)})`;
}
