import type { RecentLooks } from './memory';
import type { Moment } from './moment';

/** State of an object that goes back and forth between well and not well. */
export const FLAPPING = 'flapping';

/**
 * An object that has changed between well and not well a given number of times within a given number of looks is
 * flapping, until it has not changed for as many looks.
 */
export interface FlappingRule {
	changes: number;
	looks: number;
}

/** @returns the recent looks with one more, limited to the rule's window */
export function noted(
	before: RecentLooks | undefined,
	isGood: boolean,
	now: Moment,
	rule: FlappingRule,
): RecentLooks {
	if (before === undefined)
		return { wasGood: isGood, looks: 1, changes: [], changedIn: 1, calmSince: now };
	const looks = before.looks + 1;
	const changes = before.changes.filter(({ look }) => look > looks - rule.looks);
	if (before.wasGood === isGood) return { ...before, looks, changes };
	return {
		wasGood: isGood,
		looks,
		changes: [...changes, { look: looks, at: now }],
		changedIn: looks,
		calmSince: now,
	};
}

/** Why an object counts as flapping. */
export interface Flapping {
	since: Moment;
	changes: number;
	/** Number of looks the changes were seen in. */
	looks: number;
}

/** @returns why it counts as flapping, if it does */
export function beginsToFlap(
	{ changes, looks }: RecentLooks,
	rule: FlappingRule,
): Flapping | undefined {
	if (changes.length < rule.changes) return undefined;
	const [first] = changes;
	return { since: first.at, changes: changes.length, looks: looks - first.look + 1 };
}

/** @returns whether a flapping object has not changed for as many looks as the rule says */
export function isCalm({ looks, changedIn }: RecentLooks, rule: FlappingRule): boolean {
	return looks - changedIn >= rule.looks;
}
