import { describe, expect, it } from 'vitest';

import { ProbeError, type ProbeOptions } from '../../../nodes/shared/families/family';
import { solana } from '../../../nodes/shared/families/solana';
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

const EPOCH_INFO = 'getEpochInfo [{"commitment":"confirmed"}]';
const BLOCK_TIME = 'getBlockTime [411000000]';

const ANSWERS: Answers = {
	getHealth: 'ok',
	[EPOCH_INFO]: { absoluteSlot: 411_000_000, blockHeight: 389_000_000, epoch: 951 },
	getGenesisHash: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
	getClusterNodes: [{ pubkey: 'a' }, { pubkey: 'b' }, { pubkey: 'c' }],
	getVersion: { 'solana-core': '3.0.6', 'feature-set': 3_604_001_754 },
	[BLOCK_TIME]: 1_795_168_801,
};
const REPORT = {
	result: 'ok',
	isSyncing: false,
	blockNumber: 411_000_000n,
	blockTimeMs: 1_795_168_801_000,
	chainId: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
	peers: 3,
	clientVersion: '3.0.6',
};
const NO_TIME = 'the node did not report the time of its newest slot';

/** An unhealthy node. */
const unhealthy = (data?: unknown): ProbeError =>
	new ProbeError({
		kind: 'rpcError',
		code: -32005,
		message: 'Node is unhealthy',
		...(data !== undefined && { data }),
	});

describe('solana', () => {
	it('reports all of a healthy node', async () => {
		expect(await probed(solana, ANSWERS, EVERYTHING)).toEqual({
			asked: [
				'getHealth',
				EPOCH_INFO,
				'getGenesisHash',
				'getClusterNodes',
				'getVersion',
				BLOCK_TIME,
			],
			report: REPORT,
		});
	});

	it.each<[Partial<ProbeOptions>, string[], object]>([
		[{}, [], {}],
		[{ finality: true }, [], {}],
		[
			{ head: true },
			[EPOCH_INFO, BLOCK_TIME],
			{ blockNumber: REPORT.blockNumber, blockTimeMs: REPORT.blockTimeMs },
		],
		[{ chain: true }, ['getGenesisHash'], { chainId: REPORT.chainId }],
		[{ peers: true }, ['getClusterNodes'], { peers: 3 }],
		[{ clientVersion: true }, ['getVersion'], { clientVersion: '3.0.6' }],
	])('asks for nothing more than %j', async (options, more, report) => {
		expect(await probed(solana, ANSWERS, options)).toEqual({
			asked: ['getHealth', ...more],
			report: { result: 'ok', isSyncing: false, ...report },
		});
	});

	it('is syncing as many slots behind as it says', async () => {
		const answers = { ...ANSWERS, getHealth: unhealthy({ numSlotsBehind: 4200 }) };
		expect((await probed(solana, answers, EVERYTHING)).report).toEqual({
			...REPORT,
			result: { numSlotsBehind: 4200 },
			isSyncing: true,
			blocksBehind: 4200n,
		});
	});

	it.each([
		['without data', undefined, {}],
		['with a text as data', 'behind', {}],
		['with a list as data', [42], {}],
		['with empty data', {}, {}],
		['that does not know its distance', { numSlotsBehind: null }, { numSlotsBehind: null }],
		['with a negative distance', { numSlotsBehind: -1 }, { numSlotsBehind: -1 }],
	])('is syncing, as its message says, %s', async (_, data, result) => {
		expect(await probed(solana, { getHealth: unhealthy(data) })).toEqual({
			asked: ['getHealth'],
			report: { result, isSyncing: true, reason: 'Node is unhealthy' },
		});
	});

	it.each([
		[{ numSlotsBehind: 1 }, { blocksBehind: 1n }],
		[{}, { reason: 'Node is unhealthy' }],
	])('says nothing about a missing time while it is syncing with %j', async (data, more) => {
		const answers = { ...without(ANSWERS, BLOCK_TIME), getHealth: unhealthy(data) };
		expect((await probed(solana, answers, { head: true })).report).toEqual({
			result: data,
			isSyncing: true,
			blockNumber: REPORT.blockNumber,
			...more,
		});
	});

	it.each([
		['not served', without(ANSWERS, BLOCK_TIME)],
		['not available', { ...ANSWERS, [BLOCK_TIME]: null }],
		['no time', { ...ANSWERS, [BLOCK_TIME]: 'today' }],
		['unreachable', rejecting(ANSWERS, UNREACHABLE, BLOCK_TIME)],
	])('says that the time of its newest slot is missing where it is %s', async (_, answers) => {
		expect((await probed(solana, answers, EVERYTHING)).report).toEqual({
			...REPORT,
			blockTimeMs: undefined,
			reason: NO_TIME,
		});
	});

	it.each([
		['is not served', without(ANSWERS, EPOCH_INFO)],
		['is not a number', { ...ANSWERS, [EPOCH_INFO]: { absoluteSlot: 'many' } }],
		['is missing', { ...ANSWERS, [EPOCH_INFO]: {} }],
	])('asks for no time where its newest slot %s', async (_, answers) => {
		expect(await probed(solana, answers, { head: true })).toEqual({
			asked: ['getHealth', EPOCH_INFO],
			report: { result: 'ok', isSyncing: false, reason: NO_TIME },
		});
	});

	it.each([
		['not served', without(ANSWERS, 'getGenesisHash', 'getClusterNodes', 'getVersion')],
		[
			'of another type',
			{ ...ANSWERS, getGenesisHash: 7, getClusterNodes: { length: 3 }, getVersion: '3.0.6' },
		],
		['empty', { ...ANSWERS, getGenesisHash: '', getClusterNodes: null, getVersion: {} }],
	])('leaves out chain, peers and version where they are %s', async (_, answers) => {
		expect((await probed(solana, answers, EVERYTHING)).report).toEqual({
			...REPORT,
			chainId: undefined,
			peers: undefined,
			clientVersion: undefined,
		});
	});

	it('does without peers and version where these are rate limited', async () => {
		const answers = rejecting(ANSWERS, LIMITED, 'getClusterNodes', 'getVersion');
		expect((await probed(solana, answers, EVERYTHING)).report).toEqual({
			...REPORT,
			peers: undefined,
			clientVersion: undefined,
		});
	});

	it.each([EPOCH_INFO, 'getGenesisHash', BLOCK_TIME])(
		'fails where %s is rate limited',
		async (question) => {
			const { fault } = await probed(solana, rejecting(ANSWERS, LIMITED, question), EVERYTHING);
			expect(fault).toEqual(LIMITED);
		},
	);

	it.each([
		['"behind"', 'behind'],
		['null', null],
		['{"ok":true}', { ok: true }],
	])('cannot tell anything from %s', async (text, getHealth) => {
		expect(await probed(solana, { getHealth })).toEqual({
			asked: ['getHealth'],
			fault: { kind: 'invalidResponse', reason: `getHealth says ${text} instead of "ok"` },
			result: getHealth,
		});
	});

	it.each([
		[NOT_SERVED.call, without(ANSWERS, 'getHealth')],
		[LIMITED, rejecting(ANSWERS, LIMITED, 'getHealth')],
		[UNREACHABLE, rejecting(ANSWERS, UNREACHABLE, 'getHealth')],
	])('fails with %j as its health does', async (fault, answers) => {
		expect(await probed(solana, answers)).toEqual({ asked: ['getHealth'], fault, result: null });
	});
});
