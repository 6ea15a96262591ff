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
	it('is read as it was written, but for what only its process knows', () => {
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

	it('that nobody has written is empty', () => {
		expect(readState({})).toEqual({ state: emptyState() });
	});

	it('of the first form is read', () => {
		const since = new Date(at).toISOString();
		const memory = {
			a: { name: 'alpha', state: 'down', since, downSince: since, pending: { seen: 1 } },
			b: 'nonsense',
			c: { state: 'up', since: 'never' },
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
		{ version: 2, memory: 7, notes: [], unwatched: {}, by: 'x', skipped: '3' },
		{ version: 2, memory: { a: null, b: { s: 1, t: 2 }, c: { s: 'up', t: 'x' } } },
		{ version: 99, memory: { a: { n: 'a', s: 'up', t: 1 } } },
	])('that makes no sense is as good as none: %j', (kept) => {
		expect(readState(kept as never).state.memory.size).toBe(0);
	});

	it('of a thousand objects, all of them in trouble, is below 200 kB', () => {
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
