import type { Manner } from './manners.mts';
import { drawnUse } from './othersUse.mts';
import type { Random } from './random.mts';
import { LONG_LIMIT_KINDS } from './rateLimits.mts';
import { isOfCalls } from './refusals.mts';
import type { Limit, Scenario } from './scenario.mts';
import { FIRST_FAULTS, TROUBLES, type ServerError, type Trouble } from './troubles.mts';

type Part<K extends keyof Scenario> = Pick<Scenario, K>;

/** A limit of units that is smaller would never let a heavy call through. */
const LEAST_UNITS = 250;

/** Limits that are used up last for longer than this many seconds in no scenario. */
const LONGEST_S = 120;

/** Draws the limit of a host, and who else uses it. */
export function drawnLoad(
	random: Random,
	{ calls, isStrained, manner }: { calls: number; isStrained: boolean; manner: Manner },
): Part<'limit' | 'others' | 'refusal' | 'refusalText' | 'change'> {
	const limit = random.chance(isStrained ? 0.8 : 0.6)
		? drawnLimit(random, manner, calls)
		: undefined;
	const hasOthers = limit !== undefined && random.chance(isStrained ? 0.6 : 0.1);
	const refusals = manner.refusals.filter(
		(each) => limit?.counts !== 'requests' || !isOfCalls(each),
	);
	return {
		limit,
		others: hasOthers ? drawnUse(random, isLong(limit.kind)) : undefined,
		refusal: random.pick(refusals.length > 0 ? refusals : manner.refusals),
		refusalText: random.pick([
			'',
			'',
			'Too Many Requests',
			'quota exceeded: 25 requests per second',
		]),
		change: random.chance(0.1)
			? { atMs: random.integer(0, 5000), factor: random.pick([0.5, 2, 10]) }
			: undefined,
	};
}

function drawnLimit(random: Random, manner: Manner, calls: number): Limit {
	const counts = random.pick(manner.counts);
	const least = counts === 'units' ? LEAST_UNITS : calls / LONGEST_S;
	const rates = manner.rates.filter((each) => each >= least);
	const isWide = (kind: Limit['kind']): boolean =>
		counts !== 'units' || (kind !== 'small bucket' && kind !== 'bucket of one');
	const rate = rates.length > 0 ? random.pick(rates) : LEAST_UNITS;
	// A minute of more calls than these is no limit for any of these runs.
	const kinds = manner.kinds.filter((kind) => isWide(kind) && (rate <= 25 || !isLong(kind)));
	const limit: Limit = {
		kind: random.pick(kinds.length > 0 ? kinds : (['token bucket'] as const)),
		rate,
		phaseMs: random.next() * 1000,
		isShared: random.chance(0.7),
	};
	if (counts !== undefined) limit.counts = counts;
	if (random.chance(manner.countsRefused)) limit.countsRefused = true;
	if (random.chance(manner.bans)) limit.banMs = random.pick(manner.banMs);
	return limit;
}

function isLong(kind: Limit['kind']): boolean {
	return (LONG_LIMIT_KINDS as readonly string[]).includes(kind);
}

/** Draws how many requests a host takes at once, and how long it takes for them. */
export function drawnCapacity(
	random: Random,
	isStrained: boolean,
	{ excesses }: Manner,
): Part<'concurrency' | 'excess' | 'workers' | 'perCallMs' | 'jitterMs' | 'busyMs' | 'coldMs'> {
	const isSmall = random.chance(isStrained ? 0.4 : 0.15);
	const hasWorkers = random.chance(isStrained ? 0.3 : 0.1);
	return {
		concurrency: isSmall ? random.pick([2, 5, 10, 20, 100]) : Infinity,
		excess: random.pick(excesses),
		workers: hasWorkers ? random.pick([1, 2, 8, 64]) : Infinity,
		// A worker or a place that takes no time is none.
		perCallMs: random.pick(
			isStrained || hasWorkers || isSmall ? [1, 20, 100] : [0, 0, 0, 0.1, 1, 20],
		),
		jitterMs: random.pick(isStrained ? [0, 20, 500, 3000] : [0, 0, 1, 20]),
		busyMs: random.chance(isStrained ? 0.4 : 0.1) ? random.pick([0.2, 2, 10]) : 0,
		coldMs: random.chance(isStrained ? 0.4 : 0) ? random.integer(500, 5000) : 0,
	};
}

/**
 * Draws addresses with a fault of their own: a few or many, at the beginning, at the end or anywhere, mostly all with the
 * same fault, because the same happened to their keys.
 */
export function drawnBadAddresses(
	random: Random,
	addresses: number,
	errors: readonly ServerError[],
): Part<'troubled' | 'troubledAt' | 'troubles' | 'troubledFromMs'> {
	const some = Math.ceil(addresses * random.next() * 0.2);
	const many = Math.ceil(addresses * random.next() * 0.6);
	const troubled = addresses > 1 ? random.pick([0, 1, 10, some, some, many]) : 0;
	const kinds = random.pick([1, 1, 1, 2, 4]);
	return {
		troubled: Math.min(troubled, addresses - 1),
		troubledAt: random.pick(['first', 'last', 'among']),
		troubles: Array.from({ length: kinds }, () => drawnTrouble(random, errors)),
		troubledFromMs: random.pick([0, 0, 0, random.integer(0, 5000)]),
	};
}

function drawnTrouble(random: Random, errors: readonly ServerError[]): Trouble {
	if (random.chance(0.5)) return random.pick(TROUBLES);
	return random.chance(0.5) ? random.pick(errors) : random.pick(['429', '503', 'reset']);
}

/** Draws addresses whose first answers are faults, as after a restart or the creation of a key. */
export function drawnFirstFaults(random: Random, errors: readonly ServerError[]): Part<'first'> {
	if (!random.chance(0.2)) return { first: undefined };
	return {
		first: {
			fault: random.chance(0.3) ? random.pick(errors) : random.pick(FIRST_FAULTS),
			times: random.pick([1, 1, 2]),
			share: random.pick([1, 0.5, 0.1]),
		},
	};
}

/** Draws faults of single requests and of single answers. */
export function drawnFaults(random: Random): Part<'faults'> {
	const isFaulty = random.chance(0.3);
	const often = (probability: number): number => (isFaulty && random.chance(0.3) ? probability : 0);
	return {
		faults: {
			reset: often(0.05),
			hang: often(0.01),
			truncated: often(0.02),
			unavailable: often(0.05),
			shuffled: random.chance(0.3) ? 1 : 0,
			missing: random.chance(0.1) ? 0.1 : 0,
			double: random.chance(0.1) ? 0.1 : 0,
			foreign: random.chance(0.1) ? 0.1 : 0,
		},
	};
}
