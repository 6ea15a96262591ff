import { describe, expect, it } from 'vitest';

import { hypercore } from '../../../nodes/shared/families/hypercore';
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

const STATUS = 'POST  {"type":"exchangeStatus"}';
const HEAD =
	'POST ../evm {"jsonrpc":"2.0","id":1,"method":"eth_getBlockByNumber","params":["latest",false]}';

const head = (timestamp: string): object => ({
	jsonrpc: '2.0',
	id: 1,
	result: { number: '0x10', hash: '0xab', timestamp },
});
/** 2026-11-20, ten o'clock. */
const TEN = Date.UTC(2026, 10, 20, 10);
const AT_TEN = head(`0x${(TEN / 1000).toString(16)}`);
const BLOCK = { blockNumber: 16n, blockHash: '0xab' };

const ANSWERS: Answers = { [STATUS]: { time: TEN + 300, specialStatuses: null }, [HEAD]: AT_TEN };

describe('hypercore', () => {
	it.each([{}, EVERYTHING])('reports all, where %j is wanted', async (options) => {
		expect(await probed(hypercore, ANSWERS, options)).toEqual({
			asked: [STATUS, HEAD],
			report: { result: ANSWERS[STATUS], isSyncing: false, ...BLOCK, blockTimeMs: TEN },
		});
	});

	it('is as old as the older of the exchange and its newest block', async () => {
		const result = { time: TEN - 300 };
		expect((await probed(hypercore, { ...ANSWERS, [STATUS]: result })).report).toEqual({
			result,
			isSyncing: false,
			...BLOCK,
			blockTimeMs: TEN - 300,
		});
	});

	it.each([
		['["upgrade"]', ['upgrade']],
		['{"halted":true}', { halted: true }],
		['"halted"', 'halted'],
	])('is not ready while the exchange reports %s', async (text, specialStatuses) => {
		const result = { specialStatuses };
		const { report } = await probed(hypercore, { [STATUS]: result });
		expect(report).toEqual({ result, isSyncing: true, reason: `the exchange reports ${text}` });
	});

	it.each([
		['an empty list of special statuses', { specialStatuses: [] }],
		['no special statuses', { specialStatuses: null }],
		['its universe', { universe: [] }],
	])('is ready where the exchange reports %s', async (_, result) => {
		expect((await probed(hypercore, { [STATUS]: result, [HEAD]: AT_TEN })).report).toEqual({
			result,
			isSyncing: false,
			...BLOCK,
			blockTimeMs: TEN,
		});
	});

	it.each([
		['not served', without(ANSWERS, HEAD)],
		['unreachable', rejecting(ANSWERS, UNREACHABLE, HEAD)],
		['null', { ...ANSWERS, [HEAD]: { jsonrpc: '2.0', id: 1, result: null } }],
		['of other types', { ...ANSWERS, [HEAD]: { result: { number: 'x', hash: 7, timestamp: {} } } }],
	])('goes by the exchange where the newest block is %s', async (_, answers) => {
		expect((await probed(hypercore, answers)).report).toEqual({
			result: ANSWERS[STATUS],
			isSyncing: false,
			blockTimeMs: TEN + 300,
		});
	});

	it.each([{ universe: [] }, { specialStatuses: [] }, { time: 'now', specialStatuses: null }])(
		'says that a time is missing (%j)',
		async (result) => {
			expect((await probed(hypercore, { [STATUS]: result })).report).toEqual({
				result,
				isSyncing: false,
				reason: 'the exchange did not report a time',
			});
		},
	);

	it.each([
		['the response has no status', null],
		['the response has no status', []],
		['the response has no status', 'ok'],
		['the response is not an exchange status', {}],
		['the response is not an exchange status', { time: 0 }],
		['the response is not an exchange status', { status: 'ok' }],
	])('says that %s (%j)', async (reason, result) => {
		expect(await probed(hypercore, { ...ANSWERS, [STATUS]: result })).toEqual({
			asked: [STATUS, HEAD],
			fault: { kind: 'invalidResponse', reason },
			result,
		});
	});

	it.each([
		[NOT_SERVED.path, 'status', without(ANSWERS, STATUS)],
		[LIMITED, 'status', rejecting(ANSWERS, LIMITED, STATUS)],
		[LIMITED, 'newest block', rejecting(ANSWERS, LIMITED, HEAD)],
	])('fails with %j as its %s does', async (fault, _, answers) => {
		expect(await probed(hypercore, answers)).toEqual({
			asked: [STATUS, HEAD],
			fault,
			result: null,
		});
	});
});
