import type { IDataObject } from 'n8n-workflow';

import { without } from '../pure/without';
import type { Clock } from '../scheduler/clock';
import type { Memory } from './memory';
import type { PollKind } from './pollKind';
import { readState, writeState, type PollState, type Stamp } from './savedState';

/** What n8n has not saved by then it does not save. Milliseconds; shorter than any usual polling interval. */
const SAVING_MS = 10_000;

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
	) {}

	/**
	 * Whether n8n may still be saving the last report. Where it saves each state, it saves a report in the background
	 * and reads the state for the next poll early: a poll that follows at once, such as one that n8n catches up on,
	 * gets the state from before the report and would repeat the report.
	 * @param kept what n8n has kept
	 */
	isReportUnderWay(kept: IDataObject): boolean {
		const { reported } = this;
		if (reported === undefined || !this.savesEachPoll) return false;
		const isRecent = this.clock.now() - reported.at < SAVING_MS;
		return isRecent && keyOf(readState(kept).stamp) !== reported.key;
	}

	/**
	 * Loads the state for a poll.
	 * @param kept what n8n has kept
	 * @param kind a report of a poll before an activation may have been dropped; what a scheduled poll gets
	 * comes from the database
	 * @returns also whether n8n has not saved what the poll before it wrote
	 */
	takeUp(
		kept: IDataObject,
		{ isActivation, isScheduled }: Pick<PollKind, 'isActivation' | 'isScheduled'>,
	): { state: PollState; wasUnsaved: boolean } {
		const { stamp, state } = readState(kept);
		const key = keyOf(stamp);
		const { live, grownFrom, reported } = this;
		this.reported = undefined;
		if (reported !== undefined && reported.key === key)
			return this.startFrom(key, reported.state, false);
		const isAncestor = stamp?.process === this.process && stamp.number <= this.written;
		// n8n keeps what it saves under the name of the node, and passes in nothing after the node was renamed.
		const isUnderNewName = stamp === undefined && state.watched === undefined;
		if (live !== undefined && (isAncestor || key === grownFrom || isUnderNewName)) {
			// A scheduled poll's report has arrived, even if its state could not be saved; but where n8n saves each
			// state with the report, it accepts both or neither: another process had taken over the poll.
			const isHeard = reported !== undefined && !isActivation && !this.savesEachPoll;
			const isLast = isAncestor && stamp.number === this.written;
			// One older state says nothing about a poll that n8n catches up on: it may have been read too early.
			this.olderInARow = isLast ? 0 : this.olderInARow + 1;
			const isSettled = this.clock.now() - this.writtenAt >= SAVING_MS;
			const isCertain = isLast || isSettled || this.olderInARow > 1;
			if (isScheduled && isCertain) this.savesEachPoll = isLast;
			return this.startFrom(grownFrom, isHeard ? reported.state : live, !isLast);
		}
		this.savesEachPoll = stamp?.isLatest === true;
		const known = this.savesEachPoll
			? state
			: { ...state, memory: withoutUnreported(state.memory) };
		return this.startFrom(key, known, false);
	}

	/**
	 * Stores the result of a poll, here and where n8n may save it.
	 * @param isReport whether items leave with it
	 * @param isSaved whether n8n saves it even if none do
	 */
	putDown(kept: IDataObject, state: PollState, isReport: boolean, isSaved: boolean): void {
		this.written += 1;
		this.writtenAt = this.clock.now();
		const stamp = {
			process: this.process,
			number: this.written,
			isLatest: this.savesEachPoll || (!isReport && !isSaved),
		};
		writeState(kept, state, stamp);
		if (isReport) this.reported = { key: keyOf(stamp), state, at: this.clock.now() };
		else this.live = state;
	}

	private startFrom(
		grownFrom: string,
		state: PollState,
		wasUnsaved: boolean,
	): { state: PollState; wasUnsaved: boolean } {
		this.grownFrom = grownFrom;
		this.live = state;
		return { state, wasUnsaved };
	}
}

function keyOf(stamp: Stamp | undefined): string {
	return stamp === undefined ? '' : `${stamp.process} ${stamp.number}`;
}

/**
 * What was seen but not reported was saved by chance, together with another object's report. What polls saw after
 * that is lost, so it is not reliable.
 */
function withoutUnreported(memory: Memory): Memory {
	return new Map([...memory].map(([id, known]) => [id, without(known, 'pending', 'trouble')]));
}
