import { describe, expect, it } from 'vitest';

import type { Change } from '../../../nodes/shared/polling/report';
import { makeItems, makeSample, type ItemRules } from '../../../nodes/shared/polling/pollItems';
import type { Snapshot } from '../../../nodes/shared/polling/observation';
import { defineEvent } from '../../../nodes/shared/polling/watchEvent';

const event = defineEvent({
	name: 'Weather Changed',
	value: 'weatherChanged',
	description: '',
	healthyState: 'sunny',
	example: { state: 'stormy', reason: 'a storm' },
	properties: [],
	observe: async () => await Promise.reject(new Error('not looked at')),
});

const rulesOf = (isGrouped: boolean): ItemRules => {
	const confirming = { confirmations: 2, recoveryConfirmations: 3, emitInitialState: false };
	const { healthyState } = event;
	return { event, reporting: { healthyState, isGrouped, ...confirming }, clockSetMs: 1000 };
};

const change = (name: string, to: string): Change => ({
	...{ id: name, incidentId: `${name}#1`, name, healthy: to === 'ready', from: 'ready', to },
	...{ since: 60_000, confirmedAfter: 2, facts: { latencyMs: 3 } },
});

describe('the items', () => {
	it('are one per change, with the facts among its fields', () => {
		const named = { event: 'weatherChanged', healthy: false };
		expect(makeItems(rulesOf(false), [change('a', 'x'), change('b', 'y')])).toMatchObject([
			{ ...named, id: 'a', incidentId: 'a#1', to: 'x', latencyMs: 3 },
			{ ...named, id: 'b', to: 'y' },
		]);
	});

	it('are one for all changes of a poll where that is switched on', () => {
		const changes = [...'abcdefg'].map((name) => change(name, 'unreachable'));
		changes.push(change('h', 'ready'));
		expect(makeItems(rulesOf(true), changes)).toEqual([
			{
				...{ event: 'weatherChanged', count: 8, healthy: false },
				summary: '7 unreachable: a, b, c, d, e and 2 more; 1 ready: h',
				changes: makeItems(rulesOf(false), changes),
			},
		]);
	});

	it('name all of up to five objects', () => {
		const changes = [...'abcde'].map((name) => change(name, 'ready'));
		const expected = [{ summary: '5 ready: a, b, c, d, e', healthy: true }];
		expect(makeItems(rulesOf(true), changes)).toMatchObject(expected);
	});

	it('are empty when nothing has changed', () => {
		expect(makeItems(rulesOf(true), [])).toEqual([]);
	});
});

it('an item has dates as the wall clock shows them now', () => {
	const [item] = makeItems(rulesOf(false), [{ ...change('a', 'x'), notWatchedSince: 0 }]);
	const [since, notWatchedSince] = ['1970-01-01T00:01:01.000Z', '1970-01-01T00:00:01.000Z'];
	expect(item).toMatchObject({ since, notWatchedSince });
});

describe('the sample of a manual test', () => {
	const observations = [
		{ id: 'a', name: 'a', state: 'sunny', facts: { warm: true, reason: 'no cloud' } },
	];
	const unknown = new Map<string, undefined>();
	const shownOf = (snapshot: Partial<Snapshot>, isGrouped = false) =>
		makeSample(rulesOf(isGrouped), { observations: [], unknown, ...snapshot }, 3_600_000);

	it('shows the current state, an example of a failure and one of a recovery, all marked', () => {
		const common = { event: 'weatherChanged', id: 'a', name: 'a', test: true, warm: true };
		const note = expect.stringContaining('nothing is wrong') as string;
		expect(shownOf({ observations })).toEqual([
			{
				...common,
				...{ incidentId: 'a#test', healthy: true, from: null, to: 'sunny', reason: 'no cloud' },
				...{ since: '1970-01-01T01:00:01.000Z', confirmedAfter: 1 },
			},
			{
				...common,
				...{ incidentId: 'a#test', healthy: false, from: 'sunny', to: 'stormy', reason: 'a storm' },
				...{ since: '1970-01-01T00:45:01.000Z', confirmedAfter: 2, note },
			},
			{
				...common,
				...{ incidentId: 'a#test', healthy: true, from: 'stormy', to: 'sunny' },
				...{ since: '1970-01-01T01:00:01.000Z', downtimeMs: 900_000, confirmedAfter: 3, note },
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
