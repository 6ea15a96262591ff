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
	errors: {
		// Starknet specifications, starknet_api_openrpc.json, starknet_write_api.json, starknet_trace_api_openrpc.json.
		codes: {
			'1': 'timedOut',
			'10': 'missing',
			'20': 'reverted',
			'21': 'reverted',
			'22': 'invalid',
			'24': 'missing',
			'27': 'invalid',
			'28': 'reverted',
			'29': 'missing',
			'31': 'tooLarge',
			'32': 'syncing',
			'33': 'invalid',
			'34': 'tooLarge',
			'38': 'tooLarge',
			'40': 'reverted',
			'41': 'reverted',
			'42': 'missing',
			'51': 'refused',
			'52': 'refused',
			'53': 'refused',
			'54': 'refused',
			'55': 'refused',
			'56': 'refused',
			'57': 'refused',
			'58': 'refused',
			'59': 'known',
			'60': 'refused',
			'61': 'refused',
			'62': 'refused',
			'63': 'internal',
			'64': 'refused',
			'65': 'refused',
			'67': 'tooLarge',
			'68': 'tooLarge',
		},
		signed: /^starknet_add\w+$/,
	},
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
			clientVersion: describeVersion(version),
		};
	},
	timeAt: async (ask, height) =>
		read.time(at(await askBlock(ask, { block_number: Number(height) }), 'timestamp'), 0.001),
};

function askBlock(ask: ProbeClient, place: unknown): Promise<unknown> {
	return ask.call('starknet_getBlockWithTxHashes', [place], 'head');
}

function describeVersion(version: unknown): string | undefined {
	const text = read.text(version);
	return text === undefined ? undefined : `specification ${text}`;
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
