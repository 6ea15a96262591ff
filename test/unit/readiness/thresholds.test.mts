import { describe, expect, it } from 'vitest';

import { chainOfNetwork } from '../../../nodes/shared/jsonRpc/chains';
import type { Asker } from '../../../nodes/shared/readiness/families/family';
import { EndpointFault } from '../../../nodes/shared/readiness/families/family';
import { ageOf } from '../../../nodes/shared/readiness/askFamily';
import { measuredBlockTimeMs } from '../../../nodes/shared/readiness/blockTime';
import {
	longestAgeMs,
	paceOf,
	paceOfBlockTime,
	paceOfFamily,
	type Pace,
} from '../../../nodes/shared/readiness/thresholds';

const paceOfNetwork = (network: string): Pace => paceOf(chainOfNetwork(network)) as Pace;

it.each([
	['hyperliquid-mainnet', 10],
	['arbitrum-mainnet', 10],
	['bsc-mainnet', 38],
	['base-mainnet', 40],
	['ethereum-mainnet', 72],
])('the newest block of %s may be %d s old', (network, seconds) => {
	expect(Math.ceil(longestAgeMs(paceOfNetwork(network), 'evm') / 1000)).toBe(seconds);
});

it('waits longer for blocks of proof of work, whose gaps are sometimes long by chance', () => {
	expect(longestAgeMs(paceOfNetwork('bitcoin-mainnet'), 'bitcoin')).toBe(24 * 600_000);
});

it('has a default pace for unknown chains', () => {
	expect(paceOf(undefined)).toBeUndefined();
	expect(paceOf(chainOfNetwork('tron-nile'))).toBeUndefined();
	expect(paceOfBlockTime()).toEqual({ blockTimeMs: 10_000, usualLag: 5, isGuess: true });
	expect(paceOfBlockTime(200)).toEqual({ blockTimeMs: 200, usualLag: 50 });
	expect(paceOfFamily('hypercore')).toEqual({ blockTimeMs: 200, usualLag: 30, isGuess: true });
	expect(paceOfFamily('near')).toEqual({ blockTimeMs: 1000, usualLag: 20, isGuess: true });
});

describe.each([
	'hyperliquid-mainnet',
	'arbitrum-mainnet',
	'base-mainnet',
	'ethereum-mainnet',
	'bsc-mainnet',
])('an hour of %s, checked every five seconds', (network) => {
	const pace = paceOfNetwork(network);
	const family = 'evm';
	const limitSeconds = Math.ceil(longestAgeMs(pace, family) / 1000);
	const isOld = (blockTimeMs: number, nowMs: number): boolean =>
		Math.round((nowMs - blockTimeMs) / 1000) > limitSeconds;

	it('gives no false alarm, with missed slots and the usual lag of endpoints', () => {
		// A third of the slots is missed, at most three in a row, and timestamps are whole seconds.
		const alarms: number[] = [];
		const isMissed = (slot: number): boolean => slot % 12 < 3;
		for (let now = 100_000; now <= 3_700_000; now += 5000) {
			let slot = Math.floor(now / pace.blockTimeMs) - 1;
			while (isMissed(slot)) slot -= 1;
			const stamp = Math.floor((slot * pace.blockTimeMs) / 1000) * 1000;
			if (isOld(stamp, now)) alarms.push(now);
		}
		expect(alarms).toEqual([]);
	});

	it('reports a head that stands still in the first check after the longest age', () => {
		const stoodStillAt = 1_000_000;
		const looks = Array.from({ length: 60 }, (_, index) => stoodStillAt + index * 5000);
		const first = looks.find((now) => isOld(stoodStillAt, now)) ?? Infinity;
		expect(first).toBeGreaterThan(stoodStillAt + limitSeconds * 1000);
		expect(first).toBeLessThanOrEqual(stoodStillAt + limitSeconds * 1000 + 5000);
	});
});

describe('ageOf', () => {
	const pace = { blockTimeMs: 1000, usualLag: 5 };
	const look = { result: null, isSyncing: false };
	const NOW = Date.UTC(2026, 10, 21);
	const at = (ageMs: number, clockAheadMs: number) =>
		Math.round(
			(ageOf(
				{ ...look, blockTimeMs: NOW - ageMs },
				{ endedAtMs: NOW, clockAheadMs },
				{ family: 'evm', pace },
			) ?? NaN) / 1000,
		);

	it.each([
		['both clocks agree', 5000, 0, 5],
		['this machine is an hour ahead', 3_605_000, 3_600_000, 5],
		['this machine is an hour behind', -3_595_000, -3_600_000, 5],
		['the server is an hour behind, which blocks from its future show', 5000, 3_600_000, 5],
		['the block is a little ahead', -4000, 0, 0],
	])('where %s', (_, ageMs, clockAheadMs, seconds) => {
		expect(at(ageMs, clockAheadMs)).toBe(seconds);
	});

	it('counts missing slots where a family numbers blocks by the clock', () => {
		const age = ageOf(
			{ ...look, blocksBehind: 30n },
			{ endedAtMs: NOW, clockAheadMs: 0 },
			{ family: 'beacon', pace },
		);
		expect(age).toBe(30_000);
	});
});

describe('measuredBlockTimeMs', () => {
	/** A chain with this block time and timestamps in whole seconds; blocks below are not kept. */
	const chain = (
		blockMs: number,
		{ height = 1_000_000n, kept = 10n ** 9n }: { height?: bigint; kept?: bigint } = {},
	) => {
		const asked: number[] = [];
		const calls: unknown[][] = [];
		const stamp = (number: bigint): number => Math.floor((Number(number) * blockMs) / 1000);
		const ask = {
			call: async (...[method, params]: [method: string, params: unknown[]]) => {
				calls.push([method, ...params]);
				const number = BigInt(String(params[0]));
				asked.push(Number(height - number));
				if (number <= height - kept)
					throw new EndpointFault({ kind: 'rpcError', message: 'pruned' });
				const hex = (value: bigint | number): string => `0x${value.toString(16)}`;
				return await Promise.resolve({ number: hex(number), timestamp: hex(stamp(number)) });
			},
		} as unknown as Asker;
		const head = { blockNumber: height, blockTimeMs: stamp(height) * 1000 };
		return { measured: async () => await measuredBlockTimeMs(ask, head), asked, calls };
	};

	it.each([
		[12_000, 12_000, 1],
		[2000, 2000, 1],
		[200, 200, 1],
		[5, 10, 2],
		[0.4, 10, 3],
		[600_000, 120_000, 1],
	])('of %d ms is %d ms, after %d call(s)', async (blockMs, expected, questions) => {
		const { measured, asked } = chain(blockMs);
		expect(Math.abs(((await measured()) ?? 0) - expected)).toBeLessThanOrEqual(expected * 0.1);
		expect(asked).toHaveLength(questions);
	});

	it('requests blocks by their number, without their transactions', async () => {
		const { measured, calls } = chain(2000, { height: 1000n });
		expect(await measured()).toBe(2000);
		expect(calls).toEqual([['eth_getBlockByNumber', '0x384', false]]);
	});

	it('requests nearer blocks where few are kept', async () => {
		const { measured, asked } = chain(2000, { kept: 30n });
		expect(await measured()).toBe(2000);
		expect(asked).toEqual([100, 50, 25]);
	});

	it('requests each block once, also of a chain with fewer blocks than it wants to go back', async () => {
		const { measured, asked } = chain(2000, { height: 81n, kept: 15n });
		expect(await measured()).toBe(2000);
		expect(asked).toEqual([80, 40, 20, 10]);
	});

	it('gives up where none are kept, and on a chain without any', async () => {
		expect(await chain(2000, { kept: 5n }).measured()).toBeUndefined();
		expect(await chain(2000, { height: 1n }).measured()).toBeUndefined();
		expect(await chain(2000, { height: 30n }).measured()).toBe(2000);
	});

	it.each([
		[2, 1],
		[4, 3],
	])('asks once on a chain of only %d blocks, for the first one', async (height, distance) => {
		const { measured, asked } = chain(1000, { height: BigInt(height) });
		expect(await measured()).toBe(1000);
		expect(asked).toEqual([distance]);
	});

	it('gives up where other blocks are returned than those it requests', async () => {
		const block = { number: '0x3e8', timestamp: '0x1' };
		const ask = { call: async () => await Promise.resolve(block) } as unknown as Asker;
		const head = { blockNumber: 1000n, blockTimeMs: 1000 };
		expect(await measuredBlockTimeMs(ask, head)).toBeUndefined();
	});
});
