import { describe, expect, it } from 'vitest';

import type { Chain } from '../../../nodes/shared/addresses/chains';
import type { RpcEndpoint } from '../../../nodes/shared/jsonRpc/rpcClient';
import {
	compareWithEachOther,
	compareWithReference,
} from '../../../nodes/shared/readiness/compare';
import type { Health, HealthState, ProbeContext } from '../../../nodes/shared/readiness/health';
import type { EndpointReport } from '../../../nodes/shared/readiness/endpointReport';
import { sharing } from '../fixtures/sharing.mts';
import { healthWith, type About } from './healthWith.mts';

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
	usualLagMs?: number;
	maxBlocksBehind?: number;
}

function seen({
	number,
	age = 0,
	at = 0,
	chainKey = 'evm 1',
	state = 'ready',
	...rest
}: Seen): Health {
	const { url, usualLagMs, maxBlocksBehind } = rest;
	return healthWith(
		{
			blockNumber: BigInt(number),
			headAtMs: NOW + at * 1000,
			...(age !== null && { ageMs: (at + age) * 1000 }),
			...(chainKey !== null && { chainKey }),
			chain: { usualLagMs } as Chain,
		},
		{ url, state, settings: { maxBlocksBehind } },
	);
}

const blockless = (health: Health): Health => ({ ...health, report: undefined });

/** A run in which these are the results by height of a block; what is asked for is counted. */
function run(blocks: Record<number, unknown> = {}) {
	const asked: string[] = [];
	const rpc = {
		call: async (
			{ url }: RpcEndpoint,
			{ method, params }: { method: string; params: unknown[] },
		) => {
			asked.push(`${method} ${String(params[0])} at ${url}`);
			const answer = { kind: 'result', result: blocks[Number(params[0])] ?? null };
			return await Promise.resolve({ answer, latencyMs: 1, attempts: 1 });
		},
	};
	return { asked, context: sharing({ rpc, retryOptions: {} }) as unknown as ProbeContext };
}

/** Blocks that were made at these seconds before now. */
const made = (blocks: Record<number, number>): Record<number, unknown> =>
	Object.fromEntries(
		Object.entries(blocks).map(([height, age]) => [
			height,
			{ number: hex(Number(height)), timestamp: hex(NOW / 1000 - age) },
		]),
	);

const hex = (number: number): string => `0x${number.toString(16)}`;

/** A health with what is said of its comparison. */
const flat = (health: Health) => ({ ...health, ...health.comparison });

/** Compares endpoints of a chain whose blocks were made at these seconds before now. */
async function compared(all: Health[], blocks: Record<number, number> = {}) {
	const { asked, context } = run(made(blocks));
	return { asked, all: (await compareWithEachOther(all, context)).map(flat) };
}

const beside = async (...given: Parameters<typeof compared>) => (await compared(...given)).all;

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
		['no block', blockless(seen({ number: 9 }))],
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

	it('is not late for the time that its answer took', async () => {
		const slow = seen({ number: 90, age: 41, at: 35 });
		const report = { ...(slow.report as EndpointReport), askedAtMs: NOW, ageMs: 41_000 };
		const [first] = await beside([{ ...slow, report }, ...others], { 91: 5 });
		expect(first).toMatchObject({ healthy: true, secondsBehindReference: 5 });
	});

	it('lags where its next block had existed for longer than is usual when it was asked', async () => {
		const { asked, all } = await compared([seen({ number: 90, age: 41 }), ...others], { 91: 40 });
		const [late] = all;
		expect(late).toMatchObject({
			healthy: false,
			state: 'lagging',
			blocksBehindReference: 10,
			secondsBehindReference: 40,
			reason: 'it is 10 blocks behind most others: it was 40 s behind (10 s allowed)',
		});
		expect(asked).toHaveLength(1);
	});

	it.each<[string, Seen, Record<number, number>]>([
		['had been asked before its next block was made', { number: 90, age: 60, at: -30 }, { 91: 30 }],
		['lacks blocks that came at once, a moment ago', { number: 80, age: 60 }, { 81: 2 }],
		[
			'lags no longer than is usual on its chain',
			{ number: 90, age: 41, usualLagMs: 40_000 },
			{ 91: 40 },
		],
		['has a next block dated before its own', { number: 90, age: 9 }, { 91: 30 }],
	])('is well where it %s', async (_, late, blocks) => {
		const [health] = await beside([seen(late), ...others], blocks);
		expect(health).toMatchObject({ healthy: true, state: 'ready', compared: true });
	});

	it('costs nothing while its own block is recent', async () => {
		const { asked } = await compared([seen({ number: 90, age: 10 }), ...others]);
		expect(asked).toEqual([]);
	});

	it('reads each block once, from an endpoint that has it', async () => {
		const late = [90, 90, 80, 80].map((number) => seen({ number, age: 31 }));
		const well = [1, 2, 3, 4, 5].map(() => seen({ number: 100 }));
		const { asked, all } = await compared([...late, ...well], { 91: 30, 81: 30 });
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
	const against = async (reference: Health, health = own) =>
		flat(await compareWithReference(health, reference, run(made({ 91: 50 })).context));

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
			blockless(silent),
			/^not compared: the reference endpoint https:\/\/r\.example\.com returned no block: invalidResponse$/,
		],
		['is on another chain', seen({ number: 1, chainKey: 'evm 2' }), /is on another chain$/],
	])('is no health where the reference %s', async (_, reference, reason) => {
		const health = await against(reference);
		expect(health).toMatchObject({ healthy: false, state: 'notCompared', compared: false });
		expect(health.reason).toMatch(reason);
		expect(health.report).toBe(own.report);
	});

	it('keeps a worse state of its own', async () => {
		const sick = { ...seen({ number: 1, state: 'syncing' }), reason: 'no peers' };
		const reference = blockless(seen({ number: 1 }));
		expect(await against(reference, sick)).toMatchObject({ state: 'syncing', reason: 'no peers' });
	});

	it('is no health either where the endpoint has no block to compare', async () => {
		const health = await against(seen({ number: 9 }), blockless(own));
		expect(health).toMatchObject({ healthy: false, state: 'notCompared' });
	});
});

const GOOD = `0x${'a'.repeat(64)}`;
const OTHER = `0x${'b'.repeat(64)}`;

/** The health at an endpoint with a block at height 255. */
const withHash = (blockHash: string | undefined, about: About = {}, report: object = {}): Health =>
	healthWith(
		{ blockNumber: 255n, blockHash, headAtMs: 0, ageMs: 0, chainKey: 'evm 1', ...report },
		{ settings: { detectsForks: true }, ...about },
	);
const good = () => withHash(GOOD);
const other = () => withHash(OTHER);

/** The hash of the block before, on either side of a fork. */
const BEFORE = `0x${'c'.repeat(64)}`;
const OTHER_BEFORE = `0x${'d'.repeat(64)}`;

/** Compares endpoints that return these hashes by height when they are asked again; the first one may have its own. */
async function askedAgain(all: Health[], own: object = {}, most: object = {}) {
	const hashes = { 255: GOOD, 254: BEFORE, ...most };
	const ofFirst = { ...hashes, 255: OTHER, ...own };
	const asked: string[] = [];
	const { url } = (all[0].report as EndpointReport).endpoint;
	const call = async (endpoint: RpcEndpoint, { params }: { params: unknown[] }) => {
		const height = Number(params[0]);
		asked.push(`${height} ${endpoint.url === url ? 'first' : 'another'}`);
		const hash = new Map(Object.entries(endpoint.url === url ? ofFirst : hashes)).get(`${height}`);
		const answer = { kind: 'result', result: hash === undefined ? null : { hash } };
		return await Promise.resolve({ answer, latencyMs: 1, attempts: 1 });
	};
	const context = sharing({ rpc: { call }, retryOptions: {} }) as unknown as ProbeContext;
	const [first, ...others] = await compareWithEachOther(all, context);
	return { first, others, asked };
}

describe('an endpoint on a fork', () => {
	it('is lagging when it has another block than most, and before that as well', async () => {
		const { first, asked } = await askedAgain([other(), good(), good()], { 254: OTHER_BEFORE });
		expect(first).toMatchObject({ healthy: false, state: 'lagging' });
		expect(first.reason).toMatch(
			/^fork: its block 255 is .*0xbbbbbbbbbb.*, but that of most others is .*0xaaaaaaaaaa/,
		);
		expect(first.reason).toMatch(/; the block before it differs too$/);
		expect(asked).toEqual(['255 first', '254 first', '255 another', '254 another']);
	});

	it('is not assumed of one side of a fork of one block, as every chain has at times', async () => {
		const sides = Array.from({ length: 30 }, (_, n) => (n < 10 ? other() : good()));
		const { first, others } = await askedAgain(sides);
		for (const each of [first, ...others])
			expect(each).toMatchObject({ healthy: true, state: 'ready' });
	});

	it('asks one of the majority once for all', async () => {
		const { asked } = await askedAgain([other(), other(), good(), good(), good()]);
		expect(asked.filter((each) => each === '254 another').length).toBeLessThanOrEqual(2);
	});

	it.each<[string, object, object?]>([
		['now has the same block', { 255: GOOD }],
		['now has it, in another case', { 255: `0x${'A'.repeat(64)}` }],
		['does not answer any more', { 255: undefined }],
		['does not say which block precedes its own', { 254: undefined }],
		['is beside others that have changed sides', { 254: OTHER_BEFORE }, { 255: OTHER }],
		['is beside others without the block before', { 254: OTHER_BEFORE }, { 254: undefined }],
	])('is not assumed of one that %s', async (_, own, most) => {
		const { first } = await askedAgain([other(), good(), good()], own, most);
		expect(first).toMatchObject({ healthy: true, state: 'ready' });
	});

	const url = 'https://again.example.com';
	it.each<[string, Health[]]>([
		['has the block of most', [good(), good(), good()]],
		['has it in another case', [withHash(`0x${'A'.repeat(64)}`), good(), good()]],
		['is not healthy anyway', [withHash(OTHER, { state: 'syncing' }), good(), good()]],
		['is of another family', [withHash(OTHER, { family: 'solana' }), good(), good()]],
		['is not to be compared so', [withHash(OTHER, { settings: {} }), good(), good()]],
		['gave no hash', [withHash(undefined), good(), good(), good()]],
		['is beside two only', [other(), good()]],
		['is one of two against two', [other(), other(), good(), good()]],
		['is on another chain', [withHash(OTHER, {}, { chainKey: 'evm 2' }), good(), good(), good()]],
		[
			'is beside one address, however many items have it',
			[other(), ...[1, 2, 3].map(() => withHash(GOOD, { url }))],
		],
		[
			'is at another height',
			[other(), ...[1, 2, 3].map(() => withHash(GOOD, {}, { blockNumber: 254n }))],
		],
	])('is not assumed of one that %s', async (_, all) => {
		const { first, asked } = await askedAgain(all);
		expect(first.reason).toBeUndefined();
		expect(asked).toEqual([]);
	});
});
