import { describe, expect, it } from 'vitest';

import { cosmos } from '../../../nodes/shared/families/cosmos';
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

const STATUS = {
	node_info: { network: 'celestia', version: '0.38.12' },
	sync_info: {
		catching_up: false,
		latest_block_height: '4200000',
		latest_block_hash: 'AB12',
		latest_block_time: '2026-11-20T10:00:01.123456789Z',
	},
};
const ANSWERS: Answers = { status: STATUS, net_info: { n_peers: '12' } };
const REPORT = {
	result: STATUS,
	isSyncing: false,
	blockNumber: 4_200_000n,
	blockHash: 'AB12',
	blockTimeMs: Date.UTC(2026, 10, 20, 10, 0, 1, 123),
	chainId: 'celestia',
	clientVersion: '0.38.12',
};

describe('cosmos', () => {
	it('reports all of a synchronized node', async () => {
		expect(await probed(cosmos, ANSWERS, EVERYTHING)).toEqual({
			asked: ['status', 'net_info'],
			report: { ...REPORT, peers: 12 },
		});
	});

	it('asks one question where no peers are wanted', async () => {
		expect(await probed(cosmos, ANSWERS)).toEqual({ asked: ['status'], report: REPORT });
	});

	it('is syncing while it catches up', async () => {
		const result = { ...STATUS, sync_info: { ...STATUS.sync_info, catching_up: true } };
		expect((await probed(cosmos, { status: result })).report).toEqual({
			...REPORT,
			result,
			isSyncing: true,
		});
	});

	it.each([
		['is missing', { sync_info: { catching_up: false } }],
		[
			'has another type',
			{
				node_info: 'celestia',
				sync_info: {
					catching_up: false,
					latest_block_height: 'many',
					latest_block_hash: 7,
					latest_block_time: 1,
				},
			},
		],
	])('leaves out what %s', async (_, result) => {
		const { report } = await probed(cosmos, { status: result, net_info: {} }, EVERYTHING);
		expect(report).toEqual({ result, isSyncing: false });
	});

	it.each([
		['not served', without(ANSWERS, 'net_info')],
		['rate limited', rejecting(ANSWERS, LIMITED, 'net_info')],
	])('does without its peers where they are %s', async (_, answers) => {
		expect((await probed(cosmos, answers, EVERYTHING)).report).toEqual(REPORT);
	});

	it.each([
		['status', null, null],
		['status', 'ok', 'ok'],
		["'sync_info'", {}, null],
		["'sync_info'", { sync_info: 1 }, 1],
		["'catching_up'", { sync_info: {} }, { sync_info: {} }],
		["'catching_up'", { sync_info: { catching_up: 'no' } }, { sync_info: { catching_up: 'no' } }],
	])('cannot tell anything without %s (%j)', async (what, status, result) => {
		expect(await probed(cosmos, { status })).toEqual({
			asked: ['status'],
			fault: { kind: 'invalidResponse', reason: `the response has no ${what}` },
			result,
		});
	});

	it.each([
		[NOT_SERVED.call, without(ANSWERS, 'status')],
		[LIMITED, rejecting(ANSWERS, LIMITED, 'status')],
		[UNREACHABLE, rejecting(ANSWERS, UNREACHABLE, 'status', 'net_info')],
	])('fails with %j as its status does', async (fault, answers) => {
		expect(await probed(cosmos, answers, EVERYTHING)).toEqual({
			asked: ['status', 'net_info'],
			fault,
			result: null,
		});
	});
});
