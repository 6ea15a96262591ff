import { compileGlossary } from '../jsonRpc/words';
import { ProbeError, type ProbeClient, type Family, type NodeReport, settle } from './family';
import { at, ifAnswered, ifServed, makeFault, read, waitForAll } from './readFields';

/**
 * Headers arrive before their blocks, and two or three blocks may be found within moments, so even the headers of a
 * synchronized node may be this many ahead (dRPC's chains.yaml: synchronizing beyond 3).
 */
const USUAL_GAP = 3n;

/** Share of the chain from which a node counts as near its end: of a synchronized one, it is 0.9999 and more. */
const LEAST_PROGRESS = 0.999;

/**
 * Bitcoin and the chains that are asked like it: `getblockchaininfo` says whether the initial download is complete,
 * and what is missing.
 *
 * Target: headers, which peers send before their blocks. Zebra's are its own blocks, and it has no flag; there, the
 * height that it estimates from the clock is the target (zebra.zfnd.org, GetBlockchainInfoResponse). That runs ahead
 * in every gap between blocks, so the age of the newest block decides.
 */
export const bitcoin: Family = {
	title: 'Bitcoin, Dogecoin, Litecoin, Zcash',
	asks: 'getblockchaininfo',
	// Methods that create addresses change the wallet, and getblocktemplate may hold the request open.
	reads:
		/^(get(?!newaddress$|rawchangeaddress$|accountaddress$|blocktemplate$)[a-z\d]+|decode(rawtransaction|script)|estimate(smart)?fee|validateaddress|verifymessage|gettxoutsetinfo|testmempoolaccept|uptime|z_get(?!newaddress$)[a-z\d]+)$/,
	version: '1.0',
	errors: {
		// Errors of its own (Bitcoin Core, src/httprpc.cpp: JSONErrorReply).
		ownStatuses: [400, 404, 500],
		// Bitcoin Core, src/rpc/protocol.h.
		codes: {
			'-1': 'refused',
			'-3': 'invalid',
			'-4': 'refused',
			'-5': 'invalid',
			'-6': 'refused',
			'-7': 'internal',
			'-8': 'invalid',
			'-9': 'syncing',
			'-10': 'syncing',
			'-11': 'invalid',
			'-13': 'refused',
			'-18': 'absent',
			'-19': 'invalid',
			'-20': 'internal',
			'-22': 'refused',
			'-25': 'refused',
			'-26': 'refused',
			'-27': 'known',
			'-28': 'syncing',
			'-31': 'absent',
			'-32': 'absent',
			'-33': 'absent',
		},
		// Bitcoin Core, src/init.cpp, src/rpc/blockchain.cpp and rawtransaction.cpp, src/policy.
		glossary: compileGlossary([
			{
				sign: 'syncing',
				anyOf: [
					'loading block index/wallet',
					'verifying/rewinding/replaying blocks',
					'loading wallet',
					'pruning blockstore',
					'initial block download',
				],
			},
			{ sign: 'missing', anyOf: ['no such mempool', 'height out of range', 'pruned data'] },
			{
				sign: 'refused',
				anyOf: [
					'bad txns',
					'missing or spent',
					'scriptpubkey',
					'script verify',
					'dust',
					'non final',
				],
			},
			{ sign: 'known', anyOf: ['already in utxo set', 'already in block chain'] },
			{
				sign: 'absent',
				anyOf: ['wallet .. not loaded', 'no wallet is loaded', 'wallet file not specified'],
			},
		]),
		signed: /^sendrawtransaction$/,
	},
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
		const isTimeNeeded = options.head || chain.isSyncing === 'unlessRecent';
		return {
			...chain,
			blockTimeMs:
				chain.blockTimeMs ?? (isTimeNeeded ? await readHeaderTime(ask, chain) : undefined),
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

async function readHeaderTime(
	ask: ProbeClient,
	{ blockHash }: NodeReport,
): Promise<number | undefined> {
	if (blockHash === undefined) return undefined;
	const header = await ifServed(ask.call('getblockheader', [blockHash]));
	return read.time(at(header, 'time'), 0.001);
}

async function askChain(ask: ProbeClient): Promise<NodeReport> {
	const answer = await settle(ask.call('getblockchaininfo'));
	if (answer instanceof ProbeError) {
		if (answer.meaning.sign !== 'syncing') throw answer;
		return { result: null, isSyncing: true, reason: `the node is starting: ${answer.message}` };
	}
	const result = read.object(answer, 'blockchain info');
	const progress = readProgress(result);
	const { currentBlock, blocksBehind } = progress;
	const isDownloading = readDownload(result);
	if (blocksBehind === undefined && isDownloading === undefined)
		throw makeFault(
			"the response has neither 'blocks' and 'headers' nor 'initialblockdownload'",
			result,
		);
	return {
		result,
		isSyncing: judgeDownload(result, isDownloading),
		reason: isDownloading ? 'its initial block download is in progress' : undefined,
		...progress,
		blockNumber: currentBlock,
		blockHash: read.text(result.bestblockhash),
		// Since Bitcoin Core 22; the time of the newest block.
		blockTimeMs: read.time(result.time, 0.001),
		chainId: read.text(result.chain),
	};
}

/** The target is the higher one of its headers and the height estimated from the clock, where it gives that. */
function readProgress(result: Record<string, unknown>) {
	const byHeaders = read.progress(result, ['blocks', 'headers']);
	const byClock = read.progress(result, ['blocks', 'estimatedheight']);
	const isClockAhead = (byClock.blocksBehind ?? 0n) > (byHeaders.blocksBehind ?? 0n);
	return isClockAhead ? byClock : byHeaders;
}

/** @returns whether the first download goes on, as Bitcoin Core says it, or zcashd, the other way round */
function readDownload(result: Record<string, unknown>): boolean | undefined {
	const { initialblockdownload: isOn, initial_block_download_complete: isComplete } = result;
	if (typeof isOn === 'boolean') return isOn;
	return typeof isComplete === 'boolean' ? !isComplete : undefined;
}

/** Lets the age of the newest block decide where headers may be no more than the node's own blocks. */
function judgeDownload(
	result: Record<string, unknown>,
	isDownloading: boolean | undefined,
): NodeReport['isSyncing'] {
	if (isDownloading) return true;
	const { blocksBehind = 0n } = read.progress(result, ['blocks', 'headers']);
	if (blocksBehind > USUAL_GAP) return true;
	const { blocksBehind: estimated = 0n } = read.progress(result, ['blocks', 'estimatedheight']);
	const { verificationprogress: progress } = result;
	const isEarly = typeof progress === 'number' && progress < LEAST_PROGRESS;
	const saysNothing = isDownloading === undefined && typeof progress !== 'number';
	return estimated > USUAL_GAP || isEarly || saysNothing ? 'unlessRecent' : false;
}
