import type { Family } from './family';
import { at, ifServed, makeFault, read, waitForAll } from './readFields';

/** Chain ids by the version of the peer-to-peer network (TRON documentation, connecting to a network). */
const CHAIN_OF_P2P: ReadonlyMap<string, string> = new Map([
	['11111', '728126428'],
	['201910292', '3448148188'],
]);

/**
 * TRON's own API: the time of the newest block, and whether a peer has blocks that are missing. Target: what most of its
 * peers have.
 */
export const tron: Family = {
	title: 'TRON (Wallet API)',
	asks: '/wallet/getnowblock',
	async probe(ask, options) {
		const [block, info] = await waitForAll([
			ask.post('getnowblock', {}),
			ifServed(ask.get('getnodeinfo')),
		]);
		const result = read.object(block, 'block');
		const blockNumber = read.integer(at(result, 'block_header', 'raw_data', 'number'));
		const blockTimeMs = read.time(at(result, 'block_header', 'raw_data', 'timestamp'), 1);
		if (blockTimeMs === undefined) {
			const why = read.text(result.Error) ?? 'the newest block has no readable time';
			throw makeFault(why, result);
		}
		const isDownloading = mostPeersAreAhead(info);
		const p2pVersion = read.text(at(info, 'configNodeInfo', 'p2pVersion'));
		return {
			result,
			// A node that follows its chain downloads from a peer for a moment as well.
			isSyncing: isDownloading ? 'unlessRecent' : false,
			reason: isDownloading ? 'it is still downloading blocks from most of its peers' : undefined,
			blockNumber,
			blockHash: read.text(result.blockID),
			blockTimeMs,
			chainId: CHAIN_OF_P2P.get(p2pVersion ?? ''),
			chainMark: p2pVersion,
			finalizedBlock: options.finality ? parseHeight(at(info, 'solidityBlock')) : undefined,
			peers: read.count(at(info, 'currentConnectCount')),
			clientVersion: read.text(at(info, 'configNodeInfo', 'codeVersion')),
		};
	},
	async timeAt(ask, height) {
		const block = await ask.post('getblockbynum', { num: Number(height) });
		return read.time(at(block, 'block_header', 'raw_data', 'timestamp'), 1);
	},
};

/** Peers are in `peerList` (java-tron, NodeInfo.java), or in `peerInfoList` (its protocol, Tron.proto). */
function mostPeersAreAhead(info: unknown): boolean {
	const peers = [at(info, 'peerList'), at(info, 'peerInfoList')].find(Array.isArray) ?? [];
	const ahead = peers.filter((each) => at(each, 'needSyncFromPeer') === true);
	return ahead.length > peers.length / 2;
}

/** @returns the number in a text such as `Num:71234567,ID:0000…`, the form in which the node gives blocks */
function parseHeight(value: unknown): bigint | undefined {
	return read.integer(/^Num:(\d+)/.exec(read.text(value) ?? '')?.[1]);
}
