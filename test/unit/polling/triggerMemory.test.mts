import { describe, expect, it } from 'vitest';

import { emptyState } from '../../../nodes/shared/polling/savedState';
import { TriggerMemory } from '../../../nodes/shared/polling/triggerMemory';

let now = 1_000_000;
const clock = { now: () => now };

type Kept = Record<string, never>;

const activation = { isActivation: true, isScheduled: false };
const usual = { isActivation: false, isScheduled: false };
const scheduled = { isActivation: false, isScheduled: true };
const copy = (kept: Kept): Kept => JSON.parse(JSON.stringify(kept)) as Kept;
const knowing = (state: string, isPending = false) => ({
	...emptyState(),
	memory: new Map([
		[
			'a',
			{
				name: 'a',
				state,
				since: { wallMs: 0 },
				...(isPending && {
					pending: { state: 'x', since: { wallMs: 1 }, seen: 1 },
					trouble: { since: { wallMs: 1 }, seen: 1 },
				}),
			},
		],
	]),
});
const stateIn = ({ state }: { state: ReturnType<typeof emptyState> }) =>
	state.memory.get('a')?.state;

describe('the memory of a trigger', () => {
	it('is kept where n8n passes in the same saved copy again', () => {
		const memory = new TriggerMemory('p', clock);
		const saved: Kept = {};
		memory.takeUp(copy(saved), scheduled);
		memory.putDown(copy(saved), knowing('up'), false, false);
		const taken = memory.takeUp(copy(saved), scheduled);
		expect(stateIn(taken)).toBe('up');
		expect(taken.wasUnsaved).toBe(true);
	});

	it('is what another process saved since', () => {
		const [one, other] = [new TriggerMemory('p', clock), new TriggerMemory('q', clock)];
		one.takeUp({}, scheduled);
		one.putDown({}, knowing('up'), false, false);
		const saved: Kept = {};
		other.takeUp({}, scheduled);
		other.putDown(saved, knowing('down'), true, false);
		expect(stateIn(one.takeUp(copy(saved), scheduled))).toBe('down');
	});

	it('is kept where the node was renamed, so that n8n passes in nothing', () => {
		const before = new TriggerMemory('p', clock);
		const saved: Kept = {};
		before.takeUp(saved, activation);
		before.putDown(saved, knowing('down'), true, false);
		const memory = new TriggerMemory('q', clock);
		memory.takeUp(saved, activation);
		memory.putDown(saved, knowing('up'), false, true);
		expect(stateIn(memory.takeUp({}, activation))).toBe('up');
		const restarted = new TriggerMemory('r', clock);
		expect(stateIn(restarted.takeUp({}, activation))).toBeUndefined();
	});

	it('is what it was before a report that n8n may have dropped at an activation', () => {
		const memory = new TriggerMemory('p', clock);
		const saved: Kept = {};
		memory.takeUp(saved, activation);
		memory.putDown(saved, knowing('up'), false, true);
		const kept = copy(saved);
		memory.takeUp(kept, usual);
		memory.putDown(kept, knowing('down'), true, false);
		expect(stateIn(memory.takeUp(copy(saved), activation))).toBe('up');
	});

	it('is what was reported where n8n saved it before an activation', () => {
		const memory = new TriggerMemory('p', clock);
		const saved: Kept = {};
		memory.takeUp(saved, activation);
		memory.putDown(saved, knowing('up'), false, true);
		memory.takeUp(saved, usual);
		memory.putDown(saved, knowing('down'), true, false);
		expect(stateIn(memory.takeUp(copy(saved), activation))).toBe('down');
	});

	it('is what was reported in a scheduled poll, even if n8n could not save it', () => {
		const memory = new TriggerMemory('p', clock);
		memory.takeUp({}, scheduled);
		memory.putDown({}, knowing('up'), false, false);
		memory.takeUp({}, scheduled);
		memory.putDown({}, knowing('down'), true, false);
		expect(stateIn(memory.takeUp({}, scheduled))).toBe('down');
	});

	it('is what it was before a report that n8n did not save, where it saves each state', () => {
		const memory = new TriggerMemory('p', clock);
		const saved: Kept = {};
		memory.takeUp(copy(saved), scheduled);
		memory.putDown(saved, knowing('up'), false, false);
		const kept = copy(saved);
		memory.takeUp(kept, scheduled);
		memory.putDown(kept, knowing('up'), false, false);
		memory.takeUp(kept, scheduled);
		memory.putDown(copy(kept), knowing('down'), true, false);
		expect(stateIn(memory.takeUp(copy(kept), scheduled))).toBe('up');
	});

	it('is not used while n8n may still be saving a report, where it saves each state', () => {
		const memory = new TriggerMemory('p', clock);
		const saved: Kept = {};
		memory.takeUp({}, scheduled);
		memory.putDown(saved, knowing('up'), false, false);
		const before = copy(saved);
		memory.takeUp(saved, scheduled);
		expect(memory.isReportUnderWay(copy(saved))).toBe(false);
		memory.putDown(saved, knowing('down'), true, false);
		now += 2000;
		expect(memory.isReportUnderWay(copy(before))).toBe(true);
		expect(memory.isReportUnderWay(copy(saved))).toBe(false);
		now += 8000;
		expect(memory.isReportUnderWay(copy(before))).toBe(false);
	});

	it('is used at once where n8n saves only reports', () => {
		const memory = new TriggerMemory('p', clock);
		memory.takeUp({}, scheduled);
		memory.putDown({}, knowing('down'), true, false);
		expect(memory.isReportUnderWay({})).toBe(false);
	});

	it('is that of this process, with unsaved parts, where n8n passes in what it wrote', () => {
		const memory = new TriggerMemory('p', clock);
		const [first, second, reported] = ['up', 'x', 'down'].map((state) => knowing(state));
		const [afterFirst, afterReport]: Kept[] = [{}, {}];
		expect(memory.takeUp({}, scheduled).wasUnsaved).toBe(false);
		memory.putDown(afterFirst, first, false, false);
		const saved = memory.takeUp(copy(afterFirst), scheduled);
		expect(saved.state).toBe(first);
		expect(saved.wasUnsaved).toBe(false);
		memory.putDown({}, second, false, false);
		const unsaved = memory.takeUp(copy(afterFirst), scheduled);
		expect(unsaved.state).toBe(second);
		expect(unsaved.wasUnsaved).toBe(true);
		memory.putDown(afterReport, reported, true, false);
		const heard = memory.takeUp(copy(afterReport), scheduled);
		expect(heard.state).toBe(reported);
		expect(heard.wasUnsaved).toBe(false);
	});

	it.each(['pending', 'trouble'] as const)(
		'has no %s in another process, unless n8n saves each poll',
		(counted) => {
			const saved: Kept = {};
			const first = new TriggerMemory('p', clock);
			first.takeUp({}, usual);
			first.putDown(saved, knowing('up', true), true, false);
			const pendingIn = (kept: Kept) =>
				new TriggerMemory('q', clock).takeUp(copy(kept), usual).state.memory.get('a')?.[counted];
			expect(pendingIn(saved)).toBeUndefined();
			first.takeUp(saved, usual);
			first.putDown(saved, knowing('up', true), false, false);
			expect(pendingIn(saved)).toBeDefined();
			first.takeUp(saved, usual);
			first.putDown(saved, knowing('up', true), true, false);
			expect(pendingIn(saved)).toBeUndefined();
		},
	);

	it.each([
		[9_999, true],
		[10_000, false],
	])(
		'has what is pending in another process although n8n passed in an older state %d ms after a poll: %s',
		(elapsedMs, isKept) => {
			const memory = new TriggerMemory('p', clock);
			const saved: Kept = {};
			memory.takeUp({}, scheduled);
			memory.putDown(saved, knowing('up'), false, false);
			const before = copy(saved);
			memory.takeUp(saved, scheduled);
			memory.putDown(saved, knowing('up'), false, false);
			// A poll that n8n catches up on gets what was saved before the last poll.
			now += elapsedMs;
			memory.takeUp(before, scheduled);
			memory.putDown(saved, knowing('up', true), true, false);
			const { state } = new TriggerMemory('q', clock).takeUp(copy(saved), scheduled);
			expect(state.memory.get('a')?.pending !== undefined).toBe(isKept);
		},
	);

	it('has nothing pending in another process after the second older state in a row, however soon', () => {
		const memory = new TriggerMemory('p', clock);
		const saved: Kept = {};
		memory.takeUp({}, scheduled);
		memory.putDown(saved, knowing('up'), false, false);
		const before = copy(saved);
		for (const kept of [saved, before, before]) {
			memory.takeUp(kept, scheduled);
			memory.putDown(copy(kept), knowing('up'), false, false);
		}
		const reported: Kept = {};
		memory.putDown(reported, knowing('up', true), true, false);
		const { state } = new TriggerMemory('q', clock).takeUp(copy(reported), scheduled);
		expect(state.memory.get('a')?.pending).toBeUndefined();
	});
});
