import { describe, expect, it } from 'vitest';

import type { Remembered } from '../../../nodes/shared/polling/memory';
import {
	emptyState,
	readState,
	writeState,
	type PollState,
} from '../../../nodes/shared/polling/savedState';

const at = Date.UTC(2026, 10, 21);
const stamp = { process: 'p', number: 7, isLatest: true };

/** The wall clock was set forward by a second. */
const time = {
	toWall: (at: number) => at + 1000,
	fromWall: (at: number) => at - 1000,
};

const saved = (state: PollState): Record<string, never> => {
	const kept = {};
	writeState(kept, state, stamp, time);
	return JSON.parse(JSON.stringify(kept)) as Record<string, never>;
};

describe('a state', () => {
	it('is read as it was written, except for what only its process knows', () => {
		const object: Remembered = {
			name: 'alpha',
			state: 'down',
			since: at,
			incident: {
				key: 'k1',
				began: at - 1000,
				toldAt: at + 1,
				isWhole: true,
				notWatched: { since: at - 900, lengthMs: 5 },
			},
			period: '2026-11-01',
			streak: { state: 'up', since: at + 5, seen: 1, troubleSince: at - 7, troubleSeen: 3 },
			lookedIn: 9,
		};
		const met: Remembered = {
			name: 'bravo',
			state: 'down',
			since: at,
			incident: { key: 'k2', began: at },
			lookedIn: 12,
		};
		const well = { name: 'charlie', state: 'up', since: at, lastIncident: 'k3', lookedIn: 12 };
		const state: PollState = {
			watched: 'nodeStatusChanged all',
			memory: new Map([
				['__proto__', object],
				['b', met],
				['c', well],
			]),
			notes: { organization: 'RG-1' },
			spells: {
				unreadable: { since: at, polls: 2 },
				rejected: { since: at, polls: 9, failedAt: at + 3 },
			},
			polls: 12,
			activatedAfter: 4,
			polledAt: at + 9,
			gaps: [60_000, 59_000],
		};
		const kept = saved(state);
		expect(kept.memory).toMatchObject({ b: { t: at + 1000 } });
		expect(readState(kept, time)).toEqual({ state, stamp });
		const recent = {
			wasGood: true,
			looks: 4,
			changes: [],
			reports: [],
			changedIn: 1,
			calmSince: at,
		};
		const more = { ...state, memory: new Map([...state.memory, ['c', { ...well, recent }]]) };
		expect(readState(saved(more as PollState), time).state).toEqual(state);
	});

	it('that was never written is empty', () => {
		expect(readState({}, time)).toEqual({ state: emptyState() });
	});

	it.each([
		{ version: 1, memory: 7, watched: 5, notes: [], spells: [], by: 'x', gaps: 3, polledAt: '1' },
		{ version: 1, memory: { a: null, b: { s: 1, t: 2 }, c: { s: 'up', t: 'x' } } },
		{ version: 1, spells: { rejected: 5, unreadable: ['x', 1] }, gaps: ['1'] },
		{ version: 99, memory: { a: { n: 'a', s: 'up', t: 1 } }, polls: 7 },
	])('that is invalid is treated as missing: %j', (kept) => {
		expect(readState(kept as never, time)).toStrictEqual({ state: emptyState() });
	});

	it.each([
		{ i: 'x', w: 3, k: 5, e: 5, p: 7, l: 'x' },
		{ i: [1, 2], p: ['down', 1] },
		// No date is that late or early, and a report of it could not be written.
		{ i: ['k', 4e15 + 1], p: ['down', 1e300, 1, 1, 1] },
		{ i: ['k', '1'], p: ['down', 1, 'x', 1, 1] },
		{ p: ['down', 1, 1, 1, null] },
	])('of an object keeps its valid parts: %j', (fields) => {
		const kept = {
			version: 1,
			polls: 3,
			memory: { a: { n: 'alpha', s: 'up', t: 1001, ...fields } },
		};
		expect(readState(kept as never, time).state.memory.get('a')).toStrictEqual({
			name: 'alpha',
			state: 'up',
			since: 1,
			lookedIn: 3,
		});
	});

	it('stores nothing for empty parts', () => {
		const object = { name: 'alpha', state: 'up', since: at };
		const memory = new Map<string, Remembered>([
			['a', object],
			['b', { ...object, lookedIn: 20 }],
			['c', { ...object, lookedIn: 19 }],
		]);
		const short = { n: 'alpha', s: 'up', t: at + 1000 };
		expect(saved({ ...emptyState(), memory, polls: 20 }).memory).toStrictEqual({
			a: short,
			b: short,
			c: { ...short, l: 1 },
		});
	});

	it.each([
		['x'.repeat(40), 'x'.repeat(40)],
		['x'.repeat(41), `${'x'.repeat(39)}…`],
		// The cut would leave half of the last character.
		[`${'x'.repeat(38)}😀😀`, `${'x'.repeat(38)}…`],
	])('marks a name that is cut: %s', (name, short) => {
		const memory = new Map([['a', { name, state: 'up', since: at }]]);
		const read = readState(saved({ ...emptyState(), memory }), time);
		expect(read.state.memory.get('a')?.name).toBe(short);
	});

	it('of a thousand objects, all of them failing, is below 200 kB', () => {
		const object: Remembered = {
			name: 'a name that is far longer than anybody would give to a node of theirs',
			state: 'invalidResponse',
			since: at,
			incident: { key: at.toString(36), began: at, toldAt: at, isWhole: true },
			streak: { state: 'unreachable', since: at, seen: 2, troubleSince: at, troubleSeen: 2 },
			lookedIn: 1,
		};
		const ids = Array.from({ length: 1000 }, (_, index) => `ND-123-456-${index}`);
		const memory = new Map(ids.map((id) => [id, object]));
		const text = JSON.stringify(saved({ ...emptyState(), memory, polls: 20 }));
		expect(text.length).toBeLessThan(200_000);
	});
});
