import { parseHexQuantity } from '../jsonRpc/quantities';
import { jsonExcerpt } from '../text/excerpt';
import { isRecord } from '../text/json';
import {
	ProbeError,
	type Family,
	type NodeReport,
	type ProbeClient,
	type ProbeOptions,
} from './family';
import { readAbility } from './finding';
import { at, ifAnswered, ifServed, makeFault, read, waitForAll } from './readFields';

const NO_TIME = 'the newest block has no readable time';

/** Chains with Ethereum's JSON-RPC. */
export const evm: Family = {
	name: 'evm',
	title: 'EVM (Ethereum and Compatible)',
	asks: 'eth_syncing',
	// eth_getFilterChanges consumes what it returns: if repeated, the first result would be lost.
	reads:
		/^(eth_get(?!FilterChanges$)\w+|eth_call|eth_estimateGas|eth_blockNumber|eth_chainId|eth_syncing|eth_gasPrice|eth_feeHistory|eth_maxPriorityFeePerGas|net_\w+|web3_\w+|trace_\w+|debug_trace\w+|hmy_(get\w+|call|estimateGas|blockNumber|syncing|latestHeader|gasPrice|protocolVersion))$/,
	async probe(ask, options) {
		const [syncing, height, block, chainId, peers, finalizedBlock, safeBlock, version] =
			await waitForAll([
				readSyncing(ask, options),
				options.head ? ask.call('eth_blockNumber') : undefined,
				options.head
					? ask.call('eth_getBlockByNumber', ['latest', false], 'head').then(readBlock)
					: undefined,
				options.head || options.chain ? ifServed(ask.call('eth_chainId')) : undefined,
				options.peers ? ifAnswered(ask.call('net_peerCount')) : undefined,
				options.finality ? readHeight(ask, 'finalized') : undefined,
				options.finality ? readHeight(ask, 'safe') : undefined,
				options.clientVersion ? ifAnswered(ask.call('web3_clientVersion')) : undefined,
			]);
		if (block === null && !syncing.isSyncing) throw makeFault(lacks('newest block', null), null);
		if (block && block.blockTimeMs === undefined && !syncing.isSyncing)
			throw makeFault(NO_TIME, null);
		if (options.head && parseHexQuantity(height) === undefined)
			throw makeFault(lacks('block number', height), height);
		const blockNumber = block?.blockNumber ?? parseHexQuantity(height);
		return {
			...syncing,
			blockNumber,
			blockHash: block?.blockHash,
			blockTimeMs: block?.blockTimeMs,
			chainId: read.integer(chainId)?.toString(),
			peers: read.count(peers),
			finalizedBlock,
			safeBlock,
			clientVersion: read.text(version),
		};
	},
	async timeAt(ask, height) {
		const number = `0x${height.toString(16)}`;
		const block = await ask.call('eth_getBlockByNumber', [number, false]);
		return isRecord(block) && parseHexQuantity(block.number) === height
			? readTime(block)
			: undefined;
	},
};

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
function readTime({ timestamp, timestampMs }: Record<string, unknown>): number | undefined {
	const time = read.time(timestamp, 0.001);
	const exact = read.time(timestampMs, 1);
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

/** @returns `null` for a node that has no newest block yet, as some do while they synchronize */
function readBlock(
	result: unknown,
): Pick<NodeReport, 'blockNumber' | 'blockHash' | 'blockTimeMs'> | null {
	if (result === null) return null;
	if (!isRecord(result)) throw makeFault(lacks('newest block', result), result);
	const blockTimeMs = readTime(result);
	const blockNumber = parseHexQuantity(result.number);
	// The first block of Ethereum Mainnet has no time, and a node that starts to sync has no other.
	if (blockTimeMs === undefined && blockNumber !== 0n) throw makeFault(NO_TIME, result);
	return { blockNumber, blockHash: read.text(result.hash), blockTimeMs };
}

function lacks(what: string, found: unknown): string {
	return `the endpoint returned no ${what} (${jsonExcerpt(found)})`;
}

async function readHeight(ask: ProbeClient, tag: string): Promise<bigint | undefined> {
	const block = await ifAnswered(ask.call('eth_getBlockByNumber', [tag, false]));
	return parseHexQuantity(at(block, 'number'));
}
