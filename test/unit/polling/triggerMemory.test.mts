import { beforeEach, describe, expect, it } from 'vitest';

import { createEmptyState, type PollState } from '../../../nodes/shared/polling/memory';
import type { PollKind } from '../../../nodes/shared/polling/pollKind';
import type { WatchedObject } from '../../../nodes/shared/polling/watchedObject';
import { TriggerMemory } from '../../../nodes/shared/polling/triggerMemory';

let now = 1_000_000;
let setByMs = 0;
const clock = { now: () => now, wallMs: () => 5_000_000 + now + setByMs };
const memoryOf = (process: string) => new TriggerMemory(process, clock);

type Kept = Record<string, never>;

const kindOf = (traits: Partial<PollKind>): PollKind => ({
	isActivation: false,
	isScheduled: false,
	isStart: false,
	budgetMs: Infinity,
	cancel: new AbortController().signal,
	...traits,
});
const activation = kindOf({ isActivation: true });
const usual = kindOf({});
const scheduled = kindOf({ isScheduled: true });
const copy = (kept: Kept): Kept => JSON.parse(JSON.stringify(kept)) as Kept;
const knowing = (state: string, isPending = false) => {
	const object: WatchedObject = { name: 'a', status: 'ok', state, since: 0 };
	if (isPending) {
		object.status = 'pending';
		object.streak = { state: 'x', since: 1, seen: 1 };
	}
	return { ...createEmptyState(), memory: new Map([['a', object]]) };
};
const known = (loaded: PollState | undefined) => loaded?.memory.get('a');

/** A memory, and what n8n has saved: what polls report, and with `savesEach` what they do not. */
function triggerOf(kind: PollKind, savesEach: boolean) {
	const memory = memoryOf('p');
	let saved: Kept = {};
	const load = (from = saved, as = kind) => memory.load(copy(from), as);
	/** Polls once; n8n may reject what it reported. */
	const poll = (state: PollState, ends: 'report' | 'rejected' | 'silent' = 'silent'): void => {
		const kept = copy(saved);
		memory.load(kept, kind);
		memory.save(kept, state, ends !== 'silent', kind);
		if (ends === 'report' || (ends === 'silent' && savesEach)) saved = copy(kept);
	};
	return { memory, load, poll, saved: () => saved };
}

describe('the memory of a trigger', () => {
	it('is kept where the node was renamed, so that n8n passes in nothing', () => {
		const before = triggerOf(activation, false);
		before.poll(knowing('down'), 'report');
		const memory = memoryOf('q');
		memory.load(before.saved(), activation);
		memory.save({}, knowing('up'), false, activation);
		expect(known(memory.load({}, activation))?.state).toBe('up');
		expect(known(memoryOf('r').load({}, activation))).toBeUndefined();
	});

	it('is what it was before a report that n8n may have dropped at an activation', () => {
		const { poll, load } = triggerOf(usual, false);
		poll(knowing('up'), 'report');
		poll(knowing('down'), 'rejected');
		expect(known(load(undefined, activation))?.state).toBe('up');
	});

	it('is what was reported in a scheduled poll, even if n8n could not save it', () => {
		const { poll, load } = triggerOf(scheduled, false);
		poll(knowing('up'));
		poll(knowing('down'), 'rejected');
		expect(known(load())?.state).toBe('down');
	});

	it('is not used while n8n may still be saving a report, where it saves each state, and then without it', () => {
		const { poll, load } = triggerOf(scheduled, true);
		poll(knowing('up'));
		poll(knowing('up'));
		poll(knowing('down'), 'rejected');
		now += 9999;
		expect(load()).toBeUndefined();
		now += 1;
		expect(known(load())?.state).toBe('up');
	});

	it('waits for a report to be saved also after a poll that failed, which n8n does not save', () => {
		const { memory, poll, load } = triggerOf(scheduled, true);
		poll(knowing('up'));
		load();
		memory.keep(knowing('up'));
		poll(knowing('down'), 'rejected');
		expect(load()).toBeUndefined();
	});

	it('is that of this process, which is said where n8n saves only reports', () => {
		const { memory, poll, load } = triggerOf(scheduled, false);
		poll(knowing('up'), 'report');
		expect(memory.isUnsaved).toBe(false);
		expect(known(load())?.state).toBe('up');
		expect(memory.isUnsaved).toBe(false);
		poll(knowing('x'));
		expect(known(load())?.state).toBe('x');
		expect(memory.isUnsaved).toBe(true);
		poll(knowing('down'), 'report');
		expect(known(load())?.state).toBe('down');
		expect(memory.isUnsaved).toBe(false);
	});

	it.each([true, false])(
		'has what is pending in another process only where n8n saves each poll (%s)',
		(savesEach) => {
			const { memory, poll, load, saved } = triggerOf(scheduled, savesEach);
			poll(knowing('up'));
			const before = saved();
			poll(knowing('up'));
			// A poll that n8n catches up on gets what was saved before the last poll.
			load(before);
			expect(memory.isUnsaved).toBe(!savesEach);
			poll(knowing('up', true), 'report');
			const loaded = known(memoryOf('q').load(copy(saved()), scheduled));
			expect(loaded).toMatchObject(
				savesEach ? { status: 'pending', streak: { seen: 1 } } : { status: 'ok' },
			);
			expect(loaded?.streak === undefined).toBe(!savesEach);
		},
	);
});

describe('the time of a trigger', () => {
	const pass = (ms: number): void => {
		now += 60_000;
		setByMs += ms;
	};
	let saved: Kept = {};
	beforeEach(() => {
		saved = {};
	});
	const loadAs = (process: TriggerMemory) => {
		const loaded = process.load(saved, usual) as PollState;
		process.save(saved, loaded, true, usual);
		return loaded;
	};

	it('goes on as if the wall clock had not been set, and says how far that is ahead', () => {
		const memory = memoryOf('p');
		const { polledAt: first } = loadAs(memory);
		pass(7_200_000);
		expect(loadAs(memory)).toMatchObject({ polledAt: first + 60_000, clockSetMs: 7_200_000 });
		pass(-7_200_000);
		expect(loadAs(memory)).toMatchObject({ polledAt: first + 120_000, clockSetMs: 0 });
		// As long as the clocks hardly differ, it follows the wall clock.
		pass(900);
		expect(loadAs(memory)).toMatchObject({ polledAt: first + 180_900, clockSetMs: 0 });
	});

	it('goes on in another process, for which the wall clock counts as it is', () => {
		const memory = memoryOf('p');
		const { polledAt: first } = loadAs(memory);
		pass(7_200_000);
		loadAs(memory);
		pass(3_600_000);
		const expected = { polledAt: first + 120_000 + 3_600_000, clockSetMs: 7_200_000 };
		expect(memoryOf('q').load(saved, usual)).toMatchObject(expected);
	});

	it('does not run backwards in another process, whose wall clock was set back', () => {
		const { polledAt: first } = loadAs(memoryOf('p'));
		pass(-3_600_000);
		const memory = memoryOf('q');
		expect(loadAs(memory)).toMatchObject({ polledAt: first, clockSetMs: -3_540_000 });
		pass(0);
		expect(loadAs(memory)).toMatchObject({ polledAt: first + 60_000, clockSetMs: -3_540_000 });
	});

	it('goes on from an earlier state by the clock as it was set since', () => {
		const memory = memoryOf('p');
		const { polledAt: first } = loadAs(memory);
		const earlier = copy(saved);
		pass(7_200_000);
		loadAs(memory);
		pass(0);
		const expected = { polledAt: first + 120_000, clockSetMs: 7_200_000 };
		expect(memory.load(earlier, activation)).toMatchObject(expected);
	});

	it('stands still while the machine sleeps, which is a pause and no correction of its clock', () => {
		const memory = memoryOf('p');
		for (let polls = 0; polls < 3; polls += 1) {
			loadAs(memory);
			pass(0);
		}
		const { polledAt } = loadAs(memory);
		pass(7_200_000);
		expect(loadAs(memory)).toMatchObject({ polledAt: polledAt + 7_260_000, clockSetMs: 0 });
		// Three intervals are a correction.
		pass(180_000);
		expect(loadAs(memory)).toMatchObject({ polledAt: polledAt + 7_320_000, clockSetMs: 180_000 });
	});

	it('in which nothing was watched is not known across a start of n8n, only since when', () => {
		const incident = { key: 'k', began: 5, reportedAt: 5 };
		const object = { name: 'a', status: 'firing', state: 'down', since: 5, incident } as const;
		const memory = new Map([['a', object]]);
		const state = { ...createEmptyState(), memory, polledAt: 9, gaps: [60_000, 60_000], polls: 7 };
		memoryOf('p').save(saved, state, true, usual);
		const begun = memoryOf('q').load(saved, kindOf({ isActivation: true, isStart: true }));
		expect(known(begun)?.incident?.unmonitored).toEqual({ since: 9, lengthMs: 0 });
		expect(begun).toMatchObject({ gaps: state.gaps });
	});
});

const at = Date.UTC(2026, 10, 21);

/** @returns what n8n saves where it saves each poll */
const save = (state: PollState): Kept => {
	const saved: Kept = {};
	memoryOf('p').save(saved, state, false, usual);
	return copy(saved);
};
const read = (saved: Kept) => memoryOf('q').load(saved, usual);

const failing: WatchedObject = {
	name: 'a name that is far longer than anybody would give to a node of theirs',
	status: 'firing',
	state: 'invalidResponse',
	since: at,
	incident: { key: at.toString(36), began: at - 99_999, reportedAt: at, isWhole: true },
	streak: { state: 'unreachable', since: at - 99_999, seen: 2 },
	checkedIn: 20,
};

describe('a state that is saved', () => {
	it('is read as it was written, except for what no longer counts', () => {
		const unmonitored = { since: at - 900, lengthMs: 5 };
		const window = { observed: 8, isHealthy: false, marks: [] };
		const charlie = {
			name: 'charlie',
			status: 'ok',
			state: 'up',
			since: at,
			checkedIn: 20,
		} as const;
		const marks = [{ event: 'report', since: at - 5, at: 3 } as const];
		const state: PollState = {
			event: 'nodeStatusChanged',
			selection: 'all',
			memory: new Map<string, WatchedObject>([
				['__proto__', { ...failing, name: 'alpha', window }],
				['b', { ...failing, name: 'b', incident: { key: 'k2', began: at, unmonitored } }],
				['c', { ...charlie, streak: { state: 'up', since: at, seen: 8 } }],
				['d', { ...charlie, window: { observed: 3, marks } }],
			]),
			notes: { organization: 'RG-1' },
			outages: {
				open: { unreadable: { since: at, polls: 2, inRow: 2, good: 0 } },
				failedAt: { rejected: at + 3 },
			},
			polls: 20,
			polledAt: clock.wallMs() + 7,
			gaps: [],
			clockSetMs: -7,
		};
		const saved = save(state);
		const memory = new Map(state.memory)
			.set('__proto__', { ...failing, name: 'alpha' })
			.set('c', charlie)
			.set('d', {
				...charlie,
				window: { observed: 0, marks: [{ event: 'report', since: at - 5 }] },
			});
		expect(read(saved)).toEqual({ ...state, memory, gaps: [0] });
		expect(JSON.stringify(saved)).not.toContain('"seen":8');
	});

	it.each([{}, { version: 99, memory: {}, polls: 7 }])(
		'that was never written, or in another format, is empty: %j',
		(saved) => {
			const polledAt = clock.wallMs();
			expect(read(saved as Kept)).toStrictEqual({ ...createEmptyState(), polledAt });
		},
	);

	it('shares nothing with what n8n keeps, which observes changes', () => {
		const outages = { failedAt: { rejected: 1 } };
		const state = { ...createEmptyState(), outages };
		const saved: { rest?: PollState } = {};
		memoryOf('p').save(saved as never, state, false, usual);
		expect(saved.rest?.outages).not.toBe(state.outages);
		expect(read(saved as never)?.outages).not.toBe(saved.rest?.outages);
	});

	it('of a thousand objects, all of them failing, is below 400 kB', () => {
		const ids = Array.from({ length: 1000 }, (_, index) => `ND-123-456-${index}`);
		const memory = new Map(ids.map((id) => [id, failing]));
		const text = JSON.stringify(save({ ...createEmptyState(), memory, polls: 20 }));
		expect(text.length).toBeLessThan(400_000);
	});
});
