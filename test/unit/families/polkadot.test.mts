import { describe, expect, it } from 'vitest';

import { polkadot } from '../../../nodes/shared/families/polkadot';
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

const HEALTH = 'system_health';
const SYNC = 'system_syncState';
const HEADER = 'chain_getHeader';
const TIME =
	'state_getStorage ["0xf0c365c3cf59d671eb72da0e7a4113c49f1f0515f462cdcf84e0f1d6045dfcbb"]';
const CHAIN = 'system_chain';
const FINALIZED = 'chain_getFinalizedHead';
const FINALIZED_HEADER = 'chain_getHeader ["0xfe"]';
const VERSION = 'system_version';

const HEALTHY = { peers: 40, isSyncing: false, shouldHavePeers: true };
const ANSWERS: Answers = {
	[HEALTH]: HEALTHY,
	[SYNC]: { startingBlock: 10, currentBlock: 99, highestBlock: 101 },
	[HEADER]: { number: '0x64' },
	[TIME]: '0xe8e4b4a09a010000',
	[CHAIN]: 'Polkadot',
	[FINALIZED]: '0xfe',
	[FINALIZED_HEADER]: { number: '0x60' },
	[VERSION]: '1.20.2',
};
const SYNCED = { result: HEALTHY, isSyncing: false, peers: 40 };
const STATE = { startingBlock: 10n, currentBlock: 99n, highestBlock: 101n, blocksBehind: 2n };
const HEAD = { blockNumber: 100n, blockTimeMs: 1_763_632_801_000, chainId: 'Polkadot' };
const FACTS = { finalizedBlocksBehind: 4n, clientVersion: '1.20.2' };
const NO_TIME = 'the node did not report the time of its newest block';

describe('polkadot', () => {
	it('reports all of a synchronized node', async () => {
		expect(await probed(polkadot, ANSWERS, EVERYTHING)).toEqual({
			asked: [HEALTH, SYNC, HEADER, TIME, CHAIN, FINALIZED, VERSION, FINALIZED_HEADER],
			report: { ...SYNCED, ...STATE, ...HEAD, ...FACTS },
		});
	});

	it.each([
		[{}, [], {}],
		[{ peers: true }, [], {}],
		[{ head: true }, [HEADER, TIME, CHAIN], HEAD],
		[{ chain: true }, [CHAIN], { chainId: 'Polkadot' }],
		[{ finality: true }, [FINALIZED, FINALIZED_HEADER], { finalizedBlocksBehind: 3n }],
		[{ clientVersion: true }, [VERSION], { clientVersion: '1.20.2' }],
	])('asks only for what is wanted: %j', async (options, asked, facts) => {
		expect(await probed(polkadot, ANSWERS, options)).toEqual({
			asked: [HEALTH, SYNC, ...asked],
			report: { ...SYNCED, ...STATE, blockNumber: 99n, ...facts },
		});
	});

	it.each([
		[{ isSyncing: true }, { isSyncing: true }],
		[
			{ isSyncing: false, peers: 0, shouldHavePeers: true },
			{ isSyncing: true, peers: 0, reason: 'it has no peers' },
		],
		[
			{ isSyncing: true, peers: 0, shouldHavePeers: true },
			{ isSyncing: true, peers: 0, reason: 'it has no peers' },
		],
		[
			{ isSyncing: false, peers: 1, shouldHavePeers: true },
			{ isSyncing: false, peers: 1 },
		],
		[
			{ isSyncing: false, peers: 0, shouldHavePeers: false },
			{ isSyncing: false, peers: 0 },
		],
		[
			{ isSyncing: false, peers: 0 },
			{ isSyncing: false, peers: 0 },
		],
		[{ isSyncing: false, peers: 'none', shouldHavePeers: true }, { isSyncing: false }],
		[{ isSyncing: false, shouldHavePeers: true }, { isSyncing: false }],
	])('judges %j', async (result, found) => {
		expect(await probed(polkadot, { [HEALTH]: result })).toEqual({
			asked: [HEALTH, SYNC],
			report: { result, ...found },
		});
	});

	it('reports of a fresh node that it has the first block, and how many are missing', async () => {
		const result = { isSyncing: true, peers: 3, shouldHavePeers: true };
		const sync = { startingBlock: 0, currentBlock: 0, highestBlock: 500 };
		expect((await probed(polkadot, { [HEALTH]: result, [SYNC]: sync })).report).toEqual({
			result,
			isSyncing: true,
			peers: 3,
			startingBlock: 0n,
			currentBlock: 0n,
			highestBlock: 500n,
			blocksBehind: 500n,
			blockNumber: 0n,
		});
	});

	it.each([
		[{ startingBlock: 0 }, { startingBlock: 0n }],
		[{ currentBlock: 7 }, { currentBlock: 7n, blockNumber: 7n }],
		[{ highestBlock: '7' }, { highestBlock: 7n }],
		[
			{ currentBlock: 7, highestBlock: 5 },
			{ currentBlock: 7n, highestBlock: 5n, blocksBehind: 0n, blockNumber: 7n },
		],
		[{ startingBlock: [], currentBlock: 'seven', highestBlock: 0.5 }, {}],
		[null, {}],
	])('reads the blocks there are: %j', async (sync, blocks) => {
		const { report } = await probed(polkadot, { [HEALTH]: HEALTHY, [SYNC]: sync });
		expect(report).toEqual({ ...SYNCED, ...blocks });
	});

	it.each([
		['missing', null],
		['too short', '0xe8e4b4a09a0100'],
		['too long', '0xe8e4b4a09a01000000'],
		['without a prefix', 'e8e4b4a09a010000'],
		['not at the beginning', 'zz0xe8e4b4a09a010000'],
		['no hexadecimal number', '0xe8e4b4a09a01000g'],
		['a list', ['0xe8e4b4a09a010000']],
		['a number', 1_763_632_801_000],
		['zero', '0x0000000000000000'],
		['later than any date', '0x0100dcc208b21e00'],
		['beyond all numbers of a date', '0xffffffffffffffff'],
	])('says that the time of the newest block is missing where it is %s', async (_, time) => {
		const { report } = await probed(polkadot, { ...ANSWERS, [TIME]: time }, { head: true });
		expect(report).toEqual({
			...SYNCED,
			...STATE,
			...HEAD,
			blockTimeMs: undefined,
			reason: NO_TIME,
		});
	});

	it.each([
		['0xE8E4B4A09A010000', 1_763_632_801_000],
		['0x0100000000000000', 1],
		['0x0000dcc208b21e00', 8_640_000_000_000_000],
	])('reads the time %s of the newest block', async (time, blockTimeMs) => {
		const { report } = await probed(polkadot, { ...ANSWERS, [TIME]: time }, { head: true });
		expect(report).toEqual({ ...SYNCED, ...STATE, ...HEAD, blockTimeMs });
	});

	it('says first that it has no peers, then that the time is missing', async () => {
		const result = { isSyncing: false, peers: 0, shouldHavePeers: true };
		const { report } = await probed(polkadot, { [HEALTH]: result }, { head: true });
		expect(report).toEqual({ result, isSyncing: true, peers: 0, reason: 'it has no peers' });
	});

	it.each([
		['has no number', { ...ANSWERS, [HEADER]: {} }],
		['has a number of another type', { ...ANSWERS, [HEADER]: { number: 'hundred' } }],
		['is not served', without(ANSWERS, HEADER)],
	])('takes the height from its state where the newest header %s', async (_, answers) => {
		const { report } = await probed(polkadot, answers, { head: true });
		expect(report).toEqual({ ...SYNCED, ...STATE, ...HEAD, blockNumber: 99n });
	});

	it.each([
		['not served', without(ANSWERS, FINALIZED), []],
		['of another type', { ...ANSWERS, [FINALIZED]: { hash: '0xfe' } }, []],
		['without a header', without(ANSWERS, FINALIZED_HEADER), [FINALIZED_HEADER]],
		['rate limited', rejecting(ANSWERS, LIMITED, FINALIZED_HEADER), [FINALIZED_HEADER]],
		['without a number', { ...ANSWERS, [FINALIZED_HEADER]: {} }, [FINALIZED_HEADER]],
	])('does without the finalized block where it is %s', async (_, answers, asked) => {
		expect(await probed(polkadot, answers, { finality: true })).toEqual({
			asked: [HEALTH, SYNC, FINALIZED, ...asked],
			report: { ...SYNCED, ...STATE, blockNumber: 99n },
		});
	});

	it.each([
		['not served', without(ANSWERS, SYNC, HEADER, TIME, CHAIN, FINALIZED, VERSION)],
		['unreachable', rejecting(ANSWERS, UNREACHABLE, SYNC, HEADER, TIME, CHAIN, FINALIZED, VERSION)],
		['of another type', { [HEALTH]: HEALTHY, [CHAIN]: 1, [VERSION]: {}, [FINALIZED]: null }],
	])('does without further facts that are %s', async (_, answers) => {
		const { report } = await probed(polkadot, answers, EVERYTHING);
		expect(report).toEqual({ ...SYNCED, reason: NO_TIME });
	});

	it('does without finality and version where only they are rate limited', async () => {
		const answers = rejecting(ANSWERS, LIMITED, FINALIZED, VERSION);
		const { report } = await probed(polkadot, answers, EVERYTHING);
		expect(report).toEqual({ ...SYNCED, ...STATE, ...HEAD });
	});

	it.each([
		[LIMITED, rejecting(ANSWERS, LIMITED, SYNC)],
		[LIMITED, rejecting(ANSWERS, LIMITED, HEADER)],
		[LIMITED, rejecting(ANSWERS, LIMITED, TIME)],
		[LIMITED, rejecting(ANSWERS, LIMITED, CHAIN)],
		[UNREACHABLE, rejecting(ANSWERS, UNREACHABLE, HEALTH)],
		[NOT_SERVED.call, {}],
	])('fails with %j where that decides', async (fault, answers) => {
		expect(await probed(polkadot, answers, EVERYTHING)).toEqual({
			asked: [HEALTH, SYNC, HEADER, TIME, CHAIN, FINALIZED, VERSION],
			fault,
			result: null,
		});
	});

	it.each([
		['health', null, null],
		['health', [], []],
		["'isSyncing'", {}, {}],
		["'isSyncing'", { isSyncing: 'false' }, { isSyncing: 'false' }],
	])('cannot tell anything without %s (%j)', async (what, health, result) => {
		expect(await probed(polkadot, { [HEALTH]: health })).toEqual({
			asked: [HEALTH, SYNC],
			fault: { kind: 'invalidResponse', reason: `the response has no ${what}` },
			result,
		});
	});
});
