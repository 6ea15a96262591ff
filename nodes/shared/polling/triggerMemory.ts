import type { IDataObject } from 'n8n-workflow';

import type { Clock } from '../scheduler/clock';
import { withoutCounts } from './memory';
import type { PollKind } from './pollProcess';
import { readState, writeState, type PollState, type Stamp } from './savedState';

/** A state that n8n has not saved by then it does not save. Milliseconds; shorter than any usual polling interval. */
const SAVING_MS = 10_000;

/** The wall clock was set when it moved by this much more or less than the monotonic clock. Milliseconds. */
const SET_BY_MS = 1000;

/** End of a poll: with items, without, or with an exception, after which n8n may save nothing. */
export type PollEnd = 'report' | 'nothing' | 'failure';

/** A state for a poll. */
export interface LoadedState {
	state: PollState;
	/** The present time of the state. */
	now: number;
	/** Whether it is what the last poll knew. */
	isCurrent: boolean;
	/** Whether n8n has not saved what the poll before it wrote. */
	wasUnsaved: boolean;
}

/**
 * The memory of one trigger in this process. n8n saves a state when items leave and when a workflow is activated,
 * but not always after a poll that reports nothing; under its durable scheduler each poll gets the saved copy.
 * So the state is kept here as well, and used as long as n8n passes in a copy it was derived from.
 */
export class TriggerMemory {
	/** The state n8n passed in, as polls that reported nothing have changed it. */
	private live?: PollState;

	/** Key of the state n8n passed in. */
	private basedOn = '';

	/** The same as a poll that reported something changed it, until it is known whether n8n has accepted the report. */
	private reported?: { key: string; state: PollState; at: number };

	private written = 0;

	private writtenAt = -Infinity;

	/** How many polls in a row n8n passed an older state in to than the last one wrote. */
	private olderInARow = 0;

	/** n8n saves what each poll writes. */
	private savesEachPoll = false;

	private clocks?: { wallMs: number; monotonicMs: number };

	constructor(
		private readonly process: string,
		private readonly clock: Pick<Clock, 'now' | 'wallMs'>,
	) {}

	/**
	 * Loads the state for a poll.
	 * @param saved what n8n has kept
	 * @param kind a report of a poll before an activation may have been dropped; what a scheduled poll gets
	 * comes from the database
	 * @returns `undefined` while n8n may still be saving the last report. Where it saves each state, it saves a report
	 * in the background and reads the state for the next poll early: a poll that follows at once, such as one that n8n
	 * catches up on, gets the state from before the report and would repeat the report.
	 */
	load(
		saved: IDataObject,
		{ isActivation, isScheduled }: Pick<PollKind, 'isActivation' | 'isScheduled'>,
	): LoadedState | undefined {
		const { stamp, state } = readState(saved);
		const key = keyOf(stamp);
		this.followClock();
		const { live, basedOn, reported } = this;
		const isHandedIn = reported !== undefined && reported.key === key;
		if (isScheduled && reported !== undefined && this.savesEachPoll && !isHandedIn) {
			if (this.clock.now() - reported.at < SAVING_MS) return undefined;
		}
		this.reported = undefined;
		if (isHandedIn) return this.startFrom(key, reported.state, { isCurrent: true });
		const isAncestor = stamp?.process === this.process && stamp.number <= this.written;
		// n8n keeps what it saves under the name of the node, and passes in nothing after the node was renamed.
		const isUnderNewName = stamp === undefined && state.event === undefined;
		if (live !== undefined && (isAncestor || key === basedOn || isUnderNewName)) {
			// A scheduled poll's report has arrived, even if its state could not be saved; but where n8n saves each
			// state with the report, it accepts both or neither: another process had taken over the poll.
			const isHeard = isUnderNewName || (!isActivation && !this.savesEachPoll);
			const isLast = isAncestor && stamp.number === this.written;
			// One older state says nothing about a poll that n8n catches up on: it may have been read too early.
			this.olderInARow = isLast ? 0 : this.olderInARow + 1;
			const isSettled = this.clock.now() - this.writtenAt >= SAVING_MS;
			const isCertain = isLast || isSettled || this.olderInARow > 1;
			if (isScheduled && isCertain && !isUnderNewName) this.savesEachPoll = isLast;
			const current = isHeard ? (reported?.state ?? live) : live;
			return this.startFrom(basedOn, current, { isCurrent: true, wasUnsaved: !isLast });
		}
		const isCurrent = stamp?.isLatest === true;
		this.savesEachPoll = isCurrent;
		// What was seen but not reported was saved by chance, together with another object's report. What polls saw
		// after that is lost, so it is not reliable.
		const known = isCurrent ? state : { ...state, memory: withoutCounts(state.memory), spells: {} };
		return this.startFrom(key, known, { isCurrent });
	}

	/**
	 * Saves the result of a poll, here and where n8n may save it.
	 * @param isSaved whether n8n saves it even if no items leave
	 */
	save(saved: IDataObject, state: PollState, end: PollEnd, isSaved: boolean): void {
		const isReport = end === 'report';
		// That n8n passes in what was before a failure does not mean that it does not save what polls write.
		if (end !== 'failure') this.written += 1;
		this.writtenAt = this.clock.now();
		const stamp = {
			process: this.process,
			number: this.written,
			isLatest: this.savesEachPoll || (!isReport && !isSaved),
		};
		writeState(saved, state, stamp);
		if (isReport) this.reported = { key: keyOf(stamp), state, at: this.clock.now() };
		else this.live = state;
	}

	private startFrom(
		basedOn: string,
		state: PollState,
		{ isCurrent, wasUnsaved = false }: { isCurrent: boolean; wasUnsaved?: boolean },
	): LoadedState {
		this.basedOn = basedOn;
		this.live = state;
		return { state, now: this.clock.wallMs() - state.clockSetMs, isCurrent, wasUnsaved };
	}

	/** Notes by how much the wall clock was set since a state was last loaded. */
	private followClock(): void {
		const { clocks, live, reported } = this;
		const [wallMs, monotonicMs] = [this.clock.wallMs(), this.clock.now()];
		this.clocks = { wallMs, monotonicMs };
		if (clocks === undefined) return;
		const setMs = Math.round(wallMs - clocks.wallMs - (monotonicMs - clocks.monotonicMs));
		if (Math.abs(setMs) <= SET_BY_MS) return;
		const moved = (state: PollState) => ({ ...state, clockSetMs: state.clockSetMs + setMs });
		this.live = live && moved(live);
		this.reported = reported && { ...reported, state: moved(reported.state) };
	}
}

function keyOf(stamp: Stamp | undefined): string {
	return stamp === undefined ? '' : `${stamp.process} ${stamp.number}`;
}
