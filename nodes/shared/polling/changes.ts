import type { Memory, Remembered } from './memory';
import { firstLook, nextLook, type LookRules } from './objectLook';
import type { Snapshot } from './observation';
import type { Change } from './report';

/** Result of a poll. */
export interface Detected {
	changes: Change[];
	memory: Map<string, Remembered>;
}

/**
 * Compares what a poll saw with what is remembered. Pure: the memory given is not modified, so a poll
 * that does not finish changes nothing.
 *
 * An object seen for the first time is only remembered. One that could not be checked this time stays as it is.
 *
 * @param now {@link EvenTime}
 * @param poll number of the poll
 */
export function detectChanges(
	memory: Memory,
	{ observations, unknown }: Pick<Snapshot, 'observations' | 'unknown'>,
	rules: LookRules,
	now: number,
	poll = 0,
): Detected {
	const changes: Change[] = [];
	const next = new Map([...memory].filter(([id]) => unknown.has(id)));
	for (const observation of observations) {
		const known = memory.get(observation.id);
		const { remembered, change } =
			known === undefined
				? firstLook(observation, rules, now)
				: nextLook(known, observation, rules, now);
		if (remembered !== undefined) next.set(observation.id, { ...remembered, lookedIn: poll });
		if (change !== undefined) changes.push(change);
	}
	return { changes, memory: next };
}
