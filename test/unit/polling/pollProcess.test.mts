import type { IPollFunctions } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';

import { LiveTrigger } from '../../../nodes/shared/polling/liveTrigger';
import type { PollKind } from '../../../nodes/shared/polling/pollKind';
import { PollProcess } from '../../../nodes/shared/polling/pollProcess';
import { createEmptyState } from '../../../nodes/shared/polling/memory';
import { systemClock } from '../../../nodes/shared/scheduler/clock';

let now = 0;
const clock = { ...systemClock, now: () => now, wallMs: () => 1_000_000 + now };
beforeEach(() => {
	now = 0;
});

const contextOf = (
	workflow: string,
	node: string,
	how = 'init',
	budgetMs?: number,
	name = `Node ${node}`,
): IPollFunctions =>
	({
		getWorkflow: () => ({ id: workflow }),
		getNode: () => ({ id: node, name }),
		getActivationMode: () => how,
		...(budgetMs !== undefined && { getPollBudgetMs: () => budgetMs }),
	}) as unknown as IPollFunctions;

const liveTrigger = () => LiveTrigger.create('p', clock, () => 0.5);
const activation = contextOf('w', 'n');
const other = contextOf('w', 'n');
const scheduled = () => contextOf('w', 'n', 'trigger', 40_000);

describe('a second poll of a trigger', () => {
	it.each([
		['of the same activation', activation, activation],
		['of the durable scheduler', scheduled(), scheduled()],
	])('%s does not start while the first is running, for up to 30 s', (_, context, next) => {
		const trigger = liveTrigger();
		const first = trigger.begin(context);
		now = 29_999;
		expect(trigger.begin(next)).toBeUndefined();
		expect(first?.cancel.aborted).toBe(false);
		now = 30_000;
		expect(trigger.begin(next)).toBeDefined();
		expect(first?.cancel.aborted).toBe(true);
	});

	it('of another activation replaces the first', () => {
		const process = new PollProcess(clock);
		const trigger = process.trigger(activation);
		const first = trigger.begin(activation) as PollKind;
		const next = process.trigger(other);
		const second = next.begin(other);
		expect(first.cancel.aborted).toBe(true);
		expect(second).toMatchObject({ isActivation: true });
		expect(second?.cancel.aborted).toBe(false);
		trigger.end(first);
		expect(next.begin(other)).toBeUndefined();
	});

	it('starts when the first has ended', () => {
		const trigger = liveTrigger();
		trigger.end(trigger.begin(activation) as PollKind);
		expect(trigger.begin(activation)).toMatchObject({ isActivation: false, isStart: false });
	});
});

describe('the kind of a poll', () => {
	const kindOf = (how: string, budgetMs?: number) =>
		liveTrigger().begin(contextOf('w', 'n', how, budgetMs));

	it.each([
		['an activation, in n8n before 2.40,', undefined, false],
		['an activation without the durable scheduler', 300_000, false],
		['the durable scheduler', 40_000, true],
		['the durable scheduler, with high time limits,', 600_000, true],
	])('of %s has the time budget that n8n gives, if any', (_, budgetMs, isScheduled) => {
		expect(kindOf('update', budgetMs)).toMatchObject({
			isScheduled,
			isActivation: !isScheduled,
			isStart: false,
			budgetMs: isScheduled ? budgetMs : Infinity,
		});
	});

	it.each([
		['init', true],
		['leadershipChange', true],
		['activate', false],
		['update', false],
	])('belongs to a start of n8n: %s %s', (how, isStart) => {
		expect(kindOf(how)).toMatchObject({ isStart, isActivation: true });
	});
});

describe('the polls of a process', () => {
	it('identify each trigger of the durable scheduler by its workflow, and id and name of its node', () => {
		const polls = new PollProcess(clock);
		const of = (workflow: string, node: string, name?: string) =>
			polls.trigger(contextOf(workflow, node, 'update', 40_000, name));
		const trigger = of('w', 'n');
		expect(of('w', 'n')).toBe(trigger);
		expect(of('w', 'm')).not.toBe(trigger);
		expect(of('v', 'n')).not.toBe(trigger);
		expect(of('w', 'n', 'of the same id')).not.toBe(trigger);
		expect(of('w', 'n')).toBe(trigger);
	});

	it('of an activation have a registration of their own, also where n8n leaves an old one polling', () => {
		const polls = new PollProcess(clock);
		const old = contextOf('w', 'n');
		const fresh = contextOf('w', 'n');
		const registrations = [old, fresh].map((context) => polls.trigger(context));
		expect(registrations[0]).not.toBe(registrations[1]);
		for (let round = 0; round < 3; round += 1)
			expect([old, fresh].map((context) => polls.trigger(context))).toEqual(registrations);
		const kinds = [old, fresh].map((context, index) => registrations[index].begin(context));
		expect(kinds).toMatchObject([{ isActivation: true }, { isActivation: true }]);
	});

	it('forget the trigger that polled longest ago when there are more than 2000', () => {
		const polls = new PollProcess(clock);
		const of = (node: number) => polls.trigger(contextOf('w', String(node), 'update', 40_000));
		const [first, second] = [1, 2].map(of);
		for (let node = 3; node <= 2000; node += 1) of(node);
		expect(of(1)).toBe(first);
		of(2001);
		expect(of(1)).toBe(first);
		expect(of(2)).not.toBe(second);
	});

	it('save with an ID of their own process', () => {
		const written = [new PollProcess(clock), new PollProcess(clock)].map((polls) => {
			const saved: { stamp?: { process?: string } } = {};
			const { memory } = polls.trigger(contextOf('w', 'n'));
			memory.save(saved as never, createEmptyState(), true, {} as PollKind);
			return saved.stamp?.process;
		});
		expect(written[0]).toMatch(/^[a-z\d]{3,8}$/);
		expect(written[0]).not.toBe(written[1]);
	});
});
