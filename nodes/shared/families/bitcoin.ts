import { ProbeError, type ProbeClient, type Family, type NodeReport, settle } from './family';
import { at, ifAnswered, ifServed, makeFault, read, waitForAll } from './readFields';

/** Code of a node that starts (Bitcoin Core, src/rpc/protocol.h: RPC_IN_WARMUP). */
const WARMING_UP = -28;

/**
 * Headers arrive before their blocks, and two or three blocks may be found within moments, so even the headers of a
 * synchronized node may be this many ahead (dRPC's chains.yaml: synchronizing beyond 3).
 */
const USUAL_GAP = 3n;

/**
 * Bitcoin and the chains that are asked like it: `getblockchaininfo` says whether the initial download is complete,
 * and what is missing.
 */
export const bitcoin: Family = {
	title: 'Bitcoin, Dogecoin, Litecoin, Zcash',
	asks: 'getblockchaininfo',
	// Methods that create addresses change the wallet, and getblocktemplate may hold the request open.
	reads:
		/^(get(?!newaddress$|rawchangeaddress$|accountaddress$|blocktemplate$)[a-z\d]+|decode(rawtransaction|script)|estimate(smart)?fee|validateaddress|verifymessage|gettxoutsetinfo|testmempoolaccept|uptime|z_get(?!newaddress$)[a-z\d]+)$/,
	version: '1.0',
	// Gaps between proof-of-work blocks are exponentially distributed.
	hasIrregularGaps: true,
	// Bitcoin, Dogecoin, Litecoin and Zcash all call themselves `main`.
	chainsShareIds: true,
	async probe(ask, options) {
		const [chain, genesis, peers, version] = await waitForAll([
			askChain(ask),
			// The hash of the first block is different for each chain.
			options.chain ? ifServed(ask.call('getblockhash', [0])) : undefined,
			options.peers ? ifAnswered(ask.call('getconnectioncount')) : undefined,
			options.clientVersion ? ifAnswered(ask.call('getnetworkinfo')) : undefined,
		]);
		const isUndated = options.head && chain.blockTimeMs === undefined && chain.blockHash;
		const header = isUndated && (await ifServed(ask.call('getblockheader', [chain.blockHash])));
		return {
			...chain,
			blockTimeMs: chain.blockTimeMs ?? read.time(at(header, 'time'), 0.001),
			chainMark: read.text(genesis),
			peers: read.count(peers),
			clientVersion: read.text(at(version, 'subversion')),
		};
	},
	async timeAt(ask, height) {
		const hash = await ask.call('getblockhash', [Number(height)]);
		return read.time(at(await ask.call('getblockheader', [hash]), 'time'), 0.001);
	},
};

async function askChain(ask: ProbeClient): Promise<NodeReport> {
	const answer = await settle(ask.call('getblockchaininfo'));
	if (answer instanceof ProbeError) {
		if (answer.code !== WARMING_UP) throw answer;
		return { result: null, isSyncing: true, reason: `the node is starting: ${answer.message}` };
	}
	const result = read.object(answer, 'blockchain info');
	const progress = read.progress(result, ['blocks', 'headers']);
	const { currentBlock, blocksBehind } = progress;
	const isFirstDownload = result.initialblockdownload;
	const lacking = "the response has neither 'blocks' and 'headers' nor 'initialblockdownload'";
	if (blocksBehind === undefined && typeof isFirstDownload !== 'boolean')
		throw makeFault(lacking, result);
	return {
		result,
		isSyncing: isFirstDownload === true || (blocksBehind ?? 0n) > USUAL_GAP,
		...(isFirstDownload === true && { reason: 'its initial block download is in progress' }),
		...progress,
		blockNumber: currentBlock,
		blockHash: read.text(result.bestblockhash),
		// Since Bitcoin Core 22; the time of the newest block.
		blockTimeMs: read.time(result.time, 0.001),
		chainId: read.text(result.chain),
	};
}
