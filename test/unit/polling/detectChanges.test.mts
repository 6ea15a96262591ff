import { describe, expect, it } from 'vitest';

import { makeChangeItem, type ChangeItem } from '../../../nodes/shared/polling/changeItem';
import { detectChanges } from '../../../nodes/shared/polling/detectChanges';
import { createEmptyState, type Memory } from '../../../nodes/shared/polling/memory';
import type { ReportRules } from '../../../nodes/shared/polling/reporting';
import type { Observation } from '../../../nodes/shared/polling/snapshot';
import { RULES } from '../fixtures/reportRules.mts';

const MINUTE = 60_000;

const see = (id: string, state: string, more: object = {}): Observation => ({
	id,
	name: `Node ${id}`,
	state,
	...more,
});

/** A poll that saw some objects, and nothing of others. */
function poll(
	memory: Memory,
	observations: Observation[],
	{
		unknown = [],
		at = 0,
		rules = RULES,
	}: { unknown?: string[]; at?: number; rules?: ReportRules } = {},
) {
	const snapshot = { observations, unknown: new Map(unknown.map((id) => [id, undefined])) };
	const state = { ...createEmptyState(), memory, polledAt: at };
	const detected = detectChanges(state, snapshot, rules);
	const context = { event: 'e', healthyState: rules.healthyState, polledAt: at, clockSetMs: 0 };
	const items = detected.changes.map((change) => makeChangeItem(change, context));
	return { changes: items, memory: detected.memory };
}

/** Plays polls of one object, one a minute; `-` is an object that is not watched, `?` one that is unknown. */
function changesIn(
	states: string,
	given: Partial<ReportRules> = {},
): Array<ChangeItem & { poll: number }> {
	let memory: Memory = new Map();
	const { confirmations: recoveryConfirmations = 1 } = given;
	const rules = { ...RULES, recoveryConfirmations, ...given };
	return states.split(' ').flatMap((state, minute) => {
		const observations = state === '-' || state === '?' ? [] : [see('a', state)];
		const unknown = state === '?' ? ['a'] : [];
		const detected = poll(memory, observations, { unknown, at: minute * MINUTE, rules });
		({ memory } = detected);
		return detected.changes.map((change) => ({ ...change, poll: minute }));
	});
}

/** Returns what was reported in which poll. */
function play(states: string, rules: Partial<ReportRules>): string[] {
	return changesIn(states, rules).map((change) => {
		const { poll: minute, from, to, confirmedAfter, changeCount, checks, kind } = change;
		const lasted = Number(change.unhealthySeconds) / 60;
		const words = [
			`${minute} ${String(from)}>${to} @${Date.parse(String(change.since)) / MINUTE}`,
			`×${String(confirmedAfter)}`,
		];
		if (kind === 'reminder') words.push(`again after ${lasted}`);
		else if (change.unhealthySeconds !== undefined) words.push(`+${lasted}`);
		if (changeCount !== undefined) words.push(`${String(changeCount)} in ${String(checks)}`);
		return words.join(' ');
	});
}

describe('detectChanges', () => {
	it.each(
		Object.entries({
			'nothing happens': 'up up up',
			'the initial state is not reported': 'down down',
			'a change': 'up down: 1 up>down @1',
			'a change to be confirmed twice': 'up down down down (3): 3 up>down @1',
			'flapping that settles': 'up down up down down (2): 4 up>down @3',
			'down and up': 'up down up: 1 up>down @1; 2 down>up @2 +1',
			'a downtime begins with the first bad state': 'up x x up up (2): 2 up>x @1; 4 x>up @3 +2',
			'a downtime of several states': 'up x y up: 1 up>x @1; 2 x>y @2; 3 y>up @3 +2',
			'no downtime before a good state was seen': 'down x up: 1 down>x @1; 2 x>up @2',
			'two downtimes': 'up x up y up: 1 up>x @1; 2 x>up @2 +1; 3 up>y @3; 4 y>up @4 +1',
			'a short recovery does not end a downtime':
				'up x x up x x up up (2): 2 up>x @1; 7 x>up @6 +5',
			'no longer watched and back with another state': 'up - down',
			'not watched in the middle of confirming': 'up down - down (2)',
			'unknown and changed': 'up ? down: 2 up>down @2',
			'unknown between confirmations': 'up down ? down (2): 3 up>down @1',
			'unknown in a downtime': 'up x ? up: 1 up>x @1; 3 x>up @3 +2',
			'an object that no longer exists, and counts as new when it returns':
				'up deleted deleted up x: 1 up>deleted @1; 4 up>x @4',
			'a deletion that is confirmed like any other state':
				'up deleted up deleted deleted (2): 4 up>deleted @3',
			'from one bad state to another': 'up x y y (2): 3 up>y @2',
			'a failure that keeps changing after it was reported': 'up x x y z y z y z (2): 2 up>x @1',
			'a failure that changes and then passes': 'up x y x up up (2)',
			'a failure that keeps changing': 'up x y x y x y (2): 4 up>y @1',
			'the end of a failure that keeps changing': 'up x y x y up up (2): 4 up>y @1; 6 y>up @5 +4',
			'one good state within such a failure': 'up x y x up y x y up (2)',
			'a downtime that began with another failure': 'up x y y up up (2): 3 up>y @2; 5 y>up @4 +3',
		}),
	)('%s: %s', (_, line) => {
		const [, states, confirmations = '1', reports = ''] =
			/^([^(:]+?)(?: \((\d)\))?(?:: (.*))?$/.exec(line) ?? [];
		const reported = play(states, { confirmations: Number(confirmations) });
		expect(reported.join('; ').replace(/ ×\d+/g, '')).toBe(reports);
	});

	it('emits the initial state when that is switched on, without waiting for confirmations', () => {
		const changes = changesIn('down down', { emitInitialState: true, confirmations: 3 });
		expect(changes).toMatchObject([{ poll: 0, from: null, to: 'down', confirmedAfter: 1 }]);
		expect(changes[0]).not.toHaveProperty('unhealthySeconds');
		expect(changesIn('up - up', { emitInitialState: true })).toHaveLength(2);
		expect(changesIn('up ? up', { emitInitialState: true })).toHaveLength(1);
	});

	it('keeps objects separate, in the order in which they were seen', () => {
		const known = { status: 'ok', state: 'up', since: 0 } as const;
		const memory = new Map(['a', 'b', 'c'].map((id) => [id, { ...known, name: id }]));
		const observations = [see('c', 'down'), see('a', 'down'), see('d', 'down')];
		const detected = poll(memory, observations, { unknown: ['b'], at: 1 });
		expect(detected.changes.map(({ id }) => id)).toEqual(['c', 'a']);
		expect([...detected.memory.keys()].sort()).toEqual(['a', 'b', 'c', 'd']);
		expect(detected.memory.get('b')).toEqual(memory.get('b'));
	});

	it('does not change the memory it was given, and remembers no facts, which may be many', () => {
		const streak = { state: 'x', since: 1, seen: 1 };
		const known = { name: 'a', status: 'pending', state: 'up', since: 0, streak } as const;
		const memory: Memory = new Map([['a', known]]);
		const before = structuredClone(memory);
		for (const state of ['up', 'x', 'y']) {
			const observation = see('a', state, { facts: { endpoint: 'far' } });
			const next = poll(memory, [observation], { rules: { ...RULES, confirmations: 2 } });
			expect(JSON.stringify([...next.memory])).not.toContain('far');
		}
		expect(memory).toEqual(before);
	});

	it.each(['__proto__', 'constructor', 'toString'])(
		'does not treat %s as an object it has seen',
		(id) => {
			expect(poll(new Map(), [see(id, 'up')]).changes).toEqual([]);
		},
	);
});

describe('a recovery', () => {
	it.each([
		['up x up up', { recoveryConfirmations: 2 }, ['1 up>x @1 ×1', '3 x>up @2 ×2 +1']],
		['up x up x up up', { recoveryConfirmations: 2 }, ['1 up>x @1 ×1', '5 x>up @4 ×2 +3']],
		[
			'up x x up',
			{ confirmations: 2, recoveryConfirmations: 1 },
			['2 up>x @1 ×2', '3 x>up @3 ×1 +2'],
		],
	])('has its own number of confirmations: %s', (states, rules, expected) => {
		expect(play(states, rules)).toEqual(expected);
	});
});

describe('an object that flaps', () => {
	const flapping = { changes: 4, polls: 6 };

	it.each(
		Object.entries({
			'is reported once, not at each change': 'up x up x up x up x: 4 up>flapping @1 ×4 4 in 4',
			'is reported as good again when it was stable for as many polls':
				'up x up x up up up up up up up: 4 up>flapping @1 ×4 4 in 4; 10 flapping>up @4 ×6 +3',
			'is reported as down when it stays down':
				'up x up x up x x x x x x x: 4 up>flapping @1 ×4 4 in 4; 11 flapping>x @5 ×6',
			'is not one that changes slowly': 'up x up up up up x up up up up x up',
			'counts observations, not polls': 'up x ? ? up ? ? x ? ? up: 10 up>flapping @1 ×4 4 in 4',
			'is not deleted by observations that are not in a row':
				'up x up x up deleted up deleted up: 4 up>flapping @1 ×4 4 in 4',
			'is not one whose failure keeps changing': 'up x y x y x y: 4 up>y @1 ×4',
			'can be deleted':
				'up x up x up deleted deleted: 4 up>flapping @1 ×4 4 in 4; 6 flapping>deleted @5 ×2 +4',
		}),
	)('%s: %s', (_, line) => {
		const [states, reports = ''] = line.split(': ');
		const rules = { confirmations: 2, recoveryConfirmations: 2, flapping };
		expect(play(states, rules).join('; ')).toBe(reports);
	});

	it('is not treated specially unless that is switched on', () => {
		expect(play('up x up x up', {})).toHaveLength(4);
	});
});

describe('an object that goes up and down', () => {
	const window = 20;
	const rhythms = Array.from({ length: 10 }, (_, up) =>
		Array.from({ length: 10 }, (__, down) => [up + 1, down + 1] as const),
	).flat();

	it.each([1, 2, 3])(
		'is reported at most four times within the window, and then to be flapping, with %i polls to confirm',
		(confirmations) => {
			for (const [up, down] of rhythms) {
				const round = [...Array<string>(up).fill('up'), ...Array<string>(down).fill('x')];
				const states = Array<string[]>(40).fill(round).flat();
				const reported = play(states.join(' '), {
					confirmations,
					recoveryConfirmations: confirmations,
					flapping: { changes: 6, polls: window },
				}).map((line) => ({ poll: Number.parseInt(line, 10), line }));
				for (const { poll, line } of reported) {
					const before = reported.filter((each) => each.poll > poll - window && each.poll < poll);
					const rhythm = `${up} up, ${down} down: ${line}`;
					expect(before.length, rhythm).toBeLessThanOrEqual(4);
					if (before.length === 4) expect(line, rhythm).toContain('>flapping');
				}
			}
		},
	);

	it('is reported to be flapping with what led to that', () => {
		const rule = { flapping: { changes: 6, polls: window } };
		expect(play('up up up up x x x x up up up up x x x x up up up up x', rule)).toEqual([
			'4 up>x @4 ×1',
			'8 x>up @8 ×1 +4',
			'12 up>x @12 ×1',
			'16 x>up @16 ×1 +4',
			'20 up>flapping @4 ×17 5 in 17',
		]);
	});

	it('is flapping too where it is trouble of changing kinds that is reported again and again', () => {
		const rule = { flapping: { changes: 6, polls: 8 } };
		const states = 'up x y x y x y x y y y y y y y y y';
		expect(play(states, rule)).toEqual([
			'1 up>x @1 ×1',
			'2 x>y @2 ×1',
			'3 y>x @3 ×1',
			'4 x>y @4 ×1',
			'5 y>flapping @1 ×5 5 in 5',
			'13 flapping>y @5 ×8',
		]);
	});
});

describe('an incident', () => {
	const incidents = (states: string, rules: Partial<ReportRules>): string[] => {
		const keys: string[] = [];
		return changesIn(states, { recoveryConfirmations: 1, ...rules }).map(
			({ to, incidentId, healthy }) => {
				if (!keys.includes(incidentId)) keys.push(incidentId);
				return `${to} ${healthy ? 'well' : 'ill'} ${keys.indexOf(incidentId) + 1}`;
			},
		);
	};

	it.each<[string, string, Partial<ReportRules>, string[]]>([
		[
			'lasts from the failure over changes of its kind and reminders to the recovery',
			'up x x x y up',
			{ remindAfterMs: 2 * MINUTE },
			['x ill 1', 'x ill 1', 'y ill 1', 'up well 1'],
		],
		[
			'is another one the next time',
			'up x up x up',
			{},
			['x ill 1', 'up well 1', 'x ill 2', 'up well 2'],
		],
		[
			'is continued by flapping while it lasts',
			'up x up x',
			{ flapping: { changes: 3, polls: 5 }, recoveryConfirmations: 2 },
			['x ill 1', 'flapping ill 1'],
		],
		[
			'is continued by flapping after it, until that ends; the next failure is another one',
			'up x x up x up up up up up up x',
			{ flapping: { changes: 3, polls: 5 } },
			['x ill 1', 'up well 1', 'flapping ill 1', 'up well 1', 'x ill 2'],
		],
		[
			'begins with flapping',
			'up x up x',
			{ flapping: { changes: 3, polls: 5 }, confirmations: 2 },
			['flapping ill 1'],
		],
		['ends with a deletion', 'up x deleted', {}, ['x ill 1', 'deleted ill 1']],
		['is a deletion alone', 'up deleted', {}, ['deleted ill 1']],
		['is none in a good first state', 'up x', { emitInitialState: true }, ['up well 1', 'x ill 2']],
	])('%s', (_, states, rules, expected) => {
		expect(incidents(states, rules)).toEqual(expected);
	});
});

describe('reminders', () => {
	const remindAfterMs = 3 * MINUTE;

	it.each<[string, string, Partial<ReportRules>, string[]]>([
		[
			'as long as an object is not good, and say for how long',
			'up x x x x x x x up up up up',
			{},
			['1 up>x @1 ×1', '4 x>x @1 ×1 again after 3', '7 x>x @1 ×1 again after 6', '8 x>up @8 ×1 +7'],
		],
		[
			'with the number of polls that confirmed what is reported again',
			'up x x x x x x y y y y y',
			{ confirmations: 2 },
			['2 up>x @1 ×2', '5 x>x @1 ×2 again after 4', '8 x>y @7 ×2', '11 y>y @7 ×2 again after 10'],
		],
		[
			'again from the start when the failure changes',
			'up x x y y y y',
			{},
			['1 up>x @1 ×1', '3 x>y @3 ×1', '6 y>y @3 ×1 again after 5'],
		],
		[
			'for what was down at first, which was not reported',
			'x x x x x x x up',
			{},
			['3 x>x @0 ×1 again after 3', '6 x>x @0 ×1 again after 6', '7 x>up @7 ×1'],
		],
		[
			'whatever the kind of trouble is by then, which is not reported again',
			'up x x y z y z y y y',
			{ confirmations: 2 },
			['2 up>x @1 ×2', '5 x>y @5 ×1 again after 4', '8 y>y @5 ×1 again after 7'],
		],
		[
			'for what was reported when it was first seen',
			'x x x x',
			{ emitInitialState: true },
			['0 null>x @0 ×1', '3 x>x @0 ×1 again after 3'],
		],
	])('are sent %s', (_, states, rules, expected) => {
		expect(play(states, { remindAfterMs, ...rules })).toEqual(expected);
	});

	it('are not sent while it is well or deleted', () => {
		const rules = { remindAfterMs, confirmations: 9, recoveryConfirmations: 9 };
		const states = 'up x x x x x x x x x up up up up deleted deleted deleted';
		expect(play(states, rules)).toEqual(['9 up>x @1 ×9']);
	});

	it('are off by default', () => {
		expect(play('up x x x x x x x', {})).toHaveLength(1);
	});
});

describe('levels', () => {
	it.each([
		['below reached below reached', ['', 'below>reached', '', '']],
		['reached reached', ['', '']],
		['-reached -below -reached', ['below>reached', '', 'below>reached']],
	])('are reported once, until their states start over (-): %s', (observed, expected) => {
		let memory: Memory = new Map();
		const rules = {
			...RULES,
			recoveryConfirmations: Infinity,
			healthyState: 'below',
			isLevel: true,
		};
		const reported = observed.split(' ').map((each, at) => {
			const isElsewhere = each.startsWith('-');
			const observation = see('a', each.replace('-', ''), { wasHealthy: isElsewhere });
			const state = { ...createEmptyState(), memory, polledAt: at };
			const snapshot = { observations: [observation], unknown: new Map(), isElsewhere };
			const detected = detectChanges(state, snapshot, rules);
			({ memory } = detected);
			return detected.changes.map(({ report: { from, to } }) => `${String(from)}>${to}`).join();
		});
		expect(reported).toEqual(expected);
	});
});
