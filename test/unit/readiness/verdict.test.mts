import { describe, expect, it } from 'vitest';

import type { NodeReport } from '../../../nodes/shared/families/family';
import { judgeReport } from '../../../nodes/shared/readiness/health';

const LIMITS: Parameters<typeof judgeReport>[2] = {
	maxAgeSeconds: 60,
	maxBlocksBehind: 5.9,
	chain: {},
};

const verdict = (
	report: Partial<NodeReport>,
	{ age, ...limits }: Partial<Parameters<typeof judgeReport>[2]> & { age?: number } = {},
) => judgeReport({ result: false, isSyncing: false, ...report }, age, { ...LIMITS, ...limits });

describe('judgeReport', () => {
	it('is healthy where nothing speaks against it', () => {
		expect(verdict({})).toStrictEqual({ healthy: true, state: 'ready' });
		expect(verdict({ reason: 'no peers' })).toEqual({
			healthy: true,
			state: 'ready',
			reason: 'no peers',
		});
	});

	it.each([
		[60, 'ready'],
		[61, 'lagging'],
		[undefined, 'ready'],
	])('judges a newest block that is %s s old as %s', (age, state) => {
		expect(verdict({}, { age })).toMatchObject({ healthy: state === 'ready', state });
	});

	it('says how old the newest block is', () => {
		expect(verdict({}, { age: 61 }).reason).toBe(
			'its newest block is 61 s old, more than the 60 s allowed',
		);
	});

	it.each<[bigint | undefined, number | undefined, boolean, string | undefined]>([
		[5n, undefined, true, undefined],
		[6n, undefined, false, 'it is 6 blocks behind'],
		[6n, 1000, false, 'it is 6 blocks behind'],
		[6n, 1, false, 'it is 6 blocks behind'],
		[
			undefined,
			undefined,
			false,
			'it says that it is synchronizing, but not how many blocks are missing',
		],
		[
			undefined,
			7,
			false,
			'it says that it is synchronizing, but not how many blocks are missing; its newest block is 7 s old',
		],
	])(
		'of a node that is %s blocks behind (newest block %s s old)',
		(blocksBehind, age, healthy, reason) => {
			const report = { isSyncing: true, ...(blocksBehind !== undefined && { blocksBehind }) };
			expect(verdict(report, { age })).toEqual({
				healthy,
				state: 'syncing',
				...(reason !== undefined && { reason }),
			});
		},
	);

	it.each([
		[200n, 60, { healthy: true, state: 'syncing' }],
		[2n, 61, { healthy: false, state: 'syncing', reason: 'it is 2 blocks behind' }],
		[2n, undefined, { healthy: false, state: 'syncing', reason: 'it is 2 blocks behind' }],
	])(
		'judges %s blocks behind by the age of the newest block where the user sets no limit (%s s)',
		(blocksBehind, age, expected) => {
			const report = { isSyncing: true, blocksBehind };
			expect(verdict(report, { age, maxBlocksBehind: undefined })).toEqual(expected);
		},
	);

	it.each([
		[60, { healthy: true, state: 'ready' }],
		[61, { healthy: false, state: 'syncing', reason: 'a peer has more' }],
		[undefined, { healthy: false, state: 'syncing', reason: 'a peer has more' }],
	])('judges a minor sign by the age of the newest block (%s s)', (age, expected) => {
		const report = { isSyncing: 'unlessRecent', reason: 'a peer has more' } as const;
		expect(verdict(report, { age })).toEqual(expected);
	});

	it('does not trust a few blocks behind where the node says why it is not synchronized', () => {
		const report = { isSyncing: true, blocksBehind: 1n, reason: 'no peers' };
		expect(verdict(report)).toEqual({ healthy: false, state: 'syncing', reason: 'no peers' });
	});

	it('also counts a node that is a few blocks behind as too old', () => {
		const report = { isSyncing: true, blocksBehind: 1n };
		expect(verdict(report, { age: 61 })).toMatchObject({ healthy: false, state: 'lagging' });
	});

	it('puts the wrong chain above everything else', () => {
		const report = { isSyncing: true, blocksBehind: 1000n };
		const chain = { wrong: 'it is on chain 56, not on chain 1' };
		expect(verdict(report, { chain, age: 10_000 })).toEqual({
			healthy: false,
			state: 'wrongChain',
			reason: 'it is on chain 56, not on chain 1',
		});
	});

	it('lets the rest decide where the chain could not be confirmed', () => {
		const chain = { note: 'not confirmed' };
		expect(verdict({}, { chain })).toEqual({
			healthy: true,
			state: 'ready',
			reason: 'not confirmed',
		});
		expect(verdict({ reason: 'no peers' }, { chain }).reason).toBe('no peers; not confirmed');
		expect(verdict({}, { chain, age: 61 }).state).toBe('lagging');
	});
});
