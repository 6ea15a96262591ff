import type { IPollFunctions } from 'n8n-workflow';

import { formatDuration } from '../text/duration';
import { omit } from '../text/json';
import { isTransient, type Problem } from '../text/problem';
import { log } from './pollLog';

/**
 * Why polls cannot check: the API key is rejected, what is watched cannot be read at present, or a setting does not
 * work, which only the user can change.
 */
type OutageKind = keyof typeof OUTAGES;

/** Polls that could not check, with no more than a few good ones in between. */
interface Outage {
	since: number;
	polls: number;
	/** How many of them there were in a row. */
	inRow: number;
	/** How many polls in a row could check since the last of them, and when the first of these began. */
	good: number;
	goodFrom?: number;
	/** Whether one of them was made to fail. */
	hasFailed?: true;
}

/** Why polls cannot check, and what was told about it. */
export interface Outages {
	/** Those that have not ended. */
	readonly open?: { readonly [K in OutageKind]?: Outage };
	/** When a poll was last made to fail for each reason. */
	readonly failedAt?: { readonly [K in OutageKind]?: number };
}

/**
 * Reasons for the log, and which poll in a row is the first to fail: a list that cannot be read may be readable again
 * in the next poll; after some in a row silence would be misleading.
 */
const OUTAGES = {
	misconfigured: { reason: 'its settings did not work', failsFrom: 1 },
	rejected: { reason: 'the API key was rejected', failsFrom: 1 },
	unreadable: { reason: 'what it watches could not be read', failsFrom: 3 },
} as const;

/** A reason fails no more than one execution in this time. Milliseconds. */
const LEAST_BETWEEN_MS = 3_600_000;

/** How often a lasting outage fails an execution where the user sets no interval. Milliseconds. */
const FAIL_AGAIN_MS = 86_400_000;

/** One good poll between failing ones does not end an outage. */
const LEAST_GOOD_POLLS = 2;

/**
 * A meaningless answer is caused by a proxy or the like and may pass, and so may a 401 that is not from the API itself;
 * a rejected key and an invalid field stay as they are.
 */
function classify(problem: Problem): OutageKind {
	const { httpStatus, isFromService } = problem;
	if (isFromService && (httpStatus === 401 || httpStatus === 403)) return 'rejected';
	return isTransient(problem) || httpStatus !== undefined ? 'unreadable' : 'misconfigured';
}

/**
 * Counts a poll that could not check.
 * @param now when it began
 * @param mayFail whether it may fail at all
 * @param againMs how often a lasting outage fails an execution
 * @returns all outages, the one it belongs to, and whether it fails: one of each outage, and then one at each interval
 */
export function countFailure(
	{ open, failedAt }: Outages,
	problem: Problem,
	now: number,
	{ mayFail, againMs = FAIL_AGAIN_MS }: { mayFail: boolean; againMs?: number },
): { outages: Outages; outage: Outage; fails: boolean } {
	const kind = classify(problem);
	const before: Outage = open?.[kind] ?? { since: now, polls: 0, inRow: 0, good: 0 };
	const outage: Outage = {
		...omit(before, 'goodFrom'),
		polls: before.polls + 1,
		inRow: before.inRow + 1,
		good: 0,
	};
	const sinceFailed = now - (failedAt?.[kind] ?? -Infinity);
	const isDue = before.hasFailed
		? sinceFailed >= Math.max(againMs, LEAST_BETWEEN_MS)
		: outage.inRow >= OUTAGES[kind].failsFrom && sinceFailed >= LEAST_BETWEEN_MS;
	const fails = isDue && mayFail;
	if (fails) outage.hasFailed = true;
	return {
		outages: {
			open: { ...open, [kind]: outage },
			failedAt: fails ? { ...failedAt, [kind]: now } : failedAt,
		},
		outage,
		fails,
	};
}

/**
 * Counts a poll that could check.
 * @param now when it began
 * @param recoveryConfirmations how many polls in a row confirm a recovery
 * @returns the outages that go on, and those that ended with it
 */
export function countSuccess(
	{ open = {}, failedAt }: Outages,
	now: number,
	recoveryConfirmations: number,
) {
	const enough = Math.max(LEAST_GOOD_POLLS, recoveryConfirmations);
	const counted = Object.entries(open).map(
		([kind, { good, goodFrom = now, ...outage }]) =>
			[kind, { ...outage, inRow: 0, good: good + 1, goodFrom }] as const,
	);
	const ended = counted.filter(([, { good }]) => good >= enough);
	const going = counted.filter(([, { good }]) => good < enough);
	const outages: Outages = { open: Object.fromEntries(going), failedAt };
	return { outages, ended: ended as Array<readonly [OutageKind, Outage]> };
}

/** Logs that a poll could not check; while that lasts, ever more rarely, and since when. */
export function logSkipped(
	n8n: IPollFunctions,
	reason: string,
	{ polls, since }: Outage,
	now: number,
): void {
	if (!Number.isInteger(Math.log2(polls))) return;
	const count = polls === 1 ? 'a poll' : `${polls} polls in ${formatDuration(now - since)}`;
	log(n8n, `skipped ${count}: ${reason}`);
}

/** Logs that polls can check again. */
export function logEnds(
	n8n: IPollFunctions,
	ended: ReadonlyArray<readonly [OutageKind, Outage]>,
): void {
	for (const [kind, { since, polls, goodFrom = since }] of ended) {
		const { reason } = OUTAGES[kind];
		const count = polls === 1 ? 'one poll' : `${polls} polls`;
		const lasted = formatDuration(goodFrom - since);
		log(n8n, `can check again: ${reason} for ${lasted}, in ${count}`, 'info');
	}
}
