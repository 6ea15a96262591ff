import { describe, expect, it } from 'vitest';

import type { ProbeOptions } from '../../../nodes/shared/families/family';
import { starknet } from '../../../nodes/shared/families/starknet';
import {
	EVERYTHING,
	LIMITED,
	probed,
	NOT_SERVED,
	rejecting,
	UNREACHABLE,
	without,
	type Answers,
} from '../fixtures/familyAsker.mts';

const BLOCK = 'starknet_getBlockWithTxHashes ["latest"]';

const ANSWERS: Answers = {
	starknet_syncing: false,
	[BLOCK]: { block_number: 4_200_000, block_hash: '0x6ab', timestamp: 1_795_168_801 },
	starknet_chainId: '0x534e5f4d41494e',
	starknet_specVersion: '0.9.0',
};
const HEAD = {
	blockNumber: 4_200_000n,
	blockHash: '0x6ab',
	blockTimeMs: 1_795_168_801_000,
	chainId: 'SN_MAIN',
};
const REPORT = { result: false, isSyncing: false, ...HEAD, clientVersion: 'specification 0.9.0' };

describe('starknet', () => {
	it('reports all of a synchronized node', async () => {
		expect(await probed(starknet, ANSWERS, EVERYTHING)).toEqual({
			asked: ['starknet_syncing', BLOCK, 'starknet_chainId', 'starknet_specVersion'],
			report: REPORT,
		});
	});

	it.each<[Partial<ProbeOptions>, string[], object]>([
		[{}, [], {}],
		[{ chain: true, peers: true, finality: true }, [], {}],
		[{ head: true }, [BLOCK, 'starknet_chainId'], HEAD],
		[{ clientVersion: true }, ['starknet_specVersion'], { clientVersion: REPORT.clientVersion }],
	])('asks for nothing more than %j', async (options, more, report) => {
		expect(await probed(starknet, ANSWERS, options)).toEqual({
			asked: ['starknet_syncing', ...more],
			report: { result: false, isSyncing: false, ...report },
		});
	});

	it('is syncing where it says no more than that', async () => {
		expect((await probed(starknet, { starknet_syncing: true })).report).toEqual({
			result: true,
			isSyncing: true,
		});
	});

	it.each([
		[4200, 4200n, 'unlessRecent'],
		[2, 2n, 'unlessRecent'],
		[1, 1n, 'unlessRecent'],
		[0, 0n, false],
		[-3, 0n, false],
	])('judges a node that is %d blocks behind', async (missing, blocksBehind, isSyncing) => {
		const result = {
			starting_block_num: '0x10',
			current_block_num: 1000,
			highest_block_num: `0x${(1000 + missing).toString(16)}`,
		};
		const { asked, report } = await probed(starknet, { ...ANSWERS, starknet_syncing: result });
		expect(report).toEqual({
			result,
			isSyncing,
			startingBlock: 16n,
			currentBlock: 1000n,
			highestBlock: BigInt(1000 + missing),
			blocksBehind,
			// The age of its newest block decides.
			...(missing > 0 && { ...HEAD, chainId: undefined }),
		});
		expect(asked).toEqual(['starknet_syncing', ...(missing > 0 ? [BLOCK] : [])]);
	});

	it('goes by its distance where its newest block is not served', async () => {
		const result = { current_block_num: 1000, highest_block_num: 1002 };
		expect((await probed(starknet, { starknet_syncing: result })).report).toMatchObject({
			isSyncing: 'unlessRecent',
			blocksBehind: 2n,
		});
	});

	it.each([
		[{}, {}],
		[{ current_block_num: 1000 }, { currentBlock: 1000n }],
		[{ highest_block_num: '1000' }, { highestBlock: 1000n }],
		[
			{ starting_block_num: 1, current_block_num: 1000, highest_block_num: 'pending' },
			{ startingBlock: 1n, currentBlock: 1000n },
		],
	])('is syncing where its distance is unknown (%j)', async (result, blocks) => {
		expect((await probed(starknet, { starknet_syncing: result })).report).toEqual({
			result,
			isSyncing: true,
			...blocks,
		});
	});

	it.each([
		['0x534e5f4d41494e', 'SN_MAIN'],
		['0X534E5F5345504F4C4941', 'SN_SEPOLIA'],
		['0xe9', 'é'],
		['SN_MAIN', 'SN_MAIN'],
		['SN0x4d', 'SN0x4d'],
		['0x534e5', '0x534e5'],
		['0x534ezz', '0x534ezz'],
		['0x', '0x'],
		['', undefined],
		[7, undefined],
	])('reads the chain id %j as %j', async (id, chainId) => {
		const answers = { ...ANSWERS, starknet_chainId: id };
		expect((await probed(starknet, answers, EVERYTHING)).report).toEqual({ ...REPORT, chainId });
	});

	it.each([
		['missing', { ...without(ANSWERS, 'starknet_chainId', 'starknet_specVersion'), [BLOCK]: {} }],
		[
			'of another type',
			{
				...ANSWERS,
				[BLOCK]: { block_number: null, block_hash: 7, timestamp: 'today' },
				starknet_chainId: {},
				starknet_specVersion: 9,
			},
		],
		['empty', { ...ANSWERS, [BLOCK]: null, starknet_chainId: '', starknet_specVersion: '' }],
	])('leaves out what is %s', async (_, answers) => {
		expect((await probed(starknet, answers, EVERYTHING)).report).toEqual({
			result: false,
			isSyncing: false,
		});
	});

	it('does without its version where that is rate limited', async () => {
		const answers = rejecting(ANSWERS, LIMITED, 'starknet_specVersion');
		expect((await probed(starknet, answers, EVERYTHING)).report).toEqual({
			...REPORT,
			clientVersion: undefined,
		});
	});

	it.each([null, 'no', 0, []])('cannot tell anything from %j', async (result) => {
		expect(await probed(starknet, { starknet_syncing: result })).toEqual({
			asked: ['starknet_syncing'],
			fault: {
				kind: 'invalidResponse',
				reason: 'the result is neither false nor an object',
			},
			result,
		});
	});

	it.each([
		[NOT_SERVED.call, 'starknet_syncing', without(ANSWERS, 'starknet_syncing')],
		[LIMITED, 'starknet_syncing', rejecting(ANSWERS, LIMITED, 'starknet_syncing')],
		[UNREACHABLE, 'newest block', rejecting(ANSWERS, UNREACHABLE, BLOCK)],
		[LIMITED, 'chain', rejecting(ANSWERS, LIMITED, 'starknet_chainId')],
	])('fails with %j as its %s does', async (fault, _, answers) => {
		expect(await probed(starknet, answers, EVERYTHING)).toEqual({
			asked: ['starknet_syncing', BLOCK, 'starknet_chainId', 'starknet_specVersion'],
			fault,
			result: null,
		});
	});
});
