import { describe, expect, it } from 'vitest';

import { makeChangeItem, type ChangeItem } from '../../../nodes/shared/polling/changeItem';
import { detectChanges } from '../../../nodes/shared/polling/detectChanges';
import {
	createEmptyState,
	fromSaved,
	toSaved,
	type Memory,
} from '../../../nodes/shared/polling/memory';
import type { ReportRules } from '../../../nodes/shared/polling/reporting';

const MINUTE = 60_000;

const RULES: ReportRules = {
	confirmations: 2,
	recoveryConfirmations: 2,
	emitInitialState: false,
	healthyState: 'up',
	isGrouped: false,
	quiet: { isQuiet: () => false, isQuietInMaintenance: true },
};

/**
 * Plays polls of one object, one a minute: `up up (down down) up` is quiet in between. An object in `maintenance` is
 * quiet by itself.
 */
function itemsOf(
	text: string,
	given: Partial<ReportRules> = {},
): Array<ChangeItem & { poll: number }> {
	let memory: Memory = new Map();
	let quietSince: number | undefined;
	const rules = { ...RULES, ...given };
	return text.split(' ').flatMap((word, poll) => {
		const polledAt = poll * MINUTE;
		if (word.startsWith('(')) quietSince = polledAt;
		const state = word.replace(/[()]/g, '');
		const observation = { id: 'a', name: 'A', state, isInMaintenance: state === 'maintenance' };
		const before = { ...createEmptyState(), memory, polledAt, quietSince };
		const seen = state === '-' ? [] : [observation];
		const snapshot = {
			observations: seen,
			unknown: new Map(state === '-' ? [['a', undefined]] : []),
		};
		const found = detectChanges(before, snapshot, rules);
		// What is saved between two polls loses nothing but how often an object changed.
		const isSaved = rules.flapping === undefined;
		memory = isSaved
			? new Map([...found.memory].map(([id, object]) => [id, fromSaved(toSaved(object))]))
			: found.memory;
		if (word.endsWith(')')) quietSince = undefined;
		const context = { event: 'e', healthyState: 'up', polledAt, clockSetMs: 0 };
		return found.changes.map((change) => ({ ...makeChangeItem(change, context), poll }));
	});
}

/** Such as `5 up>down opened @2 quiet 1`: in poll 5, since 2, in a quiet time that began in poll 1. */
function play(text: string, rules?: Partial<ReportRules>): string[] {
	const minute = (date: unknown): number => Date.parse(String(date)) / MINUTE;
	return itemsOf(text, rules).map(({ poll, from, to, kind, since, quietSince }) => {
		const quiet = quietSince === undefined ? '' : ` quiet ${minute(quietSince)}`;
		return `${poll} ${String(from)}>${to} ${kind} @${minute(since)}${quiet}`;
	});
}

describe('a quiet time', () => {
	it.each([
		[
			'what began within it and goes on is reported once',
			'up (down down down) down down',
			['4 up>down opened @1 quiet 1'],
		],
		['what began and ended within it is not reported', 'up (down down down up up) up up', []],
		[
			'what began just before its end is confirmed as usual',
			'up (up up down) down down',
			['4 up>down opened @3 quiet 1'],
		],
		[
			'what began with its end has nothing to do with it',
			'up (up up) down down',
			['4 up>down opened @3'],
		],
		['a blip around its end is not reported', 'up (up down) up up', []],
		[
			'the end of what was reported before',
			'up down down (down up up up) up up',
			['2 up>down opened @1', '7 down>up ended @4 quiet 3'],
		],
		[
			'an end that is confirmed after it',
			'up down down (down down up) up up',
			['2 up>down opened @1', '6 down>up ended @5 quiet 3'],
		],
		[
			'what was reported before and goes on is reported again',
			'up down down (down down) down down',
			['2 up>down opened @1', '5 down>down reminder @1 quiet 3'],
		],
		[
			'also where it was healthy in between for too short',
			'up down down (down up down) down',
			['2 up>down opened @1', '6 down>down reminder @1 quiet 3'],
		],
		[
			'what is in another state by then',
			'up down down (down odd odd) odd',
			['2 up>down opened @1', '6 down>odd changed @4 quiet 3'],
		],
		[
			'an end, and what came after it',
			'up down down (up up down down) down',
			['2 up>down opened @1', '7 down>up ended @3 quiet 3', '7 up>down opened @5 quiet 3'],
		],
		[
			'an end, and several incidents after it that ended too',
			'up down down (up up down down up up) up',
			['2 up>down opened @1', '9 down>up ended @3 quiet 3'],
		],
		[
			'what is first seen in it, and fails',
			'- (up down down) down',
			['4 up>down opened @2 quiet 1'],
		],
		['what is first seen failing in it', '- (down down) down', ['3 down>down opened @1 quiet 1']],
		['what is first seen failing in it, and works by then', '- (down down up up) up', []],
		[
			'what is deleted in it',
			'up (up deleted deleted) deleted',
			['4 up>deleted changed @2 quiet 1'],
		],
		[
			'an incident of what is deleted in it',
			'up down down (down deleted) deleted',
			['2 up>down opened @1', '5 down>deleted ended @4 quiet 3'],
		],
		[
			'an incident that ended within it, of what is deleted since',
			'up down down (down up up) deleted deleted',
			['2 up>down opened @1', '6 down>up ended @4 quiet 3', '7 up>deleted changed @6 quiet 3'],
		],
		[
			'what could not be checked at its end',
			'up (down down) - - down',
			['5 up>down opened @1 quiet 1'],
		],
		[
			'two of them',
			'up (down down) down (down down) down up up',
			['3 up>down opened @1 quiet 1', '6 down>down reminder @1 quiet 4', '8 down>up ended @7'],
		],
	])('%s', (_, polls, expected) => {
		expect(play(polls)).toEqual(expected);
	});

	it('holds one incident for both parts of a failure that goes on, and two for those with an end between', () => {
		const ids = (polls: string): unknown[] => itemsOf(polls).map(({ incidentId }) => incidentId);
		expect(new Set(ids('up down down (down down) down up up')).size).toBe(1);
		const [opened, ended, next] = ids('up down down (up up down down) down');
		expect(ended).toBe(opened);
		expect(next).not.toBe(opened);
	});

	it('says how long it has been so', () => {
		const [item] = itemsOf('up (down down down down) down');
		expect(item).toMatchObject({
			summary: 'A is still down after 4 minutes',
			unhealthySeconds: 240,
			startedAt: '1970-01-01T00:01:00.000Z',
			quietSince: '1970-01-01T00:01:00.000Z',
			healthy: false,
		});
		const [, end] = itemsOf('up down down (down up up) up');
		expect(end).toMatchObject({
			summary: 'A is up again after 3 minutes',
			unhealthySeconds: 180,
			endedAt: '1970-01-01T00:04:00.000Z',
			healthy: true,
		});
	});

	it('lets reminders rest, which begin again after it', () => {
		const polls = 'up down down (down down down down) down down down down down';
		expect(play(polls, { remindAfterMs: 2 * MINUTE })).toEqual([
			'2 up>down opened @1',
			'7 down>down reminder @1 quiet 3',
			'9 down>down reminder @1',
			'11 down>down reminder @1',
		]);
	});

	it('does not count changes for flapping, and goes on to count calm', () => {
		const flapping = { changes: 3, polls: 5 };
		const rules = { confirmations: 1, recoveryConfirmations: 1, flapping };
		expect(play('up (down up down up down up down up up) up up', rules)).toEqual([]);
		expect(play('up (down up down up down) down', rules)).toEqual(['6 up>down opened @5 quiet 1']);
		// Calm since poll 4, and reported when the quiet time ends.
		const calm = 'up down up down up (up up up up up up up) up';
		expect(play(calm, rules).slice(-2)).toEqual([
			'3 up>flapping flapping @1',
			'12 flapping>up ended @4 quiet 5',
		]);
		const restless = 'up down up down (up down up down) up up up up up up';
		expect(play(restless, rules).slice(-3)).toEqual([
			'3 up>flapping flapping @1',
			'8 flapping>flapping reminder @1 quiet 4',
			'13 flapping>up ended @8',
		]);
	});
});

describe('maintenance', () => {
	it.each([
		['is a quiet time of one object', 'up maintenance maintenance maintenance up up', []],
		[
			'what fails after it',
			'up maintenance maintenance failed failed',
			['4 up>failed opened @1 quiet 1'],
		],
		[
			'what was reported before',
			'up failed failed maintenance maintenance up up',
			['2 up>failed opened @1', '6 failed>up ended @5 quiet 3'],
		],
	])('%s', (_, polls, expected) => {
		const found = play(polls);
		expect(found.map((each) => each.replace(/@\d+/, '@'))).toEqual(
			expected.map((each) => each.replace(/@\d+/, '@')),
		);
	});

	it('is a failure like others where that is not wanted', () => {
		expect(play('up maintenance maintenance', { quiet: undefined })).toEqual([
			'2 up>maintenance opened @1',
		]);
	});
});
