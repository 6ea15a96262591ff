import { isTransient, type Problem } from '../text/problem';

/**
 * Why polls cannot check: the API key is rejected, what is watched cannot be read at present, or a setting does not
 * work, which only the user can change.
 */
export type SpellKind = 'misconfigured' | 'rejected' | 'unreadable';

/** Polls in a row that could not check. */
export interface Spell {
	since: number;
	polls: number;
	/** When one of them was last made to fail. */
	failedAt?: number;
}

/** The spells that have not ended, by their kinds: a poll that checks ends all. */
export type Spells = { readonly [K in SpellKind]?: Spell };

/** Their reasons, for the log. */
export const SPELL_TEXTS: Readonly<Record<SpellKind, string>> = {
	misconfigured: 'its settings did not work',
	rejected: 'the API key was rejected',
	unreadable: 'what it watches could not be read',
};

/** A list that cannot be read may be readable again in the next poll; after so many in a row silence would be misleading. */
const UNREADABLE_POLLS = 3;

/** How often a lasting spell fails an execution where the user sets no interval. */
const FAIL_AGAIN_MS = 86_400_000;

/**
 * A meaningless answer is caused by a proxy or the like and may pass; a rejected key and an invalid field stay as they
 * are.
 */
export function classifySpell(problem: Problem): SpellKind {
	const { httpStatus } = problem;
	if (httpStatus === 401 || httpStatus === 403) return 'rejected';
	return isTransient(problem) || httpStatus !== undefined ? 'unreadable' : 'misconfigured';
}

/**
 * Counts a poll that could not check.
 * @param failAgainMs how often a lasting spell fails an execution
 * @returns the spell, and whether this poll is to fail: one of each spell, and then one at each interval
 */
export function countFailure(
	kind: SpellKind,
	before: Spell | undefined,
	now: number,
	failAgainMs = FAIL_AGAIN_MS,
): { spell: Spell; isDue: boolean } {
	const { since = now, polls = 0, failedAt } = before ?? {};
	const spell = { ...before, since, polls: polls + 1 };
	if (failedAt !== undefined) return { spell, isDue: now - failedAt >= failAgainMs };
	return { spell, isDue: kind !== 'unreadable' || spell.polls >= UNREADABLE_POLLS };
}
