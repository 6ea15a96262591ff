import { seedIds } from '../../sandbox/seed.mts';

/** The input with which the documentation shows an operation. */
export interface ExampleInput {
	/** The fields that differ from what a new node begins with. */
	parameters: Record<string, unknown>;
	/** The file of the input item, where the operation takes one. */
	file?: { name: string; text: string };
	/** The steps that have to come before, as operation and fields. */
	before?: ReadonlyArray<[operation: string, parameters: Record<string, unknown>]>;
}

/** A resource locator in the mode By ID. */
const byId = (value: string) => ({ __rl: true, mode: 'id', value });

/** A resource locator in the mode From List. */
const listed = (value: string) => ({ __rl: true, mode: 'list', value });

const { projects, networks, nodes, bucket, folders } = seedIds;

/** A recipient of the faucet. */
const ADDRESS = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';

const CID = 'bafkreifzjut3te7nhyekklss27nh3k72ysco7y32koao5eei66wof36n5e';

/** A pin, whose ID the sandbox gives in the same order each time. */
const PINNED: ExampleInput['before'] = [
	['ipfs.pinByCid', { bucketId: bucket, cid: CID, additionalFields: { title: 'Terms of use' } }],
];

/** A rule that admits one address. */
const RULE: ExampleInput['before'] = [
	['accessRule.create', { nodeId: byId(nodes.polygon), type: 'ip', value: '203.0.113.10' }],
];

/** Stands for the ID of what `before` made. */
export const MADE = '{made}';

const node = byId(nodes.ethereum);

const project = byId(projects.main);

/** An example for each operation, by `<resource>.<operation>`. */
export const exampleInputs: Readonly<Record<string, ExampleInput>> = {
	'accessRule.create': {
		parameters: {
			nodeId: byId(nodes.polygon),
			type: 'ip',
			value: '203.0.113.10',
			options: { activate: true },
		},
	},
	'accessRule.delete': {
		before: RULE,
		parameters: { nodeId: byId(nodes.polygon), ruleId: byId(MADE) },
	},
	'accessRule.getAll': {
		before: RULE,
		parameters: { nodeId: byId(nodes.polygon), filters: { type: 'ip' } },
	},
	'accessRule.update': {
		before: RULE,
		parameters: {
			nodeId: byId(nodes.polygon),
			ruleId: byId(MADE),
			updateFields: { status: 'activated' },
		},
	},
	'faucet.getHistory': {
		before: [['faucet.requestTokens', { address: ADDRESS }]],
		parameters: { limit: 1 },
	},
	'faucet.requestTokens': { parameters: { chain: 'sepolia', address: ADDRESS } },
	'ipfs.delete': { before: PINNED, parameters: { pinId: MADE } },
	'ipfs.get': { before: PINNED, parameters: { pinId: MADE } },
	'ipfs.getAll': { parameters: { limit: 1, filters: { bucketId: bucket } } },
	'ipfs.pinByCid': {
		parameters: { bucketId: bucket, cid: CID, additionalFields: { title: 'Terms of use' } },
	},
	'ipfs.pinFile': {
		file: { name: 'invoice.txt', text: 'Invoice 2026-117' },
		parameters: { bucketId: bucket },
	},
	'ipfs.pinFolder': { parameters: { bucketId: bucket, folderId: folders.pictures } },
	'ipfs.waitUntilPinned': { before: PINNED, parameters: { pinId: MADE, waitInterval: 1 } },
	'jsonRpc.call': {
		parameters: {
			endpointSource: 'node',
			nodeId: node,
			method: listed('eth_chainId'),
			convertHex: true,
		},
	},
	'jsonRpc.callAcross': {
		before: [
			[
				'node.createInNetwork',
				{
					networkId: byId(networks.ethereum),
					name: 'Mainnet node 2',
					type: 'dedicated',
					provider: 'gcloud',
					region: 'asia-southeast1',
				},
			],
		],
		parameters: {
			endpoints: 'network',
			networkId: byId(networks.ethereum),
			strategy: 'agreement',
			method: listed('eth_getBlockByNumber'),
			params: '["latest", false]',
			convertHex: true,
		},
	},
	'jsonRpc.checkCapabilities': { parameters: { endpointSource: 'node', nodeId: node } },
	'jsonRpc.checkHealth': { parameters: { endpointSource: 'node', nodeId: node } },
	'jsonRpc.checkSync': { parameters: { endpointSource: 'node', nodeId: node } },
	'jsonRpc.waitUntilSynced': {
		parameters: { endpointSource: 'node', nodeId: node, successfulChecks: 1, waitInterval: 1 },
	},
	'network.create': {
		parameters: {
			project,
			name: 'Production mainnet',
			protocol: 'ethereum',
			chainNetwork: byId('ethereum-mainnet'),
			nodes: {
				node: [{ name: 'Mainnet node 1', type: 'dedicated', provider: 'aws', region: 'us-east-1' }],
			},
		},
	},
	'network.delete': {
		before: [['node.delete', { nodeId: byId(nodes.polygon) }]],
		parameters: { networkId: byId(networks.polygon) },
	},
	'network.get': { parameters: { networkId: byId(networks.ethereum) } },
	'network.getAll': { parameters: { limit: 1, filters: {} } },
	'network.update': { parameters: { networkId: byId(networks.ethereum), name: 'Mainnet, Europe' } },
	'node.create': {
		parameters: {
			project,
			name: 'Ethereum node',
			blockchain: byId('BC-000-000-001'),
			cloud: byId('CC-0016'),
		},
	},
	'node.createInNetwork': {
		parameters: {
			networkId: byId(networks.ethereum),
			name: 'Mainnet node 2',
			type: 'dedicated',
			provider: 'gcloud',
			region: 'asia-southeast1',
		},
	},
	'node.delete': { parameters: { nodeId: byId(nodes.polygon) } },
	'node.get': { parameters: { nodeId: node } },
	'node.getAll': { parameters: { limit: 1, filters: {} } },
	'node.getDeploymentOptions': { parameters: { limit: 1, filters: { protocol: 'ethereum' } } },
	'node.getMetrics': { parameters: { nodeId: node } },
	'node.update': { parameters: { nodeId: node, name: 'Mainnet node, Europe' } },
	'node.waitUntilRunning': { parameters: { nodeId: node } },
	'organization.get': { parameters: {} },
	'project.create': {
		parameters: {
			name: 'Research',
			additionalFields: { description: 'Nodes of the research team' },
		},
	},
	'project.delete': {
		before: [['project.create', { name: 'Research' }]],
		parameters: { project: byId(MADE) },
	},
	'project.get': { parameters: { project } },
	'project.getAll': { parameters: { limit: 1 } },
	'project.update': { parameters: { project, updateFields: { name: 'Production, Europe' } } },
	'usage.export': { parameters: { granularity: 'day' } },
	'usage.getReport': { parameters: { granularity: 'day', limit: 1 } },
};
