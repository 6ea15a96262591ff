import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import type { ServiceLevelEntry } from '../../../nodes/shared/polling/serviceLevel';
import type { Observation } from '../../../nodes/shared/polling/snapshot';
import { Problem } from '../../../nodes/shared/text/problem';
import { pollerInTime, type Poller } from './poller.mts';

const MINUTE = 60_000;

const EVERY_FIVE = { heartbeatEvery: 5 };

const PER_ENDPOINT = { ...EVERY_FIVE, heartbeatPerEndpoint: true };

const see = (id: string, state = 'sunny', facts: Record<string, unknown> = {}): Observation => ({
	id,
	name: `Place ${id}`,
	state,
	facts,
});

const unreadable = new Problem('The list could not be read', { isNetworkFault: true });

type TimedPoller = ReturnType<typeof pollerInTime>;

/** A trigger with these options that sees one place, which is sunny. */
function watching(options: IDataObject, more: IDataObject = {}): TimedPoller {
	const trigger = pollerInTime({ ...more, options });
	trigger.sees({ observations: [see('a')] });
	return trigger;
}

const heartbeatsOf = (items: IDataObject[] | null): IDataObject[] =>
	(items ?? []).filter(({ kind }) => kind === 'heartbeat');

/** Polls once a minute. @returns the heartbeats, with the minute of each */
async function play(
	trigger: TimedPoller,
	minutes: number,
	begin: (minute: number) => void = () => undefined,
): Promise<Array<IDataObject & { minute: number }>> {
	const found: Array<IDataObject & { minute: number }> = [];
	for (let minute = 0; minute < minutes; minute += 1) {
		begin(minute);
		const items = await trigger.poll().catch(() => null);
		found.push(...heartbeatsOf(items).map((item) => ({ ...item, minute })));
		trigger.pass(MINUTE);
	}
	return found;
}

const minutesOf = (found: ReadonlyArray<{ minute: number }>): number[] =>
	found.map(({ minute }) => minute);

describe('heartbeats', () => {
	it('leave with the first poll and then at the interval', async () => {
		expect(minutesOf(await play(watching(EVERY_FIVE), 17))).toEqual([0, 5, 10, 15]);
		expect(minutesOf(await play(watching({ heartbeatEvery: 7.5 }), 17))).toEqual([0, 7, 14]);
	});

	it.each([{}, { heartbeatEvery: 0 }])('do not leave by default: %o', async (options) => {
		expect(await play(watching(options), 10)).toEqual([]);
	});

	it('leave in each poll where polls are rarer', async () => {
		const trigger = watching(EVERY_FIVE);
		let count = 0;
		for (let poll = 0; poll < 5; poll += 1) {
			count += heartbeatsOf(await trigger.poll()).length;
			trigger.pass(10 * MINUTE);
		}
		expect(count).toBe(5);
	});

	it.each([1, 4.9, 0.1])('cannot leave every %d minutes', async (heartbeatEvery) => {
		const trigger = watching({ heartbeatEvery });
		await expect(trigger.poll()).rejects.toThrow(
			`'Heartbeat Every (Minutes)' must be at least 5, or 0, but it is ${heartbeatEvery}`,
		);
	});

	it('say what a poll found', async () => {
		const trigger = watching(EVERY_FIVE);
		trigger.sees({
			observations: [see('a'), see('b'), see('c', 'stormy'), see('d', 'stormy'), see('e', 'rainy')],
			unknown: new Map([['f', 'there was no time']]),
		});
		const [first] = await play(trigger, 1);
		expect(first).toEqual({
			summary: 'The watch works: 2 of 6 are healthy, 3 are unhealthy, 1 is unknown',
			healthy: true,
			kind: 'heartbeat',
			watched: 6,
			healthyCount: 2,
			unhealthyCount: 3,
			unknownCount: 1,
			oldestCheckSeconds: 0,
			lastHeartbeatAt: null,
			periodSeconds: 0,
			event: 'weatherChanged',
			minute: 0,
		});
		const [second] = await play(trigger, 5);
		expect(second).toMatchObject({
			lastHeartbeatAt: '2026-01-01T00:00:00.000Z',
			periodSeconds: 300,
		});
	});

	it('say when there is nothing to watch', async () => {
		const trigger = watching(EVERY_FIVE);
		trigger.sees({ observations: [] });
		expect(await play(trigger, 1)).toMatchObject([
			{ watched: 0, summary: 'The watch works: there is currently nothing to watch' },
		]);
	});

	it('do not count what is not watched: nodes that never ran, and what is gone', async () => {
		const trigger = watching(EVERY_FIVE);
		trigger.sees({ observations: [see('a')], unknown: new Map([['b', undefined]]) });
		expect(await play(trigger, 1)).toMatchObject([{ watched: 1, unknownCount: 0 }]);
		trigger.sees({ observations: [see('a', 'deleted')] });
		expect(await play(trigger, 5)).toMatchObject([{ watched: 0 }]);
	});

	it('say how long ago the object was checked that was checked longest ago', async () => {
		const trigger = watching(EVERY_FIVE);
		const isUnknown = (minute: number): void =>
			trigger.sees({
				observations: [see('a'), ...(minute < 3 ? [see('b')] : [])],
				unknown: new Map(minute < 3 ? [] : [['b', 'there was no time']]),
			});
		const found = await play(trigger, 11, isUnknown);
		expect(found.map(({ oldestCheckSeconds }) => oldestCheckSeconds)).toEqual([0, 180, 480]);
	});

	it('are given only by a poll that could check', async () => {
		const trigger = watching(EVERY_FIVE);
		const found = await play(trigger, 20, (minute) => {
			if (minute === 4) trigger.sees(unreadable);
			if (minute === 13) trigger.sees({ observations: [see('a')] });
		});
		expect(minutesOf(found)).toEqual([0, 13, 18]);
	});

	it('are not given by a poll that could not read its list, although it asked what it knew', async () => {
		const trigger = watching(EVERY_FIVE);
		const found = await play(trigger, 10, (minute) => {
			if (minute > 0) trigger.sees({ observations: [see('a')], problem: unreadable });
		});
		expect(minutesOf(found)).toEqual([0]);
	});

	it('go on while nothing is healthy', async () => {
		const trigger = watching(EVERY_FIVE);
		trigger.sees({ observations: [see('a', 'stormy'), see('b', 'stormy')] });
		expect(await play(trigger, 6)).toMatchObject([
			{ unhealthyCount: 2, healthy: true },
			{ unhealthyCount: 2, healthy: true },
		]);
	});

	it('stay apart from a group', async () => {
		const trigger = watching({ ...EVERY_FIVE, group: 'poll' });
		await play(trigger, 5);
		trigger.sees({ observations: [see('a', 'stormy')] });
		expect(await trigger.poll()).toMatchObject([
			{ count: 1, changes: [{ to: 'stormy' }] },
			{ kind: 'heartbeat', unhealthyCount: 1 },
		]);
	});

	it('go on in quiet times, and say since when it is quiet', async () => {
		const until = { until: [{ until: '2026-01-01T00:12:00Z' }] };
		const trigger = watching({ ...EVERY_FIVE, quietTimes: until });
		trigger.sees({ observations: [see('a', 'stormy')] });
		const found = await play(trigger, 16);
		expect(found.map(({ minute, quietSince }) => [minute, quietSince])).toEqual([
			[0, '2026-01-01T00:00:00.000Z'],
			[5, '2026-01-01T00:00:00.000Z'],
			[10, '2026-01-01T00:00:00.000Z'],
			[15, undefined],
		]);
	});

	it.each([true, false])('are in the test event, per endpoint: %s', async (isPerEndpoint) => {
		const trigger = watching({ ...EVERY_FIVE, heartbeatPerEndpoint: isPerEndpoint });
		trigger.sees({ observations: [see('a', 'sunny', { latencyMs: 7 }), see('b', 'stormy')] });
		const items = await trigger.poll('manual');
		expect(heartbeatsOf(items)).toMatchObject([
			{
				test: true,
				watched: 2,
				healthyCount: 1,
				note: expect.stringContaining('heartbeat') as string,
			},
		]);
		const [{ endpoints }] = heartbeatsOf(items);
		expect(endpoints !== undefined).toBe(isPerEndpoint);
	});

	it('are not in the test event where they are off', async () => {
		expect(heartbeatsOf(await watching({}).poll('manual'))).toEqual([]);
	});

	it('are in the test event beside what it says where there is nothing to watch', async () => {
		const trigger = watching(EVERY_FIVE);
		trigger.sees({ observations: [] });
		expect(await trigger.poll('manual')).toMatchObject([
			{ summary: 'There is currently nothing to watch', test: true },
			{ kind: 'heartbeat', watched: 0, test: true },
		]);
	});

	it('leave a start of n8n to its time', async () => {
		const trigger = watching(EVERY_FIVE);
		await play(trigger, 3);
		trigger.activate('init');
		const found = await play(trigger, 7);
		expect(minutesOf(found)).toEqual([2]);
	});
});

/** The entries of each heartbeat, of which each must add up to the time between two of them. */
function entriesOf(found: readonly IDataObject[]): Array<Record<string, ServiceLevelEntry>> {
	return found.map(({ endpoints, periodSeconds }) => {
		const entries = endpoints as unknown as ServiceLevelEntry[];
		for (const entry of entries) {
			const { healthySeconds, unhealthySeconds, unknownSeconds } = entry;
			const { quietSeconds, unmonitoredSeconds } = entry;
			const parts = [healthySeconds, unhealthySeconds, unknownSeconds];
			const all = [...parts, quietSeconds, unmonitoredSeconds];
			expect(all.every((part) => part >= 0 && Number.isInteger(part))).toBe(true);
			expect(all.reduce((sum, part) => sum + part, 0)).toBe(periodSeconds);
		}
		return Object.fromEntries(entries.map((entry) => [entry.id, entry]));
	});
}

describe('service levels', () => {
	it('hold the seconds of what polls found, incidents, and latencies', async () => {
		const trigger = watching(PER_ENDPOINT, { confirmations: 2 });
		const found = await play(trigger, 11, (minute) => {
			const state = minute === 2 || minute === 3 || minute === 8 ? 'stormy' : 'sunny';
			const seen = see('a', state, { latencyMs: state === 'sunny' ? 100 + minute : 8000 });
			trigger.sees({ observations: [seen, see('b')] });
		});
		const [first, second, third] = entriesOf(found);
		expect(first.a).toMatchObject({ healthySeconds: 0, unmonitoredSeconds: 0, incidents: 0 });
		expect(second.a).toMatchObject({
			name: 'Place a',
			healthySeconds: 180,
			unhealthySeconds: 120,
			incidents: 1,
		});
		// A disruption that was not reported counts with its time.
		expect(third.a).toMatchObject({ healthySeconds: 240, unhealthySeconds: 60, incidents: 0 });
		for (const percentile of [second.a.latencyP50Ms, second.a.latencyP95Ms]) {
			expect(percentile).toBeGreaterThan(91);
			expect(percentile).toBeLessThan(115);
		}
		expect(second.b).toEqual({
			name: 'Place b',
			id: 'b',
			healthySeconds: 300,
			unhealthySeconds: 0,
			unknownSeconds: 0,
			quietSeconds: 0,
			unmonitoredSeconds: 0,
			incidents: 0,
		});
	});

	it('count what could not be checked as unknown: of one object, and of all in a poll that failed', async () => {
		const trigger = watching(PER_ENDPOINT);
		const found = await play(trigger, 8, (minute) => {
			if (minute === 1)
				trigger.sees({ unknown: new Map([['a', 'no time']]), observations: [see('b')] });
			else if (minute === 4 || minute === 5) trigger.sees(unreadable);
			else trigger.sees({ observations: [see('a'), see('b')] });
		});
		const entries = entriesOf(found);
		expect(minutesOf(found)).toEqual([0, 6]);
		expect(entries[1].a).toMatchObject({ healthySeconds: 180, unknownSeconds: 180 });
		expect(entries[1].b).toMatchObject({ healthySeconds: 240, unknownSeconds: 120 });
	});

	it('count quiet times apart, also those of one object', async () => {
		const trigger = watching({
			...PER_ENDPOINT,
			quietTimes: {
				until: [{ until: '2026-01-01T00:02:00Z' }],
				maintenance: [{ duringMaintenance: true }],
			},
		});
		const found = await play(trigger, 6, (minute) => {
			const isInMaintenance = minute === 3 || minute === 4;
			const a = { ...see('a', isInMaintenance ? 'rainy' : 'sunny'), isInMaintenance };
			trigger.sees({ observations: [a, see('b')] });
		});
		const [, entries] = entriesOf(found);
		expect(entries.a).toMatchObject({ quietSeconds: 240, healthySeconds: 60, incidents: 0 });
		expect(entries.b).toMatchObject({ quietSeconds: 120, healthySeconds: 180 });
	});

	it('of what is new or gone add up too', async () => {
		const trigger = watching(PER_ENDPOINT);
		const found = await play(trigger, 11, (minute) => {
			const observations = [see('a')];
			if (minute >= 2) observations.push(see('b'));
			if (minute < 8) observations.push(see('c'));
			trigger.sees({ observations });
		});
		const [, second, third] = entriesOf(found);
		expect(second.b).toMatchObject({ healthySeconds: 180, unmonitoredSeconds: 120 });
		expect(third.c).toMatchObject({
			name: 'Place c',
			healthySeconds: 180,
			unmonitoredSeconds: 120,
		});
		expect(Object.keys(third)).toEqual(['c', 'a', 'b']);
	});

	it('count a pause as unmonitored', async () => {
		const trigger = watching(PER_ENDPOINT);
		await play(trigger, 9);
		trigger.pass(60 * MINUTE);
		const [entries] = entriesOf(await play(trigger, 1));
		// The last poll before the pause was in minute 8, the last heartbeat in minute 5.
		expect(entries.a).toMatchObject({ healthySeconds: 180, unmonitoredSeconds: 61 * 60 });
	});

	it('start anew in another process, with what that one had counted as unmonitored', async () => {
		const first = watching(PER_ENDPOINT);
		await play(first, 6);
		const saved = JSON.stringify(first.state);
		await play(first, 2);
		const second = restarted(first, saved, 8 * MINUTE);
		const [entries] = entriesOf(await play(second, 3));
		expect(entries.a).toMatchObject({ healthySeconds: 120, unmonitoredSeconds: 180 });
	});

	it('go on with what was saved together with another report', async () => {
		const first = watching(PER_ENDPOINT);
		await play(first, 7);
		first.sees({ observations: [see('a', 'stormy')] });
		await play(first, 1);
		const saved = JSON.stringify(first.state);
		const second = restarted(first, saved, 9 * MINUTE);
		second.sees({ observations: [see('a', 'stormy')] });
		const [entries] = entriesOf(await play(second, 2));
		expect(entries.a).toMatchObject({
			healthySeconds: 120,
			unhealthySeconds: 60,
			unmonitoredSeconds: 120,
			incidents: 1,
		});
	});

	it('take at most half as much as all else that is saved of 1,000 endpoints', async () => {
		const sizes: number[] = [];
		for (const options of [{}, EVERY_FIVE, { heartbeatEvery: 1440, heartbeatPerEndpoint: true }]) {
			const trigger = watching(options);
			await play(trigger, 60, (minute) => {
				const observations = Array.from({ length: 1000 }, (_, index) => ({
					...see(`ND-123-456-${index}`),
					name: `eth-archive-${index}`,
					facts: { latencyMs: 40 + ((index + minute * 7) % 13) * 9 },
				}));
				trigger.sees({ observations });
			});
			sizes.push(JSON.stringify(trigger.state).length);
		}
		const [without, withOne, perEndpoint] = sizes;
		expect(withOne - without).toBeLessThan(200);
		expect(perEndpoint / without).toBeLessThan(1.5);
	});
});

/** The same trigger in another process, which begins with what was saved. */
function restarted(trigger: Poller, saved: string, at: number): TimedPoller {
	const next = pollerInTime(trigger.parameters);
	next.pass(at);
	Object.assign(next.state, JSON.parse(saved) as IDataObject);
	next.sees({ observations: [see('a')] });
	next.activate('init');
	return next;
}
