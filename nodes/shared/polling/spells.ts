import type { IPollFunctions } from 'n8n-workflow';

import { formatDuration } from '../text/duration';
import { isTransient, type Problem } from '../text/problem';
import type { PollState } from './memory';
import { log } from './pollLog';

/**
 * Why polls cannot check: the API key is rejected, what is watched cannot be read at present, or a setting does not
 * work, which only the user can change.
 */
type SpellKind = keyof typeof SPELLS;

/** Polls in a row that could not check. */
interface Spell {
	since: number;
	polls: number;
	/** When one of them was last made to fail. */
	failedAt?: number;
}

/** The spells that have not ended, by their kinds: a poll that checks ends all. */
export type Spells = { readonly [K in SpellKind]?: Spell };

/**
 * Reasons for the log, and which poll of a spell is the first to fail: a list that cannot be read may be readable again
 * in the next poll; after some in a row silence would be misleading.
 */
const SPELLS = {
	misconfigured: { reason: 'its settings did not work', failsFrom: 1 },
	rejected: { reason: 'the API key was rejected', failsFrom: 1 },
	unreadable: { reason: 'what it watches could not be read', failsFrom: 3 },
} as const;

/** How often a lasting spell fails an execution where the user sets no interval. */
const FAIL_AGAIN_MS = 86_400_000;

/**
 * A meaningless answer is caused by a proxy or the like and may pass; a rejected key and an invalid field stay as they
 * are.
 */
function classifySpell(problem: Problem): SpellKind {
	const { httpStatus } = problem;
	if (httpStatus === 401 || httpStatus === 403) return 'rejected';
	return isTransient(problem) || httpStatus !== undefined ? 'unreadable' : 'misconfigured';
}

/**
 * Counts a poll that could not check.
 * @param mayFail whether it may fail at all
 * @param failAgainMs how often a lasting spell fails an execution
 * @returns all spells, the one it belongs to, and whether it fails: one of each spell, and then one at each interval
 */
export function countFailure(
	{ spells, polledAt: now }: PollState,
	problem: Problem,
	mayFail: boolean,
	failAgainMs = FAIL_AGAIN_MS,
): { spells: Spells; spell: Spell; fails: boolean } {
	const kind = classifySpell(problem);
	const { since = now, polls = 0, failedAt } = spells[kind] ?? {};
	const isDue =
		failedAt === undefined ? polls + 1 >= SPELLS[kind].failsFrom : now - failedAt >= failAgainMs;
	const fails = isDue && mayFail;
	const spell = { since, polls: polls + 1, failedAt: fails ? now : failedAt };
	return { spells: { ...spells, [kind]: spell }, spell, fails };
}

/** Logs that a poll could not check; while that lasts, ever more rarely, and since when. */
export function logSkipped(
	n8n: IPollFunctions,
	reason: string,
	{ polls, since }: Spell,
	{ polledAt: now }: PollState,
): void {
	if (!Number.isInteger(Math.log2(polls))) return;
	const count = polls === 1 ? 'a poll' : `${polls} polls in ${formatDuration(now - since)}`;
	log(n8n, `skipped ${count}: ${reason}`);
}

/** Logs that polls can check again. */
export function logEnds(n8n: IPollFunctions, { spells, polledAt: now }: PollState): void {
	for (const [kind, { since, polls }] of Object.entries(spells)) {
		const { reason } = SPELLS[kind as SpellKind];
		const count = polls === 1 ? 'one poll' : `${polls} polls`;
		log(n8n, `can check again: ${reason} for ${formatDuration(now - since)}, in ${count}`, 'info');
	}
}
