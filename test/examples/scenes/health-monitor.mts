import { seedIds } from '../../../sandbox/seed.mts';
import type { Scene } from '../scene.mts';
import { NODE_STATES, REASONS } from '../sentences.mts';

const { polygon } = seedIds.nodes;
const ask = (node: string) => ({ query: { node } });

export const healthMonitor: Scene = {
	start: 'Health Request',
	input: { query: {} },
	ends: ['Respond', 'What It Would Respond'],
	paths: {
		bad: {
			input: ask(polygon),
			prepare: async (stage) => await stage.setRpcBehaviour(polygon, { headAge: 3600 }),
		},
		empty: { input: ask('') },
		'partly failed': {
			prepare: async (stage) => await stage.fault({ server: 'rpc', kind: 'status', status: 503 }),
		},
		'a node that does not exist': { input: ask('ND-9-9-9') },
		'by hand': { start: 'Run by Hand' },
	},
	statements: [
		[
			/^\{"status":200,"healthy":true,"state":"ready","nodeId":"(ND-[\d-]+)"\}\n\S+ \(.+\) is ready$/,
			async ({ blocksBehind }, id) => (await blocksBehind(id)) === 0,
		],
		[
			/^\{"status":503,"healthy":false,"state":"\w+","nodeId":"(ND-[\d-]+|)"\}\n/,
			({ requests }, id) =>
				requests.some(
					({ path, status, server }) => server === 'rpc' || (path.includes(id) && status !== 200),
				) || id === '',
		],
		...NODE_STATES,
		...REASONS,
	],
};
