import type { IDataObject } from 'n8n-workflow';

import { inWords } from '../text/duration';
import { Cancelled, Problem } from '../text/problem';

/** What is waited for. */
export interface WaitTarget {
	/** The thing and the state, such as `node ND-1-2-3 to run`. */
	what: string;
	/** What to do next when time is up although nothing is wrong. */
	hint: string;
}

/** What a poll showed of something that may still happen. */
export interface NotYet {
	/** Its state, if that could be determined. */
	state?: string;
	/** What is wrong with it, or why its state could not be determined. */
	reason?: string;
	/** What to do next if that does not change. */
	hint?: string;
	/** The server had too many requests at once, which says nothing about the awaited thing. */
	isRateLimited?: boolean;
}

/** How a wait went, as it appears in the output. */
export interface WaitReport extends IDataObject {
	/** How many polls there were. */
	attempts: number;
	lastState: string;
	elapsedMs: number;
}

/** Records what the polls of a wait showed, and reports how it ended. */
export class WaitRecord {
	private attempts = 0;

	/** The last state that could be determined. */
	private known?: NotYet;

	/** Why no state could be determined since. */
	private trouble?: NotYet;

	/** @param elapsedMs how long the wait has taken so far */
	constructor(
		private readonly target: WaitTarget,
		private readonly elapsedMs: () => number,
	) {}

	/** Whether a state could ever be determined. */
	get hasState(): boolean {
		return this.known !== undefined;
	}

	/** Whether the previous poll could not determine the state. */
	get hasTrouble(): boolean {
		return this.trouble !== undefined;
	}

	/** Notes that a poll is starting. */
	begin(): void {
		this.attempts += 1;
	}

	/** Notes what a poll showed. */
	note(seen: NotYet): void {
		if (seen.state === undefined) {
			this.trouble = seen;
			return;
		}
		this.known = seen;
		this.trouble = undefined;
	}

	/** Notes that a poll had no answer within its time, in milliseconds. */
	noteSilence(forMs: number): void {
		const before = this.trouble;
		const reason = `no response within ${inWords(forMs)}`;
		this.trouble = {
			// The server may have asked for a pause, which the request then waited for.
			reason: before === undefined ? reason : `${reason}, and before that: ${before.reason}`,
			hint: before?.hint ?? 'Check whether the server can be reached, and try again later',
		};
	}

	/** @returns the output once the thing has happened */
	report(lastState: string): WaitReport {
		return {
			attempts: this.attempts,
			lastState,
			elapsedMs: Math.round(this.elapsedMs()),
		};
	}

	/** @returns the problem that ended the wait, with how long it took unless it ended at once */
	failure(problem: Problem): Problem {
		if (this.attempts === 1 || problem instanceof Cancelled) return problem;
		return problem.with({ message: `${problem.message} (${this.times()} in ${this.time()})` });
	}

	/** @returns the problem of a wait whose time is up */
	timeIsUp(): Problem {
		const { known, trouble, target } = this;
		const because = known?.reason === undefined ? '' : ` (${known.reason})`;
		const ends = [
			known && `the last state was '${known.state}'${because}`,
			trouble && `the last attempt failed: ${trouble.reason}`,
		].filter((end) => end !== undefined);
		const message = `Waited ${this.time()} for the ${target.what} (${this.times()}); ${ends.join(', but ')}`;
		return new Problem(message, { hint: (trouble ?? known)?.hint ?? target.hint });
	}

	private times(): string {
		return this.attempts === 1 ? '1 attempt' : `${this.attempts} attempts`;
	}

	/** In whole seconds, if it took at least one. */
	private time(): string {
		const elapsed = this.elapsedMs();
		return inWords(Math.round(elapsed / 1000) * 1000 || Math.round(elapsed));
	}
}
