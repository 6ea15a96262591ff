import { beforeEach, describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { byId, usePlatform, type OperationName } from '../fixtures/platform.mts';
import { expectDescribed, schemaOf, type Schema } from '../fixtures/schema.mts';

const platform = usePlatform({ deployMs: 1 });

/** The fields a schema promises, as paths. */
function promised({ properties = {}, items }: Schema, path = ''): string[] {
	const own = Object.entries(properties).flatMap(([name, schema]) => {
		const field = path === '' ? name : `${path}.${name}`;
		return [field, ...promised(schema, field)];
	});
	return items === undefined ? own : [...own, ...promised(items, path)];
}

/** The fields a value has, as paths, as deep as the schema describes it. */
function fieldsOf(value: unknown, schema: Schema | undefined, path = ''): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => fieldsOf(entry, schema?.items, path));
	if (typeof value !== 'object' || value === null || schema?.type !== 'object') return [];
	return Object.entries(value).flatMap(([name, entry]) => {
		const field = path === '' ? name : `${path}.${name}`;
		return [field, ...fieldsOf(entry, schema.properties?.[name], field)];
	});
}

const node = { nodeId: byId(seedIds.nodes.ethereum) };
const network = { networkId: byId(seedIds.networks.ethereum) };
const project = { project: byId(seedIds.projects.main) };
const newRule = { ...node, type: 'ip', value: '203.0.113.10' };
const withRule = async () => await platform.run(['accessRule', 'create'], newRule);
const newNode = { name: 'New', type: 'dedicated', provider: 'aws', region: 'us-east-1' };
const deployed = {
	...project,
	name: 'New',
	blockchain: byId('BC-000-000-001'),
	cloud: byId('CC-0016'),
};
const newNetwork = {
	...project,
	name: 'New',
	protocol: 'ethereum',
	chainNetwork: byId('ethereum-mainnet'),
	nodes: { node: [newNode] },
};
const existing = { ifExists: 'use' };
const withSecrets = { includeSecrets: true };
const bucket = { bucketId: seedIds.bucket };
const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const cid = 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o';
const ofNode = { endpointSource: 'node', ...node };
const syncing = { startingBlock: '0x1', currentBlock: '0x2', highestBlock: '0x9' };
const isSyncing = () => platform.sandbox.setSyncing('*', syncing);
const isRefused = () => platform.sandbox.fault({ server: 'rpc', kind: 'status', status: 403 });

/** What to run, once or in several situations, so that every possible field is output. */
const CASES: Array<
	[OperationName, Array<{ parameters: object; before?: () => unknown; twice?: boolean }>]
> = [
	[
		['accessRule', 'create'],
		[{ parameters: newRule }, { parameters: { ...newRule, options: { activate: true } } }],
	],
	[['accessRule', 'getAll'], [{ parameters: node, before: withRule }]],
	[['accessRule', 'updateAll'], [{ parameters: node, before: withRule }]],
	[['deploymentOption', 'getAll'], [{ parameters: {} }]],
	[
		['jsonRpc', 'checkSync'],
		[
			{ parameters: { options: { label: 'x' } } },
			{ parameters: ofNode, before: isSyncing },
			{ parameters: { options: { maxRetries: 0 } }, before: isRefused },
		],
	],
	[['node', 'get'], [{ parameters: { ...node, options: { includePlace: true } } }]],
	[['node', 'getAll'], [{ parameters: { options: { includePlace: true } } }]],
	[['node', 'waitUntilRunning'], [{ parameters: node }]],
	[
		['node', 'create'],
		[{ parameters: { ...deployed, ...existing, options: withSecrets }, twice: true }],
	],
	[
		['node', 'createInNetwork'],
		[
			{ parameters: { ...network, ...newNode, options: withSecrets } },
			{ parameters: { ...network, ...newNode, ...existing }, twice: true },
		],
	],
	[['node', 'update'], [{ parameters: { ...node, name: 'New' } }]],
	[['node', 'delete'], [{ parameters: node }]],
	[['network', 'get'], [{ parameters: network }]],
	[['network', 'getAll'], [{ parameters: {} }]],
	[
		['network', 'create'],
		[
			{ parameters: newNetwork },
			{ parameters: { ...newNetwork, waitUntilReady: true, options: withSecrets } },
			{ parameters: { ...newNetwork, ...existing }, twice: true },
		],
	],
	[['network', 'update'], [{ parameters: { ...network, name: 'New' } }]],
	[['network', 'delete'], [{ parameters: network, before: withoutNode('ethereum') }]],
	[['organization', 'get'], [{ parameters: {} }]],
	[['organization', 'update'], [{ parameters: { name: 'New' } }]],
	[
		['project', 'create'],
		[{ parameters: { name: 'New' } }, { parameters: { name: 'New', ...existing }, twice: true }],
	],
	[['project', 'get'], [{ parameters: project }]],
	[['project', 'getAll'], [{ parameters: {} }]],
	[['project', 'getMembers'], [{ parameters: project }]],
	[['project', 'update'], [{ parameters: { ...project, updateFields: { name: 'New' } } }]],
	[
		['project', 'delete'],
		[
			{
				parameters: { project: byId(seedIds.projects.staging) },
				async before() {
					for (const key of ['polygon', 'bitcoin'] as const) {
						await withoutNode(key)();
						await platform.run(['network', 'delete'], { networkId: byId(seedIds.networks[key]) });
					}
				},
			},
		],
	],
	[
		['ipfs', 'pinByCid'],
		[{ parameters: { ...bucket, cid } }, { parameters: { ...bucket, cid, waitUntilPinned: true } }],
	],
	[
		['ipfs', 'pinFolder'],
		[
			{ parameters: bucket },
			{ parameters: { folderId: seedIds.folders.pictures, waitUntilPinned: true } },
		],
	],
	[['ipfs', 'getAll'], [{ parameters: { filters: bucket } }]],
	[['faucet', 'requestTokens'], [{ parameters: { address } }]],
	[
		['usage', 'getReport'],
		[{ parameters: {} }, { parameters: { output: 'report' } }],
	],
];

/** Deletes the node of a seeded network, which cannot be deleted before. */
function withoutNode(key: keyof typeof seedIds.nodes): () => Promise<void> {
	return async () => {
		await platform.run(['node', 'delete'], { nodeId: byId(seedIds.nodes[key]) });
	};
}

describe('the output schema', () => {
	beforeEach(() => platform.sandbox.reset());

	it.each(CASES)('of %j has exactly the fields that are output', async (operation, runs) => {
		const schema = schemaOf(operation);
		const found = new Set<string>();
		for (const { parameters, before, twice } of runs) {
			platform.sandbox.reset();
			await before?.();
			if (twice) await platform.run(operation, parameters);
			const run = await platform.succeed(operation, parameters);
			expectDescribed(operation, run.output);
			for (const { json } of run.output)
				for (const field of fieldsOf(json, schema)) found.add(field);
		}
		expect([...found].sort()).toEqual([...new Set(promised(schema))].sort());
	});
});

describe('Simplify', () => {
	const ofNode = ['name', 'status', 'id', 'network', 'type', 'provider', 'region'];
	const ofNetwork = ['name', 'status', 'chain', 'id', 'project', 'protocol', 'configuration'];
	const changes: Array<[OperationName, object]> = [
		[['network', 'create'], newNetwork],
		[['network', 'update'], { ...network, name: 'New' }],
		[['node', 'createInNetwork'], { ...network, ...newNode }],
		[['node', 'update'], { ...node, name: 'New' }],
	];

	it.each(changes)('is on after %j, and off gives the record of the service', async (...given) => {
		const [operation, parameters] = given;
		const [{ json }] = (await platform.run(operation, parameters)).output;
		const isNetwork = operation[0] === 'network';
		const [first] = (isNetwork ? json.nodes : [json]) as object[];
		if (isNetwork) expect(Object.keys(json).slice(0, 7)).toEqual(ofNetwork);
		expect(Object.keys(first)).toEqual(expect.arrayContaining(ofNode));
		expect(first).not.toHaveProperty('details');
		const raw = (await platform.run(operation, { ...parameters, simplify: false })).output[0].json;
		expect(raw).toMatchObject({ details: {}, creator: {} });
		expect(raw).not.toHaveProperty('endpoint');
		expect(raw).not.toHaveProperty('chain');
	});

	it.each(changes)(
		'shows the secrets of nodes if Include Secrets is on: %j',
		async (operation, parameters) => {
			const run = await platform.run(operation, { ...parameters, options: withSecrets });
			const [{ json }] = run.output;
			const [node] = (json.nodes ?? [json]) as Array<{ details: { auth_key?: string } }>;
			expect(node.details.auth_key).toMatch(/^[\da-f]{32}$/);
		},
	);
});
