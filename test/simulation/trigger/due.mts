/**
 * The reports that are due: the rules, in readable form and independent of the code that implements them.
 *
 * An observation is a poll that received a complete answer about the state of an object. Polls that did not (a list
 * that could not be read, an endpoint that did not have its full time) are no observations, and neither are those of a
 * process that was killed before it had reported them.
 *
 * 1. The first observation of an object is only remembered, unless the user wants it reported.
 * 2. A state other than the last one reported is reported once enough observations in a row have found it: as many as
 *    the user wants, set separately for a good state and for others.
 * 3. A failure that keeps changing, in an object last reported to be good, is reported after twice as many.
 * 4. An object that changed between good and not good `changes` times within the last `window` observations, or that
 *    would be reported for the fifth time within them, is reported to be flapping instead of 2 and 3. Nothing more is
 *    reported about it until `window` observations in a row found no such change. Then its state is reported. Reports
 *    of an earlier process count for as long as `window` polls take.
 * 5. An object that no longer exists counts as being in the state `deleted`. Once that is reported it is forgotten.
 * 6. Observations count only within one process, unless n8n saves after each poll. What n8n saved last counts as
 *    reported after a kill: an object that it had not saved yet counts as a new one.
 * 7. A recovery reports how long the object was not good: from the first observation of what was reported to the first
 *    one that found it good, without pauses; nothing where it was never seen good before.
 * 8. Where reminders are wanted, an observation that finds an object last reported (or first seen) as not good in
 *    whatever bad state, or flapping, reports that again once enough time has passed since the last report or the first
 *    observation; half an interval less is enough.
 * 9. What is reported from a failure to the recovery belongs to one incident, and what comes later to another.
 *    Flapping that begins within `window` observations of the report of a recovery belongs to the incident before, and
 *    lasts from the beginning of that. The first item of an incident opens it (or says that it flaps, or reminds of
 *    it), the last one ends it. What is healthy and deleted is in no incident.
 * 10. A node that the platform no longer runs is in the state `notRunning`, if it is known. Otherwise that is no
 *    observation.
 * 11. With an activation, and after a pause (the machine may have slept) of more than three intervals, observations start over, and so does the time
 *    for which an object is not good that was never reported. A start of n8n is no activation.
 * 12. In a quiet time nothing is reported, and changes do not count for 4; reminders rest. The end of an incident that
 *    was reported before, or began before, is reported with the first observation after it. So is what that finds not
 *    good, whenever it was last reported, unless it is not confirmed yet. What began and ended within is not reported.
 *    Each such report says since when it was quiet.
 * 13. With another selection, what is no longer selected is forgotten, and what is selected again stays known. What is
 *    missing in a new selection was not selected.
 */

/** State of an object that flaps, of one that no longer exists, and of one that the platform does not run. */
const FLAPPING = 'flapping';
const DELETED = 'deleted';
const NOT_RUNNING = 'notRunning';

const MOST_REPORTS = 4;

export interface Rules {
	confirmations: number;
	recoveryConfirmations: number;
	/** `undefined` where flapping is not reported. */
	flapping?: { changes: number; window: number };
	good: string;
	/** Whether the first observation of an object is reported. */
	emitsInitialState?: boolean;
	/** Interval at which an object that is not good is reported again. Milliseconds. */
	remindAfterMs?: number;
	/** Whether n8n saves what a poll knows although it reported nothing. */
	savesEachPoll: boolean;
	/** Between two polls, in milliseconds; `undefined` where they never pause. */
	intervalMs?: number;
	/** Whether an object in this state is quiet by itself. */
	isQuietIn?: (state: string) => boolean;
}

/** Most observations that are kept. */
const MOST_OBSERVATIONS = 400;

/** One observation of an object. */
interface Observation {
	state: string;
	/** Monotonic time, in milliseconds; -1 where an earlier process saw it. */
	at: number;
	/** It was made in a quiet time, and does not count for flapping. */
	isQuiet?: boolean;
}

/** A report that is due. */
export interface Due {
	id: string;
	from: string | null;
	to: string;
	/** Which incident it belongs to; distinct for each. */
	incident: string;
	isReminder?: true;
	/** What the item says about the incident. */
	kind: 'opened' | 'changed' | 'reminder' | 'flapping' | 'ended';
	/**
	 * With a recovery: how long it was not good, in milliseconds; `null` where that is not known, and absent where it
	 * began in an earlier process.
	 */
	downtimeMs?: number | null;
	/** It waited for the end of a quiet time. */
	isAfterQuiet?: true;
}

/** How a poll began. */
export interface PollStart {
	isActivation: boolean;
	/** n8n started, and activates what was active. */
	isStart: boolean;
}

interface Incident {
	key: string;
	/** -1 where an earlier process saw that. */
	began: number;
	isWhole: boolean;
	/** When something was last reported about it. */
	toldAt?: number;
	/** How long nothing was watched in between. */
	pausedMs: number;
}

interface Known {
	/** The last state reported, or the first one seen. */
	told: string;
	/** The observations that count, oldest first. */
	observations: Observation[];
	/** Times of the observations that led to reports, and of those that led to reports of earlier processes. */
	reports: number[];
	oldReports: number[];
	/** When flapping was reported. */
	flapsFrom: number;
	incident?: Incident;
	/** The one that ended last, and when that was reported. */
	lastIncident?: Incident;
	endedAt: number;
	/** Since when it is quiet, or was until there is nothing left to say about that. */
	quietFrom?: number;
	/** The end of its incident, which waits for the end of the quiet time. */
	held?: Due;
}

/** A perfect observer that receives each observation and returns what is due. */
export class Observer {
	private known = new Map<string, Known>();

	private saved = new Map<string, Known>();

	/** The selected objects. */
	private selection?: string;

	private savedSelection?: string;

	private incidents = 0;

	private polledAt?: number;

	private savedPolledAt?: number;

	/** Since when all objects are quiet. */
	private quietFrom?: number;

	private savedQuietFrom?: number;

	/** Whether it is known when the last poll was. */
	private isCurrent = true;

	/** Which objects it is about, so that its incidents are called differently from those of others. */
	private of = '';

	/** The user may change them. */
	constructor(public rules: Rules) {}

	/** @returns another one that knows the same, about one object */
	copy(of: string): Observer {
		const { rules, ...known } = this;
		return Object.assign(new Observer(rules), structuredClone({ ...known, of }));
	}

	/** Notes the beginning of a poll, whatever it will see. */
	begin(at: number, { isActivation, isStart }: PollStart): void {
		const { intervalMs = Infinity } = this.rules;
		const gap = at - (this.polledAt ?? at);
		const isPause = this.isCurrent && gap > intervalMs * (isActivation ? 2 : 3);
		const startsOver = isActivation ? !isStart : isPause;
		this.polledAt = at;
		this.isCurrent = true;
		for (const known of this.known.values()) {
			const { incident } = known;
			if (startsOver) {
				Object.assign(known, { observations: [], reports: [], oldReports: [] });
				if (known.told === FLAPPING) known.flapsFrom = -1;
				if (incident !== undefined && incident.toldAt === undefined) incident.began = at;
			}
			if (isPause && incident?.toldAt !== undefined) incident.pausedMs += gap;
		}
	}

	/** Notes whether all objects are quiet in a poll. */
	noteQuiet(isQuiet: boolean, at: number): void {
		this.quietFrom = isQuiet ? (this.quietFrom ?? at) : undefined;
	}

	/** Whether an object in this state is quiet. */
	isQuiet(state: string): boolean {
		return this.quietFrom !== undefined || this.rules.isQuietIn?.(state) === true;
	}

	/** The ids of the objects that are watched. */
	get watched(): string[] {
		return [...this.known.keys()];
	}

	/** @returns whether something is known of an object that was selected in the same way */
	knows(id: string, selection: string): boolean {
		return this.selection === selection && this.known.has(id);
	}

	/** Notes what a poll was to observe, before its observations. */
	select(
		selection: string,
		isSelected: (id: string) => boolean,
		isFound: (id: string) => boolean,
	): void {
		const isOther = this.selection !== selection;
		this.selection = selection;
		for (const id of [...this.known.keys()])
			if (!isSelected(id) || (isOther && !isFound(id))) this.known.delete(id);
	}

	/**
	 * Takes the observations of a poll: states by object.
	 * @param at monotonic time, in milliseconds
	 */
	observe(observations: ReadonlyMap<string, string>, at: number): Due[] {
		const due: Due[] = [];
		for (const [id, state] of observations) {
			if (this.isQuiet(state)) this.takeQuietObservation(id, { state, at, isQuiet: true });
			else due.push(...this.takeLoudObservation(id, { state, at }));
		}
		return due;
	}

	/** Notes that n8n saved what the trigger knows. */
	save(): void {
		const { savesEachPoll } = this.rules;
		this.saved = copied(this.known, ({ observations }) => (savesEachPoll ? observations : []));
		this.savedPolledAt = this.polledAt;
		this.savedQuietFrom = this.quietFrom;
		this.savedSelection = this.selection;
	}

	/** Notes that n8n no longer has what it saved. */
	forget(): void {
		this.saved = new Map();
		this.savedPolledAt = undefined;
		this.savedQuietFrom = undefined;
	}

	/** Notes that a new process began. */
	restart(): void {
		this.known = copied(this.saved, (one) => one.observations.map((seen) => ({ ...seen, at: -1 })));
		this.polledAt = this.savedPolledAt;
		this.quietFrom = this.savedQuietFrom;
		this.selection = this.savedSelection;
		this.isCurrent = this.rules.savesEachPoll;
		for (const known of this.known.values()) {
			const oldReports = [...known.oldReports, ...known.reports];
			Object.assign(known, { reports: [], oldReports, flapsFrom: -1 });
			if (known.incident?.toldAt !== undefined) known.incident.began = -1;
		}
	}

	/** Only the end of an incident counts in a quiet time: what comes after it is another one. */
	private takeQuietObservation(id: string, seen: Observation): void {
		const { good } = this.rules;
		const before = this.known.get(id);
		if (before === undefined) {
			this.takeObservation(id, seen, { ...this.rules, emitsInitialState: false });
		} else {
			// While it flaps, calm is counted.
			const isCounted = before.told === FLAPPING;
			before.observations = [
				...before.observations.slice(-MOST_OBSERVATIONS),
				{ ...seen, isQuiet: !isCounted },
			];
		}
		const known = this.known.get(id);
		if (known === undefined) return;
		known.quietFrom ??= this.quietFrom ?? seen.at;
		const { incident } = known;
		const find = known.told === FLAPPING ? this.dueState : this.confirmedState;
		const found = before === undefined ? undefined : find.call(this, known);
		if (incident !== undefined && found?.to === good) {
			if (incident.toldAt === undefined && incident.began >= known.quietFrom) {
				known.incident = undefined;
				known.told = good;
			} else known.held = this.end(id, known, { to: good, since: found.since }, seen.at);
		}
		const isNothing = known.incident === undefined && known.held === undefined;
		if (isNothing && seen.state === good) known.quietFrom = undefined;
	}

	private takeLoudObservation(id: string, seen: Observation): Due[] {
		const before = this.known.get(id);
		if (before?.quietFrom === undefined) {
			const due = this.takeObservation(id, seen);
			return due === undefined ? [] : [due];
		}
		const { held } = before;
		const wasTold = before.incident?.toldAt !== undefined;
		const due = this.takeObservation(id, seen, { ...this.rules, remindAfterMs: 0 });
		const isOpen = before.incident !== undefined;
		const isUndecided = isOpen === (seen.state === this.rules.good) && before.told !== FLAPPING;
		before.held = undefined;
		if (due !== undefined || !isUndecided) before.quietFrom = undefined;
		const isOpening = due?.kind === 'reminder' && !wasTold;
		const told = due && (isOpening ? { ...due, kind: 'opened' as const } : due);
		return [held, told]
			.filter((each) => each !== undefined)
			.map((each) => ({ ...each, isAfterQuiet: true as const }));
	}

	private takeObservation(id: string, seen: Observation, rules = this.rules): Due | undefined {
		const { good, emitsInitialState } = rules;
		const { state, at } = seen;
		const known = this.known.get(id);
		if (known === undefined) {
			if (state === DELETED || state === NOT_RUNNING) return undefined;
			const incident = state === good ? undefined : this.newIncident(at, false);
			const begun = { told: state, observations: [seen], reports: [], oldReports: [], incident };
			this.known.set(id, { ...begun, flapsFrom: -1, endedAt: -1 });
			return emitsInitialState ? this.report(id, null, state, at) : undefined;
		}
		// More are never needed.
		known.observations = [...known.observations.slice(-MOST_OBSERVATIONS), seen];
		const found = this.dueState(known);
		if (found === undefined) return this.reminder(id, known, seen, rules);
		const { told: from } = known;
		const { to, since } = found;
		const wasIn = known.incident;
		if (to !== good && to !== DELETED && wasIn === undefined) {
			const began = this.troubleSince(known, to, since);
			const isContinued = to === FLAPPING && this.isRecent(known, known.endedAt, at);
			known.incident =
				isContinued && known.lastIncident !== undefined
					? { ...known.lastIncident, toldAt: undefined }
					: this.newIncident(began, true);
		}
		if (to === good || to === DELETED) return this.end(id, known, found, at);
		known.told = to;
		if (to === FLAPPING) known.flapsFrom = at;
		return this.report(id, from, to, at);
	}

	/** Reports the end of an incident, or that an object outside of one no longer exists. */
	private end(
		id: string,
		known: Known,
		{ to, since }: { to: string; since: number },
		at: number,
	): Due {
		const { told: from, incident: wasIn } = known;
		known.told = to;
		const due = this.report(id, from, to, at);
		if (to === DELETED) this.known.delete(id);
		if (wasIn === undefined) return due;
		if (!wasIn.isWhole) return { ...due, downtimeMs: null };
		const isMeasured = wasIn.began !== -1 && since !== -1;
		return { ...due, ...(isMeasured && { downtimeMs: since - wasIn.began - wasIn.pausedMs }) };
	}

	private newIncident(began: number, isWhole: boolean): Incident {
		this.incidents += 1;
		return { key: `${this.of} incident ${this.incidents}`, began, isWhole, pausedMs: 0 };
	}

	private report(id: string, from: string | null, to: string, at: number): Due {
		const known = this.known.get(id) as Known;
		const isOver = to === this.rules.good || to === DELETED;
		const isFirst = known.incident?.toldAt === undefined;
		const within = isFirst ? 'opened' : 'changed';
		const after = known.incident === undefined ? 'changed' : 'ended';
		known.reports = [...known.reports, at];
		const incident = known.incident ?? this.newIncident(at, false);
		incident.toldAt = at;
		if (isOver) {
			if (known.incident !== undefined)
				Object.assign(known, { lastIncident: known.incident, endedAt: at });
			known.incident = undefined;
		}
		const kind = isOver ? after : within;
		return { id, from, to, incident: incident.key, kind: to === FLAPPING ? 'flapping' : kind };
	}

	private reminder(
		id: string,
		known: Known,
		{ state, at }: Observation,
		{ remindAfterMs = Infinity, intervalMs = 0 }: Rules,
	): Due | undefined {
		const { told, incident } = known;
		const isBad = told === FLAPPING || state !== this.rules.good;
		if (incident === undefined || !isBad || state === DELETED) return undefined;
		if (at - (incident.toldAt ?? incident.began) < remindAfterMs - intervalMs / 2) return undefined;
		incident.toldAt = at;
		known.told = told === FLAPPING ? told : state;
		const { key } = incident;
		return { id, from: told, to: known.told, incident: key, kind: 'reminder', isReminder: true };
	}

	/** Whether a report was within the observations that count for flapping. */
	private isRecent(
		{ observations, reports, oldReports }: Known,
		reportedAt: number,
		now: number,
	): boolean {
		const { flapping, intervalMs = 0 } = this.rules;
		if (flapping === undefined) return false;
		if (oldReports.includes(reportedAt)) return now - reportedAt < flapping.window * intervalMs;
		const own = observations.filter(isCountedForFlapping);
		// An end that was held may be older than all observations that count.
		if (reports.includes(reportedAt) && own.length < flapping.window) return true;
		return reportedAt >= (own[Math.max(0, own.length - flapping.window)]?.at ?? now);
	}

	private dueState(known: Known): { to: string; since: number } | undefined {
		const { told, observations, reports, oldReports } = known;
		const { flapping } = this.rules;
		const now = observations[observations.length - 1].state;
		const found = this.confirmedState(known);
		if (flapping === undefined || now === DELETED) return found;
		// How often it flapped is known only within one process.
		const own = observations.filter(isCountedForFlapping);
		const last = own.length - 1;
		if (last < 0) return found;
		const changes = this.changesIn(own);
		if (told === FLAPPING) {
			const toldIn = own.findIndex(({ at }) => at === known.flapsFrom);
			const calmFrom = Math.max(changes.at(-1) ?? 0, toldIn);
			const isCalm = last - calmFrom >= flapping.window;
			return isCalm ? { to: now, since: own[calmFrom].at } : undefined;
		}
		const recent = changes.filter((index) => index > last - flapping.window);
		if (recent.length >= flapping.changes) return { to: FLAPPING, since: own[recent[0]].at };
		const within = [...oldReports, ...reports].filter((at) =>
			this.isRecent(known, at, own[last].at),
		);
		if (found === undefined || within.length < MOST_REPORTS) return found;
		return { to: FLAPPING, since: within[0] };
	}

	private confirmedState({ told, observations }: Known): { to: string; since: number } | undefined {
		const { confirmations, recoveryConfirmations, good } = this.rules;
		const now = observations[observations.length - 1].state;
		if (now === told || (told === FLAPPING && now !== DELETED)) return undefined;
		const wanted = now === good ? recoveryConfirmations : confirmations;
		const held = lastWhile(observations, ({ state }) => state === now);
		if (held.length >= wanted) return { to: now, since: held[0].at };
		const trouble = lastWhile(observations, ({ state }) => state !== good);
		if (told === good && trouble.length >= 2 * confirmations && now !== good)
			return { to: now, since: trouble[0].at };
		return undefined;
	}

	/** The observations that found the object good where the one before had not, or the other way round. */
	private changesIn(all: readonly Observation[]): number[] {
		const isGood = (index: number): boolean => all[index].state === this.rules.good;
		return [...all.keys()].filter((index) => index > 0 && isGood(index) !== isGood(index - 1));
	}

	/** A failure of several kinds began with the first of them. */
	private troubleSince({ observations }: Known, to: string, since: number): number {
		if (to === FLAPPING) return since;
		return lastWhile(observations, ({ state }) => state !== this.rules.good)[0]?.at ?? since;
	}
}

/** How often an object flapped is known only within one process, and does not count in quiet times. */
function isCountedForFlapping({ at, state, isQuiet }: Observation): boolean {
	return at >= 0 && state !== DELETED && isQuiet !== true;
}

/** @param keep returns the observations of an object that are kept; they are never modified */
function copied(
	known: ReadonlyMap<string, Known>,
	keep: (known: Known) => Observation[],
): Map<string, Known> {
	return new Map(
		[...known].map(([id, each]) => [
			id,
			{ ...each, observations: keep(each), incident: each.incident && { ...each.incident } },
		]),
	);
}

/** @returns the longest end of the list whose elements all match */
function lastWhile<T>(elements: readonly T[], isSo: (element: T) => boolean): T[] {
	const from = elements.findLastIndex((element) => !isSo(element)) + 1;
	return elements.slice(from);
}
