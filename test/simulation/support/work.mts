import type { Call } from './answers.mts';
import type { Random } from './random.mts';
import type { Scenario } from './scenario.mts';

/** What a call costs that is heavier than others: units of a limit, and milliseconds. */
export const HEAVY = { units: 20, ms: 400 };

/** Work takes so many times as long while caches are empty. */
export const COLD_TIMES = 10;

/** @returns what calls count in a limit */
export function costOf(
	{ counts, heavy }: { counts?: 'requests' | 'units'; heavy: number },
	calls: readonly Call[],
): number {
	if (counts === 'requests') return 1;
	if (counts !== 'units') return calls.length;
	return calls.length + (HEAVY.units - 1) * countHeavy(heavy, calls);
}

/** @returns how long a host works on the calls of a request that it processes, in milliseconds */
export function workMs(
	scenario: Omit<Scenario, 'limit' | 'troubles'>,
	{ calls, inWork, now }: { calls: readonly Call[]; inWork: number; now: number },
	random: Random,
): number {
	const { perCallMs, jitterMs, busyMs, heavy } = scenario;
	const callsMs = perCallMs * calls.length + HEAVY.ms * countHeavy(heavy, calls);
	const times = isCold(scenario, now) ? COLD_TIMES : 1;
	// Few take long, as in any real queue.
	const tailMs = random.next() ** 4 * jitterMs;
	return times * (callsMs + busyMs * inWork + tailMs);
}

function isCold({ outages, coldMs }: Pick<Scenario, 'outages' | 'coldMs'>, now: number): boolean {
	return outages.some(({ fromMs, lengthMs }) => {
		const endedAt = fromMs + lengthMs;
		return now >= endedAt && now < endedAt + coldMs;
	});
}

/** Those whose tags are multiples of a number are heavy, so that others can tell which they are. */
function countHeavy(share: number, calls: readonly Call[]): number {
	if (share === 0) return 0;
	const every = Math.round(1 / share);
	return calls.filter(({ tag }) => tag % every === 0).length;
}
