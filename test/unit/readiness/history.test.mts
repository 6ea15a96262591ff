import { describe, expect, it } from 'vitest';

import { ProbeError } from '../../../nodes/shared/families/family';
import type { FaultAnswer } from '../../../nodes/shared/jsonRpc/fault';
import { findHistory, type History } from '../../../nodes/shared/readiness/history';
import { errorAnswer } from '../fixtures/answers.mts';
import { scriptedClient } from '../fixtures/probeClient.mts';

const PRUNED = errorAnswer(-32000, 'missing trie node 0 (path )');

/** Searches a node that answers with a fault, or null, for some blocks. */
async function search(
	newest: number,
	faultAt: (block: number) => FaultAnswer | null | undefined,
	kept?: Parameters<typeof findHistory>[2],
): Promise<{ history: History; calls: number; blocks: number[] }> {
	const blocks: number[] = [];
	const { ask, asked } = scriptedClient((_, [, block]) => {
		blocks.push(Number(block));
		const fault = faultAt(Number(block));
		return fault ? new ProbeError(fault) : fault === null ? null : '0x0';
	});
	return { history: await findHistory(ask, newest, kept), calls: asked.length, blocks };
}

const prunedBelow = (from: number) => (block: number) => (block < from ? PRUNED : undefined);

describe('findHistory', () => {
	it.each([
		[20_000_000, 20_000_000 - 127, 'full'],
		[20_000_000, 19_000_000, 'extended'],
		[20_000_000, 2, 'extended'],
		[50, 20, 'full'],
	])('of %d blocks finds the first with state: %d', async (newest, from, depth) => {
		const { history, calls } = await search(newest, prunedBelow(from));
		expect(calls).toBeLessThanOrEqual(25);
		expect(history).toMatchObject({ depth, result: 'available' });
		const { stateFromBlock = 0, uncertainty = 0, stateBlocks } = history;
		// The first block with state is between the oldest that was read and the same number before it.
		expect(stateFromBlock).toBeGreaterThanOrEqual(from);
		expect(stateFromBlock - uncertainty).toBeLessThanOrEqual(from);
		expect(uncertainty).toBeLessThan(newest / 1000);
		expect(stateBlocks).toBe(newest - stateFromBlock + 1);
		expect(history.evidence).toContain('missing trie node');
	});

	it('accepts an endpoint one of whose nodes does not have the newest block yet', async () => {
		const late = errorAnswer(-32000, 'header not found');
		const { history } = await search(1000, (block) => (block > 997 ? late : undefined));
		expect(history).toMatchObject({ depth: 'archive', result: 'available' });
	});

	it.each([
		[128, 'full'],
		[192, 'full'],
		[193, 'extended'],
	])('of %d blocks with state is %s', async (count, depth) => {
		const { history } = await search(20_000_000, prunedBelow(20_000_001 - count));
		expect(history).toMatchObject({ depth, stateBlocks: count });
	});

	it.each<[string, number, number, object]>([
		['an archive', 20_000_000, 5_000_000, { depth: 'archive', stateFromBlock: 5_000_000 }],
		['none where its first state is not readable', 20_000_000, 5_000_001, { depth: 'extended' }],
		[
			'an archive of a shorter chain of the same id',
			1000,
			0,
			{ depth: 'archive', stateFromBlock: 1 },
		],
		['none of a shorter chain', 1000, 900, { depth: 'full' }],
	])('on a chain that was migrated is %s', async (_, newest, from, expected) => {
		const { history, blocks } = await search(newest, prunedBelow(from), { stateFrom: 5_000_000 });
		expect(history).toMatchObject(expected);
		expect(history.stateFromBlock).toBeGreaterThanOrEqual(from);
		if (newest > 5_000_000) expect(Math.min(...blocks)).toBe(5_000_000);
	});

	it.each<[FaultAnswer, string]>([
		[{ kind: 'rateLimited', reason: 'too many requests', quota: false }, 'failed'],
		[errorAnswer(-32000, 'something else'), 'failed'],
		[errorAnswer(-32008, 'Initial sync is still in progress'), 'failed'],
		[
			errorAnswer(-32000, 'archive requests are not included in your current plan'),
			'notOnThisPlan',
		],
		[errorAnswer(-32601, 'Method not found'), 'notAvailable'],
	])('does not treat a fault as pruned state: %j', async (fault, result) => {
		const { history } = await search(1000, (block) => (block < 900 ? fault : undefined));
		expect(history).toMatchObject({ depth: 'unknown', result });
		expect(history.evidence).not.toBe('');
	});

	it('reads a balance at each block, and nothing else', async () => {
		const { ask, asked } = scriptedClient(() => '0x0');
		await findHistory(ask, 20);
		const nobody = '0x0000000000000000000000000000000000000000';
		expect(asked).toEqual([
			['eth_getBalance', nobody, '0x1'],
			['eth_getBalance', nobody, '0x5'],
			['eth_getBalance', nobody, '0xa'],
			['eth_getBalance', nobody, '0xc'],
		]);
	});

	it.each([
		[0, [0]],
		[1, [1]],
		[9, [1]],
		[10, [1, 2]],
		[20, [1, 5, 10, 12]],
		[1000, [1, 250, 500, 750, 808, 992]],
		[20_000_000, [1, 5_000_000, 10_000_000, 15_000_000, 19_999_808, 19_999_992]],
	])('of a chain with block %i as the newest reads only settled ones: %j', async (newest, read) => {
		const { history, blocks } = await search(newest, () => undefined);
		expect(blocks).toEqual(read);
		expect(history).toEqual({
			depth: 'archive',
			result: 'available',
			stateFromBlock: read[0],
			stateBlocks: newest - read[0] + 1,
			uncertainty: 0,
			evidence: `the state of blocks ${read.join(', ')} is readable`,
		});
	});

	it('narrows down to the first block with state, without reading one twice', async () => {
		const { history, blocks } = await search(1000, prunedBelow(873));
		expect(history).toEqual({
			depth: 'full',
			result: 'available',
			stateFromBlock: 873,
			stateBlocks: 128,
			uncertainty: 0,
			evidence:
				'block 873 is readable, block 872 is not: missing trie node 0 (path ) (code -32000)',
		});
		const steps = [
			[1, 250, 500, 750, 808, 992],
			[854, 900, 946],
			[866, 877, 889],
			[869, 872, 875],
			[873, 874],
		];
		expect(blocks).toEqual(steps.flat());
	});

	it('stops after 25 calls, and says how far the first block with state may be', async () => {
		const { history, calls } = await search(20_000_000, prunedBelow(12_345_678));
		expect(calls).toBe(25);
		expect(history).toEqual({
			depth: 'extended',
			result: 'available',
			stateFromBlock: 12_346_192,
			stateBlocks: 7_653_809,
			uncertainty: 609,
			evidence:
				'block 12346192 is readable, block 12345582 is not: missing trie node 0 (path ) (code -32000)',
		});
	});

	it.each([
		[
			(block: number) => ({ ...PRUNED, message: `no state found at ${block}` }),
			'no state found at 1 (code -32000)',
		],
		[() => null, 'returned null'],
	])(
		'reports a node without any state, and what it says about the first block',
		async (at, said) => {
			const { history, calls } = await search(1000, at);
			expect(history).toMatchObject({ depth: 'unknown', result: 'notAvailable' });
			expect(history.evidence).toBe(said);
			expect(calls).toBe(6);
		},
	);

	it('reports which block lacks state although an older one has it', async () => {
		const { history } = await search(1000, (block) => (block === 500 ? PRUNED : undefined));
		expect(history).toEqual({
			depth: 'mixed',
			result: 'failed',
			stateFromBlock: 1,
			stateBlocks: 1000,
			uncertainty: 0,
			evidence: 'block 1 is readable, block 500 is not: missing trie node 0 (path ) (code -32000)',
		});
	});

	it('reports that nodes differ also where that shows only later', async () => {
		const { history } = await search(1000, (block) =>
			block < 820 || block === 946 ? PRUNED : undefined,
		);
		expect(history).toMatchObject({ depth: 'mixed', stateFromBlock: 854, stateBlocks: 147 });
	});

	it('is unknown where a fault comes during the search', async () => {
		const fault: FaultAnswer = { kind: 'unreachable', reason: 'status 503' };
		const { history } = await search(1000, (block) =>
			block === 877 ? fault : prunedBelow(873)(block),
		);
		expect(history).toEqual({ depth: 'unknown', result: 'failed', evidence: 'status 503' });
	});

	it('does not take a message about pruned state from anything but the node', async () => {
		const fault: FaultAnswer = { kind: 'invalidResponse', reason: 'unexpected status 410: pruned' };
		const { history } = await search(1000, (block) => (block < 900 ? fault : undefined));
		expect(history).toEqual({
			depth: 'unknown',
			result: 'failed',
			evidence: 'unexpected status 410: pruned',
		});
	});
});
