/** What a poll saw of one object. */
export interface Observation {
	id: string;
	name: string;
	/** What is watched of the object, such as its status. */
	state: string;
	/** Further facts for the item that reports a change. */
	facts?: Record<string, unknown>;
}

/** What a poll saw altogether. */
export interface Snapshot {
	observations: readonly Observation[];
	/** Objects that exist but could not be looked at this time. */
	unknown: ReadonlySet<string> | 'all others';
	/** What was to be watched and cannot be: why, by id. */
	unwatched?: ReadonlyMap<string, string>;
}

/** What is remembered of one object between polls. Holds no secrets. */
export interface Remembered {
	name: string;
	/** The state that was last reported, or the first one seen. */
	state: string;
	/** When it came about, as an ISO date. */
	since: string;
	/** When the object left its good state, until it returns to it. */
	downSince?: string;
	/** A state that has been seen since, but not often enough to be reported. */
	pending?: { state: string; since: string; seen: number };
	/** Polls in a row that found it in trouble, of whatever kind, while it was last reported to be well. */
	trouble?: { since: string; seen: number };
}

/** Everything remembered, by object id. */
export type Memory = Record<string, Remembered>;

/** A change to report. */
export interface Change {
	id: string;
	name: string;
	/** The state before; `null` for an object that is seen for the first time. */
	from: string | null;
	to: string;
	/** When the new state was first seen, as an ISO date. */
	since: string;
	/** How long the object was not in its good state, in milliseconds; only when it has returned to it. */
	downtimeMs?: number;
	/** In how many polls in a row the new state was seen. */
	confirmedAfter: number;
	facts?: Record<string, unknown>;
}

/** How changes are told from flapping. */
export interface ChangeRules {
	/**
	 * So many polls in a row have to see a state before it is reported. Trouble that changes its kind all
	 * the time is reported after twice as many.
	 */
	confirmations: number;
	/** Whether the state in which an object is first seen is reported too. */
	emitInitialState: boolean;
	/** @returns whether the object is well in that state */
	isGood(state: string): boolean;
	/** @returns whether a state seen after another is to be taken for the same */
	isSame?(from: string, to: string): boolean;
}

/** Trouble of changing kinds has to last so many times as long as a state. */
const RESTLESS = 2;

/** What a poll came to. */
export interface Detected {
	changes: Change[];
	memory: Memory;
}

/**
 * Compares what a poll saw with what is remembered. Pure: the memory given is left alone, so that a poll
 * that does not finish changes nothing.
 *
 * An object seen for the first time is only remembered. One that was not seen although everything was
 * read is forgotten; one that could not be looked at this time stays as it is.
 *
 * @param now the time of the poll
 */
export function detectChanges(
	memory: Memory,
	{ observations, unknown }: Snapshot,
	rules: ChangeRules,
	now: Date,
): Detected {
	const changes: Change[] = [];
	const isKept = (id: string): boolean => unknown === 'all others' || unknown.has(id);
	const next: Memory = Object.fromEntries(Object.entries(memory).filter(([id]) => isKept(id)));
	for (const observation of observations) {
		const known = Object.hasOwn(memory, observation.id) ? memory[observation.id] : undefined;
		const { change, remembered } =
			known === undefined
				? firstSeen(observation, rules, now)
				: compare(known, observation, rules, now);
		next[observation.id] = remembered;
		if (change !== undefined) changes.push(change);
	}
	return { changes, memory: next };
}

interface Compared {
	change?: Change;
	remembered: Remembered;
}

function firstSeen(
	{ id, name, state, facts }: Observation,
	rules: ChangeRules,
	now: Date,
): Compared {
	const since = now.toISOString();
	const remembered = { name, state, since, ...(!rules.isGood(state) && { downSince: since }) };
	if (!rules.emitInitialState) return { remembered };
	return {
		remembered,
		change: { id, name, from: null, to: state, since, confirmedAfter: 1, facts },
	};
}

/** Counts a poll that saw the same as the one before. */
function seenAgain(
	before: { since: string; seen: number } | undefined,
	now: Date,
): { since: string; seen: number } {
	return { since: before?.since ?? now.toISOString(), seen: (before?.seen ?? 0) + 1 };
}

function compare(
	known: Remembered,
	observation: Observation,
	rules: ChangeRules,
	now: Date,
): Compared {
	const { id, name, state, facts } = observation;
	const { pending, trouble: earlier, ...settled } = { ...known, name };
	if (state === known.state || rules.isSame?.(known.state, state)) return { remembered: settled };
	const isGood = rules.isGood(state);
	const held = seenAgain(pending?.state === state ? pending : undefined, now);
	const trouble = !isGood && rules.isGood(known.state) ? seenAgain(earlier, now) : undefined;
	const confirmed =
		held.seen >= rules.confirmations
			? held
			: trouble !== undefined && trouble.seen >= rules.confirmations * RESTLESS
				? trouble
				: undefined;
	if (confirmed === undefined) {
		return {
			remembered: { ...settled, pending: { state, ...held }, ...(trouble && { trouble }) },
		};
	}
	const { since, seen } = confirmed;
	const downSince = isGood ? undefined : (known.downSince ?? trouble?.since ?? since);
	const downtimeMs =
		isGood && known.downSince !== undefined
			? Date.parse(since) - Date.parse(known.downSince)
			: undefined;
	return {
		remembered: { name, state, since, ...(downSince !== undefined && { downSince }) },
		change: {
			id,
			name,
			from: known.state,
			to: state,
			since,
			...(downtimeMs !== undefined && { downtimeMs }),
			confirmedAfter: seen,
			facts,
		},
	};
}
