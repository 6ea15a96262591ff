import type { IDataObject } from 'n8n-workflow';

import type { Clock } from '../scheduler/clock';
import type { EvenTime } from './evenTime';
import { withoutCounts } from './memory';
import type { PollKind } from './pollKind';
import { readState, writeState, type PollState, type Stamp } from './savedState';

/** What n8n has not saved by then it does not save. Milliseconds; shorter than any usual polling interval. */
const SAVING_MS = 10_000;

/** What a poll ends with: items, none, or an exception, after which n8n may save nothing. */
export type PollEnd = 'report' | 'nothing' | 'failure';

/** A state for a poll. */
export interface LoadedState {
	state: PollState;
	/** Whether it is what the last poll knew. */
	isCurrent: boolean;
	/** Whether n8n has not saved what the poll before it wrote. */
	wasUnsaved: boolean;
}

/**
 * What one trigger knows, in this process. n8n saves a state when items leave and when a workflow is activated,
 * but not always after a poll that reports nothing; under its durable scheduler each poll gets the saved copy.
 * So the state is kept here as well, and used as long as n8n passes in a copy it was derived from.
 */
export class TriggerMemory {
	/** What polls that reported nothing have made of the state n8n passed in. */
	private live?: PollState;

	/** Key of the state n8n passed in. */
	private grownFrom = '';

	/** What a poll that reported something made of it, until it is known whether n8n has accepted the report. */
	private reported?: { key: string; state: PollState; at: number };

	private written = 0;

	private writtenAt = -Infinity;

	/** How many polls in a row n8n passed an older state in to than the last one wrote. */
	private olderInARow = 0;

	/** n8n saves what each poll writes. */
	private savesEachPoll = false;

	/** @param process identity of this process */
	constructor(
		private readonly process: string,
		private readonly clock: Pick<Clock, 'now'>,
		private readonly time: EvenTime,
	) {}

	/**
	 * Loads the state for a poll.
	 * @param kept what n8n has kept
	 * @param kind a report of a poll before an activation may have been dropped; what a scheduled poll gets
	 * comes from the database
	 * @returns `undefined` while n8n may still be saving the last report. Where it saves each state, it saves a report
	 * in the background and reads the state for the next poll early: a poll that follows at once, such as one that n8n
	 * catches up on, gets the state from before the report and would repeat the report.
	 */
	load(
		kept: IDataObject,
		{ isActivation, isScheduled }: Pick<PollKind, 'isActivation' | 'isScheduled'>,
	): LoadedState | undefined {
		const { stamp, state } = readState(kept, this.time);
		const key = keyOf(stamp);
		const { live, grownFrom, reported } = this;
		const isHandedIn = reported !== undefined && reported.key === key;
		if (isScheduled && reported !== undefined && this.savesEachPoll && !isHandedIn) {
			if (this.clock.now() - reported.at < SAVING_MS) return undefined;
		}
		this.reported = undefined;
		if (isHandedIn) return this.startFrom(key, reported.state, { isCurrent: true });
		const isAncestor = stamp?.process === this.process && stamp.number <= this.written;
		// n8n keeps what it saves under the name of the node, and passes in nothing after the node was renamed.
		const isUnderNewName = stamp === undefined && state.watched === undefined;
		if (live !== undefined && (isAncestor || key === grownFrom || isUnderNewName)) {
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
			return this.startFrom(grownFrom, current, { isCurrent: true, wasUnsaved: !isLast });
		}
		const isCurrent = stamp?.isLatest === true;
		this.savesEachPoll = isCurrent;
		// What was seen but not reported was saved by chance, together with another object's report. What polls saw
		// after that is lost, so it is not reliable.
		const known = isCurrent ? state : { ...state, memory: withoutCounts(state.memory), spells: {} };
		return this.startFrom(key, known, { isCurrent });
	}

	/**
	 * Stores the result of a poll, here and where n8n may save it.
	 * @param isSaved whether n8n saves it even if no items leave
	 */
	save(kept: IDataObject, state: PollState, end: PollEnd, isSaved: boolean): void {
		const isReport = end === 'report';
		// That n8n passes in what was before a failure does not mean that it does not save what polls write.
		if (end !== 'failure') this.written += 1;
		this.writtenAt = this.clock.now();
		const stamp = {
			process: this.process,
			number: this.written,
			isLatest: this.savesEachPoll || (!isReport && !isSaved),
		};
		writeState(kept, state, stamp, this.time);
		if (isReport) this.reported = { key: keyOf(stamp), state, at: this.clock.now() };
		else this.live = state;
	}

	private startFrom(
		grownFrom: string,
		state: PollState,
		{ isCurrent, wasUnsaved = false }: { isCurrent: boolean; wasUnsaved?: boolean },
	): LoadedState {
		this.grownFrom = grownFrom;
		this.live = state;
		return { state, isCurrent, wasUnsaved };
	}
}

function keyOf(stamp: Stamp | undefined): string {
	return stamp === undefined ? '' : `${stamp.process} ${stamp.number}`;
}
