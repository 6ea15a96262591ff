import { isRecord } from '../text/json';
import type { ProbeClient, Family, NodeReport } from './family';
import { at, ifAnswered, ifServed, makeFault, read, waitForAll } from './readFields';

/**
 * Starknet: `starknet_syncing` returns false, or the progress, in hexadecimal or plain numbers. Target: the newest
 * block of the sequencer's gateway, which stays the same while that is out of reach.
 */
export const starknet: Family = {
	title: 'Starknet',
	asks: 'starknet_syncing',
	reads: /^starknet_(?!add|subscribe|unsubscribe)\w+$/,
	async probe(ask, options) {
		const [report, latest, chainId, version] = await waitForAll([
			ask.call('starknet_syncing').then(readSyncing),
			options.head ? askBlock(ask, 'latest') : undefined,
			options.head ? ifServed(ask.call('starknet_chainId')) : undefined,
			options.clientVersion ? ifAnswered(ask.call('starknet_specVersion')) : undefined,
		]);
		const isAgeNeeded = report.isSyncing === 'unlessRecent' && !options.head;
		const block = isAgeNeeded ? await ifServed(askBlock(ask, 'latest')) : latest;
		return {
			...report,
			blockNumber: read.integer(at(block, 'block_number')),
			blockHash: read.text(at(block, 'block_hash')),
			blockTimeMs: read.time(at(block, 'timestamp'), 0.001),
			chainId: decodeChainName(chainId),
			clientVersion: read.text(version) && `specification ${read.text(version)}`,
		};
	},
	timeAt: async (ask, height) =>
		read.time(at(await askBlock(ask, { block_number: Number(height) }), 'timestamp'), 0.001),
};

function askBlock(ask: ProbeClient, place: unknown): Promise<unknown> {
	return ask.call('starknet_getBlockWithTxHashes', [place], 'head');
}

/** A node that follows its chain returns its progress as well: how old its newest block is decides. */
function readSyncing(result: unknown): NodeReport {
	if (typeof result === 'boolean') return { result, isSyncing: result };
	if (!isRecord(result)) throw makeFault('the result is neither false nor an object', result);
	const names = ['current_block_num', 'highest_block_num', 'starting_block_num'];
	const progress = read.progress(result, names);
	const isKnown = progress.blocksBehind !== undefined;
	return { result, isSyncing: isKnown ? 'unlessRecent' : true, ...progress };
}

/** Chain ids are short texts in hexadecimal form, such as `0x534e5f4d41494e` for SN_MAIN. */
function decodeChainName(value: unknown): string | undefined {
	const text = read.text(value);
	if (text === undefined || !/^0x([\da-f]{2})+$/i.test(text)) return text;
	return Buffer.from(text.slice(2), 'hex').toString('latin1');
}
