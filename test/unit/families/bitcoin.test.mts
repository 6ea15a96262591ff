import { describe, expect, it } from 'vitest';

import { ProbeError } from '../../../nodes/shared/families/family';
import { bitcoin } from '../../../nodes/shared/families/bitcoin';
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

const INFO = 'getblockchaininfo';
const GENESIS = 'getblockhash [0]';
const PEERS = 'getconnectioncount';
const VERSION = 'getnetworkinfo';
const HEADER = 'getblockheader ["00ab"]';

const SYNCED = {
	chain: 'main',
	blocks: 900_000,
	headers: 900_000,
	bestblockhash: '00ab',
	initialblockdownload: false,
	time: 1_763_632_801,
};
const ANSWERS: Answers = {
	[INFO]: SYNCED,
	[GENESIS]: '000000000019d668',
	[PEERS]: 10,
	[VERSION]: { subversion: '/Satoshi:30.0.0/' },
};
const REPORT = {
	result: SYNCED,
	isSyncing: false,
	currentBlock: 900_000n,
	highestBlock: 900_000n,
	blocksBehind: 0n,
	blockNumber: 900_000n,
	blockHash: '00ab',
	blockTimeMs: 1_763_632_801_000,
	chainId: 'main',
};
const FACTS = { chainKey: '000000000019d668', peers: 10, clientVersion: '/Satoshi:30.0.0/' };

/** What is found where a node returns this about its chain. */
const probedWith = async (info: unknown) => await probed(bitcoin, { [INFO]: info });

describe('bitcoin', () => {
	it('reports all of a synchronized node', async () => {
		expect(await probed(bitcoin, ANSWERS, EVERYTHING)).toEqual({
			asked: [INFO, GENESIS, PEERS, VERSION],
			report: { ...REPORT, ...FACTS },
		});
	});

	it.each([
		[{}, [], {}],
		[{ head: true, finality: true }, [], {}],
		[{ chain: true }, [GENESIS], { chainKey: '000000000019d668' }],
		[{ peers: true }, [PEERS], { peers: 10 }],
		[{ clientVersion: true }, [VERSION], { clientVersion: '/Satoshi:30.0.0/' }],
	])('asks only for what is wanted: %j', async (options, asked, facts) => {
		expect(await probed(bitcoin, ANSWERS, options)).toEqual({
			asked: [INFO, ...asked],
			report: { ...REPORT, ...facts },
		});
	});

	describe('the time of the newest block', () => {
		const older = { ...SYNCED, time: undefined };
		const timeless = { ...REPORT, result: older, blockTimeMs: undefined };

		it('comes from its header where the node is too old to report it with its chain', async () => {
			const answers = { [INFO]: older, [HEADER]: { time: 1_763_632_700 } };
			expect(await probed(bitcoin, answers, { head: true })).toEqual({
				asked: [INFO, HEADER],
				report: { ...timeless, blockTimeMs: 1_763_632_700_000 },
			});
		});

		it('is not asked for where no newest block is wanted', async () => {
			const answers = { [INFO]: older, [HEADER]: { time: 1_763_632_700 } };
			expect(await probed(bitcoin, answers)).toEqual({ asked: [INFO], report: timeless });
		});

		it('is not asked for where the node does not name that block', async () => {
			const nameless = { ...older, bestblockhash: undefined };
			expect(await probed(bitcoin, { [INFO]: nameless }, { head: true })).toEqual({
				asked: [INFO],
				report: { ...timeless, result: nameless, blockHash: undefined },
			});
		});

		it.each([
			['not served', {}],
			['unreachable', rejecting({}, UNREACHABLE, HEADER)],
			['unreadable', { [HEADER]: { time: 'now' } }],
		])('is left out where it is %s', async (_, answers) => {
			const { report } = await probed(bitcoin, { [INFO]: older, ...answers }, { head: true });
			expect(report).toEqual(timeless);
		});

		it('may decide, so a rate limit of its question is one of the node', async () => {
			const answers = rejecting({ [INFO]: older }, LIMITED, HEADER);
			expect(await probed(bitcoin, answers, { head: true })).toEqual({
				asked: [INFO, HEADER],
				fault: LIMITED,
				result: null,
			});
		});
	});

	it.each([
		[{ headers: 900_001 }, { isSyncing: false, highestBlock: 900_001n, blocksBehind: 1n }],
		[{ headers: 900_002 }, { isSyncing: false, highestBlock: 900_002n, blocksBehind: 2n }],
		[{ headers: 900_003 }, { isSyncing: false, highestBlock: 900_003n, blocksBehind: 3n }],
		[{ headers: 900_004 }, { isSyncing: true, highestBlock: 900_004n, blocksBehind: 4n }],
		[{ headers: 899_999 }, { isSyncing: false, highestBlock: 899_999n, blocksBehind: 0n }],
		[
			{ initialblockdownload: true },
			{ isSyncing: true, reason: 'its initial block download is in progress' },
		],
		[{ initialblockdownload: undefined }, {}],
		[{ initialblockdownload: 'true' }, {}],
	])('judges the gap and the first download of %j', async (members, found) => {
		const result = { ...SYNCED, ...members };
		expect((await probedWith(result)).report).toEqual({ ...REPORT, result, ...found });
	});

	it.each([
		[{ initialblockdownload: false }, { isSyncing: false }],
		[
			{ initialblockdownload: true },
			{ isSyncing: true, reason: 'its initial block download is in progress' },
		],
		[
			{ initialblockdownload: false, blocks: 5 },
			{ isSyncing: false, currentBlock: 5n, blockNumber: 5n },
		],
		[
			{ initialblockdownload: false, headers: 5 },
			{ isSyncing: false, highestBlock: 5n },
		],
		[
			{ blocks: '0', headers: 0, chain: 1, bestblockhash: '', time: 'now' },
			{ isSyncing: false, currentBlock: 0n, highestBlock: 0n, blocksBehind: 0n, blockNumber: 0n },
		],
	])('leaves out what is missing in %j, or has another type', async (result, found) => {
		expect((await probedWith(result)).report).toEqual({ result, ...found });
	});

	it.each([
		[{}],
		[{ blocks: 5 }],
		[{ headers: 5, chain: 'main' }],
		[{ blocks: 5, headers: 'five', initialblockdownload: 'false' }],
	])('cannot tell anything from %j', async (result) => {
		expect(await probedWith(result)).toEqual({
			asked: [INFO],
			fault: {
				kind: 'invalidResponse',
				reason: "the response has neither 'blocks' and 'headers' nor 'initialblockdownload'",
			},
			result,
		});
	});

	it.each([null, 'ok', false, [[]]])('cannot tell anything from %j', async (result) => {
		expect(await probedWith(result)).toEqual({
			asked: [INFO],
			fault: { kind: 'invalidResponse', reason: 'the response has no blockchain info' },
			result,
		});
	});

	it('reports of a fresh node that it downloads from the first block on', async () => {
		const result = { ...SYNCED, blocks: 0, headers: 500, initialblockdownload: true };
		expect((await probedWith(result)).report).toEqual({
			...REPORT,
			result,
			isSyncing: true,
			reason: 'its initial block download is in progress',
			currentBlock: 0n,
			highestBlock: 500n,
			blocksBehind: 500n,
			blockNumber: 0n,
		});
	});

	it('is syncing while it starts', async () => {
		const starting = new ProbeError({
			kind: 'rpcError',
			code: -28,
			message: 'Verifying blocks…',
		});
		expect(await probed(bitcoin, { ...ANSWERS, [INFO]: starting }, EVERYTHING)).toEqual({
			asked: [INFO, GENESIS, PEERS, VERSION],
			report: {
				result: null,
				isSyncing: true,
				reason: 'the node is starting: Verifying blocks…',
				...FACTS,
			},
		});
	});

	it('leaves out further facts of another type', async () => {
		const { report } = await probed(
			bitcoin,
			{ ...ANSWERS, [GENESIS]: 0, [PEERS]: 'many', [VERSION]: { subversion: 30 } },
			EVERYTHING,
		);
		expect(report).toEqual(REPORT);
	});

	it.each([
		['not served', without(ANSWERS, GENESIS, PEERS, VERSION)],
		['unreachable', rejecting(ANSWERS, UNREACHABLE, GENESIS, PEERS, VERSION)],
	])('does without further facts that are %s', async (_, answers) => {
		expect((await probed(bitcoin, answers, EVERYTHING)).report).toEqual(REPORT);
	});

	it('does without peers and version where only they are rate limited', async () => {
		const answers = rejecting(ANSWERS, LIMITED, PEERS, VERSION);
		const { report } = await probed(bitcoin, answers, EVERYTHING);
		expect(report).toEqual({ ...REPORT, chainKey: FACTS.chainKey });
	});

	it.each([
		[LIMITED, rejecting(ANSWERS, LIMITED, GENESIS)],
		[LIMITED, rejecting(ANSWERS, LIMITED, INFO)],
		[UNREACHABLE, rejecting(ANSWERS, UNREACHABLE, INFO)],
		[NOT_SERVED.call, {}],
	])('fails with %j where that decides', async (fault, answers) => {
		expect(await probed(bitcoin, answers, EVERYTHING)).toEqual({
			asked: [INFO, GENESIS, PEERS, VERSION],
			fault,
			result: null,
		});
	});
});
