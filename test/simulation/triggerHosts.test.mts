import { describe, expect, it } from 'vitest';

import { fleetOf } from './trigger/fleet.mts';
import type { OwnLimit } from './trigger/world.mts';

describe('an outage of a gateway while a poll asks its endpoints', () => {
	const counts = [1, 2, 6, 10, 60, 400];

	it.each([150, 500, 1500, 2800])('of %d ms is no state of any endpoint', async (lastsMs) => {
		for (const count of counts) {
			const fleet = await fleetOf(count, Infinity);
			const from = fleet.clock.now();
			fleet.world.isOut = () => fleet.clock.now() < from + lastsMs;
			expect(await fleet.reported(3), `${count} endpoints`).toEqual([]);
		}
	});

	it('that lasts is told for each of them at once, and its end', async () => {
		const fleet = await fleetOf(400, 25);
		await fleet.reported(2);
		fleet.world.isOut = () => true;
		expect(await fleet.reported(1)).toHaveLength(400);
		const before = fleet.world.requests;
		expect(await fleet.reported(1)).toEqual([]);
		expect(fleet.world.requests - before).toBeLessThan(40);
		fleet.world.isOut = () => false;
		expect(await fleet.reported(3)).toHaveLength(400);
	});
});

describe.each([2, 3, 5, 10, 60])('at a host of %d endpoints', (count) => {
	it.each<[string, (second: number) => number]>([
		['every second second', (second) => (second % 2 === 0 ? 25 : 0)],
		['most of the time', () => 20],
		['half of the time, at random', (second) => ((second * 7919) % 11 < 6 ? 25 : 0)],
	])('a limit that others use up %s is no state of any endpoint', async (_, usedByOthers) => {
		const fleet = await fleetOf(count, 25);
		fleet.world.usedByOthers = usedByOthers;
		expect(await fleet.reported(8)).toEqual([]);
	});

	it.each<[string, OwnLimit, number]>([
		['without a wait', {}, 3],
		['and asks for a second', { waitSeconds: 1 }, 3],
		['and asks for a minute', { waitSeconds: 60 }, 10],
		['and asks for an hour', { waitSeconds: 3600 }, 10],
		['slowly', { tookMs: 1500 }, 3],
		['more slowly', { tookMs: 7000 }, 10],
	])(
		'a key that is rejected %s (%j) is told within %d polls with three tries in each, and changes nothing for the others',
		async (_, limit, within) => {
			const fleet = await fleetOf(count, Infinity);
			const { world } = fleet;
			await fleet.reported(5);
			world.limited.set('ND-1-2', limit);
			const asked = world.asked.get('ND-1-1') ?? 0;
			const told: string[] = [];
			for (let poll = 0; poll < within; poll += 1) {
				world.rejections.clear();
				told.push(...(await fleet.reported(1)));
				expect(world.rejections.get('ND-1-2')).toBeLessThanOrEqual(3);
			}
			expect(told).toEqual(['ND-1-2 ready rateLimited']);
			expect(world.asked.get('ND-1-1')).toBe(asked + within);
			expect(await fleet.reported(3)).toEqual([]);
			world.limited.clear();
			expect(await fleet.reported(1)).toEqual(['ND-1-2 rateLimited ready']);
		},
	);
});

describe('several keys of a host that are rejected at the same time', () => {
	it.each<[number, number, OwnLimit, number]>([
		[2, 5, {}, 6],
		[4, 5, {}, 12],
		[4, 10, {}, 6],
		[30, 60, {}, 8],
		[2, 5, { waitSeconds: 3600 }, 9],
		[4, 5, { waitSeconds: 3600 }, 16],
		[4, 10, { waitSeconds: 3600 }, 9],
		[4, 10, { tookMs: 6000 }, 9],
	])('%d of %d (%j) are told within %d polls', async (some, count, limit, within) => {
		const fleet = await fleetOf(count, Infinity);
		await fleet.reported(5);
		const keys = fleet.world.nodes.slice(0, some).map(({ id }) => id);
		for (const id of keys) fleet.world.limited.set(id, limit);
		const told = await fleet.reported(within);
		expect(told).toEqual(keys.map((id) => `${id} ready rateLimited`).sort());
	});
});

describe('slow rejections of all endpoints of a host', () => {
	it.each([1, 2, 5, 60])('(%d of them) are told in the first poll', async (count) => {
		for (const tookMs of [1500, 3000, 7000]) {
			const fleet = await fleetOf(count, Infinity);
			for (const { id } of fleet.world.nodes) fleet.world.limited.set(id, { tookMs });
			expect(await fleet.reported(1), `${tookMs} ms`).toHaveLength(count);
		}
	});
});

describe('a quarter of the keys of a large host that ask for an hour', () => {
	it('accuse no other endpoint', async () => {
		const fleet = await fleetOf(400, 25);
		await fleet.reported(2);
		const keys = new Set(fleet.world.nodes.slice(0, 100).map(({ id }) => id));
		for (const id of keys) fleet.world.limited.set(id, { waitSeconds: 3600 });
		const told = await fleet.reported(8);
		expect(told.filter((line) => !keys.has(line.split(' ')[0]))).toEqual([]);
	});
});
