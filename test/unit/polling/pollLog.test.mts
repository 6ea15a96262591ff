import { describe, expect, it } from 'vitest';

import { NO_TIME, type Snapshot } from '../../../nodes/shared/polling/snapshot';
import { poller } from './poller.mts';

const observations = [{ id: 'a', name: 'Alpha', state: 'sunny' }];

const cutOff = (...unknown: string[]): Partial<Snapshot> => ({
	observations,
	unknown: new Map(unknown.map((id) => [id, NO_TIME])),
});

describe('a poll that is too short for everything', () => {
	it.each([
		[['b', 'c', 'd'], /^Chainstack Trigger 'Watch' of workflow 'Day' \w+ 1 of 4 .*\(b, c, d\)/],
		[['b', 'c', 'd', 'e'], / 1 of 5 .*\(b, c, d…\)/],
	])('is logged, with what comes first in the next one: %j', async (ids, line) => {
		const { sees, poll, warnings } = poller();
		sees(cutOff(...ids));
		await poll();
		expect(warnings).toEqual([expect.stringMatching(line)]);
	});

	it('is logged again after 60 polls, or at once if there was enough time in between', async () => {
		const { sees, poll, warnings } = poller();
		sees(cutOff('b'));
		for (let polls = 0; polls < 60; polls += 1) await poll();
		expect(warnings).toHaveLength(1);
		await poll();
		expect(warnings).toHaveLength(2);
		sees({});
		await poll();
		expect(warnings).toHaveLength(2);
		sees(cutOff('b'));
		await poll();
		expect(warnings).toHaveLength(3);
	});
});

describe('an object that cannot be read', () => {
	const unread = (...ids: string[]): Partial<Snapshot> => ({
		observations,
		unknown: new Map(ids.map((id) => [id, `no answer about ${id}`])),
	});

	it('is logged in the third poll in a row, with the reason, and again after 60 polls', async () => {
		const { sees, poll, warnings } = poller();
		sees(unread('b'));
		const logged: number[] = [];
		for (let polls = 1; polls <= 63; polls += 1) {
			await poll();
			if (warnings.length > logged.length) logged.push(polls);
		}
		expect(logged).toEqual([3, 63]);
		expect(warnings[0]).toMatch(/ could not check b in 3 .*: no answer about b/);
	});

	it('counts from the start again once it was read', async () => {
		const { sees, poll, warnings } = poller();
		for (const ids of [['b'], ['b', 'c'], ['c'], ['b'], ['b'], [], ['b', 'c'], ['b', 'c']]) {
			sees(unread(...ids));
			await poll();
		}
		expect(warnings).toEqual([]);
		sees(unread('b', 'c', 'd', 'e'));
		await poll();
		await poll();
		expect(warnings).toEqual([expect.stringMatching(/ could not check b, c in 3 /)]);
	});
});

describe('a poll that finds more than a trigger watches', () => {
	it('logs how many are left out, and again after 60 polls', async () => {
		const { sees, poll, warnings } = poller();
		sees({ beyond: 7 });
		for (let polls = 0; polls < 60; polls += 1) await poll();
		expect(warnings).toEqual([expect.stringMatching(/ 5000 objects.* 7 more/)]);
		await poll();
		expect(warnings).toHaveLength(2);
	});
});

it.each([true, false])(
	'a trigger of the durable scheduler logs once that its counts are not saved (%s)',
	async (isLost) => {
		const { sees, poll, state, notices } = poller({ budgetMs: 40_000 });
		sees(cutOff());
		for (let polls = 0; polls < 3; polls += 1) {
			await poll();
			if (isLost) for (const name of Object.keys(state)) delete state[name];
		}
		const notice = expect.stringMatching(/N8N_POLLER_DURABLE_CURSORS_ENABLED/) as string;
		expect(notices).toEqual(isLost ? [notice] : []);
	},
);
