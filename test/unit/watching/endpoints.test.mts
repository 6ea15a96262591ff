import { expect, it } from 'vitest';

import { fleetOf } from '../../simulation/trigger/fleet.mts';

it('a node that stopped before its endpoint gave an answer is not asked, and not watched', async () => {
	const fleet = await fleetOf(3, Infinity);
	const { world } = fleet;
	const node = { id: 'ND-1-4', status: 'running', condition: 'ready' as const };
	world.nodes.push({ ...node, host: 'nodes-0.example' });
	world.limited.set(node.id, {});
	await fleet.reported(1);
	expect(world.rejections.get(node.id)).toBeGreaterThan(0);
	world.nodes[3].status = 'stopped';
	world.rejections.clear();
	expect(await fleet.reported(10)).toEqual([]);
	expect(world.rejections.get(node.id)).toBeUndefined();
});
