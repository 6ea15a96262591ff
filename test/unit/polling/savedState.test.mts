import { describe, expect, it } from 'vitest';

import type { Remembered } from '../../../nodes/shared/polling/memory';
import {
	createEmptyState,
	readState,
	writeState,
	type PollState,
} from '../../../nodes/shared/polling/savedState';

const at = Date.UTC(2026, 10, 21);
const stamp = { process: 'p', number: 7, isLatest: true };

const save = (state: PollState): Record<string, never> => {
	const saved = {};
	writeState(saved, state, stamp);
	return JSON.parse(JSON.stringify(saved)) as Record<string, never>;
};

const failing: Remembered = {
	name: 'a name that is far longer than anybody would give to a node of theirs',
	state: 'invalidResponse',
	since: at,
	incident: { key: at.toString(36), began: at - 99_999, reportedAt: at, isWhole: true },
	streak: { since: at - 99_999, seen: 2, state: 'unreachable', stateSince: at, stateSeen: 2 },
	checkedIn: 20,
};

describe('a state', () => {
	it('is read as it was written, except for what only its process knows', () => {
		const notWatched = { since: at - 900, lengthMs: 5 };
		const state: PollState = {
			...{ event: 'nodeStatusChanged', selection: 'all' },
			memory: new Map<string, Remembered>([
				['__proto__', { ...failing, name: 'alpha', checkedIn: 9, period: '2026-11-01' }],
				['b', { ...failing, name: 'b', incident: { key: 'k2', began: at, notWatched } }],
				['c', { name: 'charlie', state: 'up', since: at, lastIncident: 'k3', checkedIn: 20 }],
			]),
			notes: { organization: 'RG-1' },
			spells: {
				unreadable: { since: at, polls: 2 },
				rejected: { since: at, polls: 9, failedAt: at + 3 },
			},
			...{ polls: 20, activatedAfter: 4, polledAt: at + 9, gaps: [60_000], clockSetMs: -7 },
		};
		expect(readState(save(state))).toStrictEqual({ state, stamp });
		const calmSince = { number: 4, at };
		const history = { number: 4, healthy: true, changes: [], reports: [], calmSince };
		const memory = new Map([...state.memory].map(([id, known]) => [id, { ...known, history }]));
		expect(readState(save({ ...state, memory })).state).toStrictEqual(state);
	});

	it.each([{}, { version: 99, memory: {}, polls: 7 }])(
		'that was never written, or in another format, is empty: %j',
		(saved) => {
			expect(readState(saved)).toStrictEqual({ state: createEmptyState() });
		},
	);

	it('shares nothing with what n8n keeps, which observes changes', () => {
		const state = {
			...createEmptyState(),
			gaps: [1],
			spells: { rejected: { since: 1, polls: 1 } },
		};
		const saved: { rest?: PollState } = {};
		writeState(saved as never, state, stamp);
		expect(saved.rest?.gaps).not.toBe(state.gaps);
		expect(saved.rest?.spells).not.toBe(state.spells);
		expect(readState(saved as never).state.gaps).not.toBe(saved.rest?.gaps);
	});

	it('of a thousand objects, all of them failing, is below 400 kB', () => {
		const ids = Array.from({ length: 1000 }, (_, index) => `ND-123-456-${index}`);
		const memory = new Map(ids.map((id) => [id, failing]));
		const text = JSON.stringify(save({ ...createEmptyState(), memory, polls: 20 }));
		expect(text.length).toBeLessThan(400_000);
	});
});
