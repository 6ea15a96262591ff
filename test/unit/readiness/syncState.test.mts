import { describe, expect, it } from 'vitest';

import type { RpcAnswer } from '../../../nodes/shared/jsonRpc/answer';
import { readSyncing, type SyncReading } from '../../../nodes/shared/readiness/syncState';

const result = (value: unknown): SyncReading => readSyncing({ kind: 'result', result: value });

describe('readSyncing', () => {
	it('is ready for a literal false, and for nothing else', () => {
		expect(result(false)).toEqual({ state: 'ready', result: false, blocks: {} });
		for (const other of [true, null, undefined, 0, 1, '', 'false', '0x0', [], [false], {}])
			expect(result(other).state).not.toBe('ready');
	});

	it('treats true as syncing', () => {
		expect(result(true)).toMatchObject({ state: 'syncing', result: true, blocks: {} });
	});

	it('outputs hexadecimal quantities also as numbers, and keeps the result', () => {
		const value = { startingBlock: '0x0', currentBlock: '0x64', highestBlock: '0xC8' };
		expect(result(value)).toEqual({
			state: 'syncing',
			result: value,
			blocks: { startingBlock: 0, currentBlock: 100, highestBlock: 200, blocksBehind: 100 },
		});
	});

	it('keeps numbers beyond the safe integers exact', () => {
		const value = { currentBlock: '0x1', highestBlock: '0x20000000000001' };
		expect(result(value).blocks).toEqual({
			currentBlock: 1,
			highestBlock: '9007199254740993',
			blocksBehind: '9007199254740992',
		});
		expect(result({ currentBlock: '0x1fffffffffffff' }).blocks).toEqual({
			currentBlock: Number.MAX_SAFE_INTEGER,
		});
	});

	it('is never behind by less than 0 blocks', () => {
		const value = { currentBlock: '0xc8', highestBlock: '0x64' };
		expect(result(value).blocks.blocksBehind).toBe(0);
	});

	it.each([
		{ stages: [{ stage_name: 'Headers', block_number: '0x10' }], currentBlock: '0x1' },
		{ batchSeen: 5, msgCount: '12' },
		{ currentBlock: 100, highestBlock: 200 },
		{ currentBlock: '100', highestBlock: '0x' },
		{ currentBlock: null, highestBlock: '0xg' },
		{ currentBlock: '0x64' },
		{ highestBlock: '0xc8' },
		{},
	])('derives no distance from %j', (value) => {
		const reading = result(value);
		expect(reading).toMatchObject({ state: 'syncing', result: value });
		expect(reading.blocks).not.toHaveProperty('blocksBehind');
	});

	it.each<[unknown, string]>([
		[null, 'null'],
		['false', '"false"'],
		['', '""'],
		[0, '0'],
		[[], 'an array'],
		[[{ currentBlock: '0x1' }], 'an array'],
	])('says that %j is invalid', (value, found) => {
		expect(result(value)).toEqual({
			state: 'invalidResponse',
			result: value,
			reason: `the result is ${found}, neither false nor an object`,
			blocks: {},
		});
	});

	it.each<[Exclude<RpcAnswer, { kind: 'cancelled' }>, string, string]>([
		[{ kind: 'rpcError', code: -32000, message: 'no' }, 'rpcError', 'no (code -32000)'],
		[{ kind: 'unauthorized', reason: 'a' }, 'unauthorized', 'a'],
		[{ kind: 'rateLimited', reason: 'b', quota: false }, 'rateLimited', 'b'],
		[{ kind: 'rateLimited', reason: 'c', quota: true }, 'rateLimited', 'c'],
		[{ kind: 'unreachable', reason: 'd' }, 'unreachable', 'd'],
		[{ kind: 'invalidResponse', reason: 'e' }, 'invalidResponse', 'e'],
	])('reads the state from %j', (answer, state, reason) => {
		expect(readSyncing(answer)).toEqual({ state, result: null, reason, blocks: {} });
	});

	it('says after "no such method" to check the path', () => {
		const { reason } = readSyncing({ kind: 'rpcError', code: -32601, message: 'not found' });
		expect(reason).toContain('no EVM method here, check the path');
		expect(reason).toContain('not found');
	});
});
