import type { IDataObject } from 'n8n-workflow';

import { without } from '../pure/without';
import type { Clock } from '../scheduler/clock';
import type { Memory } from './memory';
import type { PollKind } from './pollKind';
import { readState, writeState, type PollState, type Stamp } from './savedState';

/** A report that n8n has not saved by then was refused. Milliseconds; shorter than the interval of any usual poll. */
const REPORT_SETTLES_MS = 10_000;

/**
 * What one trigger knows, in this process. n8n saves a state when items leave and when a workflow is activated,
 * but not always after a poll that reports nothing; under its durable scheduler each poll is handed the saved copy.
 * So the state is kept here as well, and used as long as n8n hands in a copy it has grown from.
 */
export class TriggerMemory {
	/** What has become of what n8n handed in, in polls that reported nothing. */
	private live?: PollState;

	/** What n8n handed in. */
	private grownFrom = '';

	/** What became of it in a poll that reported something, until it is known whether n8n has taken the report. */
	private reported?: { key: string; state: PollState; at: number };

	private written = 0;

	/** n8n saves what each poll writes. */
	private savesEachPoll = false;

	/** @param process identity of this process */
	constructor(
		private readonly process: string,
		private readonly clock: Pick<Clock, 'now'>,
	) {}

	/**
	 * Whether n8n may still be saving the last report. Where it saves each state, it saves a report in the background
	 * and reads the state for the next poll early: a poll that follows at once, such as one that n8n makes up for, is
	 * handed the state from before the report and would make the report again.
	 * @param kept what n8n has kept
	 */
	isReportUnderWay(kept: IDataObject): boolean {
		const { reported } = this;
		if (reported === undefined || !this.savesEachPoll) return false;
		const isRecent = this.clock.now() - reported.at < REPORT_SETTLES_MS;
		return isRecent && keyOf(readState(kept).stamp) !== reported.key;
	}

	/**
	 * Takes up the state for a poll.
	 * @param kept what n8n has kept
	 * @param kind a report of a poll before an activation may have been dropped; what a scheduled poll is handed
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
		if (live !== undefined && (isAncestor || key === grownFrom)) {
			// A scheduled poll that reported something was heard, even if its state could not be saved; but where n8n saves
			// each state with the report, it takes neither or both: another process had taken the poll over.
			const isHeard = reported !== undefined && !isActivation && !this.savesEachPoll;
			const isLast = isAncestor && stamp.number === this.written;
			if (isScheduled) this.savesEachPoll = isLast;
			return this.startFrom(grownFrom, isHeard ? reported.state : live, !isLast);
		}
		this.savesEachPoll = stamp?.isLatest === true;
		const known = this.savesEachPoll
			? state
			: { ...state, memory: withoutUnreported(state.memory) };
		return this.startFrom(key, known, false);
	}

	/**
	 * Notes what a poll came to, here and where n8n may save it.
	 * @param isReport whether items leave with it
	 * @param isSaved whether n8n saves it even if none do
	 */
	putDown(kept: IDataObject, state: PollState, isReport: boolean, isSaved: boolean): void {
		this.written += 1;
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
 * that is lost, so it cannot be counted on.
 */
function withoutUnreported(memory: Memory): Memory {
	return new Map([...memory].map(([id, known]) => [id, without(known, 'pending', 'trouble')]));
}
