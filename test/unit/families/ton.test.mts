import { describe, expect, it } from 'vitest';

import { ton } from '../../../nodes/shared/families/ton';
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

const INFO = 'GET getMasterchainInfo';
const HEADER = 'GET getBlockHeader?workchain=-1&shard=-9223372036854775808&seqno=52000000';

const LAST = {
	workchain: -1,
	shard: '-9223372036854775808',
	seqno: 52_000_000,
	root_hash: 'dGVzdA==',
};
const ANSWERS: Answers = {
	[INFO]: { ok: true, result: { last: LAST } },
	[HEADER]: { ok: true, result: { global_id: -239, gen_utime: 1_795_168_801 } },
};
const NEWEST = {
	result: { last: LAST },
	isSyncing: false,
	blockNumber: 52_000_000n,
	blockHash: 'dGVzdA==',
};
const REPORT = { ...NEWEST, blockTimeMs: 1_795_168_801_000, chainId: '-239' };
const NO_TIME = 'the node did not report the time of its newest block';

describe('ton', () => {
	it.each([{}, EVERYTHING])('reports its newest block, where %j is wanted', async (options) => {
		expect(await probed(ton, ANSWERS, options)).toEqual({ asked: [INFO, HEADER], report: REPORT });
	});

	it('reads answers that are not wrapped', async () => {
		const answers = {
			[INFO]: { last: LAST },
			[HEADER]: { global_id: '-3', gen_utime: '1795168801' },
		};
		expect((await probed(ton, answers)).report).toEqual({ ...REPORT, chainId: '-3' });
	});

	it.each([
		[{ seqno: 7 }, 'workchain=-1&shard=&seqno=7'],
		[{ workchain: null, shard: null, seqno: '7' }, 'workchain=-1&shard=&seqno=7'],
		[
			{ workchain: 0, shard: '8000000000000000', seqno: 7 },
			'workchain=0&shard=8000000000000000&seqno=7',
		],
		[{ workchain: -2, shard: 'a&b', seqno: 7 }, 'workchain=-2&shard=a%26b&seqno=7'],
	])('asks for the header of the block at %j', async (last, query) => {
		const header = `GET getBlockHeader?${query}`;
		expect(await probed(ton, { [INFO]: { last }, [header]: { gen_utime: 1 } })).toEqual({
			asked: [INFO, header],
			report: { result: { last }, isSyncing: false, blockNumber: 7n, blockTimeMs: 1000 },
		});
	});

	it.each([
		['not served', without(ANSWERS, HEADER)],
		['unreachable', rejecting(ANSWERS, UNREACHABLE, HEADER)],
		['null', { ...ANSWERS, [HEADER]: null }],
		['a text', { ...ANSWERS, [HEADER]: 'ok' }],
		['empty', { ...ANSWERS, [HEADER]: { ok: true, result: {} } }],
		['an error', { ...ANSWERS, [HEADER]: { ok: false, error: 'cannot load block' } }],
		['of other types', { ...ANSWERS, [HEADER]: { global_id: 'main', gen_utime: 'today' } }],
	])('says that the time is missing where the header is %s', async (_, answers) => {
		expect((await probed(ton, answers)).report).toEqual({ ...NEWEST, reason: NO_TIME });
	});

	it('knows its chain even where the time is missing', async () => {
		const answers = { ...ANSWERS, [HEADER]: { ok: true, result: { global_id: -239 } } };
		expect((await probed(ton, answers)).report).toEqual({
			...NEWEST,
			chainId: '-239',
			reason: NO_TIME,
		});
	});

	it('leaves out a hash that is no text', async () => {
		const answers = { ...ANSWERS, [INFO]: { last: { ...LAST, root_hash: 7 } } };
		expect((await probed(ton, answers)).report).toEqual({
			...REPORT,
			result: { last: { ...LAST, root_hash: 7 } },
			blockHash: undefined,
		});
	});

	it.each([
		['cannot load block', { ok: false, error: 'cannot load block', result: 'other', code: 503 }],
		['not synced', { ok: false, result: 'not synced' }],
		['not synced', { ok: false, error: '', result: 'not synced' }],
		["the response says 'ok': false", { ok: false }],
		["the response says 'ok': false", { ok: false, error: 7, result: { last: LAST } }],
		['the response has no object', []],
		['the response has no object', null],
		['the response has no object', 'ok'],
	])('fails with "%s" for %j', async (reason, result) => {
		expect(await probed(ton, { ...ANSWERS, [INFO]: result })).toEqual({
			asked: [INFO],
			fault: { kind: 'invalidResponse', reason },
			result,
		});
	});

	it.each([
		["the response has no 'last'", {}, null],
		["the response has no 'last'", { ok: true, result: { last: 7 } }, 7],
		["the newest block has no 'seqno'", { last: {} }, { last: {} }],
		[
			"the newest block has no 'seqno'",
			{ result: { last: { seqno: 'x' } } },
			{ last: { seqno: 'x' } },
		],
	])('says that %s (%j)', async (reason, answer, result) => {
		expect(await probed(ton, { [INFO]: answer })).toEqual({
			asked: [INFO],
			fault: { kind: 'invalidResponse', reason },
			result,
		});
	});

	it.each([
		[NOT_SERVED.path, 'newest block', without(ANSWERS, INFO), [INFO]],
		[UNREACHABLE, 'newest block', rejecting(ANSWERS, UNREACHABLE, INFO), [INFO]],
		[LIMITED, 'newest block', rejecting(ANSWERS, LIMITED, INFO), [INFO]],
		[LIMITED, 'header', rejecting(ANSWERS, LIMITED, HEADER), [INFO, HEADER]],
	])('fails with %j as its %s does', async (fault, _, answers, asked) => {
		expect(await probed(ton, answers)).toEqual({ asked, fault, result: null });
	});
});
