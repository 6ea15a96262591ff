// The cases: which endpoints, given how, asked by whom. The ids stay: the pages of the documentation refer to
// them.
import type { AnswererSettings } from './answererProcess.mts';
import {
	checkHealth,
	checkHealthCompared,
	checkSync,
	editFields,
	httpRequest,
	type Contestant,
	type Given,
	type Question,
} from './contestants.mts';

/** Items of each case. */
export const ITEMS = 1000;

export interface Case {
	id: string;
	title: string;
	server: AnswererSettings;
	given: Given;
	/** Who takes part; the version is that of n8n's newest HTTP Request node. */
	contestants(question: Question, httpRequestVersion: number): Contestant[];
	/** The shortest time in which a server with such a limit can answer all items. */
	idealMs?: number;
}

type Fleet = Pick<AnswererSettings, 'hosts' | 'ports' | 'keys'>;

const DELAYS = [5, 50];

const WORDS: Readonly<Record<Given, string>> = {
	fixed: 'no expression',
	referred: '`{{ $json.address }}`',
	computed: '`{{ $json.address.trim() }}`',
	twiceComputed: 'two expressions that compute something',
};

const bothNodes: Case['contestants'] = (question, version) => [
	checkSync(question),
	httpRequest(question, version),
];

const FLEETS: ReadonlyArray<[id: string, title: string, fleet: Fleet, given: Given[]]> = [
	['one', 'one endpoint', {}, ['fixed', 'referred', 'computed']],
	['hosts200', '200 endpoints, each a host', { hosts: 200 }, ['referred', 'computed']],
	['hosts1000', '1000 endpoints, each a host', { hosts: 200, ports: 5 }, ['referred', 'computed']],
	['keys200', '200 endpoints of one host', { keys: 200 }, ['referred', 'computed']],
	['keys1000', '1000 endpoints of 20 hosts', { hosts: 20, keys: 50 }, ['referred', 'computed']],
];

/** One endpoint, fleets with a host each, and, as with a provider's accounts, many keys at few hosts. */
export const checks: Case[] = FLEETS.flatMap(([fleetId, fleet, addresses, ways]) =>
	DELAYS.flatMap((delayMs) =>
		ways.map((given) => ({
			id: `${fleetId}-${delayMs}ms-${given}`,
			title: `${fleet}, ${delayMs} ms away, ${WORDS[given]}`,
			server: { delayMs, ...addresses },
			given,
			contestants: bothNodes,
		})),
	),
);

/** The same values for a node that asks nobody, so that one sees what they cost n8n. */
export const expressions: Case[] = (
	['fixed', 'referred', 'computed', 'twiceComputed'] as const
).map((given) => ({
	id: given,
	title: WORDS[given],
	server: { delayMs: 5 },
	given,
	contestants: (question, version) => [
		checkSync(question),
		httpRequest(question, version),
		editFields(question),
	],
}));

/** Ten thousand endpoints' worth of answers are not compared here: n8n's own memory would be what is measured. */
export const health: Case[] = (
	[
		['hosts1000', '1000 endpoints, each a host', { hosts: 200, ports: 5 }],
		['keys1000', '1000 endpoints of 20 hosts', { hosts: 20, keys: 50 }],
	] as Array<[string, string, Fleet]>
).map(([id, title, addresses]) => ({
	id,
	title,
	server: { delayMs: 5, ...addresses },
	given: 'referred',
	contestants: (question, version) => [
		checkSync(question),
		checkHealth(question),
		checkHealthCompared(question),
		httpRequest(question, version),
	],
}));

/** Calls in each second, and the fastest setting of HTTP Request's batching with which no item fails. */
const RATES = [
	{ perSecond: 250, tuned: { batchSize: 25, batchInterval: 100 } },
	{ perSecond: 25, tuned: { batchSize: 1, batchInterval: 40 } },
];

const REFUSALS = [
	['perCall', 'error -32005 for each call beyond it'],
	['wholeRequest', 'HTTP 429 for the whole request'],
	['retryAfter', 'HTTP 429 with `Retry-After: 1`'],
] as const;

const limited: Case[] = RATES.flatMap(({ perSecond, tuned }) =>
	REFUSALS.map(([refusal, words]) => ({
		id: `${perSecond}-${refusal}`,
		title: `${perSecond} calls a second, ${words}`,
		server: { delayMs: 5, perSecond, refusal },
		given: 'fixed',
		contestants: (question, version) => [
			checkSync(question),
			...(refusal === 'perCall'
				? [httpRequest(question, version), httpRequest(question, version, tuned)]
				: []),
		],
		// The first second starts with the first call, and the last calls go out as soon as theirs starts.
		idealMs: (Math.ceil(ITEMS / perSecond) - 1) * 1000,
	})),
);

const BURST = 25;
const BUCKET_RATE = 250;

const buckets: Case[] = REFUSALS.slice(1).map(([refusal, words]) => ({
	id: `bucket-${refusal}`,
	title: `token bucket of ${BURST} calls, ${BUCKET_RATE} more a second, ${words}`,
	server: { delayMs: 5, perSecond: BUCKET_RATE, burst: BURST, refusal },
	given: 'fixed',
	contestants: (question) => [checkSync(question)],
	idealMs: ((ITEMS - BURST) / BUCKET_RATE) * 1000,
}));

/** Servers that refuse what is beyond their limit, in the ways in which providers do. */
export const limits: Case[] = [...limited, ...buckets];
