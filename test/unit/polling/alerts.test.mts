import { describe, expect, it } from 'vitest';

import { detectChanges } from '../../../nodes/shared/polling/changes';
import type { Memory } from '../../../nodes/shared/polling/memory';
import type { LookRules } from '../../../nodes/shared/polling/objectLook';

const MINUTE = 60_000;

const RULES: LookRules = {
	confirmations: 1,
	recoveryConfirmations: 1,
	emitInitialState: false,
	isGood: (state) => state === 'up',
};

/** Plays polls of one object, one per minute, and returns what was reported in which. */
function play(states: string, rules: Partial<LookRules>): string[] {
	let memory: Memory = new Map();
	return states.split(' ').flatMap((state, poll) => {
		const observations = state === '?' ? [] : [{ id: 'a', name: 'a', state }];
		const unknown = new Set(state === '?' ? ['a'] : []);
		const now = poll * MINUTE;
		const detected = detectChanges(memory, { observations, unknown }, { ...RULES, ...rules }, now);
		({ memory } = detected);
		return detected.changes.map(
			({ from, to, since, downtimeMs, reminder, notGoodForMs, confirmedAfter, facts }) =>
				[
					`${poll} ${from}>${to} @${since / MINUTE}`,
					`×${confirmedAfter}`,
					...(downtimeMs === undefined ? [] : [`+${downtimeMs / MINUTE}`]),
					...(reminder ? [`again after ${(notGoodForMs ?? NaN) / MINUTE}`] : []),
					...(facts?.changes === undefined ? [] : [`${facts.changes} in ${facts.looks}`]),
				].join(' '),
		);
	});
}

describe('a recovery', () => {
	it.each([
		['up x up up', { recoveryConfirmations: 2 }, ['1 up>x @1 ×1', '3 x>up @2 ×2 +1']],
		['up x up x up up', { recoveryConfirmations: 2 }, ['1 up>x @1 ×1', '5 x>up @4 ×2 +3']],
		['up x x up', { confirmations: 2 }, ['2 up>x @1 ×2', '3 x>up @3 ×1 +2']],
	])('has its own number of confirmations: %s', (states, rules, expected) => {
		expect(play(states, rules)).toEqual(expected);
	});
});

describe('an object that flaps', () => {
	const flapping = { changes: 4, looks: 6 };

	it.each([
		[
			'is reported once, not at each change',
			'up x up x up x up x',
			2,
			['4 up>flapping @1 ×4 4 in 4'],
		],
		[
			'is reported as good again when it was stable for as many polls',
			'up x up x up up up up up up up',
			2,
			['4 up>flapping @1 ×4 4 in 4', '10 flapping>up @4 ×6 +3'],
		],
		[
			'is reported as down when it stays down',
			'up x up x up x x x x x x x',
			2,
			['4 up>flapping @1 ×4 4 in 4', '11 flapping>x @5 ×6'],
		],
		['is not one that changes slowly', 'up x up up up up x up up up up x up', 2, []],
		[
			'counts observations, not polls',
			'up x ? ? up ? ? x ? ? up',
			2,
			['10 up>flapping @1 ×4 4 in 4'],
		],
		[
			'is not deleted by observations that are not in a row',
			'up x up x up deleted up deleted up',
			2,
			['4 up>flapping @1 ×4 4 in 4'],
		],
		['is not one whose failure keeps changing', 'up x y x y x y', 2, ['4 up>y @1 ×4']],
		[
			'can be deleted',
			'up x up x up deleted deleted',
			2,
			['4 up>flapping @1 ×4 4 in 4', '6 flapping>deleted @5 ×2'],
		],
	])('%s', (_, states, confirmations, expected) => {
		expect(play(states, { confirmations, recoveryConfirmations: confirmations, flapping })).toEqual(
			expected,
		);
	});

	it('is not treated specially unless that is switched on', () => {
		expect(play('up x up x up', {})).toHaveLength(4);
	});
});

describe('reminders', () => {
	const remindAfterMs = 3 * MINUTE;

	it('are sent as long as an object is not good, and say for how long', () => {
		expect(play('up x x x x x x x up up up up', { remindAfterMs })).toEqual([
			'1 up>x @1 ×1',
			'4 x>x @1 ×1 again after 3',
			'7 x>x @1 ×1 again after 6',
			'8 x>up @8 ×1 +7',
		]);
	});

	it('start again when the failure changes', () => {
		expect(play('up x x y y y y', { remindAfterMs })).toEqual([
			'1 up>x @1 ×1',
			'3 x>y @3 ×1',
			'6 y>y @3 ×1 again after 5',
		]);
	});

	it('are sent for what was down at the first look, which was not reported', () => {
		expect(play('x x x x x x x up', { remindAfterMs })).toEqual([
			'3 x>x @0 ×1 again after 3',
			'6 x>x @0 ×1 again after 6',
			'7 x>up @7 ×1',
		]);
	});

	it('are sent whatever the kind of trouble is by then, which is not reported again', () => {
		const rules = { remindAfterMs, confirmations: 2 };
		expect(play('up x x y z y z y y y', rules)).toEqual([
			'2 up>x @1 ×2',
			'5 x>y @5 ×1 again after 4',
			'8 y>y @5 ×1 again after 7',
		]);
	});

	it('are not sent while a look finds it well or deleted', () => {
		const rules = { remindAfterMs, confirmations: 9, recoveryConfirmations: 9 };
		const states = 'up x x x x x x x x x up up up up deleted deleted deleted';
		expect(play(states, rules)).toEqual(['9 up>x @1 ×9']);
	});

	it('are sent for what was reported when it was first seen', () => {
		expect(play('x x x x', { remindAfterMs, emitInitialState: true })).toEqual([
			'0 null>x @0 ×1',
			'3 x>x @0 ×1 again after 3',
		]);
	});

	it('are off by default', () => {
		expect(play('up x x x x x x x', {})).toHaveLength(1);
	});
});

describe('an object that no longer exists', () => {
	it('is reported once, and counts as new when it returns', () => {
		expect(play('up deleted deleted up x', { confirmations: 1 })).toEqual([
			'1 up>deleted @1 ×1',
			'4 up>x @4 ×1',
		]);
	});

	it('is confirmed like any other state', () => {
		expect(play('up deleted up deleted deleted', { confirmations: 2 })).toEqual([
			'4 up>deleted @3 ×2',
		]);
	});
});

describe('a new period', () => {
	it.each([
		['below1 reached1 reached2 reached2', ['', 'below>reached', 'below>reached', '']],
		['reached1 reached1 below1 reached1', ['', '', '', '']],
		['reached1 below2 reached2', ['', '', 'below>reached']],
	])('begins with its starting state, which is not reported: %s', (looks, expected) => {
		let memory: Memory = new Map();
		const rules = {
			...RULES,
			isGood: () => true,
			isSame: (from: string, to: string) => from === 'reached' && to === 'below',
			startOfPeriod: 'below',
		};
		const told = looks.split(' ').map((look, minute) => {
			const [state, period] = [look.slice(0, -1), look.slice(-1)];
			const snapshot = {
				observations: [{ id: 'a', name: 'a', state, period }],
				unknown: new Set<string>(),
			};
			const detected = detectChanges(memory, snapshot, rules, minute * MINUTE);
			({ memory } = detected);
			return detected.changes.map(({ from, to }) => `${from}>${to}`).join();
		});
		expect(told).toEqual(expected);
	});
});
