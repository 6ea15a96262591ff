import { describe, expect, it } from 'vitest';

import type { RpcEndpoint } from '../../../nodes/shared/jsonRpc/rpcClient';
import { observeLongestGap } from '../../../nodes/shared/readiness/ageLimit';
import { Random } from '../../simulation/support/random.mts';

/** A chain with regular gaps stands still after this many of them, one with irregular gaps after more. */
const REGULAR = 6;
const IRREGULAR = 20;

/** Observes a chain with these gaps, the newest one last, as stamps of whole seconds. */
async function observed(
	gapsMs: readonly number[],
	{ first = 1000, lacks = [] }: { first?: number; lacks?: number[] } = {},
): Promise<{ gap?: number; asked: number[] }> {
	const times = gapsMs.reduce((all, gap) => [...all, all[all.length - 1] + gap], [1.7e12]);
	const stamp = (index: number): number => Math.floor(times[index] / 1000) * 1000;
	const asked: number[] = [];
	const timeAt = async (height: bigint): Promise<number | undefined> => {
		asked.push(Number(height));
		const isKnown = !lacks.includes(Number(height));
		return await Promise.resolve(isKnown ? stamp(Number(height) - first) : undefined);
	};
	const last = times.length - 1;
	const headAtMs = stamp(last) + 5000;
	const head = { blockNumber: BigInt(first + last), askedAtMs: headAtMs, headAtMs, ageMs: 5000 };
	const endpoint = { family: 'evm' } as RpcEndpoint;
	const report = { ...head, endpoint, result: false, isSyncing: false };
	return { gap: await observeLongestGap(timeAt, report), asked };
}

const even = (count: number, gapMs: number): number[] => Array.from({ length: count }, () => gapMs);

describe('observeLongestGap', () => {
	it.each([50, 700, 1500, 12_000, 600_000])('sees a block every %d ms', async (gapMs) => {
		const { gap = 0, asked } = await observed(even(120, gapMs));
		expect(Math.abs(gap / REGULAR - gapMs)).toBeLessThanOrEqual(1000 / 16);
		expect(asked).toHaveLength(17);
	});

	it('sees that gaps are irregular', async () => {
		for (let seed = 1; seed <= 200; seed += 1) {
			const { next } = new Random(seed);
			const gapsMs = even(120, 0).map(() => -Math.log(1 - next()) * 12_000);
			const { gap } = await observed(gapsMs);
			const newest = gapsMs.slice(-16).reduce((sum, each) => sum + each, 0);
			expect(gap, `seed ${seed}`).toBeGreaterThanOrEqual((IRREGULAR * (newest - 1000)) / 16);
		}
	});

	it('sees a chain that has become slower with its first slow block', async () => {
		const { gap } = await observed([...even(119, 200), 12_000]);
		expect(gap).toBeGreaterThan(12_000);
	});

	it('is not misled by blocks made at once after a pause', async () => {
		const { gap } = await observed([...even(100, 12_000), 60_000, ...even(20, 50)]);
		expect(gap).toBeGreaterThan(REGULAR * 9000);
	});

	it('does without the first block, whose time may not be a real one', async () => {
		const { gap, asked } = await observed([1.6e12, ...even(5, 12_000)], { first: 0 });
		expect(gap).toBe(REGULAR * 12_000);
		expect(Math.min(...asked)).toBe(1);
	});

	it('sees nothing where a node lacks blocks, or has only one', async () => {
		expect((await observed(even(120, 1000), { lacks: [1119] })).gap).toBeUndefined();
		expect((await observed([], { first: 1 })).gap).toBeUndefined();
		const withoutFar = await observed(even(120, 1000), { lacks: [1020] });
		expect(withoutFar.gap).toBe(REGULAR * 1000);
	});
});
