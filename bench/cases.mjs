/**
 * @typedef {object} Limit
 * @property {number} perSecond
 * @property {number} [burst] calls that get through at once, of a token bucket
 * @property {NonNullable<import('./answererProcess.mjs').AnswererSettings['refusal']>} refusal
 * @property {{ batchSize: number, batchInterval: number }} [tuned] the fastest setting of HTTP Request's batching
 * with which no item fails; where it is given, HTTP Request takes part
 */
/**
 * @typedef {object} Case
 * @property {string} title
 * @property {number} delayMs
 * @property {number} [hosts]
 * @property {number} [ports]
 * @property {number} [keys] addresses of each host
 * @property {number} expressions
 * @property {boolean} [arePlain] whether they only refer to a field of the item
 * @property {Limit} [limit]
 */

const delays = [5, 50];

/** @type {Array<[string, Pick<Case, 'expressions' | 'arePlain'>]>} */
const kinds = [
	['no expression', { expressions: 0 }],
	['1 reference', { expressions: 1, arePlain: true }],
	['1 expression', { expressions: 1 }],
	['2 expressions', { expressions: 2 }],
];

/** @type {Case[]} */
const oneEndpoint = delays.flatMap((delayMs) =>
	kinds.map(([words, kind]) => ({
		title: `one endpoint, ${delayMs} ms, ${words}`,
		delayMs,
		...kind,
	})),
);

/** @type {Case[]} */
const fleets = [1, 5].flatMap((ports) =>
	delays.flatMap((delayMs) =>
		kinds.slice(1, 3).map(([words, kind]) => ({
			title: `${200 * ports} endpoints, ${delayMs} ms, ${words}`,
			delayMs,
			hosts: 200,
			ports,
			...kind,
		})),
	),
);

/** The usual fleet: many keys at few hosts. */
/** @type {Array<[string, Pick<Case, 'hosts' | 'keys'>]>} */
const sharedHosts = [
	['200 addresses of one host', { hosts: 1, keys: 200 }],
	['1000 addresses over 20 hosts', { hosts: 20, keys: 50 }],
];

/** @type {Case[]} */
const keys = sharedHosts.flatMap(([fleet, addresses]) =>
	delays.flatMap((delayMs) =>
		kinds.slice(1, 3).map(([words, kind]) => ({
			title: `${fleet}, ${delayMs} ms, ${words}`,
			delayMs,
			...addresses,
			...kind,
		})),
	),
);

/** @type {Array<[number, { batchSize: number, batchInterval: number }]>} */
const limits = [
	[250, { batchSize: 25, batchInterval: 100 }],
	[25, { batchSize: 1, batchInterval: 40 }],
];

/** @type {Case[]} */
const limited = limits.flatMap(([perSecond, tuned]) => {
	/** @type {Array<[string, Limit]>} */
	const refusals = [
		['error -32005 per call', { perSecond, refusal: 'perCall', tuned }],
		['HTTP 429 for the whole request', { perSecond, refusal: 'wholeRequest' }],
		['HTTP 429 with Retry-After: 1', { perSecond, refusal: 'retryAfter' }],
	];
	return refusals.map(([words, limit]) => ({
		title: `limit of ${perSecond} a second, ${words}`,
		delayMs: 5,
		expressions: 0,
		limit,
	}));
});

/** @type {Case[]} */
const buckets = /** @type {const} */ (['wholeRequest', 'retryAfter']).map((refusal) => ({
	title: `token bucket of 250 a second and 25 at once, ${refusal}`,
	delayMs: 5,
	expressions: 0,
	limit: { perSecond: 250, burst: 25, refusal },
}));

export const cases = [...oneEndpoint, ...fleets, ...keys, ...limited, ...buckets];
