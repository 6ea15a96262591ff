import type { IDataObject } from 'n8n-workflow';

import type { Clock } from '../scheduler/clock';
import { fromSavedHeartbeat, toSavedHeartbeat, type SavedHeartbeat } from './heartbeat';
import { createEmptyState, fromSaved, toSaved, type PollState, type SavedObject } from './memory';
import type { PollKind } from './pollKind';
import { findLongestGap, resume } from './resume';

/** What n8n gives to a poll, compared with what this process wrote last. */
type Given =
	/** Nothing: a new trigger, or a node that was renamed, because n8n keeps it under the name of the node. */
	| 'nothing'
	/** What this process wrote last. */
	| 'latest'
	/** Something before that, written by this process, or by another one whose state this one went on with. */
	| 'older'
	/** What another process wrote. */
	| 'foreign';

/** How a poll came about, and what n8n saves then. */
type Start =
	/** The first poll of an activation. n8n saves what it writes. */
	| 'activation'
	/** One of the following polls: n8n keeps the object that polls write into, and saves it with each report. */
	| 'interval'
	/** By the durable scheduler: n8n saves reports, and gives a copy of what was saved. */
	| 'scheduled'
	/** By the durable scheduler with cursors: n8n saves what each poll writes, unless it fails. */
	| 'cursor';

/** Which state a poll begins with. */
type Source =
	/** What this process knows. */
	| 'own'
	/** What n8n gives. */
	| 'given'
	/** What n8n gives, if the last poll has reported something: n8n has dropped the report, or is about to save it. */
	| 'givenAfterReport';

/** Which state a poll begins with; without one of its own, a process begins with what n8n gives. */
const SOURCES: Readonly<Record<Given, Readonly<Record<Start, Source>>>> = {
	nothing: { activation: 'own', interval: 'own', scheduled: 'own', cursor: 'own' },
	latest: { activation: 'own', interval: 'own', scheduled: 'own', cursor: 'own' },
	older: {
		activation: 'givenAfterReport',
		interval: 'own',
		scheduled: 'own',
		cursor: 'givenAfterReport',
	},
	foreign: { activation: 'given', interval: 'given', scheduled: 'given', cursor: 'given' },
};

/** A report that n8n has not saved by then it has not accepted. Milliseconds; shorter than any usual polling interval. */
const SAVING_MS = 10_000;

/** The wall clock was set when it moved by this much more or less than the monotonic clock. Milliseconds. */
const SET_BY_MS = 1000;

/** Increased when the format changes; a state in another format counts as missing. */
const VERSION = 2;

/** Who wrote a state. */
interface Stamp {
	process: string;
	/** Counts what the process has written. */
	number: number;
	/** n8n saves what each poll writes, so this is what the last one wrote. */
	isLatest: boolean;
}

/**
 * The memory of one trigger in this process. n8n saves a state when items leave and when a workflow is activated,
 * but not always after a poll that reports nothing; under its durable scheduler each poll gets the saved copy.
 * So the state is kept here as well, and used as the table above says.
 */
export class TriggerMemory {
	/** Whether n8n's scheduler saves nothing after polls that report nothing, so that only this process knows the state. */
	isUnsaved = false;

	/** The state after the last poll. */
	private live?: PollState;

	/** The one of another process that it was derived from. */
	private basedOn?: Stamp;

	private written = 0;

	/** When the last poll reported something, if it did. */
	private reportedAt?: number;

	/** Whether the last poll was one of the durable scheduler that reported nothing. */
	private wasSilent = false;

	/** Whether n8n's durable scheduler saves what each poll writes. */
	private savesEachPoll = false;

	/** How far the wall clock was ahead of the monotonic clock, in milliseconds. */
	private wallAheadMs?: number;

	constructor(
		private readonly process: string,
		private readonly clock: Pick<Clock, 'now' | 'wallMs'>,
	) {}

	/** @returns one that goes on with the same state, for another activation of the trigger */
	succeed(): TriggerMemory {
		return Object.assign(new TriggerMemory(this.process, this.clock), this);
	}

	/**
	 * Loads the state for a poll that begins.
	 * @param saved what n8n has kept
	 * @returns `undefined` while n8n may still be saving the last report: a poll that follows at once, such as one that
	 * n8n catches up on, gets the state from before the report
	 */
	load(saved: IDataObject, kind: PollKind): PollState | undefined {
		const { stamp, state } = readState(saved);
		this.followClock();
		const given = this.classify(stamp);
		const isCurrent = stamp !== undefined && stamp.isLatest;
		const start = this.findStart(kind, isCurrent && given === 'latest');
		this.isUnsaved = start === 'scheduled' && this.wasSilent && given !== 'latest';
		const { live } = this;
		if (live !== undefined && !this.usesGiven(SOURCES[given][start]))
			return this.begin(live, kind, { isCurrent: true });
		if (given !== 'older') return this.takeOver(stamp, state, kind);
		if (this.isSaving(kind)) return undefined;
		// n8n gave back an earlier state, but this process still knows when it polled last, and how its clock was set since.
		const { polledAt, clockSetMs } = live ?? state;
		return this.takeOver(stamp, { ...state, clockSetMs }, kind, polledAt);
	}

	/** Goes on with what n8n has given. */
	private takeOver(
		stamp: Stamp | undefined,
		state: PollState,
		kind: PollKind,
		lastPolledAt?: number,
	): PollState {
		const isCurrent = stamp !== undefined && stamp.isLatest;
		this.savesEachPoll ||= kind.isScheduled && isCurrent;
		this.basedOn = stamp;
		this.live = this.begin(state, kind, { isCurrent, lastPolledAt });
		return this.live;
	}

	/** Keeps the state after a poll that fails: n8n saves nothing then. */
	keep(state: PollState): void {
		this.live = state;
	}

	/**
	 * Keeps the state after another poll, and where n8n may save it.
	 * @param isReport whether items leave
	 * @param kind which poll it was
	 */
	save(saved: IDataObject, state: PollState, isReport: boolean, kind: PollKind): void {
		const { isActivation, isScheduled } = kind;
		this.keep(state);
		this.written += 1;
		this.reportedAt = isReport ? this.clock.now() : undefined;
		this.wasSilent = isScheduled && !isReport;
		// If n8n saved a poll without a report, it saves every poll.
		const isLatest = this.savesEachPoll || (!isReport && !isActivation);
		const stamp: Stamp = { process: this.process, number: this.written, isLatest };
		const { memory: known, ...others } = state;
		const { heartbeat } = others;
		const rest = { ...others, heartbeat: heartbeat && toSavedHeartbeat(heartbeat, known.keys()) };
		const memory = Object.fromEntries([...known].map(([id, object]) => [id, toSaved(object)]));
		Object.assign(saved, copyPlain({ version: VERSION, stamp, memory, rest }));
	}

	private classify(stamp: Stamp | undefined): Given {
		if (stamp === undefined) return 'nothing';
		if (stamp.process === this.process && stamp.number <= this.written)
			return stamp.number === this.written ? 'latest' : 'older';
		const isBasedOn = JSON.stringify(stamp) === JSON.stringify(this.basedOn);
		return isBasedOn ? 'older' : 'foreign';
	}

	/** @param isSaved whether n8n gives what the last poll wrote, although it was not certain that it would save that */
	private findStart({ isActivation, isScheduled }: PollKind, isSaved: boolean): Start {
		if (isActivation) return 'activation';
		if (!isScheduled) return 'interval';
		this.savesEachPoll ||= isSaved;
		return this.savesEachPoll ? 'cursor' : 'scheduled';
	}

	private usesGiven(source: Source): boolean {
		if (source === 'givenAfterReport') return this.reportedAt !== undefined;
		return source === 'given';
	}

	/** Whether n8n may still be saving the last report. */
	private isSaving({ isScheduled }: PollKind): boolean {
		const { reportedAt = -Infinity } = this;
		return isScheduled && this.clock.now() - reportedAt < SAVING_MS;
	}

	/**
	 * Follows the wall clock since a state was last loaded. A step is a correction of the clock, which changes no
	 * duration; a long one forwards is a time in which the machine slept, which its monotonic clock does not count
	 * (clock_gettime(2), CLOCK_MONOTONIC).
	 */
	private followClock(): void {
		const { clock, live } = this;
		const aheadMs = clock.wallMs() - clock.now();
		const stepMs = Math.round(aheadMs - (this.wallAheadMs ?? aheadMs));
		this.wallAheadMs = aheadMs;
		if (live === undefined || Math.abs(stepMs) <= SET_BY_MS) return;
		const wasAsleep = stepMs > findLongestGap(live.gaps, false);
		if (!wasAsleep) this.live = { ...live, clockSetMs: live.clockSetMs + stepMs };
	}

	/**
	 * A wall clock that is behind the last poll was set back while no process could see it. How much time passed is
	 * unknown then, and counts as none: what lies in the future would count until the clock had caught up with it.
	 */
	private begin(
		state: PollState,
		kind: PollKind,
		known: { isCurrent: boolean; lastPolledAt?: number },
	): PollState {
		const wallMs = this.clock.wallMs();
		const now = Math.max(wallMs - state.clockSetMs, state.polledAt);
		return resume({ ...state, clockSetMs: wallMs - now }, kind, { ...known, now });
	}
}

/** What is saved besides the stamp and the memory. */
type SavedRest = Omit<PollState, 'heartbeat' | 'memory'> & { heartbeat?: SavedHeartbeat };

/** Reads what n8n has kept, as `save` wrote it. */
function readState(saved: IDataObject): { stamp?: Stamp; state: PollState } {
	if (saved.version !== VERSION) return { state: createEmptyState() };
	const { stamp, memory, rest } = copyPlain(saved) as Record<string, unknown>;
	const objects = Object.entries(memory as Record<string, SavedObject>);
	const known = new Map(objects.map(([id, object]) => [id, fromSaved(object)]));
	const { heartbeat, ...others } = rest as SavedRest;
	const state: PollState = { ...others, memory: known };
	if (heartbeat !== undefined) state.heartbeat = fromSavedHeartbeat(heartbeat, known.keys());
	return { stamp: stamp as Stamp, state };
}

/** @returns a copy: n8n's objects observe changes made to them, and to whatever is put into them */
function copyPlain<T>(value: T): T {
	return JSON.parse(JSON.stringify(value)) as T;
}
