import { BATCH_REFUSALS } from './batchRefusals.mts';
import { A_SECOND, PLAIN, type Scenario } from './scenario.mts';

/** Worlds by what they show; each must be without violations. */
type Worlds = ReadonlyArray<readonly [name: string, scenario: Scenario]>;

/** A plan of 25 calls per second. */
const PLAN: Scenario = {
	...PLAIN,
	addressesPerHost: 300,
	callsPerAddress: 1,
	limit: A_SECOND,
};

const WHOLE_SECOND = { share: 1, fromMs: 0, busyMs: 1000, periodMs: 2000 };

/** Others use the plan of the customer; a backend of several accepts nothing. */
const SHARED_LIMITS: Worlds = [
	['every second second', { ...PLAN, others: WHOLE_SECOND }],
	[
		'every second second, 1000 endpoints',
		{ ...PLAN, addressesPerHost: 1000, others: WHOLE_SECOND },
	],
	[
		'two of three seconds, with a wait',
		{
			...PLAN,
			refusal: 'each call, with a wait',
			others: { share: 1, fromMs: 0, busyMs: 2000, periodMs: 3000 },
		},
	],
	['every second second, 80 ms away', { ...PLAN, oneWayMs: 40, others: WHOLE_SECOND }],
	// Where the seconds of the limit and those of the others are the same, and where they are half a second apart.
	...[0, 500].flatMap((phaseMs): Worlds => {
		const limit = { kind: 'fixed seconds', rate: 25, phaseMs, isShared: true } as const;
		return [
			[`every second second, phase ${phaseMs}`, { ...PLAN, limit, others: WHOLE_SECOND }],
			[
				`two of three seconds, with a wait, phase ${phaseMs}`,
				{
					...PLAN,
					limit,
					refusal: 'each call, with a wait',
					others: { share: 1, fromMs: 0, busyMs: 2000, periodMs: 3000 },
				},
			],
		];
	}),
	[
		'every second second, whole requests refused',
		{ ...PLAN, refusal: 'the request, 429', others: WHOLE_SECOND },
	],
	['steadily, 90 percent', { ...PLAN, others: { ...WHOLE_SECOND, share: 0.9, busyMs: 2000 } }],
	[
		'20 s of each minute',
		{ ...PLAN, others: { share: 1, fromMs: 3000, busyMs: 20_000, periodMs: 60_000 } },
	],
	[
		'50 s of each minute',
		{ ...PLAN, others: { share: 1, fromMs: 2000, busyMs: 50_000, periodMs: 60_000 } },
	],
	[
		'50 s of each minute, from the start',
		{ ...PLAN, others: { share: 1, fromMs: 0, busyMs: 50_000, periodMs: 60_000 } },
	],
	[
		'50 s of each minute, a token bucket',
		{
			...PLAN,
			limit: { kind: 'token bucket', rate: 25, phaseMs: 0, isShared: true },
			others: { share: 1, fromMs: 2000, busyMs: 50_000, periodMs: 60_000 },
		},
	],
	[
		'half of the seconds, by chance',
		{ ...PLAN, others: { share: 1, fromMs: 0, busyMs: 1000, periodMs: 1000, chance: 0.5 } },
	],
	[
		'from second 5 to 15, with one address',
		{
			...PLAN,
			addressesPerHost: 1,
			callsPerAddress: 500,
			others: { share: 1, fromMs: 5000, busyMs: 10_000, periodMs: Infinity },
		},
	],
	...[2, 3].flatMap((backends) =>
		(['each call', 'the request, 429'] as const).flatMap((refusal) =>
			[1, 100].map((batchSize): [string, Scenario] => [
				`one backend of ${backends} refuses (${refusal}, batches of ${batchSize})`,
				{
					...PLAN,
					limit: undefined,
					refusal,
					backends,
					batchSize,
					addressesPerHost: 3,
					callsPerAddress: 100,
					outages: [
						{ kind: 'rate limited', fromMs: 0, lengthMs: Infinity, backend: 0, isEverywhere: true },
					],
				},
			]),
		),
	),
];

/** Hosts that fail for all their addresses together. */
const OUTAGES: Worlds = [
	...(['502', '503', 'reset', 'refused'] as const).flatMap((kind) =>
		[150, 1000, 2000, 2400].flatMap((lengthMs) =>
			[
				[6, 1],
				[300, 1],
				[1, 300],
			].map(([addressesPerHost, callsPerAddress]): [string, Scenario] => [
				`${kind} for ${lengthMs} ms, ${addressesPerHost} addresses with ${callsPerAddress} calls`,
				{
					...PLAIN,
					addressesPerHost,
					callsPerAddress,
					outages: [{ kind, fromMs: 0, lengthMs, isEverywhere: true }],
				},
			]),
		),
	),
	[
		'refused for 5 s, 200 calls in two batches, Max Retries 6',
		{
			...PLAIN,
			callsPerAddress: 200,
			maxRetries: 6,
			outages: [{ kind: 'refused', fromMs: 0, lengthMs: 5000, isEverywhere: true }],
		},
	],
	[
		'502 for 2 s in the midst of Check Health, with a limit that others use',
		{
			...PLAN,
			questions: 'probes of EVM',
			addressesPerHost: 100,
			others: { ...WHOLE_SECOND, share: 0.5 },
			outages: [{ kind: '502', fromMs: 4000, lengthMs: 2000, isEverywhere: true }],
		},
	],
	[
		'reset for 2 s in the midst of probes with a second question',
		{
			...PLAIN,
			questions: 'probes of Solana',
			addressesPerHost: 200,
			callsPerAddress: 1,
			oneWayMs: 25,
			outages: [{ kind: 'reset', fromMs: 60, lengthMs: 2000, isEverywhere: true }],
		},
	],
];

/** Batches that are too large, too slow or too big for a server. */
const BATCHES: Worlds = [
	...BATCH_REFUSALS.flatMap((kind) =>
		[1, 10, 20, 50].map((most): [string, Scenario] => [
			`${kind}, ${most} calls at most`,
			{ ...PLAIN, callsPerAddress: 2000, batches: { kind, most } },
		]),
	),
	...(['413', 'web page', '-32600 for the first'] as const).map((kind): [string, Scenario] => [
		`${kind}, no batches in the first 200 ms`,
		{
			...PLAIN,
			callsPerAddress: 2000,
			maxConcurrency: 1,
			batches: { kind, most: 1, untilMs: 200 },
		},
	]),
	[
		'batches of 1000, 100 at most',
		{
			...PLAIN,
			callsPerAddress: 1000,
			batchSize: 1000,
			batches: { kind: '-32002 for the rest', most: 120 },
		},
	],
	['100 ms for each call', { ...PLAIN, callsPerAddress: 1000, perCallMs: 100 }],
	[
		'100 ms for each call, four at once',
		{ ...PLAIN, callsPerAddress: 1000, perCallMs: 100, workers: 4 },
	],
	[
		'100 ms for each call, one after the other',
		{ ...PLAIN, callsPerAddress: 300, perCallMs: 100, workers: 1 },
	],
	['700 ms for each call', { ...PLAIN, callsPerAddress: 200, perCallMs: 700 }],
];

/** Servers that never answer. */
const SILENCE: Worlds = [
	[
		'Max Retries 0, 200 calls',
		{ ...PLAIN, callsPerAddress: 200, maxRetries: 0, troubled: 1, troubles: ['hang'] },
	],
	[
		'Max Retries 0, 200 calls to 20 addresses',
		{
			...PLAIN,
			addressesPerHost: 20,
			callsPerAddress: 10,
			maxRetries: 0,
			troubled: 20,
			troubles: ['hang'],
		},
	],
	['1000 addresses of a silent host beside 300', { ...PLAN, silentAddresses: 1000 }],
	[
		'1000 addresses of a silent host beside 300 without a limit',
		{ ...PLAN, limit: undefined, silentAddresses: 1000 },
	],
];

/** Addresses that fail at first, as after a restart, and then work. */
const FIRST_ANSWERS: Worlds = (['502', 'reset', 'hang', '429'] as const).flatMap((fault) =>
	[1, 2].map((times): [string, Scenario] => [
		`${fault}, ${times} requests to each of 210 addresses`,
		{
			...PLAIN,
			addressesPerHost: 210,
			callsPerAddress: 1,
			first: { fault, times, share: 1 },
		},
	]),
);

/** Calls to other addresses of a host are refused just before only dead ones are left. */
const DEAD_BESIDE_A_LIMIT: Worlds = [
	[
		'70 of 210, 50 calls in ten seconds',
		{ ...dead(70), troubledAt: 'among', limit: { ...A_SECOND, kind: 'ten seconds', rate: 5 } },
	],
	[
		'40 of 210, 25 a second',
		{ ...dead(40), troubledAt: 'last', limit: { ...A_SECOND, kind: 'bucket of one' } },
	],
];

/** All worlds by what they are about. */
export const WORLDS: Readonly<Record<string, Worlds>> = {
	'others use the limit': SHARED_LIMITS,
	'a host fails for a time': OUTAGES,
	'batches are refused': BATCHES,
	'a server is silent': SILENCE,
	'first answers are faults': FIRST_ANSWERS,
	'addresses die at a host with a limit': DEAD_BESIDE_A_LIMIT,
};

/** @returns 210 addresses, of which so many die after three seconds */
function dead(troubled: number): Scenario {
	return {
		...PLAIN,
		addressesPerHost: 210,
		callsPerAddress: 1,
		troubled,
		troubledFromMs: 3000,
		troubles: ['503'],
	};
}
