import { seedIds } from '../../../sandbox/seed.mts';
import type { Scene } from '../scene.mts';
import { countReady, letSync, NEED_A_LOOK, NO_NODES, NODE_STATES, REASONS } from '../sentences.mts';

const { polygon, bitcoin } = seedIds.nodes;

export const readinessCheck: Scene = {
	start: 'Every Morning',
	paths: {
		bad: { prepare: async (stage) => await letSync(stage, polygon) },
		empty: { prepare: async (stage) => await stage.deleteNodes() },
		'partly failed': {
			prepare: async (stage) =>
				await stage.fault({ path: `/v1/nodes/${bitcoin}/`, kind: 'status', status: 404 }),
		},
		'a node that is stopped': {
			prepare: async (stage) => await stage.setStatus(polygon, 'stopped'),
		},
	},
	statements: [
		...NEED_A_LOOK,
		[
			/^All nodes are ready\.$/,
			async (facts) => (await countReady(facts)) === facts.after.nodes.length,
		],
		[/^No node was checked$/, ({ requests }) => requests.every(({ server }) => server !== 'rpc')],
		...NODE_STATES,
		...NO_NODES,
		...REASONS,
	],
};
