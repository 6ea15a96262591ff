import type { IDataObject } from 'n8n-workflow';
import { seedIds } from '../../sandbox/start.mts';
import type { Random } from '../simulation/support/random.mts';

/** Where an operation may create something that has to be accounted for. */
export type Made = 'projects' | 'networks' | 'nodes' | 'pins' | 'faucet';

/** How a campaign runs one operation. */
export interface OperationPlan {
	/** Its parameters; `={{ $json.… }}` reads what `item` puts into each item. */
	parameters(random: Random): IDataObject;
	/** Fields of an item besides `n` and `name`. */
	item?(random: Random): IDataObject;
	/** Whether each item carries a file `data`. */
	hasFile?: boolean;
	/** The kind of object that each of its successes creates one of. */
	makes?: Made;
	/** Whether an item that succeeds has exactly one output item. */
	isSingle?: boolean;
	/** Whether it only reads, so that nothing may change. */
	reads?: boolean;
	/** Whether its options have a time limit for each attempt. */
	hasTimeout?: boolean;
}

const id = (value: string) => ({ __rl: true, mode: 'id', value });
const nodes = Object.values(seedIds.nodes);
const networks = Object.values(seedIds.networks);
const projects = Object.values(seedIds.projects);
const folders = Object.values(seedIds.folders);
/** Pins that exist from the start. */
const pins = ['PIN-4180-1253-7200', 'PIN-2886-4891-3162', 'PIN-8438-1623-9924'];

const single = { isSingle: true, hasTimeout: true } as const;
const read = { ...single, reads: true } as const;
const many = { reads: true, hasTimeout: true } as const;

/** An item about one of the given objects, or sometimes about one that does not exist. */
const about = (known: readonly string[], unknown: string) => (random: Random) => ({
	id: random.chance(0.1) ? unknown : random.pick(known),
});
const aboutNode = about(nodes, 'ND-9-9-9');
const aboutNetwork = about(networks, 'NW-9-9-9');
const aboutProject = about(projects, 'PR-9-9-9');
const aboutPin = about(pins, 'PIN-9-9-9');
const aboutBucket = about([seedIds.bucket], 'BUCK-9-9-9');

const itemId = '={{ $json.id }}';
const itemLocator = id(itemId);
const name = '={{ $json.name }}';
const ofRule = { nodeId: id(seedIds.nodes.bitcoin), ruleId: id(seedIds.accessRule) };
const place = { type: 'dedicated', provider: 'aws', region: 'us-east-1' };
const waits = { waitInterval: 1, waitLimit: 3 };

const paging = (random: Random) =>
	random.chance(0.5) ? { returnAll: true } : { limit: random.integer(1, 5) };
const simplify = (random: Random) => ({ simplify: random.chance(0.5) });
const list = (random: Random) => ({ ...paging(random), ...simplify(random) });
const ifExists = (random: Random) => (random.chance(0.4) ? { ifExists: 'use' } : {});
const secrets = (random: Random) => (random.chance(0.2) ? { includeSecrets: true } : {});
const endpoint = (random: Random) =>
	random.chance(0.5)
		? { endpointSource: 'credential' }
		: { endpointSource: 'node', nodeId: itemLocator };
const hexDigits = (random: Random) =>
	Array.from({ length: 40 }, () => random.integer(0, 9)).join('');

/** All operations of the node, by `resource.operation`. */
export const plans: Readonly<Record<string, OperationPlan>> = {
	'organization.get': { ...read, parameters: () => ({}) },

	'project.create': {
		...single,
		makes: 'projects',
		parameters: (random) => ({ name, ...ifExists(random) }),
	},
	'project.delete': { ...single, parameters: () => ({ project: itemLocator }), item: aboutProject },
	'project.get': { ...read, parameters: () => ({ project: itemLocator }), item: aboutProject },
	'project.getAll': { ...many, parameters: paging },
	'project.update': {
		...single,
		parameters: () => ({ project: itemLocator, updateFields: { name } }),
		item: aboutProject,
	},

	'network.create': {
		...single,
		makes: 'networks',
		parameters: (random) => ({
			project: itemLocator,
			name,
			protocol: 'ethereum',
			chainNetwork: { __rl: true, mode: 'id', value: 'ethereum-mainnet' },
			nodes: { node: [{ name: 'n', ...place }] },
			...simplify(random),
			...(random.chance(0.2) && { waitUntilReady: true, ...waits }),
			...ifExists(random),
			options: secrets(random),
		}),
		item: about([seedIds.projects.main], 'PR-9-9-9'),
	},
	'network.delete': {
		...single,
		parameters: () => ({ networkId: itemLocator }),
		item: aboutNetwork,
	},
	'network.get': {
		...read,
		parameters: (random) => ({
			networkId: itemLocator,
			...simplify(random),
			options: secrets(random),
		}),
		item: aboutNetwork,
	},
	'network.getAll': { ...many, parameters: list },
	'network.update': {
		...single,
		parameters: (random) => ({ networkId: itemLocator, name, ...simplify(random) }),
		item: aboutNetwork,
	},

	'node.create': {
		...single,
		makes: 'nodes',
		parameters: (random) => ({
			project: id(seedIds.projects.main),
			name,
			blockchain: id('BC-000-000-004'),
			cloud: id(random.chance(0.1) ? 'CC-0024' : 'CC-0020'),
			...ifExists(random),
			options: secrets(random),
		}),
	},
	'node.createInNetwork': {
		...single,
		makes: 'nodes',
		parameters: (random) => ({
			networkId: itemLocator,
			name,
			...place,
			...simplify(random),
			...ifExists(random),
			options: secrets(random),
		}),
		item: about([seedIds.networks.ethereum], 'NW-9-9-9'),
	},
	'node.delete': { ...single, parameters: () => ({ nodeId: itemLocator }), item: aboutNode },
	'node.get': {
		...read,
		parameters: (random) => ({
			nodeId: itemLocator,
			...simplify(random),
			options: secrets(random),
		}),
		item: aboutNode,
	},
	'node.getAll': { ...many, parameters: list },
	'node.getDeploymentOptions': { ...many, parameters: paging },
	'node.getMetrics': { ...many, parameters: () => ({ nodeId: itemLocator }), item: aboutNode },
	'node.update': {
		...single,
		parameters: (random) => ({ nodeId: itemLocator, name, ...simplify(random) }),
		item: aboutNode,
	},
	'node.waitUntilRunning': {
		...read,
		parameters: (random) => ({ nodeId: itemLocator, ...waits, ...simplify(random) }),
		item: aboutNode,
	},

	'ipfs.delete': { ...single, parameters: () => ({ pinId: itemId }), item: aboutPin },
	'ipfs.get': { ...read, parameters: () => ({ pinId: itemId }), item: aboutPin },
	'ipfs.getAll': { ...many, parameters: list },
	'ipfs.pinByCid': {
		...single,
		makes: 'pins',
		parameters: () => ({
			bucketId: itemId,
			cid: 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o',
			additionalFields: { title: name },
		}),
		item: aboutBucket,
	},
	'ipfs.pinFile': {
		isSingle: true,
		makes: 'pins',
		hasFile: true,
		parameters: () => ({ bucketId: itemId }),
		item: aboutBucket,
	},
	'ipfs.pinFolder': {
		hasTimeout: true,
		parameters: () => ({ folderId: itemId }),
		item: about(folders, 'FOLD-9-9-9'),
	},
	'ipfs.waitUntilPinned': {
		...read,
		parameters: () => ({ pinId: itemId, ...waits }),
		item: aboutPin,
	},

	'jsonRpc.call': {
		...read,
		parameters: (random) => ({
			...endpoint(random),
			method: id(random.pick(['eth_blockNumber', 'eth_chainId', 'eth_noSuchMethod'])),
		}),
		item: aboutNode,
	},
	'jsonRpc.callAcross': {
		...read,
		parameters: (random) => ({
			...random.pick([
				{ endpoints: 'nodes', ids: `={{ $json.id }}, ${seedIds.nodes.ethereum}` },
				{ endpoints: 'network', networkId: id(seedIds.networks.ethereum) },
			]),
			strategy: random.pick(['first', 'fastest', 'agreement']),
			method: id(random.pick(['eth_blockNumber', 'eth_chainId', 'eth_noSuchMethod'])),
		}),
		item: aboutNode,
	},
	'jsonRpc.checkCapabilities': { ...read, parameters: endpoint, item: aboutNode },
	'jsonRpc.checkHealth': { ...read, parameters: endpoint, item: aboutNode },
	'jsonRpc.checkSync': { ...read, parameters: endpoint, item: aboutNode },
	'jsonRpc.waitUntilSynced': {
		...read,
		parameters: (random) => ({ ...endpoint(random), ...waits, successfulChecks: 1 }),
		item: aboutNode,
	},

	'accessRule.create': {
		...single,
		parameters: (random) => ({
			nodeId: itemLocator,
			...random.pick([
				{ type: 'ip', value: '127.0.0.1' },
				{ type: 'origin', value: 'example.com' },
			]),
			options: { activate: random.chance(0.3) },
		}),
		item: aboutNode,
	},
	'accessRule.delete': { ...single, parameters: () => ofRule },
	'accessRule.getAll': {
		...many,
		parameters: (random) => ({ nodeId: itemLocator, ...paging(random) }),
		item: aboutNode,
	},
	'accessRule.update': {
		hasTimeout: true,
		parameters: (random) =>
			random.chance(0.5)
				? { ...ofRule, updateFields: { value: '203.0.113.11' } }
				: { nodeId: itemLocator, rules: 'all', updateFields: { status: 'deactivated' } },
		item: aboutNode,
	},

	'usage.getReport': {
		...many,
		parameters: (random) => ({
			output: random.pick(['rows', 'report']),
			...paging(random),
			granularity: random.pick(['day', 'hour']),
		}),
	},
	'usage.export': { ...read, parameters: () => ({}) },

	'faucet.getHistory': { ...many, parameters: list },
	'faucet.requestTokens': {
		...single,
		makes: 'faucet',
		parameters: () => ({ chain: 'sepolia', address: '={{ $json.address }}' }),
		item: (random) => ({
			address: random.chance(0.1) ? 'nowhere' : `0x${hexDigits(random)}`,
		}),
	},
};
