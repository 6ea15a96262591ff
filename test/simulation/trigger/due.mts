/**
 * What the trigger has to report: the rules, in readable form and independent of the code that implements them.
 *
 * A look is a poll that received a complete answer about the state of an object. Polls that did not (a list that
 * could not be read, an endpoint that did not have its full time) are not looks, and neither are those of a process
 * that was killed before it had reported them.
 *
 * 1. The first look at an object is only remembered, unless the user wants it reported.
 * 2. A state other than the last one reported is reported once enough looks in a row have seen it: as many as the user
 *    wants, set separately for a good state and for others.
 * 3. A failure that keeps changing, in an object last reported to be good, is reported after twice as many.
 * 4. An object that changed between good and not good `changes` times within the last `window` looks is reported to be
 *    flapping, instead of 2 and 3. Nothing more is reported about it until `window` looks in a row saw no such change.
 *    Then its state is reported.
 * 5. An object that no longer exists counts as being in the state `deleted`. Once that is reported it is forgotten.
 * 6. Looks count only within one process, unless n8n saves after each poll. What n8n saved last counts as reported
 *    after a kill: an object that it had not saved yet counts as a new one.
 * 7. A recovery reports how long the object was not good: from the first look of what was reported to the first look
 *    that saw it good.
 * 8. Where reminders are wanted, a look that finds an object in the bad state that was reported, or flapping, reports
 *    it again once enough time has passed since the last report. What was only remembered (1) is not reported again.
 */

/** State of an object that flaps, and of one that no longer exists. */
const FLAPPING = 'flapping';
const DELETED = 'deleted';

export interface Rules {
	confirmations: number;
	recoveryConfirmations: number;
	/** `undefined` where flapping is not reported. */
	flapping?: { changes: number; window: number };
	good: string;
	/** Whether the first look at an object is reported. */
	emitsInitialState?: boolean;
	/** Interval at which an object that is not good is reported again. Milliseconds. */
	remindAfterMs?: number;
	/** Whether n8n saves what a poll knows although it reported nothing. */
	savesEachPoll: boolean;
}

/** Most looks that are kept. */
const MOST_LOOKS = 100;

/** One look at an object. */
interface Seen {
	state: string;
	/** Monotonic time, in milliseconds. */
	at: number;
}

/** A report that is due. */
export interface Due {
	id: string;
	from: string | null;
	to: string;
	/** Set with a recovery within one process: how long it was not good, in milliseconds. */
	downtimeMs?: number;
}

interface Known {
	/** The last state reported, or the first one seen. */
	told: string;
	/** The looks that count, oldest first. */
	looks: Seen[];
	/** Since when it is not good; -1 where an earlier process saw that. */
	downSince?: number;
	/** When it was last reported that it is not good. */
	toldAt?: number;
}

/** A perfect observer that receives each look and returns what is due. */
export class Observer {
	private known = new Map<string, Known>();

	private saved = new Map<string, Known>();

	constructor(private readonly rules: Rules) {}

	/**
	 * Takes the looks of a poll: states by object.
	 * @param at monotonic time, in milliseconds
	 */
	look(looks: ReadonlyMap<string, string>, at: number): Due[] {
		const due: Due[] = [];
		for (const [id, state] of looks) {
			const told = this.lookAt(id, { state, at });
			if (told !== undefined) due.push(told);
		}
		return due;
	}

	/** Notes that n8n saved what the trigger knows. */
	save(): void {
		const { savesEachPoll } = this.rules;
		this.saved = copied(this.known, ({ looks }) => (savesEachPoll ? looks : []));
	}

	/** Notes that a new process began. */
	restart(): void {
		this.known = copied(this.saved, ({ looks }) => looks.map((seen) => ({ ...seen, at: -1 })));
		for (const known of this.known.values())
			if (known.downSince !== undefined) known.downSince = -1;
	}

	private lookAt(id: string, seen: Seen): Due | undefined {
		const { good, emitsInitialState } = this.rules;
		const known = this.known.get(id);
		if (known === undefined) {
			if (seen.state === DELETED) return undefined;
			const isGood = seen.state === good;
			const downSince = isGood ? undefined : seen.at;
			const toldAt = emitsInitialState && !isGood ? seen.at : undefined;
			this.known.set(id, { told: seen.state, looks: [seen], downSince, toldAt });
			return emitsInitialState ? { id, from: null, to: seen.state } : undefined;
		}
		// More are never needed.
		known.looks = [...known.looks.slice(-MOST_LOOKS), seen];
		const found = this.dueState(known);
		if (found === undefined) return this.reminder(id, known, seen);
		const { told: from, downSince } = known;
		const { to, since } = found;
		if (to === DELETED) this.known.delete(id);
		const isRecovery = to === good && downSince !== undefined;
		known.told = to;
		known.downSince = to === good ? undefined : (downSince ?? this.troubleSince(known, since));
		known.toldAt = to === good ? undefined : seen.at;
		const isMeasured = isRecovery && downSince !== -1 && since !== -1;
		return { id, from, to, ...(isMeasured && { downtimeMs: since - downSince }) };
	}

	private reminder(id: string, known: Known, { state, at }: Seen): Due | undefined {
		const { told, toldAt } = known;
		const isAsTold = told === state || (told === FLAPPING && state !== DELETED);
		const isTime = toldAt !== undefined && at - toldAt >= (this.rules.remindAfterMs ?? Infinity);
		if (told === this.rules.good || !isAsTold || !isTime) return undefined;
		known.toldAt = at;
		return { id, from: told, to: told };
	}

	private dueState({ told, looks }: Known): { to: string; since: number } | undefined {
		const { confirmations, recoveryConfirmations, flapping, good } = this.rules;
		const now = looks[looks.length - 1].state;
		if (flapping !== undefined && now !== DELETED) {
			// How often it flapped is known only within one process.
			const own = looks.filter(({ at, state }) => at >= 0 && state !== DELETED);
			const last = own.length - 1;
			const changes = this.changesIn(own);
			if (told === FLAPPING) {
				const calmFrom = changes.at(-1) ?? 0;
				const isCalm = last - calmFrom >= flapping.window;
				return isCalm ? { to: now, since: own[calmFrom].at } : undefined;
			}
			const recent = changes.filter((index) => index > last - flapping.window);
			if (recent.length >= flapping.changes) return { to: FLAPPING, since: own[recent[0]].at };
		}
		if (now === told) return undefined;
		const wanted = now === good ? recoveryConfirmations : confirmations;
		const held = lastWhile(looks, ({ state }) => state === now);
		if (held.length >= wanted) return { to: now, since: held[0].at };
		const trouble = lastWhile(looks, ({ state }) => state !== good);
		if (told === good && trouble.length >= 2 * confirmations && now !== good)
			return { to: now, since: trouble[0].at };
		return undefined;
	}

	/** The looks that found the object good where the one before had not, or the other way round. */
	private changesIn(looks: readonly Seen[]): number[] {
		const isGood = (index: number): boolean => looks[index].state === this.rules.good;
		return [...looks.keys()].filter((index) => index > 0 && isGood(index) !== isGood(index - 1));
	}

	/** A failure of several kinds began with the first of them. */
	private troubleSince({ told, looks }: Known, since: number): number {
		if (told === FLAPPING) return since;
		return lastWhile(looks, ({ state }) => state !== this.rules.good)[0]?.at ?? since;
	}
}

/** @param looksOf the looks of an object that are kept; they are never modified */
function copied(
	known: ReadonlyMap<string, Known>,
	looksOf: (known: Known) => Seen[],
): Map<string, Known> {
	return new Map([...known].map(([id, each]) => [id, { ...each, looks: looksOf(each) }]));
}

/** @returns the longest end of the list whose elements all match */
function lastWhile<T>(elements: readonly T[], isSo: (element: T) => boolean): T[] {
	const from = elements.findLastIndex((element) => !isSo(element)) + 1;
	return elements.slice(from);
}
