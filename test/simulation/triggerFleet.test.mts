import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { fleetOf, type Fleet } from './trigger/fleet.mts';

describe('more endpoints than a poll can check', () => {
	it('are checked in turn, and none is reported for lack of time', async () => {
		const { world, engine, poll } = fleetOf(800, 25);
		await poll(() => engine.activate('activate'));
		const before: Array<Map<string, number>> = [];
		for (let count = 0; count < 7; count += 1) {
			before.push(new Map(world.asked));
			const { items, error, tookMs } = await poll();
			expect({ items, error }).toEqual({ items: null, error: undefined });
			expect(tookMs).toBeLessThan(30_000);
			const [earlier] = before.slice(-3);
			const left = world.nodes.filter(({ id }) => world.asked.get(id) === earlier.get(id));
			if (count >= 2) expect(left.map(({ id }) => id)).toEqual([]);
		}
		expect(Math.min(...world.asked.values())).toBeGreaterThanOrEqual(3);
		expect(engine.log.join('\n')).toMatch(/checked \d+ of 800 objects in this poll/);
	});

	it('are reported when they fail, after as many checks as any other', async () => {
		const { world, engine, poll } = fleetOf(400, 12);
		await poll(() => engine.activate('activate'));
		await poll();
		world.nodes[399].condition = 'notFound';
		const reported: IDataObject[] = [];
		for (let count = 0; count < 3; count += 1) reported.push(...((await poll()).items ?? []));
		expect(reported).toMatchObject([{ id: 'ND-1-400', from: 'ready', to: 'invalidResponse' }]);
	});
});

describe('endpoints of a host that accepts few calls per second', () => {
	it.each(['down', 'hang'] as const)(
		'are each reported once when all of them fail (%s)',
		async (condition) => {
			const { world, engine, poll } = fleetOf(300, 12);
			await poll(() => engine.activate('activate'));
			// Only what was seen before can change.
			for (let count = 0; count < 2; count += 1) await poll();
			for (const node of world.nodes) node.condition = condition;
			const reported: string[] = [];
			for (let count = 0; count < 4; count += 1)
				for (const { id, from, to } of (await poll()).items ?? [])
					reported.push(`${id} ${from} ${to}`);
			expect(reported.sort()).toEqual(
				world.nodes.map(({ id }) => `${id} ready unreachable`).sort(),
			);
		},
	);
});

describe('a host that suddenly rejects everything', () => {
	it('has all its endpoints reported in one poll, and their recovery in two', async () => {
		const { world, engine, poll } = fleetOf(400, Infinity);
		await poll(() => engine.activate('activate'));
		world.callsPerSecond = 0;
		expect((await poll()).items).toHaveLength(400);
		expect((await poll()).items).toBeNull();
		world.callsPerSecond = Infinity;
		const well = [...((await poll()).items ?? []), ...((await poll()).items ?? [])];
		expect(well).toHaveLength(400);
		expect(well[0]).toMatchObject({ from: 'rateLimited', to: 'ready' });
	});
});

describe('endpoints that all hang, with health checks', () => {
	const reportedIn = async (fleet: Fleet, polls: number): Promise<string[]> => {
		const reported: string[] = [];
		for (let count = 0; count < polls; count += 1)
			for (const { id, from, to } of (await fleet.poll()).items ?? [])
				reported.push(`${id} ${from} ${to}`);
		return reported.sort();
	};
	const hanging = ({ world }: Fleet, isMeant: (host: string) => boolean = () => true): string[] => {
		const meant = world.nodes.filter(({ host = '' }) => isMeant(host));
		for (const node of meant) node.condition = 'hang';
		return meant.map(({ id }) => `${id} ready unreachable`).sort();
	};

	it('at a host that accepts few calls per second are reported soon: each takes a single call', async () => {
		const fleet = fleetOf(200, 12, { check: 'health' });
		await fleet.poll(() => fleet.engine.activate('activate'));
		// With four calls each, all have been checked after some polls.
		for (let count = 0; count < 6; count += 1) await fleet.poll();
		const due = hanging(fleet);
		expect(await reportedIn(fleet, 2)).toEqual(due);
	});

	it('at a host without limits are reported in two polls', async () => {
		const fleet = fleetOf(800, Infinity, { check: 'health' });
		await fleet.poll(() => fleet.engine.activate('activate'));
		const due = hanging(fleet);
		expect(await reportedIn(fleet, 2)).toEqual(due);
	});

	it('at some of many hosts are reported in one poll, which also checks those at other hosts', async () => {
		const fleet = fleetOf(800, Infinity, { check: 'health', hosts: 20 });
		await fleet.poll(() => fleet.engine.activate('activate'));
		const due = hanging(fleet, (host) => /-(3|4|17)\./.test(host));
		expect(due).toHaveLength(120);
		expect(await reportedIn(fleet, 1)).toEqual(due);
		expect(fleet.engine.log).toEqual([]);
	});

	it('at a separate host each are reported in two polls', async () => {
		const fleet = fleetOf(1000, Infinity, { check: 'health', hosts: 1000 });
		await fleet.poll(() => fleet.engine.activate('activate'));
		const due = hanging(fleet);
		expect(await reportedIn(fleet, 2)).toEqual(due);
	});
});

describe('endpoints that leave batches without an answer', () => {
	it.each([25, Infinity])(
		'are ready (where the host accepts %d calls per second)',
		async (limit) => {
			const { world, engine, poll } = fleetOf(100, limit, { check: 'health' });
			await poll(() => engine.activate('activate'));
			await poll();
			for (const node of world.nodes.slice(0, 10)) node.condition = 'noBatches';
			world.nodes[50].condition = 'hang';
			const reported: unknown[] = [];
			for (let count = 0; count < 4; count += 1) reported.push(...((await poll()).items ?? []));
			expect(reported).toMatchObject([{ id: 'ND-1-51', to: 'unreachable' }]);
			// Those that answer are checked in every poll.
			const late = engine.log.filter((line) => line.includes('no time'));
			expect(late.filter((line) => !line.includes('(ND-1-51)'))).toEqual([]);
		},
	);
});

describe('endpoints that are so slow that all their calls take longer than allowed', () => {
	it('are ready', async () => {
		const { world, engine, poll } = fleetOf(100, Infinity, { check: 'health' });
		await poll(() => engine.activate('activate'));
		for (const node of world.nodes) node.condition = 'slow';
		for (let count = 0; count < 3; count += 1) expect((await poll()).items).toBeNull();
		expect(engine.log).toEqual([]);
	});
});

describe('a thousand endpoints', () => {
	it('of a host without limits are checked in one poll, and their state is small', async () => {
		const { world, engine, poll } = fleetOf(1000, Infinity);
		await poll(() => engine.activate('activate'));
		world.requests = 0;
		for (const node of world.nodes) node.condition = 'down';
		const { items, tookMs } = await poll();
		expect(items).toHaveLength(1000);
		expect(tookMs).toBeLessThan(25_000);
		// Not more than the endpoints, ten pages of nodes and one of networks: a host that is down is asked by a few.
		expect(world.requests).toBeLessThan(1011);
		engine.save({ kept: engine.kept, done: Promise.resolve() });
		expect(JSON.stringify(engine.saved).length).toBeLessThan(200_000);
	});
});
