import { seedIds } from '../../../sandbox/seed.mts';
import type { Scene } from '../scene.mts';
import { letSync, NODE_STATES, REASONS, WAITS } from '../sentences.mts';

const { ethereum } = seedIds.nodes;

export const deploymentGate: Scene = {
	start: 'Run by Hand',
	hurry: { 'Wait Until Synced': { waitInterval: 1, waitLimit: 5 } },
	paths: {
		bad: { prepare: async (stage) => await letSync(stage, ethereum) },
		empty: {
			parameters: async () =>
				await Promise.resolve({
					'Node It Depends On': {
						assignments: { assignments: [{ id: '1', name: 'nodeId', type: 'string', value: '' }] },
					},
				}),
		},
		'partly failed': {
			prepare: async (stage) => await stage.setRpcBehaviour(ethereum, { headAge: 3600 }),
		},
		'a node that does not answer': {
			prepare: async (stage) => await stage.setStatus(ethereum, 'stopped'),
		},
	},
	statements: [
		[
			/^Deploying: eth-archive-1 \(Ethereum Mainnet\) is ready$/,
			async ({ blocksBehind }) => (await blocksBehind(ethereum)) === 0,
		],
		[/^The execution fails: The deployment was stopped: /, 'advice'],
		...WAITS,
		...NODE_STATES,
		...REASONS,
	],
};
