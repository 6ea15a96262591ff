import { seedIds } from '../../../sandbox/seed.mts';
import type { Facts, Scene } from '../scene.mts';
import { letSync, REASONS, wasAnswered } from '../sentences.mts';

const NAME = 'Example network';
const REQUEST = {
	'Project ID': seedIds.projects.main,
	'Network name': NAME,
	'Chain network': 'ethereum: ethereum-mainnet',
	Place: 'aws us-east-1',
};

const named = ({ after }: Facts) => after.networks.filter(({ name }) => name === NAME);
const newest = ({ after }: Facts) => after.nodes[after.nodes.length - 1];

export const provisionNetwork: Scene = {
	start: 'Run by Hand',
	loses: 'POST',
	hurry: { 'Create Network': { waitInterval: 1, waitLimit: 20 } },
	paths: {
		bad: { prepare: async (stage) => await stage.setDeployment({ ms: 1, outcome: 'failed' }) },
		empty: { start: 'Network Request Form', input: { ...REQUEST, 'Project ID': ' ' } },
		'partly failed': { prepare: async (stage) => await letSync(stage, '*') },
		'a second run': {
			prepare: async (stage) =>
				await stage.ask('POST', '/v1/networks/', {
					name: NAME,
					project: seedIds.projects.main,
					protocol: 'ethereum',
					configuration: { network: 'ethereum-mainnet' },
					nodes: [
						{
							name: 'node 1',
							type: 'dedicated',
							role: 'peer',
							configuration: { archive: false },
							provider: 'aws',
							region: 'us-east-1',
						},
					],
				}),
		},
		'the connection breaks before anything is created': {
			prepare: async (stage) =>
				await stage.fault({ server: 'platform', method: 'POST', kind: 'reset', when: 'before' }),
		},
		'a project that is none': {
			start: 'Network Request Form',
			input: { ...REQUEST, 'Project ID': seedIds.networks.ethereum },
		},
		'the new node cannot be looked up': {
			prepare: async (stage) =>
				await stage.fault({ path: '/v1/nodes/', method: 'GET', kind: 'status', status: 404 }),
		},
	},
	statements: [
		[
			/^Example network is ready$/,
			async (facts) => (await facts.blocksBehind(newest(facts).id)) === 0,
		],
		[/^Example network runs, but is not ready yet$/, (facts) => newest(facts).status === 'running'],
		[/^Example network is not known to be ready$/, 'advice'],
		[
			/^Example network \((NW-[\d-]+)\) was created\.$/,
			(facts, id) =>
				named(facts).length === 1 &&
				named(facts)[0].id === id &&
				!facts.before.networks.some((each) => each.id === id),
		],
		[
			/^Example network \((NW-[\d-]+)\) existed already\.$/,
			(facts, id) =>
				named(facts).length === 1 &&
				named(facts)[0].id === id &&
				facts.requests.every(({ server, method }) => server === 'rpc' || method !== 'POST'),
		],
		[/^Its node (ND-[\d-]+): /, (facts, id) => newest(facts).id === id],
		[
			/(?:Example network )?node 1 \(Ethereum Mainnet\) is ready$/,
			async (facts) => (await facts.blocksBehind(newest(facts).id)) === 0,
		],
		[
			/(?:Example network )?node 1 \(Ethereum Mainnet\) is syncing: it is (\d+) blocks behind$/,
			async (facts, blocks) => (await facts.blocksBehind(newest(facts).id)) === Number(blocks),
		],
		[/it could not be checked: /, (facts) => wasAnswered(facts, 404)],
		[/^No network of this name exists\.$/, (facts) => named(facts).length === 0],
		[
			/^It exists: (NW-[\d-]+) \((\w+)\)$/,
			(facts, id, status) =>
				named(facts).length === 1 && named(facts)[0].id === id && named(facts)[0].status === status,
		],
		[
			/^Whether it exists is not known: look in the console\.$/,
			({ requests }) =>
				requests.filter(({ path }) => path === '/v1/networks/').at(-1)?.status !== 200,
		],
		[
			/^The network (NW-[\d-]+) was created, but its node (ND-[\d-]+) is in the state 'failed'.*$/,
			(facts, id, node) =>
				named(facts)[0].id === id && newest(facts).id === node && newest(facts).status === 'failed',
		],
		[
			/^It could not be determined whether the network already exists: /,
			({ requests }) => requests.every(({ status }) => status !== 200),
		],
		...REASONS,
	],
};
