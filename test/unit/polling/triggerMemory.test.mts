import { describe, expect, it } from 'vitest';

import type { Remembered } from '../../../nodes/shared/polling/memory';
import {
	createEmptyState,
	TriggerMemory,
	type LoadedState,
	type PollState,
} from '../../../nodes/shared/polling/triggerMemory';

let now = 1_000_000;
let setByMs = 0;
const clock = { now: () => now, wallMs: () => 5_000_000 + now + setByMs };
const memoryOf = (process: string) => new TriggerMemory(process, clock);

type Kept = Record<string, never>;

const activation = { isActivation: true, isScheduled: false };
const usual = { isActivation: false, isScheduled: false };
const scheduled = { isActivation: false, isScheduled: true };
const copy = (kept: Kept): Kept => JSON.parse(JSON.stringify(kept)) as Kept;
const knowing = (state: string, isPending = false) => {
	const streak = { since: 1, seen: 1, state: 'x', stateSince: 1, stateSeen: 1 };
	const object = { name: 'a', state, since: 0, ...(isPending && { streak }) };
	return { ...createEmptyState(), memory: new Map([['a', object]]) };
};
const stateIn = (loaded: LoadedState | undefined) => loaded?.state.memory.get('a')?.state;

describe('the memory of a trigger', () => {
	it('is kept where the node was renamed, so that n8n passes in nothing', () => {
		const before = memoryOf('p');
		const saved: Kept = {};
		before.load(saved, activation);
		before.save(saved, knowing('down'), 'report', false);
		const memory = memoryOf('q');
		memory.load(saved, activation);
		memory.save(saved, knowing('up'), 'nothing', true);
		expect(stateIn(memory.load({}, activation))).toBe('up');
		const restarted = memoryOf('r');
		expect(stateIn(restarted.load({}, activation))).toBeUndefined();
	});

	it('is what it was before a report that n8n may have dropped at an activation', () => {
		const memory = memoryOf('p');
		const saved: Kept = {};
		memory.load(saved, activation);
		memory.save(saved, knowing('up'), 'nothing', true);
		const kept = copy(saved);
		memory.load(kept, usual);
		memory.save(kept, knowing('down'), 'report', false);
		expect(stateIn(memory.load(copy(saved), activation))).toBe('up');
	});

	it('is what was reported in a scheduled poll, even if n8n could not save it', () => {
		const memory = memoryOf('p');
		memory.load({}, scheduled);
		memory.save({}, knowing('up'), 'nothing', false);
		memory.load({}, scheduled);
		memory.save({}, knowing('down'), 'report', false);
		expect(stateIn(memory.load({}, scheduled))).toBe('down');
	});

	it('is what it was before a report that n8n did not save, where it saves each state', () => {
		const memory = memoryOf('p');
		const saved: Kept = {};
		memory.load(copy(saved), scheduled);
		memory.save(saved, knowing('up'), 'nothing', false);
		const kept = copy(saved);
		memory.load(kept, scheduled);
		memory.save(kept, knowing('up'), 'nothing', false);
		memory.load(kept, scheduled);
		memory.save(copy(kept), knowing('down'), 'report', false);
		now += 10_000;
		expect(stateIn(memory.load(copy(kept), scheduled))).toBe('up');
	});

	it('is not used while n8n may still be saving a report, where it saves each state', () => {
		const memory = memoryOf('p');
		const saved: Kept = {};
		memory.load({}, scheduled);
		memory.save(saved, knowing('up'), 'nothing', false);
		const before = copy(saved);
		memory.load(saved, scheduled);
		memory.save(saved, knowing('down'), 'report', false);
		now += 2000;
		expect(memory.load(copy(before), scheduled)).toBeUndefined();
		now += 8000;
		expect(stateIn(memory.load(copy(before), scheduled))).toBe('up');
	});

	it('is that of this process, with unsaved parts, where n8n passes in what it wrote', () => {
		const memory = memoryOf('p');
		const [first, second, reported] = ['up', 'x', 'down'].map((state) => knowing(state));
		const [afterFirst, afterReport]: Kept[] = [{}, {}];
		expect(memory.load({}, scheduled)?.isUnsaved).toBe(false);
		memory.save(afterFirst, first, 'nothing', true);
		const saved = memory.load(copy(afterFirst), scheduled);
		expect(saved?.state).toBe(first);
		expect(saved?.isUnsaved).toBe(false);
		memory.save({}, second, 'nothing', false);
		const unsaved = memory.load(copy(afterFirst), scheduled);
		expect(unsaved?.state).toBe(second);
		expect(unsaved?.isUnsaved).toBe(true);
		memory.save(afterReport, reported, 'report', false);
		const heard = memory.load(copy(afterReport), scheduled);
		expect(heard?.state).toBe(reported);
		expect(heard?.isUnsaved).toBe(false);
	});

	it('has no counts in another process, unless n8n saves each poll', () => {
		const saved: Kept = {};
		const first = memoryOf('p');
		first.load({}, usual);
		first.save(saved, knowing('up', true), 'report', false);
		const countsIn = (kept: Kept) =>
			memoryOf('q').load(copy(kept), usual)?.state.memory.get('a')?.streak;
		expect(countsIn(saved)).toBeUndefined();
		first.load(saved, usual);
		first.save(saved, knowing('up', true), 'nothing', false);
		expect(countsIn(saved)).toBeDefined();
		first.load(saved, usual);
		first.save(saved, knowing('up', true), 'report', false);
		expect(countsIn(saved)).toBeUndefined();
	});

	it('has what is pending in another process although n8n once passed in an older state', () => {
		const memory = memoryOf('p');
		const saved: Kept = {};
		memory.load({}, scheduled);
		memory.save(saved, knowing('up'), 'nothing', false);
		const before = copy(saved);
		memory.load(saved, scheduled);
		memory.save(saved, knowing('up'), 'nothing', false);
		// A poll that n8n catches up on gets what was saved before the last poll.
		expect(memory.load(before, scheduled)?.isUnsaved).toBe(false);
		memory.save(saved, knowing('up', true), 'report', false);
		const loaded = memoryOf('q').load(copy(saved), scheduled);
		expect(loaded?.state.memory.get('a')?.streak).toBeDefined();
	});

	it('waits for a report to be saved also after a poll that failed, which n8n does not save', () => {
		const memory = memoryOf('p');
		const saved: Kept = {};
		memory.load({}, scheduled);
		memory.save(saved, knowing('up'), 'nothing', false);
		now += 60_000;
		memory.load(saved, scheduled);
		memory.save(copy(saved), knowing('up'), 'failure', false);
		now += 60_000;
		memory.load(saved, scheduled);
		memory.save(copy(saved), knowing('down'), 'report', false);
		now += 1000;
		expect(memory.load(saved, scheduled)).toBeUndefined();
	});
});

describe('the time of a trigger', () => {
	const pass = (ms: number): void => {
		now += 60_000;
		setByMs += ms;
	};

	it('goes on as if the wall clock had not been set, and says how far that is ahead', () => {
		const memory = memoryOf('p');
		const saved: Kept = {};
		const loads = () => {
			const loaded = memory.load(saved, usual);
			memory.save(saved, loaded?.state ?? createEmptyState(), 'report', false);
			return loaded;
		};
		const first = loads()?.now as number;
		pass(7_200_000);
		expect(loads()).toMatchObject({ now: first + 60_000, state: { clockSetMs: 7_200_000 } });
		pass(-7_200_000);
		expect(loads()).toMatchObject({ now: first + 120_000, state: { clockSetMs: 0 } });
		// As long as the clocks hardly differ, it follows the wall clock.
		pass(900);
		expect(loads()).toMatchObject({ now: first + 180_900, state: { clockSetMs: 0 } });
	});

	it('goes on in another process, for which the wall clock counts as it is', () => {
		const memory = memoryOf('p');
		const saved: Kept = {};
		const first = memory.load(saved, usual)?.now as number;
		pass(7_200_000);
		memory.save(saved, memory.load(saved, usual)?.state ?? createEmptyState(), 'report', false);
		pass(3_600_000);
		expect(memoryOf('q').load(saved, usual)).toMatchObject({
			now: first + 120_000 + 3_600_000,
			state: { clockSetMs: 7_200_000 },
		});
	});
});

const at = Date.UTC(2026, 10, 21);

/** @returns what n8n saves where it saves each poll */
const save = (state: PollState): Kept => {
	const saved: Kept = {};
	memoryOf('p').save(saved, state, 'nothing', false);
	return copy(saved);
};
const read = (saved: Kept) => memoryOf('q').load(saved, usual)?.state;

const failing: Remembered = {
	name: 'a name that is far longer than anybody would give to a node of theirs',
	state: 'invalidResponse',
	since: at,
	incident: { key: at.toString(36), began: at - 99_999, reportedAt: at, isWhole: true },
	streak: { since: at - 99_999, seen: 2, state: 'unreachable', stateSince: at, stateSeen: 2 },
	checkedIn: 20,
};

describe('a state that is saved', () => {
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
		expect(read(save(state))).toStrictEqual(state);
		const calmSince = { number: 4, at };
		const history = { number: 4, healthy: true, changes: [], reports: [], calmSince };
		const memory = new Map([...state.memory].map(([id, known]) => [id, { ...known, history }]));
		expect(read(save({ ...state, memory }))).toStrictEqual(state);
	});

	it.each([{}, { version: 99, memory: {}, polls: 7 }])(
		'that was never written, or in another format, is empty: %j',
		(saved) => {
			expect(read(saved as Kept)).toStrictEqual(createEmptyState());
		},
	);

	it('shares nothing with what n8n keeps, which observes changes', () => {
		const state = {
			...createEmptyState(),
			gaps: [1],
			spells: { rejected: { since: 1, polls: 1 } },
		};
		const saved: { rest?: PollState } = {};
		memoryOf('p').save(saved as never, state, 'nothing', false);
		expect(saved.rest?.gaps).not.toBe(state.gaps);
		expect(saved.rest?.spells).not.toBe(state.spells);
		expect(read(saved as never)?.gaps).not.toBe(saved.rest?.gaps);
	});

	it('of a thousand objects, all of them failing, is below 400 kB', () => {
		const ids = Array.from({ length: 1000 }, (_, index) => `ND-123-456-${index}`);
		const memory = new Map(ids.map((id) => [id, failing]));
		const text = JSON.stringify(save({ ...createEmptyState(), memory, polls: 20 }));
		expect(text.length).toBeLessThan(400_000);
	});
});
