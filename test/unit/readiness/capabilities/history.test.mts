import { describe, expect, it } from 'vitest';

import { historyOf, type History } from '../../../../nodes/shared/readiness/capabilities/history';
import {
	EndpointFault,
	type Asker,
	type FaultAnswer,
} from '../../../../nodes/shared/readiness/families/family';

const PRUNED: FaultAnswer = {
	kind: 'rpcError',
	code: -32000,
	message: 'missing trie node 0 (path )',
};

/** Searches a node that answers with a fault, or null, for some blocks. */
async function search(
	newest: number,
	faultAt: (block: number) => FaultAnswer | null | undefined,
	fullModeBlocks?: number,
): Promise<{ history: History; calls: number }> {
	let calls = 0;
	const ask = {
		call: async (_: string, [, block]: unknown[]) => {
			calls += 1;
			const fault = faultAt(Number(block));
			if (fault) return await Promise.reject(new EndpointFault(fault));
			return await Promise.resolve(fault === null ? null : '0x0');
		},
	} as unknown as Asker;
	return { history: await historyOf(ask, newest, fullModeBlocks), calls };
}

const prunedBelow = (from: number) => (block: number) => (block < from ? PRUNED : undefined);

describe('historyOf', () => {
	it('finds an archive in one step', async () => {
		const { history, calls } = await search(20_000_000, () => undefined);
		expect(history).toMatchObject({ depth: 'archive', result: 'available', stateFromBlock: 1 });
		expect(calls).toBeLessThanOrEqual(6);
	});

	it.each([
		[20_000_000, 20_000_000 - 127],
		[20_000_000, 19_000_000],
		[20_000_000, 12_345_678],
		[20_000_000, 2],
		[1000, 873],
		[50, 20],
	])('of %d blocks finds the first with state: %d', async (newest, from) => {
		const { history, calls } = await search(newest, prunedBelow(from));
		expect(calls).toBeLessThanOrEqual(25);
		expect(history).toMatchObject({ depth: 'full', result: 'available' });
		const { stateFromBlock = 0, uncertainty = 0, stateBlocks } = history;
		// The first block with state is between the oldest that was read and the same number before it.
		expect(stateFromBlock).toBeGreaterThanOrEqual(from);
		expect(stateFromBlock - uncertainty).toBeLessThanOrEqual(from);
		expect(uncertainty).toBeLessThan(newest / 1000);
		expect(stateBlocks).toBe(newest - stateFromBlock + 1);
		expect(history.evidence).toContain('missing trie node');
	});

	it('finds exactly the first block with state on a full node', async () => {
		const { history } = await search(20_000_000, prunedBelow(20_000_000 - 127));
		expect(history).toMatchObject({ stateFromBlock: 20_000_000 - 127, uncertainty: 0 });
	});

	it('accepts an endpoint one of whose nodes does not have the newest block yet', async () => {
		const late = { kind: 'rpcError', code: -32000, message: 'header not found' } as const;
		const { history } = await search(1000, (block) => (block > 997 ? late : undefined));
		expect(history).toMatchObject({ depth: 'archive', result: 'available' });
	});

	it.each([0, 1, 5, 9])('handles a chain that has only %i blocks', async (newest) => {
		const { history, calls } = await search(newest, () => undefined);
		expect(history).toMatchObject({ depth: 'archive', result: 'available' });
		expect(calls).toBeGreaterThan(0);
	});

	it('treats null as missing state', async () => {
		const { history } = await search(1000, (block) => (block < 900 ? null : undefined));
		expect(history).toMatchObject({ depth: 'full', stateFromBlock: 900 });
	});

	it('detects an endpoint whose nodes differ', async () => {
		const { history } = await search(1000, (block) => (block === 500 ? PRUNED : undefined));
		expect(history).toMatchObject({ depth: 'mixed', result: 'failed' });
		expect(history.evidence).toContain('block 500 is not');
	});

	it.each<[FaultAnswer, string]>([
		[{ kind: 'rateLimited', reason: 'too many requests', quota: false }, 'failed'],
		[{ kind: 'unreachable', reason: 'status 503' }, 'failed'],
		[{ kind: 'rpcError', code: -32000, message: 'something else' }, 'failed'],
		[
			{
				kind: 'rpcError',
				code: -32000,
				message: 'archive requests are not included in your current plan',
			},
			'notOnThisPlan',
		],
		[{ kind: 'rpcError', code: -32601, message: 'Method not found' }, 'notAvailable'],
	])('does not treat a fault as pruned state: %j', async (fault, result) => {
		const { history } = await search(1000, (block) => (block < 900 ? fault : undefined));
		expect(history).toMatchObject({ depth: 'unknown', result });
		expect(history.evidence).not.toBe('');
	});
});
