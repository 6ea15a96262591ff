import { describe, expect, it } from 'vitest';

import { chainOfNetwork } from '../../../nodes/shared/jsonRpc/chains';
import type { RpcEndpoint } from '../../../nodes/shared/jsonRpc/rpcClient';
import { comparedWith, comparedWithEachOther } from '../../../nodes/shared/readiness/compareHeads';
import type { HealthLook } from '../../../nodes/shared/readiness/healthReading';
import { paceOf, paceOfFamily, type Pace } from '../../../nodes/shared/readiness/thresholds';
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
			maxBlocksBehind: usual.usualLag,
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

		it('keeps the guess where blocks have no times, or are all the same', () => {
			const looks = [0, 1, 2].map(() => lookOf({ number: 9n, pace: paceOfFamily('cosmos') }));
			expect(behind(looks)).toEqual([0, 0, 0]);
			const dated = [0, 6000, 12_000].map((at) =>
				lookOf({ number: 9n, at, pace: paceOfFamily('cosmos'), madeAtMs: MADE_MS }),
			);
			expect(behind(dated)).toEqual([-1, 0, 1]);
		});
	});

	it('allows for the blocks produced while the endpoint waited for its further calls', () => {
		const pace = paceOfNetwork('hyperliquid-mainnet');
		const others = [0, 1, 2].map(() => lookOf({ number: 1000n, pace }));
		const late = lookOf({ number: 950n, pace });
		expect(comparedWithEachOther([...others, late]).at(-1)).toMatchObject({ state: 'lagging' });
		Object.assign(late.head ?? {}, { earlierByMs: 4000 });
		expect(comparedWithEachOther([...others, late]).at(-1)).toMatchObject({ state: 'ready' });
	});
});

it('judges nothing where the reference returned no block', () => {
	const { head, ...broken } = lookOf({ number: 1n });
	expect(head).toBeDefined();
	expect(comparedWith(lookOf({ number: 1n }), broken)).toMatchObject({
		healthy: true,
		reference: { note: 'the reference endpoint returned no block: ready' },
	});
	expect(comparedWith(broken, lookOf({ number: 1n }))).toEqual(broken.reading);
});

it('says that a reference is not healthy, and trusts the user that it is on the same chain', () => {
	const doubtful = lookOf({ number: 100n, state: 'syncing' });
	expect(comparedWith(lookOf({ number: 90n }), doubtful)).toMatchObject({
		state: 'lagging',
		blocksBehindReference: 10,
		reference: { blockNumber: 100, note: 'the reference endpoint is not healthy itself: syncing' },
	});
	const unknown = lookOf({ number: 100n, group: null });
	expect(comparedWith(lookOf({ number: 90n }), unknown)).toMatchObject({
		blocksBehindReference: 10,
	});
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
