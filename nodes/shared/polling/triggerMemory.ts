import type { IDataObject } from 'n8n-workflow';

import type { Clock } from '../scheduler/clock';
import { omit } from '../text/json';
import { withoutCounts, type Memory, type Remembered } from './memory';
import type { EventNotes } from './observation';
import type { PollKind } from './pollProcess';
import type { Spells } from './spells';

/** A report that n8n has not saved by then it has not accepted. Milliseconds; shorter than any usual polling interval. */
const SAVING_MS = 10_000;

/** The wall clock was set when it moved by this much more or less than the monotonic clock. Milliseconds. */
const SET_BY_MS = 1000;

/** Increased when the format changes; a state in another format counts as missing. */
const VERSION = 1;

/**
 * Knowledge of a trigger between its polls. Its times are in milliseconds since 1970 of a clock that is never set:
 * `clockSetMs` says how far the wall clock is ahead of it.
 */
export interface PollState {
	/** The event the memory belongs to; absent before the first poll. */
	event?: string;
	/** The fields that selected its objects. */
	selection?: string;
	memory: Memory;
	notes: EventNotes;
	/** Since when polls cannot check, and for which reasons. */
	spells: Spells;
	/** Polls that checked. */
	polls: number;
	/** How many of them there were when the trigger was last activated. */
	activatedAfter: number;
	polledAt?: number;
	/** How long it was between the last polls, in milliseconds. */
	gaps: readonly number[];
	clockSetMs: number;
}

/** Who wrote a state. */
interface Stamp {
	process: string;
	/** Counts what the process has written. */
	number: number;
	/** n8n saves what each poll writes, so this is what the last one wrote. */
	isLatest: boolean;
}

/** End of a poll: with items, without, or with an exception, after which n8n may save nothing. */
export type PollEnd = 'report' | 'nothing' | 'failure';

/** A state for a poll. */
export interface LoadedState {
	state: PollState;
	/** The present time of the state. */
	now: number;
	/** Whether it is what the last poll knew. */
	isCurrent: boolean;
	/** Whether n8n's scheduler saves nothing after polls that report nothing, so that only this process knows the state. */
	isUnsaved: boolean;
}

/**
 * The memory of one trigger in this process. n8n saves a state when items leave and when a workflow is activated,
 * but not always after a poll that reports nothing; under its durable scheduler each poll gets the saved copy.
 * So the state is kept here as well, and used as long as n8n passes in a copy it was derived from.
 */
export class TriggerMemory {
	/** The state after the last poll. */
	private live?: PollState;

	/** Key of the state of another process that it was derived from. */
	private basedOn = '';

	private written = 0;

	/** When the last poll reported something, if it did. */
	private reportedAt?: number;

	/** n8n has saved the last poll only if it saves each. */
	private isProof = false;

	/** n8n saves what each poll writes. */
	private savesEachPoll = false;

	private clocks?: { wallMs: number; monotonicMs: number };

	constructor(
		private readonly process: string,
		private readonly clock: Pick<Clock, 'now' | 'wallMs'>,
	) {}

	/**
	 * Loads the state for a poll. After a report that n8n has not saved, that is what it was before: at an activation,
	 * n8n may have dropped the report, and where it saves each state, it accepts both or neither.
	 * @param saved what n8n has kept
	 * @param kind what a scheduled poll gets comes from the database
	 * @returns `undefined` while n8n may still be saving the last report: a poll that follows at once, such as one that
	 * n8n catches up on, gets the state from before the report
	 */
	load(
		saved: IDataObject,
		{ isActivation, isScheduled }: Pick<PollKind, 'isActivation' | 'isScheduled'>,
	): LoadedState | undefined {
		const { stamp, state } = readState(saved);
		this.followClock();
		const { live, reportedAt } = this;
		const isOwn = stamp?.process === this.process && stamp.number <= this.written;
		const isLast = isOwn && stamp.number === this.written;
		if (isScheduled && isLast && this.isProof) this.savesEachPoll = true;
		// n8n keeps what it saves under the name of the node, and passes in nothing after the node was renamed.
		const mayBeDropped = stamp !== undefined && (isActivation || this.savesEachPoll);
		const isDropped = mayBeDropped && !isLast && reportedAt !== undefined;
		if (isDropped && isScheduled && this.clock.now() - reportedAt < SAVING_MS) return undefined;
		const isDerived = isOwn || stamp === undefined || keyOf(stamp) === this.basedOn;
		if (live !== undefined && isDerived && !isDropped)
			return this.loaded(live, true, isScheduled && !isLast && !this.savesEachPoll);
		const isCurrent = stamp?.isLatest === true;
		this.savesEachPoll ||= isCurrent;
		this.basedOn = keyOf(stamp);
		// What was seen but not reported was saved by chance, together with another object's report. What polls saw
		// after that is lost, so it is not reliable.
		this.live = isCurrent ? state : { ...state, memory: withoutCounts(state.memory), spells: {} };
		return this.loaded(this.live, isCurrent, false);
	}

	/**
	 * Saves the result of a poll, here and where n8n may save it.
	 * @param isSaved whether n8n saves it even if no items leave
	 */
	save(saved: IDataObject, state: PollState, end: PollEnd, isSaved: boolean): void {
		const isReport = end === 'report';
		const isProof = !isReport && !isSaved;
		// That n8n passes in what was before a failure does not mean that it does not save what polls write.
		if (end !== 'failure') {
			this.written += 1;
			this.reportedAt = isReport ? this.clock.now() : undefined;
			this.isProof = isProof;
		}
		const isLatest = this.savesEachPoll || isProof;
		writeState(saved, state, { process: this.process, number: this.written, isLatest });
		this.live = state;
	}

	private loaded(state: PollState, isCurrent: boolean, isUnsaved: boolean): LoadedState {
		return { state, now: this.clock.wallMs() - state.clockSetMs, isCurrent, isUnsaved };
	}

	/** Notes by how much the wall clock was set since a state was last loaded. */
	private followClock(): void {
		const { clocks, live } = this;
		const [wallMs, monotonicMs] = [this.clock.wallMs(), this.clock.now()];
		this.clocks = { wallMs, monotonicMs };
		if (clocks === undefined || live === undefined) return;
		const setMs = Math.round(wallMs - clocks.wallMs - (monotonicMs - clocks.monotonicMs));
		if (Math.abs(setMs) > SET_BY_MS) this.live = { ...live, clockSetMs: live.clockSetMs + setMs };
	}
}

function keyOf(stamp: Stamp | undefined): string {
	return stamp === undefined ? '' : `${stamp.process} ${stamp.number}`;
}

/** @returns a state in which nothing is known */
export function createEmptyState(): PollState {
	return {
		...{ memory: new Map(), notes: {}, spells: {}, gaps: [] },
		...{ polls: 0, activatedAfter: 0, clockSetMs: 0 },
	};
}

/** Writes a state into what n8n saves for the node, without what only its process knows. */
function writeState(saved: IDataObject, { memory: known, ...rest }: PollState, stamp: Stamp): void {
	const objects = [...known].map(([id, object]) => [id, omit(object, 'history')]);
	const memory: object = Object.fromEntries(objects);
	Object.assign(saved, copyOf({ version: VERSION, stamp, memory, rest }));
}

/** Reads what n8n has kept, as it was written here. */
function readState(saved: IDataObject): { stamp?: Stamp; state: PollState } {
	if (saved.version !== VERSION) return { state: createEmptyState() };
	const { stamp, memory, rest } = copyOf(saved) as Record<string, unknown>;
	const objects = new Map(Object.entries(memory as Record<string, Remembered>));
	return { stamp: stamp as Stamp, state: { ...(rest as PollState), memory: objects } };
}

/** @returns a copy: n8n's objects observe changes made to them, and to whatever is put into them */
function copyOf<T>(value: T): T {
	return JSON.parse(JSON.stringify(value)) as T;
}
