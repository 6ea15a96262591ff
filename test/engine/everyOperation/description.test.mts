import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { resources } from '../../../nodes/Chainstack/resources';
import { seedIds, type RecordedRequest } from '../../../sandbox/start.mts';
import { byId, told, usePlatform, type OperationName } from '../fixtures/platform.mts';
import { binaryItem, repositoryRoot } from '../support/index.mts';

/** A value as the description of the platform's API has it. */
interface Described {
	type?: string;
	format?: string;
	enum?: string[];
	readOnly?: boolean;
}

interface DescribedRequest {
	method: string;
	path: string;
	query?: Record<string, Described>;
	body?: { type: string; required: string[]; fields: Record<string, Described> };
}

const { operations } = JSON.parse(
	readFileSync(join(repositoryRoot, 'test', 'data', 'platformDescription.json'), 'utf8'),
) as { operations: DescribedRequest[] };

const platform = usePlatform({ deployMs: 1 });

/** RFC 3339, which `date-time` of OpenAPI means: a date, a time and a zone. */
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** How a request differs from the description where the specification or another page of the vendor asks for it. */
const DIFFERENCES: Readonly<Record<string, string>> = {
	'PATCH /v1/nodes/{id}/ body: network is read-only': 'the specification lists it (4.2)',
	'PATCH /v1/nodes/{id}/ body: type is read-only': 'the specification lists it (4.2)',
	'PATCH /v1/nodes/{id}/ body: provider is read-only': 'the specification lists it (4.2)',
	'PATCH /v1/nodes/{id}/ body: region is read-only': 'the specification lists it (4.2)',
	'PATCH /v1/nodes/{id}/ body: details is read-only': 'the specification lists it (4.2)',
	'PATCH /v1/nodes/{id}/ body: creator is read-only': 'the specification lists it (4.2)',
	'PATCH /v1/nodes/{id}/ body: created_at is read-only': 'the specification lists it (4.2)',
	'POST /v1/networks/ body: creator is read-only': 'the specification lists it (4.3)',
	'POST /v1/networks/ body: created_at is read-only': 'the specification lists it (4.3)',
	'POST /v1/networks/ body: lacks name':
		'the specification has a generated name for public chains (4.3)',
	'GET /v1/ipfs/pins query: bucket_id is not described': 'the parameters are one object there',
	'GET /v1/ipfs/pins query: folder_id is not described': 'the parameters are one object there',
	'GET /v1/ipfs/pins query: q is not described': 'the parameters are one object there',
	'GET /v1/ipfs/pins query: sort is not described': 'the parameters are one object there',
	'GET /v1/ipfs/pins query: offset is not described': 'the parameters are one object there',
	'GET /v1/ipfs/pins query: limit is not described': 'the parameters are one object there',
	'POST /v1/ipfs/pins/pinfile body: title is not described': 'the official tutorials send it',
	'POST /v1/ipfs/pins/pinfiles body: title is not described': 'the official tutorials send it',
};

function findDescribed({ method, path }: RecordedRequest): DescribedRequest | undefined {
	return operations.find((operation) => {
		const pattern = operation.path.replace(/\{\w+\}/g, '[^/]+');
		return operation.method === method && new RegExp(`^${pattern}$`).test(path);
	});
}

/** What is wrong with a value, if anything is. */
function judgeValue(value: unknown, described: Described | undefined): string | undefined {
	if (described === undefined) return 'is not described';
	if (described.readOnly === true) return 'is read-only';
	const { type, format, enum: allowed } = described;
	if (format === 'date-time' && !DATE_TIME.test(String(value))) return 'is no date-time';
	// A leading hyphen reverses an order (reference pages of the lists).
	const chosen = String(value).replace(/^-/, '');
	if (allowed !== undefined && !allowed.includes(chosen)) return `is none of ${allowed.join()}`;
	if (type === 'integer' && !/^\d+$/.test(String(value))) return 'is no integer';
	if (type === 'boolean' && !/^(true|false)$/.test(String(value))) return 'is no boolean';
	if (type === 'array' && !Array.isArray(value)) return 'is no array';
	if (type === 'object' && typeof value !== 'object') return 'is no object';
	return undefined;
}

/** The fields of the body that a request sent, and their values. */
function bodyOf({ body, parts = [] }: RecordedRequest): Record<string, unknown> {
	const form = parts.map((part) => [part.name, 'value' in part ? part.value : 'a file'] as const);
	return { ...Object.fromEntries(form), ...((body ?? {}) as object) };
}

/** Everything in which a request differs from the description. */
function judge(request: RecordedRequest): string[] {
	const described = findDescribed(request);
	if (described === undefined) return [`${request.method} ${request.path} is not described`];
	const name = `${described.method} ${described.path}`;
	const found: string[] = [];
	for (const [field, value] of Object.entries(request.query)) {
		const flaw = judgeValue(value, described.query?.[field]);
		if (flaw !== undefined) found.push(`${name} query: ${field} ${flaw}`);
	}
	const body = bodyOf(request);
	for (const [field, value] of Object.entries(body)) {
		const flaw = judgeValue(value, described.body?.fields[field]);
		if (flaw !== undefined) found.push(`${name} body: ${field} ${flaw}`);
	}
	for (const field of described.body?.required ?? [])
		if (!(field in body)) found.push(`${name} body: lacks ${field}`);
	const type = String(request.headers['content-type'] ?? '').split(';')[0];
	if (described.body !== undefined && type !== described.body.type)
		found.push(`${name} is sent as ${type}`);
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
	ordering: 'node_id,datetime',
	filters: {
		...dates(),
		networks: 'ethereum-mainnet',
		nodeIds: nodes.ethereum,
		nodeType: 'dedicated',
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
	[['deploymentOption', 'getAll'], { filters: { protocol: 'ethereum' } }],
	[['faucet', 'getHistory'], {}],
	[
		['faucet', 'requestTokens'],
		{ chain: 'sepolia', address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F' },
	],
	[['ipfs', 'delete'], async () => ({ pinId: await newPin() })],
	[['ipfs', 'get'], async () => ({ pinId: await newPin() })],
	[
		['ipfs', 'getAll'],
		{ filters: { bucketId, folderId, search: 'cover' }, sortField: 'size', sortOrder: 'desc' },
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
		expect(found.filter((difference) => !(difference in DIFFERENCES))).toEqual([]);
	});

	it('differs from the specification exactly where it is known to', () => {
		expect([...differing].sort()).toEqual(Object.keys(DIFFERENCES).sort());
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
