import { EXCESSES, type Excess } from './excess.mts';
import type { Random } from './random.mts';
import { LIMIT_KINDS, LONG_LIMIT_KINDS, type LimitKind } from './rateLimits.mts';
import { MUTE_REFUSALS, REFUSALS, type Refusal } from './refusals.mts';
import type { Limit } from './scenario.mts';
import { EVERY_SERVER_ERROR, type ServerError } from './troubles.mts';

/**
 * How a host, or the proxy in front of it, goes about what it cannot take. The forms go together, because one piece of
 * software has one configuration for all of them.
 */
export interface Manner {
	kinds: readonly LimitKind[];
	/** Per second. */
	rates: readonly number[];
	counts: ReadonlyArray<Limit['counts']>;
	refusals: readonly Refusal[];
	excesses: readonly Excess[];
	errors: readonly ServerError[];
	/** How likely it is that refusals count, and that they lead to a ban, and for how long then. */
	countsRefused: number;
	bans: number;
	banMs: readonly number[];
}

const NEVER_BANS = { bans: 0, banMs: [0] } as const;

const MANNERS: Readonly<Record<string, Manner>> = {
	// Answers each call of a batch; plans are counted in calls or in units per second.
	nodeProvider: {
		kinds: ['fixed seconds', 'fixed seconds', 'token bucket', 'sliding log'],
		rates: [25, 250, 1000],
		counts: [undefined, undefined, 'units'],
		refusals: ['each call', 'each call, with a wait', 'the request, -32005 with a wait'],
		excesses: ['429', '503'],
		errors: ['502', '503', '504'],
		countsRefused: 0.1,
		...NEVER_BANS,
	},
	// nginx, limit_req and limit_conn: 503 unless configured otherwise; a bucket that drains evenly.
	proxy: {
		kinds: ['bucket of one', 'small bucket', 'token bucket'],
		rates: [5, 25, 250],
		counts: ['requests'],
		refusals: ['the request, 503', 'the request, 503', 'the request, 429'],
		excesses: ['503', '503', 'wait'],
		errors: ['500', '502', '503', '504'],
		countsRefused: 0,
		...NEVER_BANS,
	},
	// Kong, Tyk, API gateways of clouds: windows of a minute, 429 with Retry-After.
	gateway: {
		kinds: ['fixed seconds', 'ten seconds', 'minute', 'sliding minute'],
		rates: [5, 25],
		counts: ['requests', 'requests', undefined],
		refusals: [
			'the request, 429 with seconds',
			'the request, 429 with a date',
			'the request, 503 with seconds',
			'the request, 429',
		],
		excesses: ['429', '503', 'wait'],
		errors: ['500', '502', '503', '504'],
		countsRefused: 0.4,
		...NEVER_BANS,
	},
	// Cloudflare and the like: who goes beyond is banned for seconds; statuses of their own.
	deliveryNetwork: {
		kinds: ['sliding log', 'ten seconds', 'sliding minute'],
		rates: [5, 25],
		counts: ['requests'],
		refusals: ['the request, 429', 'the request, 429 with seconds', 'the request, 503'],
		excesses: ['reset', 'wait', '503'],
		errors: ['520', '521', '522', '523', '524', '525', '530'],
		countsRefused: 0.6,
		bans: 0.4,
		banMs: [1000, 10_000],
	},
	// A node of one's own behind a firewall that resets or refuses what is too much.
	ownNode: {
		kinds: ['token bucket', 'sliding log'],
		rates: [25, 250],
		counts: ['requests', undefined],
		refusals: ['the request, reset', 'the request, 503'],
		excesses: ['reset', 'refused', 'wait'],
		errors: ['500', '502', '503'],
		countsRefused: 0.2,
		...NEVER_BANS,
	},
};

/** Any forms together. */
const ANY: Manner = {
	kinds: [...LIMIT_KINDS, ...LIMIT_KINDS, ...LONG_LIMIT_KINDS],
	rates: [5, 25, 250, 1000],
	counts: [undefined, undefined, 'requests', 'units'],
	refusals: [...REFUSALS, ...MUTE_REFUSALS, 'the request, 503 with seconds'],
	excesses: EXCESSES,
	errors: EVERY_SERVER_ERROR,
	countsRefused: 0.2,
	bans: 0.05,
	banMs: [1000, 10_000],
};

/** Draws how a host goes about what it cannot take: mostly as some software does. */
export function drawnManner(random: Random): Manner {
	return random.chance(0.3) ? ANY : random.pick(Object.values(MANNERS));
}
