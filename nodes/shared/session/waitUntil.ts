import type { Property } from '../parameters/propertyTypes';
import { inWords } from '../pure/duration';
import { asProblem, Cancelled, isTransient, Problem } from '../pure/problem';
import type { Clock } from '../scheduler/clock';

/** What one poll of the thing waited for showed. */
export type PollResult<T> =
	| { done: T }
	/** Still under way; the state is named if time runs out. */
	| { state: string }
	/** It will never come about. */
	| { failed: Problem };

/** How often to poll and how long. */
export interface WaitLimits {
	intervalMs: number;
	limitMs: number;
}

/** The fields of every waiting operation, with its defaults in seconds. */
export const waitProperties = (interval: number, limit: number) =>
	[
		{
			displayName: 'Interval (Seconds)',
			name: 'waitInterval',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: interval,
			description: 'How long to wait between two looks, at least one second',
		},
		{
			displayName: 'Give Up After (Seconds)',
			name: 'waitLimit',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: limit,
			description: 'How long to wait altogether; the item fails when this time is over',
		},
		{
			displayName:
				'Waiting holds the execution (and, in queue mode, a place of the worker). To wait for hours, use a Schedule Trigger or the Chainstack Trigger instead.',
			name: 'waitNotice',
			type: 'notice',
			default: '',
		},
	] as const satisfies readonly Property[];

/**
 * Reads the limits of a wait.
 * @throws Problem for an interval of less than a second, or one that is longer than the whole wait
 */
export function waitLimits(values: { waitInterval: number; waitLimit: number }): WaitLimits {
	const { waitInterval, waitLimit } = values;
	if (!(waitInterval >= 1)) {
		throw new Problem(`'Interval (Seconds)' has to be at least 1, but it is ${waitInterval}`, {
			hint: 'Looking more often than once a second would only use up the rate limit',
		});
	}
	if (!(waitLimit >= waitInterval)) {
		throw new Problem(
			`'Give Up After (Seconds)' is ${waitLimit}, less than the interval of ${waitInterval}`,
			{ hint: 'Raise it, or lower the interval' },
		);
	}
	return { intervalMs: waitInterval * 1000, limitMs: waitLimit * 1000 };
}

/** What the last poll gets, even if time is all but up. Milliseconds. */
const SHORTEST_POLL_MS = 1000;

/**
 * Polls until the thing waited for has come about. Stops at once when the execution is cancelled.
 *
 * @param poll looks once; it is told how much time is left, in milliseconds, and should not take longer
 * @param what the thing and the state waited for, such as `node ND-1-2-3 to run`
 * @throws Problem when it failed for good, or when time ran out: that says the last state, how long was
 * waited and how often was looked; Cancelled
 */
export async function waitUntil<T>(
	what: string,
	poll: (leftMs: number) => Promise<PollResult<T>>,
	{ intervalMs, limitMs }: WaitLimits,
	{ clock, cancel }: { clock: Clock; cancel: AbortSignal },
): Promise<T> {
	const startedAt = clock.now();
	for (let polls = 1; ; polls += 1) {
		const leftMs = Math.max(SHORTEST_POLL_MS, limitMs - (clock.now() - startedAt));
		const seen = await pollOnce(async () => await poll(leftMs));
		if ('done' in seen) return seen.done;
		if ('failed' in seen) throw seen.failed;
		const waited = clock.now() - startedAt;
		if (waited >= limitMs) throw gaveUp(what, seen.state, waited, polls);
		// The last poll is made when time is up, however long the interval.
		await clock.sleep(Math.min(intervalMs, limitMs - waited), cancel);
		if (cancel.aborted) throw new Cancelled();
	}
}

/** A busy or silent service says nothing about the thing waited for: that is one poll without a result. */
async function pollOnce<T>(poll: () => Promise<PollResult<T>>): Promise<PollResult<T>> {
	try {
		return await poll();
	} catch (error) {
		const problem = asProblem(error);
		return isTransient(problem) ? { state: `unknown: ${problem.message}` } : { failed: problem };
	}
}

function gaveUp(what: string, state: string, waited: number, polls: number): Problem {
	const times = polls === 1 ? 'once' : `${polls} times`;
	const time = inWords(Math.floor(waited / 1000) * 1000 || Math.floor(waited));
	return new Problem(
		`Waited ${time} for the ${what} and looked ${times}; its state is still '${state}'`,
		{
			hint: "Raise 'Give Up After', or look again later",
		},
	);
}
