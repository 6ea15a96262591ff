import type { Memory, Remembered } from './memory';
import { dateOf, elapsedMs, type Moment } from './moment';
import { firstLook, nextLook, type LookRules, type Told } from './objectLook';
import type { Observation, Snapshot } from './observation';

/** A change to report. */
export interface Change {
	id: string;
	name: string;
	/** The state before; `null` for an object that is seen for the first time. */
	from: string | null;
	to: string;
	/** When the new state was first seen, as an ISO date. */
	since: string;
	/** How long the object was not in its good state, in milliseconds; only once it has returned to it. */
	downtimeMs?: number;
	/** In how many looks at the object the new state was seen. */
	confirmedAfter: number;
	/** Set when nothing has changed: the object is still not well. */
	reminder?: true;
	/** How long it has not been well, in milliseconds; with a reminder. */
	notGoodForMs?: number;
	facts?: Record<string, unknown>;
}

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
 * @param poll number of the poll
 */
export function detectChanges(
	memory: Memory,
	{ observations, unknown }: Pick<Snapshot, 'observations' | 'unknown'>,
	rules: LookRules,
	now: Moment,
	poll = 0,
): Detected {
	const changes: Change[] = [];
	const next = new Map([...memory].filter(([id]) => unknown.has(id)));
	for (const observation of observations) {
		const known = memory.get(observation.id);
		const looked =
			known === undefined
				? firstLook(observation, rules, now)
				: nextLook(known, observation, rules, now);
		if (looked.remembered !== undefined)
			next.set(observation.id, { ...looked.remembered, lookedIn: poll });
		if (looked.told !== undefined) changes.push(changeOf(observation, looked.told));
	}
	return { changes, memory: next };
}

function changeOf({ id, name, facts }: Observation, told: Told): Change {
	const { from, to, since, confirmedAfter, downtime, isReminder } = told;
	const lengthMs = downtime && elapsedMs(downtime.from, downtime.to);
	return {
		id,
		name,
		from,
		to,
		since: dateOf(since),
		...(lengthMs !== undefined && !isReminder && { downtimeMs: lengthMs }),
		confirmedAfter,
		...(isReminder && { reminder: true as const, notGoodForMs: lengthMs }),
		facts: { ...told.facts, ...facts },
	};
}
