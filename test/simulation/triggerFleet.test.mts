import { describe, expect, it } from 'vitest';

import { fleetOf, type Fleet } from './trigger/fleet.mts';

describe('more endpoints than a poll can check', () => {
	it('are checked in turn, and none is reported for lack of time', async () => {
		const { world, engine, reported } = await fleetOf(800, 25);
		const before: Array<Map<string, number>> = [];
		for (let count = 0; count < 7; count += 1) {
			before.push(new Map(world.asked));
			expect(await reported(1)).toEqual([]);
			const [earlier] = before.slice(-3);
			const left = world.nodes.filter(({ id }) => world.asked.get(id) === earlier.get(id));
			if (count >= 2) expect(left.map(({ id }) => id)).toEqual([]);
		}
		expect(Math.min(...world.asked.values())).toBeGreaterThanOrEqual(3);
		expect(engine.log.join('\n')).toMatch(/checked \d+ of 800 objects in this poll/);
	});

	it('are reported when they fail, after as many checks as any other', async () => {
		const { world, reported } = await fleetOf(400, 12);
		await reported(1);
		world.nodes[399].condition = 'notFound';
		expect(await reported(3)).toEqual(['ND-1-400 ready invalidResponse']);
	});
});

describe('endpoints of a host that accepts few calls per second', () => {
	it.each(['down', 'hang'] as const)(
		'are each reported once when all of them fail (%s)',
		async (condition) => {
			const { world, reported } = await fleetOf(300, 12);
			// Only what was seen before can change.
			await reported(2);
			for (const node of world.nodes) node.condition = condition;
			expect(await reported(4)).toEqual(
				world.nodes.map(({ id }) => `${id} ready unreachable`).sort(),
			);
		},
	);
});

describe('a host that suddenly rejects everything', () => {
	it.each([400, 1000])(
		'has all its %d endpoints reported in one poll, and their recovery in two',
		async (count) => {
			const { world, reported } = await fleetOf(count, Infinity);
			world.callsPerSecond = 0;
			expect(await reported(1)).toHaveLength(count);
			expect(await reported(1)).toEqual([]);
			world.callsPerSecond = Infinity;
			const well = await reported(2);
			expect(well).toHaveLength(count);
			expect(well[0]).toContain('rateLimited ready');
		},
	);
});

describe('endpoints that all hang, with health checks', () => {
	const hanging = ({ world }: Fleet, isMeant: (host: string) => boolean = () => true): string[] => {
		const meant = world.nodes.filter(({ host = '' }) => isMeant(host));
		for (const node of meant) node.condition = 'hang';
		return meant.map(({ id }) => `${id} ready unreachable`).sort();
	};

	it('at a host that accepts few calls per second are reported soon: each takes a single call', async () => {
		const fleet = await fleetOf(200, 12, { check: 'health' });
		// With four calls each, all have been checked after some polls.
		await fleet.reported(6);
		const due = hanging(fleet);
		expect(await fleet.reported(2)).toEqual(due);
	});

	it('at a host without limits are reported in two polls', async () => {
		const fleet = await fleetOf(800, Infinity, { check: 'health' });
		const due = hanging(fleet);
		expect(await fleet.reported(2)).toEqual(due);
	});

	it('at some of many hosts are reported in one poll, which also checks those at other hosts', async () => {
		const fleet = await fleetOf(800, Infinity, { check: 'health', hosts: 20 });
		const due = hanging(fleet, (host) => /-(3|4|17)\./.test(host));
		expect(due).toHaveLength(120);
		expect(await fleet.reported(1)).toEqual(due);
		expect(fleet.engine.log).toEqual([]);
	});

	it('at a separate host each are reported in two polls', async () => {
		const fleet = await fleetOf(1000, Infinity, { check: 'health', hosts: 1000 });
		const due = hanging(fleet);
		expect(await fleet.reported(2)).toEqual(due);
	});
});

describe('endpoints that leave batches without an answer', () => {
	it.each([25, Infinity])(
		'are ready (where the host accepts %d calls per second)',
		async (limit) => {
			const { world, engine, reported } = await fleetOf(100, limit, { check: 'health' });
			await reported(1);
			for (const node of world.nodes.slice(0, 10)) node.condition = 'noBatches';
			world.nodes[50].condition = 'hang';
			expect(await reported(4)).toEqual(['ND-1-51 ready unreachable']);
			// Those that answer are checked in each poll.
			const late = engine.log.filter((line) => line.includes('no time'));
			const others = late.filter((line) => !line.includes('(ND-1-51)'));
			expect(others).toEqual([]);
		},
	);
});

describe('endpoints that are so slow that all their calls take longer than allowed', () => {
	it('are ready', async () => {
		const { world, engine, reported } = await fleetOf(100, Infinity, { check: 'health' });
		for (const node of world.nodes) node.condition = 'slow';
		expect(await reported(3)).toEqual([]);
		expect(engine.log).toEqual([]);
	});
});

describe('a thousand endpoints', () => {
	it('of a host without limits are checked in one poll, and their state is small', async () => {
		const { world, engine, poll } = await fleetOf(1000, Infinity);
		world.requests = 0;
		for (const node of world.nodes) node.condition = 'down';
		const { items, tookMs } = await poll();
		expect(items).toHaveLength(1000);
		expect(tookMs).toBeLessThan(25_000);
		// Not more than the endpoints, ten pages of nodes and one of networks: a host that is down is asked by a few.
		expect(world.requests).toBeLessThan(1011);
		expect(sizeOf(engine)).toBeLessThan(200_000);
	});

	it('that keep failing and recovering have a state that is hardly larger', async () => {
		const { world, engine, poll } = await fleetOf(1000, Infinity);
		for (let polls = 0; polls < 8; polls += 1) {
			const condition = polls % 2 === 0 ? 'notFound' : 'ready';
			for (const node of world.nodes) node.condition = condition;
			await poll();
			expect(sizeOf(engine)).toBeLessThan(225_000);
		}
	});
});

/** @returns how many characters n8n saves after the last poll */
function sizeOf(engine: Fleet['engine']): number {
	engine.save({ kept: engine.kept, done: Promise.resolve() });
	return JSON.stringify(engine.saved).length;
}
