import type { Scene } from '../scene.mts';
import { NO_NODES, REASONS } from '../sentences.mts';
import { seedIds } from '../../../sandbox/seed.mts';

export const assistant: Scene = {
	start: 'Run by Hand',
	ends: ['Message'],
	paths: {
		bad: { prepare: async (stage) => await stage.setStatus(seedIds.nodes.polygon, 'failed') },
		empty: { prepare: async (stage) => await stage.deleteNodes() },
		'partly failed': 'the list of nodes is one request',
	},
	statements: [
		[/^What the assistant sees$/, 'advice'],
		[
			/^(\S+) \((ND-[\d-]+)\): (\w+)$/,
			({ after }, name, id, status) =>
				after.nodes.some((node) => node.id === id && node.name === name && node.status === status),
		],
		...NO_NODES,
		...REASONS,
	],
};
