import { describe, expect, it } from 'vitest';

import { near } from '../../../nodes/shared/families/near';
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
	version: { version: '2.6.0', build: '2.6.0-1' },
	chain_id: 'mainnet',
	sync_info: {
		syncing: false,
		latest_block_height: 130_000_000,
		latest_block_hash: '9FMn',
		latest_block_time: '2026-11-20T10:00:01.123456789Z',
	},
};
const ANSWERS: Answers = { status: STATUS, network_info: { num_active_peers: 30 } };
const REPORT = {
	result: STATUS,
	isSyncing: false,
	blockNumber: 130_000_000n,
	blockHash: '9FMn',
	blockTimeMs: Date.UTC(2026, 10, 20, 10, 0, 1, 123),
	chainId: 'mainnet',
	clientVersion: '2.6.0',
};

describe('near', () => {
	it('reports all of a synchronized node', async () => {
		expect(await probed(near, ANSWERS, EVERYTHING)).toEqual({
			asked: ['status', 'network_info'],
			report: { ...REPORT, peers: 30 },
		});
	});

	it('asks one question where no peers are wanted', async () => {
		expect(await probed(near, ANSWERS)).toEqual({ asked: ['status'], report: REPORT });
	});

	it('is syncing while it says so', async () => {
		const result = { ...STATUS, sync_info: { ...STATUS.sync_info, syncing: true } };
		const { report } = await probed(near, { status: result });
		expect(report).toEqual({ ...REPORT, result, isSyncing: true });
	});

	it.each([
		['is missing', { sync_info: { syncing: false } }],
		[
			'has another type',
			{
				version: '2.6.0',
				chain_id: 1,
				sync_info: {
					syncing: false,
					latest_block_height: 1.5,
					latest_block_hash: [],
					latest_block_time: 1_795_000_000,
				},
			},
		],
	])('leaves out what %s', async (_, result) => {
		const { report } = await probed(near, { status: result, network_info: {} }, EVERYTHING);
		expect(report).toEqual({ result, isSyncing: false });
	});

	it.each([
		['not served', without(ANSWERS, 'network_info')],
		['rate limited', rejecting(ANSWERS, LIMITED, 'network_info')],
	])('does without its peers where they are %s', async (_, answers) => {
		expect((await probed(near, answers, EVERYTHING)).report).toEqual(REPORT);
	});

	it.each([
		['status', null, null],
		['status', 'ok', 'ok'],
		["'sync_info'", {}, null],
		["'sync_info'", { sync_info: false }, false],
		["'syncing'", { sync_info: {} }, { sync_info: {} }],
		["'syncing'", { sync_info: { syncing: 0 } }, { sync_info: { syncing: 0 } }],
	])('cannot tell anything without %s (%j)', async (what, status, result) => {
		expect(await probed(near, { status })).toEqual({
			asked: ['status'],
			fault: { kind: 'invalidResponse', reason: `the response has no ${what}` },
			result,
		});
	});

	it.each([
		[NOT_SERVED.call, without(ANSWERS, 'status')],
		[LIMITED, rejecting(ANSWERS, LIMITED, 'status')],
		[UNREACHABLE, rejecting(ANSWERS, UNREACHABLE, 'status', 'network_info')],
	])('fails with %j as its status does', async (fault, answers) => {
		expect(await probed(near, answers, EVERYTHING)).toEqual({
			asked: ['status', 'network_info'],
			fault,
			result: null,
		});
	});
});
