import { describe, expect, it } from 'vitest';

import type { ChangeItem } from '../../../nodes/shared/polling/changeItem';
import { groupItems, makeSample } from '../../../nodes/shared/polling/pollItems';
import type { ReportRules } from '../../../nodes/shared/polling/reporting';
import type { Snapshot } from '../../../nodes/shared/polling/snapshot';
import { defineEvent } from '../../../nodes/shared/polling/watchEvent';

const event = defineEvent({
	name: 'Weather Changed',
	value: 'weatherChanged',
	action: 'When it changes',
	description: '',
	healthyState: 'sunny',
	example: { state: 'stormy', reason: 'a storm' },
	properties: [],
	observe: async () => await Promise.reject(new Error('not observed')),
});

const rulesOf = (isGrouped: boolean): ReportRules => {
	const confirming = { confirmations: 2, recoveryConfirmations: 3, emitInitialState: false };
	return { healthyState: event.healthyState, isGrouped, ...confirming };
};

const item = (name: string, to: string, more: Partial<ChangeItem> = {}): ChangeItem => ({
	summary: `${name} is ${to}`,
	name,
	healthy: to === 'ready',
	from: 'ready',
	to,
	kind: to === 'ready' ? 'ended' : 'opened',
	event: 'weatherChanged',
	id: name,
	incidentId: `${name}#1`,
	...more,
});

const summaryOf = (items: ChangeItem[]): string =>
	String(groupItems(items, { isGrouped: true })[0].summary);

describe('the items', () => {
	it('are one per change', () => {
		const items = [item('a', 'x'), item('b', 'y')];
		expect(groupItems(items, { isGrouped: false })).toEqual(items);
	});

	it('are one for all changes of a poll where that is switched on', () => {
		const items = [...'abcdefg'].map((name) => item(name, 'unreachable'));
		items.push(item('h', 'ready'), item('i', 'syncing', { kind: 'reminder' }));
		expect(groupItems(items, { isGrouped: true })).toEqual([
			{
				summary: '7 unreachable: a, b, c, d, e and 2 more; 1 ready again: h; 1 still syncing: i',
				healthy: false,
				count: 9,
				event: 'weatherChanged',
				changes: items,
			},
		]);
		expect(groupItems([], { isGrouped: true })).toEqual([]);
	});

	it('have the sentence of the only change where there is one', () => {
		expect(summaryOf([item('a', 'unreachable')])).toBe('a is unreachable');
	});

	it('fit a phone however many changed, and however long their names are', () => {
		const many = Array.from({ length: 500 }, (_, index) =>
			item(`a name of some length, number ${index}`, `state${index % 3}`),
		);
		expect(summaryOf(many)).toBe('167 state0; 167 state1; 166 state2');
		const various = many.map((each, index) => ({ ...each, to: `state number ${index}` }));
		expect(summaryOf(various)).toBe('500 changes: 500 unhealthy, 0 healthy again');
		const few = many.slice(0, 6).map((each) => ({ ...each, to: 'unreachable' }));
		expect(summaryOf(few)).toMatch(/^6 unreachable: .* number 0, .* number 1, .* 2 and 3 more$/);
	});
});

describe('the sample of a manual test', () => {
	const observations = [
		{ id: 'a', name: 'a', state: 'sunny', reason: 'no cloud', facts: { warm: true } },
	];
	const shownOf = (seen: Partial<Snapshot>, isGrouped = false) => {
		const snapshot = { observations: [], unknown: new Map(), ...seen };
		return makeSample(event, rulesOf(isGrouped), snapshot, 3_600_000);
	};

	it('shows the current state, an example of a failure and one of a recovery, all marked', () => {
		const common = { event: 'weatherChanged', id: 'a', name: 'a', test: true, warm: true };
		const note = expect.stringContaining('nothing is wrong') as string;
		const incident = { incidentId: 'a#test', startedAt: '1970-01-01T00:45:00.000Z' };
		expect(shownOf({ observations })).toEqual([
			{
				...common,
				summary: 'a is sunny',
				kind: 'changed',
				incidentId: 'a#test',
				healthy: true,
				from: null,
				to: 'sunny',
				reason: 'no cloud',
				since: '1970-01-01T01:00:00.000Z',
				confirmedAfter: 1,
			},
			{
				...common,
				...incident,
				note,
				kind: 'opened',
				healthy: false,
				summary: 'a is stormy',
				from: 'sunny',
				to: 'stormy',
				reason: 'a storm',
				since: '1970-01-01T00:45:00.000Z',
				confirmedAfter: 2,
			},
			{
				...common,
				...incident,
				note,
				kind: 'ended',
				healthy: true,
				summary: 'a is sunny again after 15 minutes',
				from: 'stormy',
				to: 'sunny',
				reason: '',
				since: '1970-01-01T01:00:00.000Z',
				endedAt: '1970-01-01T01:00:00.000Z',
				unhealthySeconds: 900,
				confirmedAfter: 3,
			},
		]);
	});

	it('is grouped as real items are', () => {
		const [now, failure, recovery] = shownOf({ observations }, true);
		expect(now).toMatchObject({ test: true, healthy: true, changes: [{ id: 'a', test: true }] });
		const summary = 'a is stormy';
		expect(failure).toMatchObject({ healthy: false, summary, test: true });
		expect(recovery).toMatchObject({ healthy: true, changes: [{ unhealthySeconds: 900 }] });
	});

	it('shows five objects of many', () => {
		const many = Array.from({ length: 7 }, (_, index) => ({ ...observations[0], id: `${index}` }));
		const states = shownOf({ observations: many }).filter(({ from }) => from === null);
		expect(states.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4']);
	});

	it('says that there is nothing to watch, or why something is not watched', () => {
		const shown = { event: 'weatherChanged', test: true };
		const text = expect.stringMatching(/\w/) as string;
		expect(shownOf({})).toEqual([{ ...shown, summary: text, note: text }]);
		expect(shownOf({ unwatched: new Map([['b', 'it is gone']]) })).toEqual([
			{
				...shown,
				summary: 'b is not watched: it is gone',
				id: 'b',
				note: 'This is not watched: it is gone',
			},
		]);
	});
});
