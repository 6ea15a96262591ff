import { describe, expect, it } from 'vitest';

import type { Change } from '../../../nodes/shared/polling/detectChanges';
import { makeItems, makeSample } from '../../../nodes/shared/polling/pollItems';
import type { ReportRules } from '../../../nodes/shared/polling/reporting';
import { defineEvent, type Snapshot } from '../../../nodes/shared/polling/watchEvent';

const event = defineEvent({
	name: 'Weather Changed',
	value: 'weatherChanged',
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
const itemsOf = (changes: Change[], isGrouped = false) =>
	makeItems(event, rulesOf(isGrouped), changes);

const change = (name: string, to: string): Change => ({
	id: name,
	incidentId: `${name}#1`,
	name,
	healthy: to === 'ready',
	from: 'ready',
	to,
	since: '1970-01-01T00:01:00.000Z',
	confirmedAfter: 2,
	latencyMs: 3,
});

describe('the items', () => {
	it('are one per change', () => {
		const changes = [change('a', 'x'), change('b', 'y')];
		expect(itemsOf(changes)).toEqual(changes.map((each) => ({ event: event.value, ...each })));
	});

	it('are one for all changes of a poll where that is switched on', () => {
		const changes = [...'abcdefg'].map((name) => change(name, 'unreachable'));
		changes.push(change('h', 'ready'));
		expect(itemsOf(changes, true)).toEqual([
			{
				event: 'weatherChanged',
				count: 8,
				healthy: false,
				summary: '7 unreachable: a, b, c, d, e and 2 more; 1 ready: h',
				changes: itemsOf(changes),
			},
		]);
	});

	it('name all of up to five objects', () => {
		const changes = [...'abcde'].map((name) => change(name, 'ready'));
		const expected = [{ summary: '5 ready: a, b, c, d, e', healthy: true }];
		expect(itemsOf(changes, true)).toMatchObject(expected);
	});

	it('are empty when nothing has changed', () => {
		expect(itemsOf([], true)).toEqual([]);
	});
});

describe('the sample of a manual test', () => {
	const observations = [
		{ id: 'a', name: 'a', state: 'sunny', facts: { warm: true, reason: 'no cloud' } },
	];
	const shownOf = (seen: Partial<Snapshot>, isGrouped = false) => {
		const snapshot = { observations: [], unknown: new Map(), ...seen };
		return makeSample(event, rulesOf(isGrouped), snapshot, 3_600_000);
	};

	it('shows the current state, an example of a failure and one of a recovery, all marked', () => {
		const common = { event: 'weatherChanged', id: 'a', name: 'a', test: true, warm: true };
		const note = expect.stringContaining('nothing is wrong') as string;
		expect(shownOf({ observations })).toEqual([
			{
				...common,
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
				incidentId: 'a#test',
				healthy: false,
				from: 'sunny',
				to: 'stormy',
				reason: 'a storm',
				since: '1970-01-01T00:45:00.000Z',
				confirmedAfter: 2,
				note,
			},
			{
				...common,
				incidentId: 'a#test',
				healthy: true,
				from: 'stormy',
				to: 'sunny',
				since: '1970-01-01T01:00:00.000Z',
				downtimeMs: 900_000,
				confirmedAfter: 3,
				note,
			},
		]);
	});

	it('is grouped as real items are', () => {
		const [now, failure, recovery] = shownOf({ observations }, true);
		expect(now).toMatchObject({ test: true, healthy: true, changes: [{ id: 'a', test: true }] });
		expect(failure).toMatchObject({ healthy: false, summary: '1 stormy: a', test: true });
		expect(recovery).toMatchObject({ healthy: true, changes: [{ downtimeMs: 900_000 }] });
	});

	it('shows five objects of many', () => {
		const many = Array.from({ length: 7 }, (_, index) => ({ ...observations[0], id: `${index}` }));
		const states = shownOf({ observations: many }).filter(({ from }) => from === null);
		expect(states.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4']);
	});

	it('says that there is nothing to watch, or why something is not watched', () => {
		const shown = { event: 'weatherChanged', test: true };
		expect(shownOf({})).toEqual([{ ...shown, note: expect.stringMatching(/\w/) as string }]);
		expect(shownOf({ unwatched: new Map([['b', 'it is gone']]) })).toEqual([
			{ ...shown, id: 'b', note: 'This is not watched: it is gone' },
		]);
	});
});
