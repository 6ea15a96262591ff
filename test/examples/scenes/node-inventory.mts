import { seedIds } from '../../../sandbox/seed.mts';
import type { Scene } from '../scene.mts';
import { NO_NODES, REASONS } from '../sentences.mts';

const { polygon, bitcoin } = seedIds.nodes;

export const nodeInventory: Scene = {
	start: 'Every Morning',
	paths: {
		bad: { prepare: async (stage) => await stage.setStatus(polygon, 'failed') },
		empty: { prepare: async (stage) => await stage.deleteNodes() },
		'partly failed': {
			prepare: async (stage) =>
				await stage.fault({ path: `/v1/nodes/${bitcoin}/`, kind: 'status', status: 404 }),
		},
	},
	statements: [
		[
			/^(\d+) nodes are in the inventory$/,
			({ after }, count) => after.nodes.length === Number(count),
		],
		[
			/^(\d+) nodes were written to the table, (\d+) of them with metrics\.$/,
			({ after, rows }, count, measured) =>
				after.nodes.length === Number(count) &&
				rows.length === Number(count) &&
				rows.every(({ node_id: id, name, status }) =>
					after.nodes.some(
						(node) => node.id === id && node.name === name && node.status === status,
					),
				) &&
				rows.filter(({ processor_percent: processor }) => processor !== null).length ===
					Number(measured),
		],
		[/^The inventory was not updated$/, ({ rows }) => rows.length === 0],
		...NO_NODES,
		...REASONS,
	],
};
