import { seedIds } from '../../../sandbox/seed.mts';
import type { Scene } from '../scene.mts';
import { countReady, headOf, NEED_A_LOOK, NO_NODES, NODE_STATES, REASONS } from '../sentences.mts';

const { polygon, bitcoin, ethereum } = seedIds.nodes;

export const fleetReport: Scene = {
	start: 'Every Hour',
	paths: {
		bad: { prepare: async (stage) => await stage.setRpcBehaviour(polygon, { headAge: 3600 }) },
		empty: { prepare: async (stage) => await stage.deleteNodes() },
		'partly failed': {
			prepare: async (stage) =>
				await stage.fault({ path: `/v1/nodes/${bitcoin}/`, kind: 'status', status: 404 }),
		},
		'a node that lags behind two others': {
			prepare: async (stage) => {
				await stage.addNodesToNetwork(2, seedIds.networks.ethereum);
				await stage.setRpcBehaviour('*', { headOffset: 10_000 });
				await stage.setRpcBehaviour(ethereum, { headOffset: 0 });
			},
		},
	},
	statements: [
		...NEED_A_LOOK,
		[
			/^All nodes are healthy\.$/,
			async (facts) => (await countReady(facts)) === facts.after.nodes.length,
		],
		[
			/^eth-archive-1 \(Ethereum Mainnet\) is lagging: .*$/,
			async (facts) => (await headOf(facts, ethereum)) < (await headOf(facts, polygon)) - 9000,
		],
		[/^No node was checked$/, ({ requests }) => requests.every(({ server }) => server !== 'rpc')],
		...NODE_STATES,
		...NO_NODES,
		...REASONS,
	],
};
