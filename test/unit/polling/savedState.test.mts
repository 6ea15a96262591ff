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

const saved = (state: PollState): Record<string, never> => {
	const kept = {};
	writeState(kept, state, stamp);
	return JSON.parse(JSON.stringify(kept)) as Record<string, never>;
};

describe('a state', () => {
	it('is read as it was written, except for what only its process knows', () => {
		const object: Remembered = {
			name: 'alpha',
			state: 'down',
			since: { wallMs: at },
			downSince: { wallMs: at - 1000 },
			toldAt: { wallMs: at + 1 },
			period: '2026-11-01',
			pending: { state: 'up', since: { wallMs: at + 5 }, seen: 1 },
			trouble: { since: { wallMs: at - 7 }, seen: 3 },
			lookedIn: 9,
		};
		const state = {
			watched: 'nodeStatusChanged all',
			memory: new Map([['__proto__', object]]),
			notes: { organization: 'RG-1' },
			skipped: 2,
			unwatched: ['ND-9'],
			polls: 12,
		};
		expect(readState(saved(state))).toEqual({ state, stamp });
		const recent = {
			wasGood: true,
			looks: 4,
			changes: [],
			changedIn: 1,
			calmSince: { wallMs: at },
		};
		const known = { ...object, since: { wallMs: at, monotonicMs: 5 }, recent };
		const more = { ...state, memory: new Map([['__proto__', known]]) };
		expect(readState(saved(more)).state).toEqual(state);
	});

	it('that was never written is empty', () => {
		expect(readState({})).toEqual({ state: emptyState() });
	});

	it('of the first format is read', () => {
		const since = new Date(at).toISOString();
		const memory = {
			a: { name: 'alpha', state: 'down', since, downSince: since, pending: { seen: 1 } },
			b: 'nonsense',
			c: { state: 'up', since: 'never' },
			d: { state: 5, since },
		};
		const { state, stamp: none } = readState({
			watched: 'nodeStatusChanged all',
			memory,
			skipped: 1,
			unwatched: ['x'],
		});
		expect(none).toBeUndefined();
		const moment = { wallMs: at };
		expect(state).toEqual({
			...emptyState(),
			watched: 'nodeStatusChanged all',
			memory: new Map([
				['a', { name: 'alpha', state: 'down', since: moment, downSince: moment, toldAt: moment }],
			]),
			skipped: 1,
			unwatched: ['x'],
		});
	});

	it.each([
		{ version: 2, memory: 7, watched: 5, notes: [], unwatched: {}, by: 'x', skipped: '3' },
		{ version: 2, memory: { a: null, b: { s: 1, t: 2 }, c: { s: 'up', t: 'x' } } },
		{ version: 99, memory: { a: { n: 'a', s: 'up', t: 1 } } },
	])('that is invalid is treated as missing: %j', (kept) => {
		expect(readState(kept as never)).toStrictEqual({ state: emptyState() });
	});

	it.each([
		{ d: 'x', a: null, e: 5, p: 7, r: {}, l: 'x' },
		{ d: NaN, p: ['down', 1], r: [1] },
		// No date is that late or early, and a report of it could not be written.
		{ d: 8.64e15 + 1, a: -1e300, p: ['down', 1e300, 1] },
		{ d: '1', p: ['down', 'x', 1], r: ['x', 1] },
	])('of an object keeps its valid parts: %j', (fields) => {
		const kept = { version: 2, polls: 3, memory: { a: { n: 'alpha', s: 'up', t: 1, ...fields } } };
		expect(readState(kept as never).state.memory.get('a')).toStrictEqual({
			name: 'alpha',
			state: 'up',
			since: { wallMs: 1 },
			lookedIn: 3,
		});
	});

	it('stores nothing for empty parts', () => {
		const object = { name: 'alpha', state: 'up', since: { wallMs: at } };
		const memory = new Map<string, Remembered>([
			['a', object],
			['b', { ...object, lookedIn: 20 }],
			['c', { ...object, lookedIn: 19 }],
		]);
		const short = { n: 'alpha', s: 'up', t: at };
		expect(saved({ ...emptyState(), memory, polls: 20 }).memory).toStrictEqual({
			a: short,
			b: short,
			c: { ...short, l: 1 },
		});
	});

	it('keeps at most a hundred IDs that cannot be watched', () => {
		const unwatched = Array.from({ length: 101 }, (_, index) => `ND-${index}`);
		expect(saved({ ...emptyState(), unwatched }).unwatched).toEqual(unwatched.slice(0, 100));
	});

	it('of a thousand objects, all of them failing, is below 200 kB', () => {
		const object: Remembered = {
			name: 'a name that is far longer than anybody would give to a node of theirs',
			state: 'invalidResponse',
			since: { wallMs: at },
			downSince: { wallMs: at },
			toldAt: { wallMs: at },
			pending: { state: 'unreachable', since: { wallMs: at }, seen: 2 },
			lookedIn: 1,
		};
		const ids = Array.from({ length: 1000 }, (_, index) => `ND-123-456-${index}`);
		const memory = new Map(ids.map((id) => [id, object]));
		const text = JSON.stringify(saved({ ...emptyState(), memory, polls: 20 }));
		expect(text.length).toBeLessThan(200_000);
	});
});
