import { describe, expect, it } from 'vitest';
import { resources } from '../../../nodes/Chainstack/resources';
import { findOperation } from '../../../sandbox/contract/described.mts';
import { DIFFERENCES } from '../../../sandbox/contract/differences.mts';
import { judgeRequest, type Flaw } from '../../../sandbox/contract/judgeRequest.mts';
import { seedIds, type RecordedRequest } from '../../../sandbox/start.mts';
import { byId, told, usePlatform, type OperationName } from '../fixtures/platform.mts';
import { binaryItem } from '../support/index.mts';

const platform = usePlatform({ deployMs: 1 });

/** A flaw as text. */
const inWords = ({ operation, place, field, flaw }: Flaw): string =>
	`${operation} ${place}: ${field} is ${flaw}`;

/** Only documented values are tried here, and no list has a second page. */
const KNOWN = DIFFERENCES.filter(
	({ flaw, source }) => flaw !== 'not a listed value' && source !== 'assumed',
).map(inWords);

/** The fields of the body that a request sent, and their values. */
function bodyOf({ body, parts = [] }: RecordedRequest): Record<string, unknown> {
	const form = parts.map((part) => [part.name, 'value' in part ? part.value : 'a file'] as const);
	return { ...Object.fromEntries(form), ...((body ?? {}) as object) };
}

/** Everything in which a request differs from the description. */
function judge(request: RecordedRequest): string[] {
	const { method, path, query, headers } = request;
	const described = findOperation(method, path);
	if (described === undefined) return [`${method} ${path} is not described`];
	const found = judgeRequest({ method, path, query, body: bodyOf(request) }).map(inWords);
	const type = String(headers['content-type'] ?? '').split(';')[0];
	if (described.body !== undefined && type !== described.body.type)
		found.push(`${method} ${path} is sent as ${type}`);
	return found;
}

const { networks, nodes, projects } = seedIds;
const nodeId = byId(nodes.ethereum);
const networkId = byId(networks.ethereum);
const project = byId(projects.main);
const place = { type: 'dedicated', provider: 'aws', region: 'us-east-1', archive: true };
const creator = '{ "email": "jane@example.com" }';
const bucketId = seedIds.bucket;
const folderId = seedIds.folders.pictures;
const cid = 'QmT78zSuBmuS4z925WZfrqQ1qHaJ56DQaTfyMUF7F8ff5o';
const filters = { returnAll: true, sort: '-created_at' };
const ip = { type: 'ip', value: '203.0.113.10' };
const dates = () => {
	const day = new Date().toISOString().slice(0, 10);
	return { dateFrom: day, dateTo: `${day}T00:00:00` };
};
const usage = () => ({
	granularity: 'hour',
	sort: 'node_id,datetime',
	filters: {
		...dates(),
		networks: 'ethereum-mainnet',
		nodeIds: nodes.ethereum,
		type: 'dedicated',
		protocols: 'ethereum',
	},
});
const newRule = async () =>
	byId(String((await platform.run(['accessRule', 'create'], { nodeId, ...ip })).output[0].json.id));
const newPin = async () =>
	String((await platform.run(['ipfs', 'pinByCid'], { bucketId, cid })).output[0].json.id);

/** Operations on the management API, with all of their fields; a function is called once the sandbox is reset. */
const CASES: Array<[OperationName, object | (() => object | Promise<object>)]> = [
	[['accessRule', 'create'], { nodeId, ...ip, options: { activate: true } }],
	[['accessRule', 'delete'], async () => ({ nodeId, ruleId: await newRule() })],
	[['accessRule', 'getAll'], { nodeId, filters: { status: 'activated', type: 'ip' } }],
	[
		['accessRule', 'update'],
		async () => ({
			nodeId,
			ruleId: await newRule(),
			updateFields: { status: 'activated', value: '203.0.113.11' },
		}),
	],
	[['accessRule', 'update'], { nodeId, rules: 'all', updateFields: { status: 'deactivated' } }],
	[['faucet', 'getHistory'], {}],
	[
		['faucet', 'requestTokens'],
		{ chain: 'sepolia', address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F' },
	],
	[['ipfs', 'delete'], async () => ({ pinId: await newPin() })],
	[['ipfs', 'get'], async () => ({ pinId: await newPin() })],
	[
		['ipfs', 'getAll'],
		{ filters: { bucketId, folderId, search: 'cover' }, sort: 'size', sortOrder: 'desc' },
	],
	[['ipfs', 'pinByCid'], { bucketId, cid, additionalFields: { folderId, title: 'Hello' } }],
	[
		['ipfs', 'pinFile'],
		{ bucketId, ifExists: 'use', additionalFields: { folderId, title: 'Hello' } },
	],
	[
		['ipfs', 'pinFile'],
		{ bucketId, binaryPropertyName: 'data, more', additionalFields: { folderId, title: 'a, b' } },
	],
	[['ipfs', 'pinFolder'], { bucketId, folderId }],
	[['ipfs', 'waitUntilPinned'], async () => ({ pinId: await newPin(), waitForLink: true })],
	[
		['network', 'create'],
		{
			project,
			name: 'Mine',
			protocol: 'ethereum',
			chainNetwork: byId('ethereum-mainnet'),
			nodes: { node: [{ name: 'n', ...place, options: { role: 'peer', configuration: '{}' } }] },
			ifExists: 'use',
			waitUntilReady: true,
			options: { configuration: '{ "client": "geth" }', creator, createdAt: '2026-11-20' },
		},
	],
	[
		['network', 'create'],
		{
			project,
			protocol: 'bitcoin',
			nodes: { node: [{ name: 'n', ...place, archive: false }] },
			options: { configuration: '{}', createdAt: '2026-11-20T00:00:00' },
		},
	],
	[['network', 'get'], { networkId }],
	[
		['network', 'getAll'],
		{
			...filters,
			filters: {
				publicNetwork: 'ethereum-mainnet',
				name: 'Mine',
				project,
				projectType: 'public',
				protocol: byId('ethereum'),
				status: 'ok',
			},
		},
	],
	[['network', 'update'], { networkId, name: 'New' }],
	[
		['node', 'create'],
		{
			project,
			name: 'Mine',
			blockchain: byId('BC-000-000-001'),
			cloud: byId('CC-0016'),
			ifExists: 'use',
			waitUntilRunning: true,
		},
	],
	[
		['node', 'createInNetwork'],
		{
			networkId,
			name: 'Mine',
			...place,
			ifExists: 'use',
			waitUntilRunning: true,
			options: { role: 'peer', configuration: '{ "client": "geth" }' },
		},
	],
	[['node', 'delete'], { nodeId }],
	[['node', 'get'], { nodeId, options: { includePlace: true } }],
	[
		['node', 'getAll'],
		{
			...filters,
			filters: {
				archive: false,
				publicNetwork: 'ethereum-mainnet',
				name: 'Mine',
				network: networkId,
				organization: seedIds.organization,
				project,
				projectType: 'public',
				protocol: byId('ethereum'),
				provider: byId('aws'),
				region: byId('us-east-1'),
				role: 'peer',
				status: 'running',
				type: 'dedicated',
			},
			options: { includePlace: true },
		},
	],
	[['node', 'getDeploymentOptions'], { filters: { protocol: 'ethereum' } }],
	[
		['node', 'update'],
		{
			nodeId,
			name: 'New',
			otherFields: {
				createdAt: '2026-11-20',
				creator,
				details: '{ "mode": "full" }',
				network: networks.ethereum,
				provider: 'aws',
				region: 'us-east-1',
				type: 'dedicated',
			},
		},
	],
	[['node', 'waitUntilRunning'], { nodeId }],
	[['organization', 'get'], {}],
	[
		['project', 'create'],
		{ name: 'Mine', additionalFields: { description: 'x' }, ifExists: 'use' },
	],
	[['project', 'get'], { project }],
	[
		['project', 'getAll'],
		{
			...filters,
			filters: { name: 'Mine', organization: seedIds.organization, type: 'public' },
		},
	],
	[['project', 'update'], { project, updateFields: { name: 'New', description: '' } }],
	[['usage', 'export'], usage],
	[['usage', 'getReport'], () => ({ output: 'report', ...usage() })],
	[['usage', 'getReport'], { period: 'lastMonth' }],
	[['usage', 'getReport'], { period: 'thisMonth' }],
];

const items = [
	binaryItem(
		{},
		{
			data: { content: 'hello', fileName: 'a.txt' },
			more: { content: 'more', fileName: 'b.txt' },
		},
	),
];

describe("the description of the platform's API", () => {
	const differing = new Set<string>();

	it.each(CASES)('fits every request of %j with all of its fields', async (operation, given) => {
		const parameters = typeof given === 'function' ? await given() : given;
		platform.sandbox.clearRequests();
		const run = await platform.run(operation, parameters, { items });
		expect(told(run).message).toBe('');
		const requests = platform.requests();
		expect(requests.length).toBeGreaterThan(0);
		const found = requests.flatMap(judge);
		for (const difference of found) differing.add(difference);
		expect(found.filter((difference) => !KNOWN.includes(difference))).toEqual([]);
	});

	it('differs from the specification exactly where it is known to', () => {
		expect([...differing].sort()).toEqual([...KNOWN].sort());
	});

	it('is compared with every operation on the management API', () => {
		// These speak to node endpoints; a network and a project have to be emptied before they can be deleted.
		const others = ['jsonRpc', 'node.getMetrics', 'network.delete', 'project.delete'];
		const all = resources.flatMap((resource) =>
			resource.operations.map(({ value }) => `${resource.value}.${value}`),
		);
		const expected = all.filter((name) => !others.some((other) => name.startsWith(other)));
		const compared = new Set(CASES.map(([operation]) => operation.join('.')));
		expect([...compared].sort()).toEqual(expected.sort());
	});
});
