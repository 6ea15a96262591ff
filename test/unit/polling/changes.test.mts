import { describe, expect, it } from 'vitest';

import { detectChanges } from '../../../nodes/shared/polling/changes';
import type { Memory, Remembered } from '../../../nodes/shared/polling/memory';
import type { LookRules } from '../../../nodes/shared/polling/objectLook';
import type { Change } from '../../../nodes/shared/polling/report';
import type { Observation } from '../../../nodes/shared/polling/observation';

const RULES: LookRules = {
	confirmations: 1,
	recoveryConfirmations: 1,
	emitInitialState: false,
	isGood: (state) => state === 'up',
};
const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 1);
const at = (minute: number): number => START + minute * MINUTE;
const remembered = (name: string): Remembered => ({ name, state: 'up', since: at(0) });

const see = (id: string, state: string, more: object = {}): Observation => ({
	id,
	name: `Node ${id}`,
	state,
	...more,
});

/** Plays polls, one a minute, of one object; `-` is an object that is not watched, `?` one that is unknown. */
function play(states: string, rules: Partial<LookRules> = {}): Array<Change & { poll: number }> {
	let memory: Memory = new Map();
	const { confirmations: recoveryConfirmations = 1 } = rules;
	const all = { ...RULES, recoveryConfirmations, ...rules };
	return states.split(' ').flatMap((state, poll) => {
		const observations = state === '-' || state === '?' ? [] : [see('a', state)];
		const unknown = new Set(state === '?' ? ['a'] : []);
		const detected = detectChanges(memory, { observations, unknown }, all, at(poll));
		({ memory } = detected);
		return detected.changes.map((change) => ({ ...change, poll }));
	});
}

describe('detectChanges', () => {
	it.each<[string, string, number, string[]]>([
		['nothing happens', 'up up up', 1, []],
		['the initial state is not reported', 'down down', 1, []],
		['a change', 'up down', 1, ['1 up>down @1']],
		['a change that lasts', 'up down down down', 1, ['1 up>down @1']],
		['a change to be confirmed', 'up down down', 2, ['2 up>down @1']],
		['a change to be confirmed twice', 'up down down down', 3, ['3 up>down @1']],
		['not confirmed yet', 'up down', 2, []],
		['flapping', 'up down up down up', 2, []],
		['flapping that settles', 'up down up down down', 2, ['4 up>down @3']],
		['back before it was confirmed', 'up down up up', 2, []],
		['down and up', 'up down up', 1, ['1 up>down @1', '2 down>up @2 +1']],
		[
			'a downtime begins with the first bad state',
			'up x x up up',
			2,
			['2 up>x @1', '4 x>up @3 +2'],
		],
		['a downtime of several states', 'up x y up', 1, ['1 up>x @1', '2 x>y @2', '3 y>up @3 +2']],
		['no downtime before a good state was seen', 'down x up', 1, ['1 down>x @1', '2 x>up @2']],
		[
			'two downtimes',
			'up x up y up',
			1,
			['1 up>x @1', '2 x>up @2 +1', '3 up>y @3', '4 y>up @4 +1'],
		],
		[
			'a short recovery does not end a downtime',
			'up x x up x x up up',
			2,
			['2 up>x @1', '7 x>up @6 +5'],
		],
		['no longer watched', 'up -', 1, []],
		['no longer watched and back with another state', 'up - down', 1, []],
		['not watched in the middle of confirming', 'up down - down', 2, []],
		['unknown', 'up ? ?', 1, []],
		['unknown and changed', 'up ? down', 1, ['2 up>down @2']],
		['unknown between confirmations', 'up down ? down', 2, ['3 up>down @1']],
		['unknown in a downtime', 'up x ? up', 1, ['1 up>x @1', '3 x>up @3 +2']],
		['unknown from the start', '? up', 1, []],
		['from one bad state to another', 'up x y y', 2, ['3 up>y @2']],
		['a failure that keeps changing after it was reported', 'up x x y z y z y z', 2, ['2 up>x @1']],
		['a failure that changes and then passes', 'up x y x up up', 2, []],
		['a failure that keeps changing', 'up x y x y x y', 2, ['4 up>y @1']],
		[
			'the end of a failure that keeps changing',
			'up x y x y up up',
			2,
			['4 up>y @1', '6 y>up @5 +4'],
		],
		['one good state within such a failure', 'up x y x up y x y up', 2, []],
		[
			'a downtime that began with another failure',
			'up x y y up up',
			2,
			['3 up>y @2', '5 y>up @4 +3'],
		],
	])('%s', (_, states, confirmations, expected) => {
		const told = play(states, { confirmations }).map(
			({ poll, from, to, since, downtimeMs }) =>
				`${poll} ${from}>${to} @${(since - START) / MINUTE}${
					downtimeMs === undefined ? '' : ` +${downtimeMs / MINUTE}`
				}`,
		);
		expect(told).toEqual(expected);
	});

	it('reports everything about a change', () => {
		const memory = new Map([['a', remembered('old name')]]);
		const observation = see('a', 'down', { facts: { reason: 'it is' } });
		const snapshot = { observations: [observation], unknown: new Set<string>() };
		expect(detectChanges(memory, snapshot, RULES, at(5), 7)).toEqual({
			changes: [
				{
					id: 'a',
					incidentId: `a#${at(5).toString(36)}`,
					name: 'Node a',
					healthy: false,
					from: 'up',
					to: 'down',
					since: at(5),
					confirmedAfter: 1,
					facts: { reason: 'it is' },
				},
			],
			memory: new Map([
				[
					'a',
					{
						name: 'Node a',
						state: 'down',
						since: at(5),
						incident: { key: at(5).toString(36), began: at(5), toldAt: at(5), isWhole: true },
						lookedIn: 7,
					},
				],
			]),
		});
	});

	it.each([
		[
			{ ...remembered('a'), state: 'down', incident: { key: 'k', began: at(0) } },
			'up',
			{ lastIncident: 'k' },
		],
		[
			remembered('a'),
			'down',
			{ incident: { key: at(5).toString(36), began: at(5), toldAt: at(5), isWhole: true } },
		],
	])(
		'remembers since when an object is not good, only as long as that lasts: %j',
		(known, to, more) => {
			const memory = new Map([['a', known]]);
			const snapshot = { observations: [see('a', to)], unknown: new Set<string>() };
			const detected = detectChanges(memory, snapshot, RULES, at(5));
			expect(detected.memory.get('a')).toEqual({
				name: 'Node a',
				state: to,
				since: at(5),
				lookedIn: 0,
				...more,
			});
		},
	);

	it.each([
		['up', {}],
		['down', { incident: { key: at(5).toString(36), began: at(5), toldAt: at(5) } }],
	])('notes that a failure was reported when the object was first seen: %s', (state, more) => {
		const snapshot = { observations: [see('a', state)], unknown: new Set<string>() };
		const rules = { ...RULES, emitInitialState: true };
		const { memory } = detectChanges(new Map(), snapshot, rules, at(5));
		expect(memory.get('a')).toEqual({
			name: 'Node a',
			state,
			since: at(5),
			lookedIn: 0,
			...more,
		});
	});

	it('emits the initial state when that is switched on, without waiting for confirmations', () => {
		const changes = play('down down', { emitInitialState: true, confirmations: 3 });
		expect(changes).toMatchObject([
			{ poll: 0, from: null, to: 'down', since: at(0), confirmedAfter: 1 },
		]);
		expect(changes[0]).not.toHaveProperty('downtimeMs');
		expect(play('up - up', { emitInitialState: true })).toHaveLength(2);
		expect(play('up ? up', { emitInitialState: true })).toHaveLength(1);
	});

	it('counts the polls in which a state was seen', () => {
		expect(play('up x x x', { confirmations: 3 })).toMatchObject([{ confirmedAfter: 3 }]);
		expect(play('up x x x x', { confirmations: 1 })).toMatchObject([{ confirmedAfter: 1 }]);
	});

	it('keeps objects separate, in the order in which they were seen', () => {
		const memory = new Map(['a', 'b', 'c'].map((id) => [id, remembered(id)]));
		const observations = [see('c', 'down'), see('a', 'down'), see('d', 'down')];
		const detected = detectChanges(memory, { observations, unknown: new Set(['b']) }, RULES, at(1));
		expect(detected.changes.map(({ id }) => id)).toEqual(['c', 'a']);
		expect([...detected.memory.keys()].sort()).toEqual(['a', 'b', 'c', 'd']);
		expect(detected.memory.get('b')).toEqual(memory.get('b'));
	});

	it('does not change the memory it was given', () => {
		const streak = { state: 'x', since: at(1), seen: 1, troubleSince: at(1), troubleSeen: 1 };
		const memory = new Map([['a', { ...remembered('a'), streak }]]);
		const before = structuredClone(memory);
		for (const state of ['up', 'x', 'y']) {
			detectChanges(
				memory,
				{ observations: [see('a', state)], unknown: new Set() },
				{ ...RULES, confirmations: 2 },
				at(2),
			);
		}
		expect(memory).toEqual(before);
	});

	it('does not remember facts, which may be many', () => {
		const observations = [see('a', 'up', { facts: { endpoint: 'x' } })];
		const snapshot = { observations, unknown: new Set<string>() };
		const { memory } = detectChanges(new Map(), snapshot, RULES, at(0));
		expect(memory).toEqual(new Map([['a', { ...remembered('Node a'), lookedIn: 0 }]]));
	});

	it.each(['__proto__', 'constructor', 'toString'])(
		'does not treat %s as an object it has seen',
		(id) => {
			const snapshot = { observations: [see(id, 'up')], unknown: new Set<string>() };
			const { changes } = detectChanges(new Map(), snapshot, RULES, at(0));
			expect(changes).toEqual([]);
		},
	);
});
