import { describe, expect, it } from 'vitest';

import { chainOfNetwork } from '../../../nodes/shared/jsonRpc/chains';
import type { RpcEndpoint } from '../../../nodes/shared/jsonRpc/rpcClient';
import { comparedWith, comparedWithEachOther } from '../../../nodes/shared/readiness/compareHeads';
import type { HealthLook } from '../../../nodes/shared/readiness/healthReading';
import {
	paceOf,
	paceOfBlockTime,
	paceOfFamily,
	type Pace,
} from '../../../nodes/shared/readiness/thresholds';
import { Random } from '../../simulation/support/random.mts';

const paceOfNetwork = (network: string): Pace => paceOf(chainOfNetwork(network)) as Pace;

interface Seen {
	number: bigint;
	at?: number;
	group?: string | null;
	state?: 'ready' | 'wrongChain' | 'syncing';
	pace?: Pace;
	url?: string;
	madeAtMs?: number;
	maxBlocksBehind?: number;
}

let count = 0;

function lookOf({
	number,
	at = 0,
	group = 'evm 1',
	state = 'ready',
	pace,
	url,
	madeAtMs,
	maxBlocksBehind,
}: Seen): HealthLook {
	const usual = pace ?? paceOfNetwork('ethereum-mainnet');
	return {
		reading: { healthy: state === 'ready', state, latencyMs: 1, endpoint: 'x', attempts: 1 },
		head: {
			blockNumber: number,
			at,
			endpoint: { url: url ?? `https://${++count}.example.com` } as RpcEndpoint,
			...(group !== null && { group }),
			pace: usual,
			...(madeAtMs !== undefined && { blockTimeMs: madeAtMs }),
			...(maxBlocksBehind !== undefined && { maxBlocksBehind }),
		},
	};
}

const behind = (looks: HealthLook[]): Array<number | string | undefined> =>
	comparedWithEachOther(looks).map(({ blocksBehindReference }) => blocksBehindReference);

describe('comparedWithEachOther', () => {
	it.each<[string, bigint[], Array<number | string>]>([
		['the highest head that more than half have reached', [5n, 5n, 9n], [0, 0, -4]],
		['of four, the one three have reached', [9n, 9n, 5n, 5n], [-4, -4, 0, 0]],
		['of an even spread, that of the third', [4n, 3n, 2n, 1n], [-2, -1, 0, 1]],
		[
			'not what a minority claims',
			[100n, 100n, 100n, 10n ** 60n],
			[0, 0, 0, `-${10n ** 60n - 100n}`],
		],
		[
			'not what the first one claims',
			[10n ** 60n, 60n, 101n, 100n, 100n],
			[`-${10n ** 60n - 100n}`, 40, -1, 0, 0],
		],
		[
			'not what the middle one claims',
			[100n, 60n, 10n ** 60n, 101n, 100n],
			[0, 40, `-${10n ** 60n - 100n}`, -1, 0],
		],
		[
			'not what half of them claim',
			[1n, 50n, 10n ** 60n, 10n ** 60n],
			[49, 0, `-${10n ** 60n - 50n}`, `-${10n ** 60n - 50n}`],
		],
		['the exact one of large numbers', [10n ** 30n, 10n ** 30n + 2n, 10n ** 30n + 1n], [1, -1, 0]],
		['not where a minority is behind', [1n, 100n, 100n, 100n, 2n], [99, 0, 0, 0, 98]],
	])('uses as the reference %s', (_, numbers, expected) => {
		expect(behind(numbers.map((number) => lookOf({ number })))).toEqual(expected);
	});

	it('leaves out other chains and endpoints on the wrong one', () => {
		const looks = [
			lookOf({ number: 9n }),
			lookOf({ number: 9n }),
			lookOf({ number: 500n, group: 'evm 56' }),
			lookOf({ number: 700n, state: 'wrongChain' }),
			lookOf({ number: 9n }),
		];
		expect(behind(looks)).toEqual([0, 0, undefined, undefined, 0]);
	});

	it.each<[string, HealthLook]>([
		['is on the wrong chain', lookOf({ number: 9n, state: 'wrongChain' })],
		['returned no block', { reading: lookOf({ number: 9n }).reading }],
	])('does not count an endpoint that %s, and leaves its reading as it is', (_, look) => {
		const [first, , left] = comparedWithEachOther([
			lookOf({ number: 9n }),
			lookOf({ number: 9n }),
			look,
		]);
		expect(first.reference).toEqual({
			source: 'otherItems',
			endpoints: 2,
			note: '2 endpoints of this chain, but at least 3 are needed',
		});
		expect(left).toBe(look.reading);
	});

	it('says how far an endpoint is behind most others', () => {
		const looks = [100n, 100n, 90n, 100n].map((number) => lookOf({ number }));
		const reference = { source: 'otherItems', endpoints: 4, blockNumber: 100 };
		const [, first, late] = comparedWithEachOther(looks);
		expect(first).toStrictEqual({ ...looks[1].reading, blocksBehindReference: 0, reference });
		expect(late).toStrictEqual({
			...looks[2].reading,
			healthy: false,
			state: 'lagging',
			reason: 'it is 10 blocks behind most others, more than the 1 allowed',
			blocksBehindReference: 10,
			reference,
		});
	});

	it('counts an address once, however many items use it', () => {
		const url = 'https://again.example.com';
		const again = [1n, 1n, 1n].map((number) => lookOf({ number, url }));
		const others = [100n, 100n].map((number) => lookOf({ number }));
		expect(behind([...again, ...others])).toEqual([99, 99, 99, 0, 0]);
		expect(comparedWithEachOther(again)[0].reference).toEqual({
			source: 'otherItems',
			endpoints: 1,
			note: '1 endpoint of this chain, but at least 3 are needed',
		});
	});

	it('counts an address with the block that was seen first', () => {
		const url = 'https://again.example.com';
		const again = [5n, 900n].map((number) => lookOf({ number, url }));
		const others = [5n, 900n].map((number) => lookOf({ number }));
		expect(behind([...again, ...others])).toEqual([0, -895, 0, -895]);
	});

	it('blames no endpoint whose chain is unknown', () => {
		const looks = [9n, 900n, 900n].map((number) => lookOf({ number, group: null }));
		for (const { healthy, reference } of comparedWithEachOther(looks)) {
			expect(healthy).toBe(true);
			expect(reference).toEqual({
				source: 'otherItems',
				note: 'it does not say which chain it is on',
			});
		}
	});

	it('does not change the state of an endpoint that is unhealthy for another reason', () => {
		const looks = [9n, 9n, 9n].map((number) => lookOf({ number }));
		const [, , , late] = comparedWithEachOther([
			...looks,
			lookOf({ number: 2n, state: 'syncing' }),
		]);
		expect(late).toMatchObject({ state: 'syncing', blocksBehindReference: 7 });
	});

	it('blames no endpoint where a chain produces blocks more slowly than its known pace', () => {
		const pace = paceOfNetwork('hyperliquid-mainnet');
		// One block per second instead of five, checked over a minute.
		const looks = Array.from({ length: 61 }, (_, second) =>
			lookOf({ number: BigInt(1000 + second), at: second * 1000, pace }),
		);
		expect(comparedWithEachOther(looks).every(({ healthy }) => healthy)).toBe(true);
		const [early, late] = [looks[0], looks[60]];
		expect(comparedWith(late, early).healthy).toBe(true);
		expect(comparedWith(early, late).healthy).toBe(true);
	});

	it('adjusts heads that were seen at different times to the same moment', () => {
		const pace = paceOfNetwork('hyperliquid-mainnet');
		// Five blocks per second, checked over twenty seconds.
		const looks = Array.from({ length: 21 }, (_, second) =>
			lookOf({ number: BigInt(1000 + second * 5), at: second * 1000, pace }),
		);
		expect(comparedWithEachOther(looks).every(({ healthy }) => healthy)).toBe(true);
		expect(behind(looks)).toEqual(Array(21).fill(0));
	});

	it('adjusts them before it picks the reference', () => {
		const pace = paceOfNetwork('hyperliquid-mainnet');
		// At the time of the first one they are at 1000, 990 and 995.
		const looks = [
			lookOf({ number: 1000n, at: 0, pace }),
			lookOf({ number: 1040n, at: 10_000, pace }),
			lookOf({ number: 1095n, at: 20_000, pace }),
		];
		expect(behind(looks)).toEqual([-5, 5, 0]);
	});

	describe('where the pace of the chain is only a guess', () => {
		const MADE_MS = Date.UTC(2026, 0, 1);
		/** One block per second instead of one in six, checked over twenty seconds; some are behind. */
		const looksOf = (missing: Record<number, number> = {}): HealthLook[] =>
			Array.from({ length: 21 }, (_, second) => {
				const number = 1000 + second - (missing[second] ?? 0);
				return lookOf({
					number: BigInt(number),
					at: second * 1000,
					pace: paceOfFamily('cosmos'),
					madeAtMs: MADE_MS + number * 1000,
				});
			});

		it('reads the block time from the blocks', () => {
			const looks = looksOf();
			expect(comparedWithEachOther(looks).every(({ healthy }) => healthy)).toBe(true);
			expect(behind(looks)).toEqual(Array(21).fill(0));
			const [early, late] = [looks[0], looks[20]];
			expect(comparedWith(early, late)).toMatchObject({ healthy: true, blocksBehindReference: 0 });
			expect(comparedWith(late, early)).toMatchObject({ healthy: true, blocksBehindReference: 0 });
		});

		it('still finds those that are behind', () => {
			const compared = comparedWithEachOther(looksOf({ 3: 50, 20: 900 }));
			const lagging = compared.flatMap(({ state }, place) => (state === 'lagging' ? [place] : []));
			expect(lagging).toEqual([3, 20]);
		});

		it('allows as many blocks as are produced in ten seconds, unless the user sets a limit', () => {
			const states = (missing: number, maxBlocksBehind?: number) => {
				const looks = [0, 250, 500, 750, 1000].map((at, index) => {
					const number = 1000 + at / 250 - (index === 4 ? missing : 0);
					const madeAtMs = MADE_MS + number * 250;
					const pace = paceOfBlockTime();
					return lookOf({ number: BigInt(number), at, pace, madeAtMs, maxBlocksBehind });
				});
				return comparedWithEachOther(looks).at(-1)?.state;
			};
			expect(states(40)).toBe('ready');
			expect(states(60)).toBe('lagging');
			expect(states(60, 90)).toBe('ready');
			expect(states(20, 2)).toBe('lagging');
		});

		it('allows no less than other chains of the family do', () => {
			const pace = { ...paceOfFamily('cosmos'), usualLag: 90 };
			const looks = [0, 1000, 2000, 3000].map((at) =>
				lookOf({ number: BigInt(1000 + at / 1000), at, pace, madeAtMs: MADE_MS + at }),
			);
			const late = lookOf({ number: 920n, at: 3000, pace, madeAtMs: MADE_MS - 80_000 });
			expect(comparedWithEachOther([...looks, late]).at(-1)?.state).toBe('ready');
		});

		it('reads it from those of the blocks that have times', () => {
			const looks = [undefined, 10_000, 20_000].map((after, index) =>
				lookOf({
					number: BigInt(1000 + index * 10),
					at: index * 10_000,
					pace: paceOfFamily('cosmos'),
					...(after !== undefined && { madeAtMs: MADE_MS + after }),
				}),
			);
			expect(behind(looks)).toEqual([0, 0, 0]);
		});

		it('reads it also where the pace of only one of two endpoints is a guess', () => {
			const [early, late] = [0, 20].map((second) =>
				lookOf({
					number: BigInt(1000 + second),
					at: second * 1000,
					pace: second === 0 ? paceOfFamily('cosmos') : paceOfBlockTime(1000),
					madeAtMs: MADE_MS + second * 1000,
				}),
			);
			expect(comparedWith(early, late)).toMatchObject({ healthy: true, blocksBehindReference: 0 });
		});

		it('keeps the guess where blocks have no times, or are all the same', () => {
			const looks = [0, 1, 2].map(() => lookOf({ number: 9n, pace: paceOfFamily('cosmos') }));
			expect(behind(looks)).toEqual([0, 0, 0]);
			const dated = [0, 6000, 12_000].map((at) =>
				lookOf({ number: 9n, at, pace: paceOfFamily('cosmos'), madeAtMs: MADE_MS }),
			);
			expect(behind(dated)).toEqual([-1, 0, 1]);
		});

		it.each<[string, bigint[], number[], number[]]>([
			['one height has several times', [9n, 9n, 9n], [0, 1000, 2000], [-1, 0, 1]],
			['several heights have one time', [9n, 10n, 11n], [0, 0, 0], [0, 0, 0]],
			['higher blocks are dated earlier', [9n, 10n, 11n], [2000, 1000, 0], [0, 0, 0]],
		])('keeps the guess where %s', (_, numbers, times, expected) => {
			const looks = numbers.map((number, index) =>
				lookOf({
					number,
					at: index * 6000,
					pace: paceOfFamily('cosmos'),
					madeAtMs: MADE_MS + times[index],
				}),
			);
			expect(behind(looks)).toEqual(expected);
		});
	});

	it('allows for the blocks produced while the endpoint waited for its further calls', () => {
		const pace = paceOfNetwork('hyperliquid-mainnet');
		const others = [0, 1, 2].map(() => lookOf({ number: 1000n, pace }));
		const late = lookOf({ number: 950n, pace });
		expect(comparedWithEachOther([...others, late]).at(-1)).toMatchObject({ state: 'lagging' });
		// It may be 30 blocks behind, and misses 50; five blocks are produced per second.
		for (const [earlierByMs, state] of [
			[3800, 'lagging'],
			[4000, 'ready'],
		]) {
			Object.assign(late.head ?? {}, { earlierByMs });
			expect(comparedWithEachOther([...others, late]).at(-1)).toMatchObject({ state });
		}
	});
});

it('judges nothing where the reference returned no block', () => {
	const { head, ...broken } = lookOf({ number: 1n });
	expect(head).toBeDefined();
	const look = lookOf({ number: 1n });
	expect(comparedWith(look, broken)).toEqual({
		...look.reading,
		reference: {
			source: 'referenceEndpoint',
			note: 'the reference endpoint returned no block: ready',
		},
	});
	expect(comparedWith(broken, lookOf({ number: 1n }))).toEqual(broken.reading);
});

it('judges nothing where the reference is on another chain', () => {
	const look = lookOf({ number: 1n });
	expect(comparedWith(look, lookOf({ number: 100n, group: 'evm 56' }))).toEqual({
		...look.reading,
		reference: { source: 'referenceEndpoint', note: 'the reference endpoint is on another chain' },
	});
});

it('says how far an endpoint is behind the reference', () => {
	const look = lookOf({ number: 90n });
	expect(comparedWith(look, lookOf({ number: 100n }))).toStrictEqual({
		...look.reading,
		healthy: false,
		state: 'lagging',
		reason: 'it is 10 blocks behind the reference endpoint, more than the 1 allowed',
		blocksBehindReference: 10,
		reference: { source: 'referenceEndpoint', blockNumber: 100 },
	});
});

it('says that a reference is not healthy, and trusts the user that it is on the same chain', () => {
	const doubtful = lookOf({ number: 100n, state: 'syncing' });
	expect(comparedWith(lookOf({ number: 90n }), doubtful)).toMatchObject({
		state: 'lagging',
		blocksBehindReference: 10,
		reference: { blockNumber: 100, note: 'the reference endpoint is not healthy itself: syncing' },
	});
	for (const [group, other] of [
		['evm 1', null],
		[null, 'evm 1'],
		[null, null],
	]) {
		const look = lookOf({ number: 90n, group });
		expect(comparedWith(look, lookOf({ number: 100n, group: other }))).toMatchObject({
			blocksBehindReference: 10,
		});
	}
});

describe.each([
	'ethereum-mainnet',
	'base-mainnet',
	'bsc-mainnet',
	'arbitrum-mainnet',
	'hyperliquid-mainnet',
])('1000 endpoints of %s, a fifth of them lagging, standing still or ahead', (network) => {
	it('names all that lag and blames no others, with 10 seeds', () => {
		const pace = paceOfNetwork(network);
		for (let seed = 1; seed <= 10; seed += 1) {
			const { next: random } = new Random(seed);
			const start = 20_000_000;
			const kinds = Array.from({ length: 1000 }, (_, index) =>
				index % 5 === 0
					? (['late', 'stuck', 'ahead'] as const)[Math.floor(random() * 3)]
					: 'healthy',
			);
			const looks = kinds.map((kind) => {
				const at = random() * 20_000;
				// Healthy ones are up to the usual lag behind.
				const tip =
					start + Math.floor(at / pace.blockTimeMs) - Math.floor(random() * pace.usualLag);
				const far = pace.usualLag * 3 + 25_000 / pace.blockTimeMs;
				const number = {
					healthy: tip,
					late: tip - Math.ceil(far * (1 + random())),
					stuck: start - Math.ceil(far * 2),
					ahead: tip + Math.ceil(far * (1 + random() * 1000)),
				}[kind];
				return lookOf({ number: BigInt(number), at, pace });
			});
			const compared = comparedWithEachOther(looks);
			const blamed = kinds.filter((_, index) => compared[index].state === 'lagging');
			expect(blamed.filter((kind) => kind === 'healthy' || kind === 'ahead')).toEqual([]);
			expect(blamed).toHaveLength(
				kinds.filter((kind) => kind === 'late' || kind === 'stuck').length,
			);
		}
	});
});
