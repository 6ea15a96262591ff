// Worlds in which the mechanisms of the scheduler are compared: one for each of the ways in which hosts bound, refuse
// and fail.
import {
	A_SECOND,
	PLAIN,
	type FirstFaults,
	type Limit,
	type Scenario,
} from '../../test/simulation/support/scenario.mts';
import type { OthersUse } from '../../test/simulation/support/othersUse.mts';
import type { OutageKind } from '../../test/simulation/support/outages.mts';
import type { Refusal } from '../../test/simulation/support/refusals.mts';
import type { Trouble } from '../../test/simulation/support/troubles.mts';

type Worlds = ReadonlyArray<readonly [name: string, scenario: Scenario]>;

/** Three hundred calls a minute. */
const A_MINUTE: Limit = { kind: 'minute', rate: 5, phaseMs: 0, isShared: true };

const ONE: Scenario = { ...PLAIN, callsPerAddress: 500 };

const MANY: Scenario = { ...PLAIN, addressesPerHost: 300, callsPerAddress: 1 };

const LIMITS: Worlds = [
	['25 a second, one endpoint', { ...ONE, limit: A_SECOND }],
	['25 a second, 300 endpoints', { ...MANY, limit: A_SECOND }],
	['25 a second, whole requests refused', refusing(A_SECOND, 'the request, 429')],
	['25 a second, with Retry-After', refusing(A_SECOND, 'the request, 429 with seconds')],
	['25 a second, in a bucket of one', { ...MANY, limit: { ...A_SECOND, kind: 'bucket of one' } }],
	[
		'25 a second for each endpoint',
		{ ...MANY, callsPerAddress: 3, limit: { ...A_SECOND, isShared: false } },
	],
	['25 a second, refused with 503', refusing(A_SECOND, 'the request, 503')],
	['25 a second, refused with a reset', refusing(A_SECOND, 'the request, reset')],
	[
		'25 a second refused with 503, 500 calls of one endpoint',
		{ ...ONE, limit: A_SECOND, refusal: 'the request, 503' },
	],
	[
		'5 requests a second, 1,000 calls of one endpoint',
		{
			...refusing({ ...A_SECOND, rate: 5, counts: 'requests' }, 'the request, 503'),
			addressesPerHost: 1,
			callsPerAddress: 1000,
		},
	],
	['25 a second, two executions', { ...MANY, limit: A_SECOND, runs: 2 }],
	['300 a minute', { ...MANY, addressesPerHost: 700, limit: A_MINUTE }],
	['300 a minute, four executions', { ...MANY, addressesPerHost: 800, limit: A_MINUTE, runs: 4 }],
	[
		'10 requests a second, 3,000 calls',
		{
			...refusing({ ...A_SECOND, rate: 10, counts: 'requests' }, 'the request, 429'),
			addressesPerHost: 1,
			callsPerAddress: 3000,
		},
	],
	[
		'5 a second, refusals count',
		{
			...refusing({ ...A_SECOND, kind: 'sliding log', rate: 5, countsRefused: true }, 'each call'),
			addressesPerHost: 100,
		},
	],
	[
		'50 a second, then banned for 10 s',
		refusing({ ...A_SECOND, kind: 'sliding log', rate: 50, banMs: 10_000 }, 'the request, 429'),
	],
];

const OTHERS: Worlds = [
	['others, every second second', used({ busyMs: 1000, periodMs: 2000 })],
	['others, two of three seconds', used({ busyMs: 2000, periodMs: 3000 })],
	['others, half of the seconds by chance', used({ busyMs: 1000, periodMs: 1000, chance: 0.5 })],
	['others, 50 s of each minute', used({ fromMs: 2000, busyMs: 50_000, periodMs: 60_000 })],
	['others, 80 % of the limit', used({ share: 0.8, busyMs: 2000, periodMs: 2000 })],
];

const CAPACITY: Worlds = [
	...(['429', '503', 'reset', 'refused', 'wait'] as const).map(
		(excess) =>
			[
				`5 requests at once, others ${excess}`,
				{ ...MANY, perCallMs: 200, concurrency: 5, excess },
			] as const,
	),
	[
		'20 requests of 9 s at once, others reset',
		{
			...ONE,
			callsPerAddress: 60,
			batchSize: 1,
			perCallMs: 9000,
			concurrency: 20,
			excess: 'reset',
		},
	],
	['2 workers, 300 ms a call', { ...MANY, addressesPerHost: 200, perCallMs: 300, workers: 2 }],
	['64 workers, 300 ms a call', { ...MANY, perCallMs: 300, workers: 64 }],
	['the name resolves for 3 s', { ...MANY, resolveMs: 3000 }],
	['1,000 endpoints, 200 ms away', { ...MANY, addressesPerHost: 1000, oneWayMs: 100 }],
	['some requests take 3 s', { ...MANY, addressesPerHost: 500, jitterMs: 3000 }],
	['batches of 10 at most', { ...ONE, callsPerAddress: 2000, batches: { kind: '413', most: 10 } }],
	[
		'no batches',
		{ ...ONE, callsPerAddress: 1000, batches: { kind: '-32600 for the first', most: 1 } },
	],
	[
		'no batches for 200 ms, one at a time',
		{
			...ONE,
			callsPerAddress: 2000,
			maxConcurrency: 1,
			batches: { kind: '413', most: 1, untilMs: 200 },
		},
	],
	['100 ms for each call of a batch', { ...ONE, callsPerAddress: 1000, perCallMs: 100 }],
];

const OUTAGES: Worlds = [
	['502 for 1 s, 300 endpoints', out('502', 1000)],
	[
		'502 for 2.4 s, one endpoint',
		{ ...out('502', 2400), addressesPerHost: 1, callsPerAddress: 300 },
	],
	['resets for 2.4 s, 300 endpoints', out('reset', 2400)],
	['refused for 2.4 s, 6 endpoints', { ...out('refused', 2400), addressesPerHost: 6 }],
	['all of 300 dead', { ...MANY, troubled: 300, troubles: ['503'] }],
	...(['429', '502'] as const).map(
		(kind) => [`one of two backends, ${kind}`, backend(kind, 2)] as const,
	),
	['one of three backends, 502', backend('502', 3)],
	[
		'one of two backends, 502, and first answers',
		{ ...backend('502', 2), first: firstly('502', 1) },
	],
];

const BAD: Worlds = [
	[
		'5 a second, 70 of 210 dead after 3 s',
		{
			...MANY,
			addressesPerHost: 210,
			limit: { ...A_SECOND, kind: 'ten seconds', rate: 5 },
			troubled: 70,
			troubledAt: 'among',
			troubledFromMs: 3000,
			troubles: ['503'],
		},
	],
	['10 of 210 throttled', { ...MANY, addressesPerHost: 210, troubled: 10, troubles: ['429'] }],
	['10 of 210 dead', { ...MANY, addressesPerHost: 210, troubled: 10, troubles: ['503'] }],
	[
		'20 of 100 throttled, 25 a second',
		{ ...MANY, addressesPerHost: 100, troubled: 20, troubles: ['429'], limit: A_SECOND },
	],
	['20 of 100 hang', { ...MANY, addressesPerHost: 100, troubled: 20, troubles: ['hang'] }],
	['200 of 300 hang', { ...MANY, troubled: 200, troubles: ['hang'] }],
	[
		'10 of 210 throttled, called last',
		{ ...MANY, addressesPerHost: 210, troubled: 10, troubledAt: 'last', troubles: ['429'] },
	],
	[
		'90 of 210 throttled, as they come',
		{ ...MANY, addressesPerHost: 210, troubled: 90, arriveWithinMs: 5000, troubles: ['429'] },
	],
	[
		'7 of 12 dead after an outage of 2 s',
		{ ...out('502', 2000), addressesPerHost: 12, troubled: 7, troubles: ['508'] },
	],
	...(['502', '429', 'reset', 'hang'] as const).map(
		(fault) => [`first answers ${fault}`, { ...MANY, first: firstly(fault, 1) }] as const,
	),
	['first two answers 503', { ...MANY, first: firstly('503', 2) }],
	['1,000 of a silent host beside 300', { ...MANY, limit: A_SECOND, silentAddresses: 1000 }],
	['1,000 of a silent host beside 300 without a limit', { ...MANY, silentAddresses: 1000 }],
];

/** All of them, by name. */
export const WORLDS: Worlds = [...LIMITS, ...OTHERS, ...CAPACITY, ...OUTAGES, ...BAD];

function refusing(limit: Limit, refusal: Refusal): Scenario {
	return { ...MANY, limit, refusal };
}

function used(others: Partial<OthersUse>): Scenario {
	const use = { share: 1, fromMs: 0, busyMs: 1000, periodMs: 2000, ...others };
	return { ...MANY, limit: A_SECOND, others: use };
}

function firstly(fault: Trouble, times: number): FirstFaults {
	return { fault, times, share: 1 };
}

function out(kind: OutageKind, lengthMs: number): Scenario {
	return { ...MANY, outages: [{ kind, fromMs: 0, lengthMs, isEverywhere: true }] };
}

function backend(kind: '429' | '502', backends: number): Scenario {
	const outage = {
		kind: kind === '429' ? ('rate limited' as const) : kind,
		fromMs: 0,
		lengthMs: Infinity,
		backend: 0,
		isEverywhere: true,
	};
	return {
		...MANY,
		addressesPerHost: 200,
		refusal: 'the request, 429',
		backends,
		outages: [outage],
	};
}
