import { describe, expect, it } from 'vitest';

import { createEmptyState } from '../../../nodes/shared/polling/savedState';
import { TriggerMemory, type LoadedState } from '../../../nodes/shared/polling/triggerMemory';

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
