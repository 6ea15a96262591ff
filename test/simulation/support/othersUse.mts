import type { Random } from './random.mts';
import type { RateLimit } from './rateLimits.mts';

/** How others use a limit, whatever we send: the customer's own application, or other workflows. */
export interface OthersUse {
	/** Share of the limit that they use while they are busy; 1 leaves nothing. */
	share: number;
	/** When they are busy for the first time, for how long, and after how long again, in milliseconds. */
	fromMs: number;
	busyMs: number;
	periodMs: number;
	/** Those times are counted from the first call of ours that got through, instead of from the start. */
	isAfterFirst?: true;
	/** Instead of regularly, they are busy in this share of the periods, chosen by chance. */
	chance?: number;
}

/** Their calls come in steps of this many milliseconds. */
const STEP_MS = 100;

/** @returns whether they are busy at a time */
function isBusy({ fromMs, busyMs, periodMs, chance }: OthersUse, now: number): boolean {
	if (now < fromMs) return false;
	const sinceMs = now - fromMs;
	if (chance !== undefined && noise(Math.floor(sinceMs / periodMs)) >= chance) return false;
	return sinceMs % periodMs < busyMs;
}

/** @returns a number from 0 up to 1 that is always the same for a period */
function noise(period: number): number {
	const mixed = Math.imul((period + 1) ^ 0x9e3779b9, 0x85ebca6b);
	return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32;
}

/** @returns a limit of which others take their share first */
export function usedByOthers(limit: RateLimit, use: OthersUse): RateLimit {
	let startedAt = use.isAfterFirst ? Infinity : 0;
	let nextStep = 0;
	let owed = 0;
	const takeTheirs = (at: number): void => {
		const now = at - startedAt;
		for (; nextStep <= now; nextStep += STEP_MS) {
			if (!isBusy(use, nextStep)) continue;
			owed += (use.share * limit.rate * STEP_MS) / 1000;
			const wanted = use.share >= 1 ? Infinity : Math.floor(owed);
			owed %= 1;
			const stepAt = startedAt + nextStep;
			limit.take(Math.max(0, Math.min(wanted, limit.capacity(stepAt))), stepAt);
		}
		if (use.share >= 1 && isBusy(use, now)) limit.take(Math.max(0, limit.capacity(at)), at);
	};
	return {
		...limit,
		capacity: (now) => {
			takeTheirs(now);
			return limit.capacity(now);
		},
		take: (calls, now) => {
			startedAt = Math.min(startedAt, now);
			limit.take(calls, now);
		},
	};
}

/**
 * Others that use a limit steadily, in bursts, in long spells, by chance, or once. They begin once something got
 * through: a server that lets nothing through from the start on is not distinguished from one that never does.
 * @param isLong whether the window of the limit is longer than a second
 */
export function drawnUse(random: Random, isLong: boolean): OthersUse {
	const times = drawnTimes(random);
	// Those that are busy in some part of each window would use all of a long one up.
	const share = Math.min(times.share, 0.9);
	const steady = { share, fromMs: times.fromMs, busyMs: Infinity, periodMs: Infinity };
	return { ...(isLong ? steady : times), isAfterFirst: true };
}

function drawnTimes(random: Random): OthersUse {
	const share = random.pick([1, 1, 0.9, 0.5]);
	const fromMs = random.pick([0, 0, random.integer(0, 10_000)]);
	const afterMs = random.integer(2000, 10_000);
	switch (random.integer(0, 4)) {
		case 0:
			return { share: random.pick([0.3, 0.6, 0.9]), fromMs, busyMs: Infinity, periodMs: Infinity };
		case 1: {
			const busyMs = random.pick([500, 1000, 2000]);
			// A second of each period is left: of a limit that is used up for ever nothing gets through.
			return { share, fromMs, busyMs, periodMs: busyMs + random.pick([1, 2]) * 1000 };
		}
		case 2:
			return { share, fromMs: afterMs, busyMs: random.integer(20_000, 50_000), periodMs: 60_000 };
		case 3: {
			const periodMs = random.integer(300, 8000);
			return { share, fromMs, busyMs: periodMs, periodMs, chance: random.pick([0.3, 0.6]) };
		}
		default:
			return { share, fromMs: afterMs, busyMs: random.integer(1000, 30_000), periodMs: Infinity };
	}
}
