import { describe, expect, it } from 'vitest';

import type { Change } from '../../../nodes/shared/polling/changes';
import { itemsOf, sample } from '../../../nodes/shared/polling/pollItems';
import { defineEvent } from '../../../nodes/shared/polling/watchEvent';

const event = defineEvent({
	name: 'Weather Changed',
	value: 'weatherChanged',
	description: '',
	scope: [],
	isGood: () => true,
	properties: [],
	observe: async () => await Promise.reject(new Error('not looked at')),
});

const change = (name: string, to: string): Change => ({
	id: name,
	name,
	from: 'ready',
	to,
	since: '2026-11-21T00:00:00.000Z',
	confirmedAfter: 2,
	facts: { latencyMs: 3 },
});

describe('the items', () => {
	it('are one per change, with the facts among its fields', () => {
		expect(itemsOf(event, [change('a', 'x'), change('b', 'y')], false)).toMatchObject([
			{ event: 'weatherChanged', id: 'a', to: 'x', latencyMs: 3 },
			{ event: 'weatherChanged', id: 'b', to: 'y' },
		]);
	});

	it('are one for all changes of a poll where that is switched on', () => {
		const changes = [
			...['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => change(name, 'unreachable')),
			change('h', 'ready'),
		];
		expect(itemsOf(event, changes, true)).toEqual([
			{
				event: 'weatherChanged',
				count: 8,
				summary: '7 unreachable: a, b, c, d, e and 2 more; 1 ready: h',
				changes: itemsOf(event, changes, false),
			},
		]);
	});

	it('name all of up to five objects', () => {
		const changes = ['a', 'b', 'c', 'd', 'e'].map((name) => change(name, 'ready'));
		const [{ summary }] = itemsOf(event, changes, true);
		expect(summary).toBe('5 ready: a, b, c, d, e');
	});

	it('are empty when nothing has changed', () => {
		expect(itemsOf(event, [], true)).toEqual([]);
	});
});

describe('the sample of a manual test', () => {
	const observations = [{ id: 'a', name: 'a', state: 'sunny' }];
	const now = { wallMs: 0 };

	it.each([false, true])('is marked as a sample (grouped: %s)', (isGrouped) => {
		const items = sample(event, { observations, unknown: new Set() }, now, isGrouped);
		expect(items).toHaveLength(1);
		expect(items[0]).toMatchObject({ event: 'weatherChanged', test: true });
	});

	it('marks each change of a group', () => {
		const [{ changes }] = sample(event, { observations, unknown: new Set() }, now, true);
		expect(changes).toMatchObject([{ id: 'a', to: 'sunny', test: true }]);
	});

	it('shows five objects of many', () => {
		const many = Array.from({ length: 7 }, (_, index) => ({ ...observations[0], id: `${index}` }));
		const items = sample(event, { observations: many, unknown: new Set() }, now, false);
		expect(items.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4']);
	});

	it('says that there is nothing to watch', () => {
		expect(sample(event, { observations: [], unknown: new Set() }, now, false)).toEqual([
			{ event: 'weatherChanged', test: true, note: expect.stringMatching(/\w/) as string },
		]);
	});

	it('says why something is not watched', () => {
		const unwatched = new Map([['b', 'it is gone']]);
		expect(sample(event, { observations: [], unknown: new Set(), unwatched }, now, false)).toEqual([
			{ event: 'weatherChanged', id: 'b', test: true, note: 'This is not watched: it is gone' },
		]);
	});
});
