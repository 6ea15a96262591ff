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

/** Fields of a run, what comes before it, and whether it is a second run of the same. */
interface Situation {
	parameters: object;
	before?: () => unknown;
	isSecond?: true;
}
const usual = (parameters: object = {}): Situation => ({ parameters });
const after = (before: () => unknown, parameters: object): Situation => ({ before, parameters });
const again = (parameters: object): Situation => ({ parameters, isSecond: true });

/** The runs, in one or several situations, in which every possible field is output. */
const CASES: Array<[resource: string, operation: string, ...Situation[]]> = [
	['accessRule', 'create', usual(newRule), usual({ ...newRule, options: { activate: true } })],
	['accessRule', 'getAll', after(withRule, node)],
	[
		'accessRule',
		'update',
		after(withRule, { ...node, rules: 'all', updateFields: { status: 'activated' } }),
	],
	[
		'jsonRpc',
		'checkSync',
		usual({ options: { label: 'x' } }),
		after(isSyncing, ofNode),
		after(isRefused, { options: { limits: { maxRetries: 0 } } }),
	],
	['node', 'get', usual({ ...node, options: { includePlace: true } })],
	['node', 'getAll', usual({ options: { includePlace: true } })],
	['node', 'getDeploymentOptions', usual()],
	['node', 'waitUntilRunning', usual(node)],
	[
		'node',
		'create',
		again({ ...deployed, ...existing, options: withSecrets }),
		usual({ ...deployed, waitUntilRunning: true }),
	],
	[
		'node',
		'createInNetwork',
		usual({ ...network, ...newNode, options: withSecrets }),
		again({ ...network, ...newNode, ...existing }),
		usual({ ...network, ...newNode, waitUntilRunning: true }),
	],
	['node', 'update', usual({ ...node, name: 'New' })],
	['node', 'delete', usual(node)],
	['network', 'get', usual(network)],
	['network', 'getAll', usual()],
	[
		'network',
		'create',
		usual(newNetwork),
		usual({ ...newNetwork, waitUntilReady: true, options: withSecrets }),
		again({ ...newNetwork, ...existing }),
	],
	['network', 'update', usual({ ...network, name: 'New' })],
	['network', 'delete', after(withoutNodes('ethereum'), network)],
	['organization', 'get', usual()],
	['project', 'create', usual({ name: 'New' }), again({ name: 'New', ...existing })],
	['project', 'get', usual(project)],
	['project', 'getAll', usual()],
	['project', 'update', usual({ ...project, updateFields: { name: 'New' } })],
	['project', 'delete', after(emptyStaging, { project: byId(seedIds.projects.staging) })],
	['ipfs', 'pinByCid', usual({ ...bucket, cid }), usual({ ...bucket, cid, waitUntilPinned: true })],
	[
		'ipfs',
		'pinFolder',
		usual(bucket),
		usual({ folderId: seedIds.folders.pictures, waitUntilPinned: true }),
	],
	['ipfs', 'getAll', usual({ filters: bucket })],
	['faucet', 'requestTokens', usual({ address })],
	['usage', 'getReport', usual(), usual({ output: 'report' })],
];

/** Deletes the nodes of seeded networks, which cannot be deleted before. */
function withoutNodes(...keys: Array<keyof typeof seedIds.nodes>): () => Promise<void> {
	return async () => {
		for (const key of keys)
			await platform.run(['node', 'delete'], { nodeId: byId(seedIds.nodes[key]) });
	};
}

/** Deletes what the second project has. */
async function emptyStaging(): Promise<void> {
	const keys = ['polygon', 'bitcoin'] as const;
	await withoutNodes(...keys)();
	for (const key of keys)
		await platform.run(['network', 'delete'], { networkId: byId(seedIds.networks[key]) });
}

describe('the output schema', () => {
	beforeEach(() => platform.sandbox.reset());

	it.each(CASES)('of %s.%s has exactly the fields that are output', async (...given) => {
		const [resource, operation, ...situations] = given;
		const name = [resource, operation] as const;
		const schema = schemaOf(name);
		const found = new Set<string>();
		for (const { parameters, before, isSecond } of situations) {
			platform.sandbox.reset();
			await before?.();
			if (isSecond) await platform.run(name, parameters);
			const run = await platform.succeed(name, parameters);
			expectDescribed(name, run.output);
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
