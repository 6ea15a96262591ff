import { describe, expect, it } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/addresses/chains';
import type { RpcEndpoint } from '../../../nodes/shared/jsonRpc/rpcClient';
import {
	compareWithEachOther,
	compareWithReference,
	type ComparedHealth,
} from '../../../nodes/shared/readiness/compare';
import type { Head, Health, HealthState } from '../../../nodes/shared/readiness/health';
import { sharing } from '../fixtures/sharing.mts';

const NOW = 1_800_000_000_000;

interface Seen {
	number: bigint | number;
	/** Seconds before now at which its block was made; none for a block without a time. */
	age?: number | null;
	/** Seconds after now at which it answered. */
	at?: number;
	chainKey?: string | null;
	state?: HealthState;
	url?: string;
	family?: FamilyName;
	maxLagMs?: number;
	maxBlocksBehind?: number;
}

let count = 0;

function seen({
	number,
	age = 0,
	at = 0,
	chainKey = 'evm 1',
	state = 'ready',
	...rest
}: Seen): Health {
	const {
		url = `https://${++count}.example.com`,
		family = 'evm',
		maxLagMs = 10_000,
		...more
	} = rest;
	const head: Head = {
		blockNumber: BigInt(number),
		answeredAtMs: NOW + at * 1000,
		endpoint: { url, family } as RpcEndpoint,
		...(age !== null && { blockTimeMs: NOW - age * 1000 }),
		...(chainKey !== null && { chainKey }),
		maxLagMs,
		...more,
	};
	const facts = { latencyMs: 1, endpoint: url, attempts: 1 };
	return { healthy: state === 'ready', state, facts, head };
}

/** A run in which blocks were made at these seconds before now, by height; what is asked for is counted. */
function run(blocks: Record<number, number> = {}) {
	const asked: string[] = [];
	const rpc = {
		call: async ({ url }: RpcEndpoint, { params }: { params: [string] }) => {
			const height = Number(params[0]);
			asked.push(`${height} at ${url}`);
			const result =
				height in blocks
					? { number: params[0], timestamp: `0x${(NOW / 1000 - blocks[height]).toString(16)}` }
					: null;
			return await Promise.resolve({
				answer: { kind: 'result', result },
				latencyMs: 1,
				attempts: 1,
			});
		},
	};
	const context = sharing({ rpc, retryOptions: {} }) as unknown as Parameters<
		typeof compareWithEachOther
	>[1];
	return { asked, context };
}

const beside = async (all: Health[], blocks?: Record<number, number>): Promise<ComparedHealth[]> =>
	await compareWithEachOther(all, run(blocks).context);

describe('the reference of endpoints compared with each other', () => {
	it.each<[string, bigint[], Array<number | string>]>([
		['the highest head that more than half have reached', [5n, 5n, 9n], [0, 0, -4]],
		['of four, the one three have reached', [9n, 9n, 5n, 5n], [-4, -4, 0, 0]],
		['of an even spread, that of the third', [4n, 3n, 2n, 1n], [-2, -1, 0, 1]],
		[
			'not what a minority claims',
			[100n, 100n, 100n, 10n ** 60n],
			[0, 0, 0, `-${10n ** 60n - 100n}`],
		],
		['not what a minority lacks', [100n, 100n, 100n, 1n, 2n], [0, 0, 0, 99, 98]],
	])('is %s', async (_, numbers, expected) => {
		const all = await beside(numbers.map((number) => seen({ number })));
		expect(all.map(({ blocksBehindReference }) => blocksBehindReference)).toEqual(expected);
		expect(all.every(({ compared }) => compared)).toBe(true);
	});

	it('counts an address once, however many items use it', async () => {
		const url = 'https://again.example.com';
		const [first] = await beside(
			[1, 1, 1, 9, 9].map((number, index) => seen({ number, ...(index < 3 && { url }) })),
		);
		expect(first.reference).toMatchObject({ endpoints: 3, blockNumber: 9 });
	});

	it.each<[string, Health]>([
		['another chain', seen({ number: 9, chainKey: 'evm 2' })],
		['the wrong chain', seen({ number: 9, state: 'wrongChain' })],
		['an unknown chain', seen({ number: 9, chainKey: null })],
		['no block', { ...seen({ number: 9 }), head: undefined }],
	])('leaves out an endpoint of %s, which is no fault', async (_, other) => {
		const all = await beside([other, seen({ number: 5 }), seen({ number: 5 })]);
		expect(all.map(({ compared }) => compared)).toEqual([false, false, false]);
		expect(all[1]).toMatchObject({
			healthy: true,
			reference: { note: '2 endpoints of this chain, but at least 3 are needed' },
		});
		expect(all[0]).toMatchObject({ healthy: other.healthy, state: other.state });
	});
});

describe('an endpoint that is behind most others', () => {
	const others = [seen({ number: 100 }), seen({ number: 100 })];

	it('lags where its next block had existed for longer than is usual when it was asked', async () => {
		const { asked, context } = run({ 91: 40 });
		const [late] = await compareWithEachOther([seen({ number: 90, age: 41 }), ...others], context);
		expect(late).toMatchObject({
			...{
				healthy: false,
				state: 'lagging',
				blocksBehindReference: 10,
				secondsBehindReference: 40,
			},
			reason:
				'it is 10 blocks behind most others: its next block had existed for 40 s when it was asked, more than the 10 s allowed',
		});
		expect(asked).toHaveLength(1);
	});

	it.each<[string, Seen, Record<number, number>]>([
		['had been asked before its next block was made', { number: 90, age: 60, at: -30 }, { 91: 30 }],
		['lacks blocks that came at once, a moment ago', { number: 80, age: 60 }, { 81: 2 }],
		[
			'lags no longer than is usual on its chain',
			{ number: 90, age: 41, maxLagMs: 40_000 },
			{ 91: 40 },
		],
		['has a next block dated before its own', { number: 90, age: 9 }, { 91: 30 }],
	])('is well where it %s', async (_, late, blocks) => {
		const [health] = await beside([seen(late), ...others], blocks);
		expect(health).toMatchObject({ healthy: true, state: 'ready', compared: true });
	});

	it('costs nothing while its own block is recent', async () => {
		const { asked, context } = run();
		await compareWithEachOther([seen({ number: 90, age: 10 }), ...others], context);
		expect(asked).toEqual([]);
	});

	it('reads each block once, from an endpoint that has it', async () => {
		const { asked, context } = run({ 91: 30, 81: 30 });
		const late = [90, 90, 80, 80].map((number) => seen({ number, age: 31 }));
		const well = [1, 2, 3, 4, 5].map(() => seen({ number: 100 }));
		const all = await compareWithEachOther([...late, ...well], context);
		expect(asked).toHaveLength(2);
		expect(all.filter(({ state }) => state === 'lagging')).toHaveLength(4);
	});

	it('is judged by the oldest block above its own where the next one cannot be read', async () => {
		const reached = [25, 1, 1].map((age, n) => seen({ number: n === 0 ? 95 : 100, age }));
		const slow = [-20, 0].map((at) => seen({ number: 90, age: 60, at }));
		const [early, late] = await beside([...slow, ...reached, ...others]);
		expect(early).toMatchObject({ healthy: true });
		expect(late).toMatchObject({ state: 'lagging', secondsBehindReference: 25 });
	});

	it('keeps the state it has for another reason', async () => {
		const bad = seen({ number: 90, age: 60, state: 'syncing' });
		expect((await beside([bad, ...others], { 91: 50 }))[0]).toMatchObject({ state: 'syncing' });
	});

	it.each([
		[5, 95, 'ready'],
		[4, 95, 'lagging'],
		[0, 99, 'lagging'],
		[0, 100, 'ready'],
	])(
		'may be behind by the %d blocks that the user allows (at %d: %s)',
		async (most, number, state) => {
			const limited = seen({ number, age: 2, maxBlocksBehind: most });
			const [health] = await beside([limited, ...others], { 96: 1, 98: 1, 100: 1 });
			expect(health.state).toBe(state);
		},
	);

	it('is not charged with blocks made after it was asked, also where the user sets a limit', async () => {
		const limited = seen({ number: 90, age: 2, at: 0, maxBlocksBehind: 5 });
		const later = [1, 2].map(() => seen({ number: 100, at: 20 }));
		expect((await beside([limited, ...later], { 96: -10 }))[0]).toMatchObject({ healthy: true });
	});
});

describe('blocks without a time', () => {
	const untimed = (number: number, at: number): Health => seen({ number, at, age: null });

	it('count as made when they were first seen', async () => {
		// A block every 2 s.
		const well = [0, 4, 8, 12, 16].map((at) => untimed(100 + at / 2, at));
		const all = await beside([...well, untimed(100, 9), untimed(60, 16)]);
		expect(all.slice(0, -1).map(({ state }) => state)).toEqual(Array(6).fill('ready'));
		expect(all[6].state).toBe('lagging');
	});

	it('are dated by an endpoint that dates them', async () => {
		const others = [1, 2].map(() => seen({ number: 100 }));
		const [late] = await beside([untimed(90, 0), ...others], { 91: 40 });
		expect(late).toMatchObject({ state: 'lagging', secondsBehindReference: 40 });
	});

	it('accuse late where they show none', async () => {
		const all = await beside([100, 100, 100, 0, 99].map((number) => untimed(number + 1000, 0)));
		expect(all.map(({ state }) => state)).toEqual(Array(5).fill('ready'));
		const far = await beside([5000, 5000, 5000, 1000].map((number) => untimed(number, 0)));
		expect(far[3].state).toBe('lagging');
	});
});

describe('compareWithReference', () => {
	const own = seen({ number: 90, age: 60 });
	const against = async (reference: Health, health = own): Promise<ComparedHealth> =>
		await compareWithReference(health, reference, run({ 91: 50 }).context);

	it('says how far an endpoint is behind it', async () => {
		expect(await against(seen({ number: 100 }))).toMatchObject({
			state: 'lagging',
			compared: true,
			blocksBehindReference: 10,
			reason: expect.stringContaining('10 blocks behind the reference endpoint') as string,
		});
		expect(await against(seen({ number: 90, chainKey: null }))).toMatchObject({ healthy: true });
	});

	it('says that the reference itself is not healthy', async () => {
		const sick = { ...seen({ number: 90, state: 'lagging' }), reason: 'old' };
		expect((await against(sick)).reference?.note).toContain('not healthy itself: old');
	});

	const silent = seen({ number: 1, state: 'invalidResponse', url: 'https://r.example.com' });
	it.each<[string, Health, RegExp]>([
		[
			'returned no block',
			{ ...silent, head: undefined },
			/^not compared: the reference endpoint https:\/\/r\.example\.com returned no block: invalidResponse$/,
		],
		['is on another chain', seen({ number: 1, chainKey: 'evm 2' }), /is on another chain$/],
	])('is no health where the reference %s', async (_, reference, reason) => {
		const health = await against(reference);
		expect(health).toMatchObject({ healthy: false, state: 'notCompared', compared: false });
		expect(health.reason).toMatch(reason);
		expect(health.facts).toBe(own.facts);
	});

	it('keeps a worse state of its own', async () => {
		const sick = { ...seen({ number: 1, state: 'syncing' }), reason: 'no peers' };
		const reference = { ...seen({ number: 1 }), head: undefined };
		expect(await against(reference, sick)).toMatchObject({ state: 'syncing', reason: 'no peers' });
	});

	it('is no health either where the endpoint has no block to compare', async () => {
		const health = await against(seen({ number: 9 }), { ...own, head: undefined });
		expect(health).toMatchObject({ healthy: false, state: 'notCompared' });
	});
});
