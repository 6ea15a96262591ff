import { describe, expect, it } from 'vitest';

import { observeGaps, type Gaps } from '../../../nodes/shared/readiness/ageLimit';
import { Random } from '../../simulation/support/random.mts';

/** Observes a chain with these gaps, the newest one last, as stamps of whole seconds. */
async function observed(
	gapsMs: readonly number[],
	{ first = 1000, lacks = [] }: { first?: number; lacks?: number[] } = {},
): Promise<{ gaps?: Gaps; asked: number[] }> {
	const times = gapsMs.reduce((all, gap) => [...all, all[all.length - 1] + gap], [1.7e12]);
	const stamp = (index: number): number => Math.floor(times[index] / 1000) * 1000;
	const asked: number[] = [];
	const timeAt = async (height: bigint): Promise<number | undefined> => {
		asked.push(Number(height));
		const isKnown = !lacks.includes(Number(height));
		return await Promise.resolve(isKnown ? stamp(Number(height) - first) : undefined);
	};
	const last = times.length - 1;
	const head = { blockNumber: BigInt(first + last), blockTimeMs: stamp(last) };
	return { gaps: await observeGaps(timeAt, head), asked };
}

const even = (count: number, gapMs: number): number[] => Array.from({ length: count }, () => gapMs);

describe('observeGaps', () => {
	it.each([50, 700, 1500, 12_000, 600_000])('sees a block every %d ms', async (gapMs) => {
		const { gaps, asked } = await observed(even(120, gapMs));
		expect(gaps?.areIrregular).toBe(false);
		expect(Math.abs((gaps?.meanMs ?? 0) - gapMs)).toBeLessThanOrEqual(1000 / 16);
		expect(asked).toHaveLength(17);
	});

	it('sees that gaps are irregular', async () => {
		for (let seed = 1; seed <= 200; seed += 1) {
			const { next } = new Random(seed);
			const gapsMs = even(120, 0).map(() => -Math.log(1 - next()) * 12_000);
			const { gaps } = await observed(gapsMs);
			expect(gaps?.areIrregular, `seed ${seed}`).toBe(true);
		}
	});

	it('sees a chain that has become slower with its first slow block', async () => {
		const { gaps } = await observed([...even(119, 200), 12_000]);
		expect((gaps?.meanMs ?? 0) * 20).toBeGreaterThan(12_000);
		expect(gaps?.areIrregular).toBe(true);
	});

	it('is not misled by blocks made at once after a pause', async () => {
		const { gaps } = await observed([...even(100, 12_000), 60_000, ...even(20, 50)]);
		expect(gaps?.meanMs).toBeGreaterThan(9000);
	});

	it('does without the first block, whose time may not be a real one', async () => {
		const { gaps, asked } = await observed([1.6e12, ...even(5, 12_000)], { first: 0 });
		expect(gaps).toEqual({ meanMs: 12_000, areIrregular: false });
		expect(Math.min(...asked)).toBe(1);
	});

	it('sees nothing where a node lacks blocks, or has only one', async () => {
		expect((await observed(even(120, 1000), { lacks: [1119] })).gaps).toBeUndefined();
		expect((await observed([], { first: 1 })).gaps).toBeUndefined();
		const withoutFar = await observed(even(120, 1000), { lacks: [1020] });
		expect(withoutFar.gaps).toEqual({ meanMs: 1000, areIrregular: false });
	});
});
