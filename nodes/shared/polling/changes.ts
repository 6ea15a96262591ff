/** What a poll saw of one object. */
export interface Observation {
	id: string;
	name: string;
	/** What is watched of the object, such as its status. */
	state: string;
	/** Further facts for the item that reports a change. */
	facts?: Record<string, unknown>;
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
}

/** Everything remembered, by object id. */
export type Memory = Record<string, Remembered>;

/** A change to report. */
export interface Change {
	id: string;
	name: string;
	/** The state before; `null` for the first sight of an object. */
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
	/** So many polls in a row have to see a state before it is reported. */
	confirmations: number;
	/** Whether the first sight of an object is reported too. */
	reportFirstSight: boolean;
	/** @returns whether the object is well in that state */
	isGood(state: string): boolean;
	/** @returns whether a state seen after another is to be taken for the same */
	isSame?(from: string, to: string): boolean;
}

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
 * @param unknown ids of objects that exist but could not be looked at
 * @param now the time of the poll
 */
export function detectChanges(
	memory: Memory,
	seen: readonly Observation[],
	unknown: ReadonlySet<string>,
	rules: ChangeRules,
	now: Date,
): Detected {
	const changes: Change[] = [];
	const next: Memory = Object.fromEntries(Object.entries(memory).filter(([id]) => unknown.has(id)));
	for (const observation of seen) {
		const known = Object.hasOwn(memory, observation.id) ? memory[observation.id] : undefined;
		const { change, remembered } =
			known === undefined
				? firstSight(observation, rules, now)
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

function firstSight(
	{ id, name, state, facts }: Observation,
	rules: ChangeRules,
	now: Date,
): Compared {
	const since = now.toISOString();
	const remembered = { name, state, since, ...(!rules.isGood(state) && { downSince: since }) };
	if (!rules.reportFirstSight) return { remembered };
	return {
		remembered,
		change: { id, name, from: null, to: state, since, confirmedAfter: 1, facts },
	};
}

function compare(
	known: Remembered,
	observation: Observation,
	rules: ChangeRules,
	now: Date,
): Compared {
	const { id, name, state, facts } = observation;
	const { pending, ...settled } = { ...known, name };
	if (state === known.state || rules.isSame?.(known.state, state)) return { remembered: settled };
	const isSame = pending?.state === state;
	const since = isSame ? pending.since : now.toISOString();
	const seen = isSame ? pending.seen + 1 : 1;
	if (seen < rules.confirmations)
		return { remembered: { ...settled, pending: { state, since, seen } } };
	const isGood = rules.isGood(state);
	const downSince = isGood ? undefined : (known.downSince ?? since);
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
