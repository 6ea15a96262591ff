import { describe, expect, it } from 'vitest';

import type { Observation } from '../../../nodes/shared/polling/snapshot';
import { limitObjects, sortByAge, type Poll } from '../../../nodes/shared/polling/watchEvent';
import { Problem } from '../../../nodes/shared/text/problem';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { poller } from './poller.mts';

/** A clock whose timeouts are fired by a test, by their milliseconds. */
function clockWithTimeouts() {
	const timeouts = new Map<number, AbortController>();
	const timeout = (milliseconds: number): AbortSignal => {
		const end = new AbortController();
		timeouts.set(milliseconds, end);
		return end.signal;
	};
	return { clock: { ...systemClock, timeout }, timeouts };
}

const organizationOf = async ({ context }: Poll): Promise<object> => {
	await context.api.get('/v1/organization/', 'the organization');
	return {};
};

const unread = (...ids: string[]) => new Map(ids.map((id) => [id, undefined]));

const seen = (id: string, state = 'sunny'): Observation => ({ id, name: `Name of ${id}`, state });

describe('the time of a poll', () => {
	it.each([
		['where n8n sets none', undefined, 25_000],
		['where n8n allows more', 60_000, 25_000],
		['as a share of what n8n allows', 10_000, 8000],
	])('ends the reading, %s', async (_, budgetMs, pollMs) => {
		const { clock, timeouts } = clockWithTimeouts();
		const { sees, poll, warnings } = poller({
			clock,
			budgetMs,
			respond: async () => await new Promise(() => undefined),
		});
		sees(organizationOf);
		const polled = poll();
		await expect.poll(() => [...timeouts.keys()]).toEqual([pollMs, pollMs * 0.32]);
		timeouts.get(pollMs)?.abort();
		expect(await polled).toBeNull();
		expect(warnings).toEqual([expect.stringContaining(`within a poll of ${pollMs / 1000} s`)]);
	});

	it.each([
		[10, 2],
		[11, 1],
	])('leaves room for one more attempt after a wait of 10 s: %d s', async (seconds, attempts) => {
		let asked = 0;
		let now = 0;
		const sleep = async (milliseconds: number): Promise<void> => {
			now += await Promise.resolve(milliseconds);
		};
		const { sees, poll } = poller({
			clock: { ...systemClock, now: () => now, sleep },
			respond: () => {
				asked += 1;
				return { status: 429, headers: { 'Retry-After': String(seconds) } };
			},
		});
		sees(organizationOf);
		expect(await poll()).toBeNull();
		expect(asked).toBe(attempts);
	});

	it('that has ended leaves nothing running', async () => {
		const { sees, poll } = poller();
		let given: Poll | undefined;
		sees(async (own) => {
			given = own;
			return await Promise.resolve({});
		});
		await poll();
		expect(given?.context.cancel.aborted).toBe(true);
	});
});

describe('what an event is given for reading its objects', () => {
	/** Polls once, and returns what the event was given. */
	async function pollOf({ sees, poll }: ReturnType<typeof poller>): Promise<Poll> {
		const polls: Poll[] = [];
		sees(async (own) => {
			polls.push(own);
			return await Promise.resolve({});
		});
		await poll();
		return polls[0];
	}

	it('puts objects never checked first, then those checked longest ago', async () => {
		const trigger = poller();
		trigger.sees({ observations: ['a', 'b', 'c'].map((id) => seen(id)) });
		await trigger.poll();
		trigger.sees({ observations: [seen('a')], unknown: unread('b', 'c') });
		await trigger.poll();
		trigger.sees({ observations: [seen('c')], unknown: unread('a', 'b') });
		await trigger.poll();
		const own = await pollOf(trigger);
		const given = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
		expect(sortByAge(given, own).map(({ id }) => id)).toEqual(['d', 'b', 'a', 'c']);
		expect(given[0]).toEqual({ id: 'a' });
	});

	it('counts a failed look-up only until the object was checked again', async () => {
		const trigger = poller();
		trigger.sees({ observations: [seen('a'), seen('b')] });
		await trigger.poll();
		await trigger.poll();
		const own = await pollOf(trigger);
		const orderOf = (failed: number): string[] => {
			own.trigger.failedLookUps.set('b', failed);
			return sortByAge([{ id: 'b' }, { id: 'a' }], own).map(({ id }) => id);
		};
		const late = own.memory.get('a')?.checkedIn ?? 0;
		expect(orderOf(late + 1)).toEqual(['a', 'b']);
		// Both were checked after that one.
		own.trigger.failedLookUps.set('b', late - 1);
		expect(sortByAge([{ id: 'a' }, { id: 'b' }], own).map(({ id }) => id)).toEqual(['a', 'b']);
	});

	it('includes no more objects than it can remember, and all that it already remembers', async () => {
		const trigger = poller();
		trigger.sees({ observations: [seen('7'), seen('5002')] });
		await trigger.poll();
		const own = await pollOf(trigger);
		const objects = Array.from({ length: 5002 }, (_, index) => ({ id: String(index + 1) }));
		const few = objects.slice(2);
		expect(limitObjects(few, own)).toEqual(few);
		const most = limitObjects(objects, own);
		expect(most).toHaveLength(5000);
		expect(new Set(most).size).toBe(5000);
		expect(most.slice(0, 3)).toEqual([{ id: '7' }, { id: '5002' }, { id: '1' }]);
		expect(most.at(-1)).toEqual({ id: '4999' });
	});
});

describe('what is remembered', () => {
	it.each<[string, string, object, string[] | undefined]>([
		['by another event is ignored', 'climateChanged', {}, undefined],
		['by the same event is compared', 'weatherChanged', {}, ['sunny']],
		['of another organization is ignored', 'weatherChanged', { isElsewhere: true }, undefined],
	])('%s', async (_, event, more, from) => {
		const trigger = poller();
		trigger.sees({ observations: [seen('a')] });
		await trigger.poll();
		trigger.event.value = event;
		trigger.sees({ observations: [seen('a', 'stormy')], ...more });
		expect((await trigger.poll())?.map((item) => item.from)).toEqual(from);
	});
});

describe('where other objects of the same kind are selected', () => {
	it('those that are selected again stay known, and none is missed', async () => {
		const event = { selection: ['place'] };
		const trigger = poller({ event, parameters: { place: 'here' } });
		trigger.sees({ observations: [seen('a'), seen('b')], notes: { organization: 'RG-1' } });
		await trigger.poll();
		trigger.parameters.place = 'there';
		trigger.sees(async ({ known, notes }) => {
			expect([...known]).toEqual([]);
			expect(notes).toEqual({ organization: 'RG-1' });
			return await Promise.resolve({ observations: [seen('a', 'stormy'), seen('c', 'stormy')] });
		});
		expect(await trigger.poll()).toMatchObject([{ id: 'a', from: 'sunny', to: 'stormy' }]);
		expect(Object.keys(trigger.state.memory as object)).toEqual(['a', 'c']);
	});
});

it('a test poll that fails hides keys in its message', async () => {
	const { sees, poll } = poller();
	sees(async ({ context }) => {
		context.keepSecret('key-of-a-node');
		return await Promise.reject(new Problem('There is nothing at /key-of-a-node'));
	});
	await expect(poll('manual')).rejects.toThrow('There is nothing at /***');
});
