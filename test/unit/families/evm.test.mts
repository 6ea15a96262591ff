import { describe, expect, it } from 'vitest';

import { evm } from '../../../nodes/shared/families/evm';
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

const SYNCING = 'eth_syncing';
const HEIGHT = 'eth_blockNumber';
const LATEST = 'eth_getBlockByNumber ["latest",false]';
const CHAIN = 'eth_chainId';
const PEERS = 'net_peerCount';
const FINALIZED = 'eth_getBlockByNumber ["finalized",false]';
const SAFE = 'eth_getBlockByNumber ["safe",false]';
const VERSION = 'web3_clientVersion';
const ALL = [SYNCING, HEIGHT, LATEST, CHAIN, PEERS, FINALIZED, SAFE, VERSION];

const BLOCK = { number: '0x64', hash: '0xab', timestamp: '0x691eeaa1' };
const ANSWERS: Answers = {
	[SYNCING]: false,
	[HEIGHT]: '0x63',
	[LATEST]: BLOCK,
	[CHAIN]: '0x88bb0',
	[PEERS]: '0x19',
	[FINALIZED]: { number: '0x20' },
	[SAFE]: { number: '0x40' },
	[VERSION]: 'Geth/v1.16.7',
};
const SYNCED = { result: false, isSyncing: false };
const HEAD = { blockNumber: 100n, blockHash: '0xab', blockTimeMs: 0x691eeaa1 * 1000 };
const REPORT = { ...SYNCED, ...HEAD, chainId: '560048' };
const FACTS = {
	peers: 25,
	finalizedBlocksBehind: 68n,
	safeBlocksBehind: 36n,
	clientVersion: 'Geth/v1.16.7',
};

describe('evm', () => {
	it('reports all of a synchronized node', async () => {
		expect(await probed(evm, ANSWERS, EVERYTHING)).toEqual({
			asked: ALL,
			report: { ...REPORT, ...FACTS },
		});
	});

	it.each([
		[{}, [], {}],
		[{ head: true }, [HEIGHT, LATEST, CHAIN], { ...HEAD, chainId: '560048' }],
		[{ chain: true }, [CHAIN], { chainId: '560048' }],
		[{ peers: true }, [PEERS], { peers: 25 }],
		[{ finality: true }, [FINALIZED, SAFE], {}],
		[{ clientVersion: true }, [VERSION], { clientVersion: 'Geth/v1.16.7' }],
	])('asks only for what is wanted: %j', async (options, asked, facts) => {
		expect(await probed(evm, ANSWERS, options)).toEqual({
			asked: [SYNCING, ...asked],
			report: { ...SYNCED, ...facts },
		});
	});

	it.each([
		[true, {}],
		[{}, {}],
		[
			{ startingBlock: '0x0', currentBlock: '0x64', highestBlock: '0xC8' },
			{ startingBlock: 0n, currentBlock: 100n, highestBlock: 200n, blocksBehind: 100n },
		],
		[
			{ currentBlock: '0x65', highestBlock: '0x64' },
			{ currentBlock: 101n, highestBlock: 100n, blocksBehind: 0n },
		],
		[{ currentBlock: 100, highestBlock: '0x64' }, { highestBlock: 100n }],
		[{ stages: [], startingBlock: '', currentBlock: '0x1' }, { currentBlock: 1n }],
	])('is syncing while it answers %j', async (result, blocks) => {
		expect(await probed(evm, { [SYNCING]: result })).toEqual({
			asked: [SYNCING],
			report: { result, isSyncing: true, ...blocks },
		});
	});

	it('reports of a fresh node that it has the first block, and how many are missing', async () => {
		const result = { startingBlock: '0x0', currentBlock: '0x0', highestBlock: '0x64' };
		const first = { ...BLOCK, number: '0x0' };
		const answers = { ...ANSWERS, [SYNCING]: result, [HEIGHT]: '0x0', [LATEST]: first };
		expect((await probed(evm, answers, { head: true })).report).toEqual({
			...REPORT,
			result,
			isSyncing: true,
			startingBlock: 0n,
			currentBlock: 0n,
			highestBlock: 100n,
			blocksBehind: 100n,
			blockNumber: 0n,
		});
	});

	it.each([
		[null, 'null'],
		[[], 'an array'],
		['false', '"false"'],
		[0, '0'],
	])('cannot tell anything from %j', async (result, found) => {
		expect(await probed(evm, { [SYNCING]: result })).toEqual({
			asked: [SYNCING],
			fault: {
				kind: 'invalidResponse',
				reason: `the result is ${found}, neither false nor an object`,
			},
			result,
		});
	});

	it('needs no time of the first block while a node syncs', async () => {
		const first = { number: '0x0', hash: '0xd4', timestamp: '0x0' };
		const answers = { ...ANSWERS, [HEIGHT]: '0x0', [LATEST]: first };
		const syncing = { currentBlock: '0x0', highestBlock: '0x16e3600' };
		const { report } = await probed(evm, { ...answers, [SYNCING]: syncing }, { head: true });
		expect(report).toMatchObject({ isSyncing: true, blocksBehind: 24_000_000n, blockNumber: 0n });
		expect(report?.blockTimeMs).toBeUndefined();
		const { fault } = await probed(evm, answers, { head: true });
		expect(fault).toEqual({
			kind: 'invalidResponse',
			reason: 'the newest block has no readable time',
		});
	});

	it.each([true, { currentBlock: '0x0', highestBlock: '0x16e3600' }])(
		'is syncing where it has no newest block yet, and answers %j',
		async (syncing) => {
			const answers = { ...ANSWERS, [SYNCING]: syncing, [HEIGHT]: '0x0', [LATEST]: null };
			const { report } = await probed(evm, answers, { head: true });
			expect(report).toMatchObject({ isSyncing: true, blockNumber: 0n });
			expect(report?.blockTimeMs).toBeUndefined();
		},
	);

	describe('where eth_syncing is not served', () => {
		const reason = 'it does not serve eth_syncing: only its newest block was judged';

		it.each([
			NOT_SERVED.call,
			{ kind: 'rpcError', code: -32600, message: 'Method eth_syncing is not supported' } as const,
		])('the newest block is judged where it is wanted (%j)', async (fault) => {
			const answers = rejecting(ANSWERS, fault, SYNCING);
			expect((await probed(evm, answers, { head: true })).report).toEqual({
				...REPORT,
				result: null,
				reason,
			});
			expect(await probed(evm, answers)).toEqual({ asked: [SYNCING], fault, result: null });
		});

		it.each([LIMITED, UNREACHABLE])('another fault is not that one: %j', async (fault) => {
			const { fault: found } = await probed(evm, rejecting(ANSWERS, fault, SYNCING), {
				head: true,
			});
			expect(found).toEqual(fault);
		});
	});

	it.each([
		[HEIGHT, null, 'the endpoint returned no block number (null)'],
		[HEIGHT, 100, 'the endpoint returned no block number (100)'],
		[HEIGHT, '0x', 'the endpoint returned no block number ("0x")'],
		[LATEST, null, 'the endpoint returned no newest block (null)'],
		[LATEST, [1], 'the endpoint returned no newest block ([1])'],
		[LATEST, {}, 'the newest block has no readable time'],
		[LATEST, { ...BLOCK, timestamp: 'now' }, 'the newest block has no readable time'],
		[LATEST, { ...BLOCK, timestamp: -1 }, 'the newest block has no readable time'],
	])('cannot judge the newest block where %s returns %j', async (question, result, reason) => {
		const answers = { ...ANSWERS, [question]: result };
		expect(await probed(evm, answers, { head: true })).toEqual({
			asked: [SYNCING, HEIGHT, LATEST, CHAIN],
			fault: { kind: 'invalidResponse', reason },
			result,
		});
	});

	it('takes the height from its own question where the newest block has none', async () => {
		const block = { number: null, hash: 7, timestamp: '0x1' };
		const { report } = await probed(evm, { ...ANSWERS, [LATEST]: block }, EVERYTHING);
		expect(report).toEqual({
			...REPORT,
			...FACTS,
			blockNumber: 99n,
			blockHash: undefined,
			blockTimeMs: 1000,
			finalizedBlocksBehind: 67n,
			safeBlocksBehind: 35n,
		});
	});

	it('measures finality from the newest block, which cannot be behind', async () => {
		const answers = { ...ANSWERS, [FINALIZED]: { number: '0x64' }, [SAFE]: { number: '0x65' } };
		const { report } = await probed(evm, answers, { head: true, finality: true });
		expect(report).toEqual({ ...REPORT, finalizedBlocksBehind: 0n, safeBlocksBehind: 0n });
	});

	it.each([
		[null, 'many', null, 8],
		[{}, '-0x1', { number: 32 }, ''],
		['mainnet', -1, '0x20', null],
	])('leaves out further facts of another type: %j, %j, %j, %j', async (...others) => {
		const [chain, peers, block, version] = others;
		const { report } = await probed(
			evm,
			{
				...ANSWERS,
				[CHAIN]: chain,
				[PEERS]: peers,
				[FINALIZED]: block,
				[SAFE]: block,
				[VERSION]: version,
			},
			EVERYTHING,
		);
		expect(report).toEqual({ ...SYNCED, ...HEAD });
	});

	it.each([
		['not served', without(ANSWERS, CHAIN, PEERS, FINALIZED, SAFE, VERSION)],
		['unreachable', rejecting(ANSWERS, UNREACHABLE, CHAIN, PEERS, FINALIZED, SAFE, VERSION)],
	])('does without further facts that are %s', async (_, answers) => {
		expect((await probed(evm, answers, EVERYTHING)).report).toEqual({ ...SYNCED, ...HEAD });
	});

	it('does without facts that do not decide where only they are rate limited', async () => {
		const answers = rejecting(ANSWERS, LIMITED, PEERS, FINALIZED, SAFE, VERSION);
		expect((await probed(evm, answers, EVERYTHING)).report).toEqual(REPORT);
	});

	it.each([
		[LIMITED, rejecting(ANSWERS, LIMITED, CHAIN)],
		[LIMITED, rejecting(ANSWERS, LIMITED, SYNCING)],
		[UNREACHABLE, rejecting(ANSWERS, UNREACHABLE, LATEST)],
		[NOT_SERVED.call, without(ANSWERS, HEIGHT)],
		[NOT_SERVED.call, {}],
	])('fails with %j where that decides', async (fault, answers) => {
		expect(await probed(evm, answers, EVERYTHING)).toEqual({ asked: ALL, fault, result: null });
	});
});
