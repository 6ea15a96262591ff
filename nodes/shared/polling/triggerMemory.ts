import type { IDataObject } from 'n8n-workflow';

import type { Clock } from '../scheduler/clock';
import { createEmptyState, toSaved, type PollState, type Remembered } from './memory';
import type { PollKind } from './pollProcess';

/** A report that n8n has not saved by then it has not accepted. Milliseconds; shorter than any usual polling interval. */
const SAVING_MS = 10_000;

/** The wall clock was set when it moved by this much more or less than the monotonic clock. Milliseconds. */
const SET_BY_MS = 1000;

/** Increased when the format changes; a state in another format counts as missing. */
const VERSION = 1;

/** A gap of more than this many poll intervals is a pause; before an activation, a single missing poll is enough. */
const LONGEST_GAP = 3;
const LONGEST_BEFORE_ACTIVATION = 2;

/** Polls are never further apart than this because of their interval alone. Milliseconds. */
const SHORTEST_INTERVAL_MS = 10_000;

/** How many gaps are remembered, and from how many on one of them may have been a pause. */
const GAPS = 10;
const ENOUGH_GAPS = 5;

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
 * So the state is kept here as well, and used as long as n8n passes in a copy it was derived from.
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

	/** n8n saves what each poll writes. */
	private savesEachPoll = false;

	/** How far the wall clock was ahead of the monotonic clock, in milliseconds. */
	private wallAheadMs?: number;

	constructor(
		private readonly process: string,
		private readonly clock: Pick<Clock, 'now' | 'wallMs'>,
	) {}

	/**
	 * Loads the state for a poll that begins. After a report that n8n has not saved, that is what it was before: at an
	 * activation, n8n may have dropped the report, and where it saves each state, it accepts both or neither.
	 * @param saved what n8n has kept
	 * @param kind what a scheduled poll gets comes from the database
	 * @returns `undefined` while n8n may still be saving the last report: a poll that follows at once, such as one that
	 * n8n catches up on, gets the state from before the report
	 */
	load(saved: IDataObject, kind: PollKind): PollState | undefined {
		const { isActivation, isScheduled } = kind;
		const { stamp, state } = readState(saved);
		this.followClock();
		const { live, reportedAt } = this;
		const isOwn = stamp?.process === this.process && stamp.number <= this.written;
		const isLast = isOwn && stamp.number === this.written;
		if (isScheduled && isLast && stamp.isLatest) this.savesEachPoll = true;
		// n8n keeps what it saves under the name of the node, and passes in nothing after the node was renamed.
		const mayBeDropped = stamp !== undefined && (isActivation || this.savesEachPoll);
		const isDropped = mayBeDropped && !isLast && reportedAt !== undefined;
		if (isDropped && isScheduled && this.clock.now() - reportedAt < SAVING_MS) return undefined;
		const isBasedOn = JSON.stringify(stamp) === JSON.stringify(this.basedOn);
		const isDerived = isOwn || stamp === undefined || isBasedOn;
		const isLive = live !== undefined && isDerived && !isDropped;
		this.isUnsaved = isLive && isScheduled && !isLast && !this.savesEachPoll;
		if (isLive) return this.begin(live, kind, true);
		const isCurrent = stamp?.isLatest === true;
		this.savesEachPoll ||= isCurrent;
		this.basedOn = stamp;
		this.live = this.begin(state, kind, isCurrent);
		return this.live;
	}

	/** Keeps the state after a poll that fails: n8n saves nothing then. */
	keep(state: PollState): void {
		this.live = state;
	}

	/**
	 * Keeps the state after another poll, and where n8n may save it.
	 * @param isReport whether items leave
	 * @param isSaved whether n8n saves it even if none do
	 */
	save(saved: IDataObject, state: PollState, isReport: boolean, isSaved: boolean): void {
		this.keep(state);
		this.written += 1;
		this.reportedAt = isReport ? this.clock.now() : undefined;
		// If n8n saved a poll without a report, it saves every poll.
		const isLatest = this.savesEachPoll || (!isReport && !isSaved);
		const stamp: Stamp = { process: this.process, number: this.written, isLatest };
		const { memory: known, ...rest } = state;
		const memory = Object.fromEntries([...known].map(([id, object]) => [id, toSaved(object)]));
		Object.assign(saved, copyPlain({ version: VERSION, stamp, memory, rest }));
	}

	/** Notes by how much the wall clock was set since a state was last loaded. */
	private followClock(): void {
		const { clock, live } = this;
		const aheadMs = clock.wallMs() - clock.now();
		const setMs = Math.round(aheadMs - (this.wallAheadMs ?? aheadMs));
		this.wallAheadMs = aheadMs;
		if (live === undefined || Math.abs(setMs) <= SET_BY_MS) return;
		this.live = { ...live, clockSetMs: live.clockSetMs + setMs };
	}

	/**
	 * Where the trigger was activated, or did not poll for more than three intervals, starts over what was seen before
	 * and not reported, and the time for which a reported object was not watched. When n8n starts, it goes
	 * on with what was active; where it does not save each poll, nobody knows how long it was not running.
	 * @param isCurrent whether the state is what the last poll knew
	 */
	private begin(
		state: PollState,
		{ isActivation, isStart }: PollKind,
		isCurrent: boolean,
	): PollState {
		const now = this.clock.wallMs() - state.clockSetMs;
		const { polledAt, gaps, polls } = state;
		const gap = Math.max(0, now - polledAt);
		const isPause = gap > findLongestGap(gaps, isActivation);
		const startsOver = isActivation ? !isStart : isPause && isCurrent;
		// Observations that were not reported were saved by chance, together with another object's report. Those of the
		// polls after that are lost, so they are not reliable.
		const keepsCounts = isCurrent && !startsOver;
		const restart = ({ incident, streaks, ...known }: Remembered): Remembered => {
			const object = keepsCounts ? { ...known, streaks } : known;
			const isReported = incident?.reportedAt !== undefined;
			if (startsOver && incident !== undefined && !isReported)
				return { ...object, since: now, incident: { ...incident, began: now } };
			if (!isPause || !isReported) return { ...object, incident };
			const { since, lengthMs } = incident.notWatched ?? { since: polledAt, lengthMs: 0 };
			const notWatched = { since, lengthMs: lengthMs + (isCurrent ? gap : 0) };
			return { ...object, incident: { ...incident, notWatched } };
		};
		// The time between a poll and an activation is no interval.
		const isInterval = polledAt > 0 && isCurrent && !isActivation;
		return {
			...state,
			memory: new Map([...state.memory].map(([id, object]) => [id, restart(object)])),
			polledAt: now,
			...(isInterval && { gaps: [...gaps, gap].slice(-GAPS) }),
			...((isActivation || !isCurrent) && { spells: {} }),
			...(startsOver && { activatedAfter: polls }),
		};
	}
}

/** Intervals can alternate, such as 10 s and 50 s; a single long gap among many is a pause and no interval. */
function findLongestGap(gaps: readonly number[], isActivation: boolean): number {
	if (gaps.length < 2 && !isActivation) return Infinity;
	const [longest = 0, next = longest] = [...gaps].sort((a, b) => b - a);
	const interval = Math.max(SHORTEST_INTERVAL_MS, gaps.length < ENOUGH_GAPS ? longest : next);
	return interval * (isActivation ? LONGEST_BEFORE_ACTIVATION : LONGEST_GAP);
}

/** Reads what n8n has kept, as `save` wrote it. */
function readState(saved: IDataObject): { stamp?: Stamp; state: PollState } {
	if (saved.version !== VERSION) return { state: createEmptyState() };
	const { stamp, memory, rest } = copyPlain(saved) as Record<string, unknown>;
	const objects = new Map(Object.entries(memory as Record<string, Remembered>));
	return { stamp: stamp as Stamp, state: { ...(rest as PollState), memory: objects } };
}

/** @returns a copy: n8n's objects observe changes made to them, and to whatever is put into them */
function copyPlain<T>(value: T): T {
	return JSON.parse(JSON.stringify(value)) as T;
}
