import type { IDataObject, INodeType } from 'n8n-workflow';
import { beforeEach, describe, expect, it } from 'vitest';
import { jsons, usePlatform } from './fixtures/platform.mts';
import { splitOut } from './fixtures/splitOut.mts';
import {
	defineNode,
	loadPackage,
	readWorkflow,
	runTool,
	runWorkflow,
	type WorkflowLike,
	type WorkflowRunOptions,
} from './support/index.mts';

const platform = usePlatform({ deployMs: 1, pageSize: 3 });
const [ethereum, hyperliquid, polygon, bitcoin] = [
	'ND-123-456-789',
	'ND-999-456-111',
	'ND-222-333-555',
	'ND-222-333-666',
];

/** Stand-in for Respond to Webhook: JSON only; what was answered is in `answers`. */
const answers: Array<{ status: number; body: unknown }> = [];
const respondToWebhook = defineNode(
	{
		displayName: 'Respond to Webhook',
		name: 'respondToWebhook',
		version: [1, 1.1, 1.2, 1.3, 1.4, 1.5],
		properties: [
			{ displayName: 'Respond With', name: 'respondWith', type: 'string', default: '' },
			{ displayName: 'Response Body', name: 'responseBody', type: 'json', default: '' },
			{
				displayName: 'Options',
				name: 'options',
				type: 'collection',
				default: {},
				options: [
					{ displayName: 'Response Code', name: 'responseCode', type: 'number', default: 200 },
				],
			},
		],
	},
	{
		async execute() {
			expect(this.getNodeParameter('respondWith', 0)).toBe('json');
			const body = JSON.parse(this.getNodeParameter('responseBody', 0) as string) as unknown;
			const status = this.getNodeParameter('options.responseCode', 0, 200) as number;
			answers.push({ status, body });
			return [this.getInputData()];
		},
	},
);

/** Stand-in for Data Table: makes a table and brings rows of one key up to date. */
const tables = new Map<string, { columns: string[]; rows: IDataObject[] }>();
const dataTable = defineNode(
	{
		displayName: 'Data Table',
		name: 'dataTable',
		version: [1, 1.1],
		properties: [
			{ displayName: 'Resource', name: 'resource', type: 'string', default: 'row' },
			{ displayName: 'Operation', name: 'operation', type: 'string', default: 'insert' },
			{ displayName: 'Name', name: 'tableName', type: 'string', default: '' },
			{ displayName: 'Data Table', name: 'dataTableId', type: 'json', default: {} },
			{ displayName: 'Columns', name: 'columns', type: 'json', default: {} },
			{ displayName: 'Conditions', name: 'filters', type: 'json', default: {} },
			{ displayName: 'Options', name: 'options', type: 'json', default: {} },
		],
	},
	{
		async execute() {
			if (this.getNodeParameter('resource', 0) === 'table') {
				expect(this.getNodeParameter('operation', 0)).toBe('create');
				expect(this.getNodeParameter('options', 0)).toEqual({ createIfNotExists: true });
				const name = this.getNodeParameter('tableName', 0) as string;
				const { column } = this.getNodeParameter('columns', 0) as {
					column: Array<{ name: string }>;
				};
				if (!tables.has(name)) {
					tables.set(name, { columns: column.map((each) => each.name), rows: [] });
				}
				return [[{ json: { name }, pairedItem: { item: 0 } }]];
			}
			expect(this.getNodeParameter('operation', 0)).toBe('upsert');
			const { value: name } = this.getNodeParameter('dataTableId', 0) as { value: string };
			const table = tables.get(name);
			if (table === undefined) throw new Error(`There is no table ${name}`);
			const saved = this.getInputData().map(({ json }, item) => {
				const { conditions } = this.getNodeParameter('filters', item) as {
					conditions: Array<{ keyName: string; keyValue: string }>;
				};
				const [{ keyName, keyValue }] = conditions;
				for (const column of [keyName, ...Object.keys(json)]) {
					if (!table.columns.includes(column)) throw new Error(`No column '${column}'`);
				}
				table.rows = [...table.rows.filter((row) => row[keyName] !== keyValue), json];
				return { json, pairedItem: { item } };
			});
			return [saved];
		},
	},
);

/** Stand-in for Execute Workflow Trigger: passes on the items of the run. */
const executeWorkflowTrigger = defineNode(
	{
		displayName: 'Execute Workflow Trigger',
		name: 'executeWorkflowTrigger',
		version: [1, 1.1, 1.2],
		trigger: true,
	},
	{
		async execute() {
			return [this.getInputData()];
		},
	},
);

const nodeTypes: Record<string, INodeType> = {
	'n8n-nodes-base.splitOut': splitOut,
	'n8n-nodes-base.respondToWebhook': respondToWebhook,
	'n8n-nodes-base.dataTable': dataTable,
	'n8n-nodes-base.executeWorkflowTrigger': executeWorkflowTrigger,
};

beforeEach(() => {
	tables.clear();
	answers.length = 0;
});

async function run(example: string | WorkflowLike, options: WorkflowRunOptions) {
	const workflow = typeof example === 'string' ? readWorkflow(`examples/${example}.json`) : example;
	return await runWorkflow(workflow, {
		credentials: platform.credential(),
		nodeTypes,
		...options,
	});
}

/** An example with other parameters in one of its nodes. */
function changed(example: string, name: string, parameters: object): WorkflowLike {
	const workflow = readWorkflow(`examples/${example}.json`);
	const nodes = workflow.nodes.map((node) =>
		node.name === name ? { ...node, parameters: { ...node.parameters, ...parameters } } : node,
	);
	return { ...workflow, nodes };
}

/** The fields of an Edit Fields node, as a test wants them. */
function fields(values: IDataObject): object {
	const assignments = Object.entries(values).map(([name, value]) => ({
		id: name,
		name,
		value,
		type: Array.isArray(value) ? 'array' : typeof value,
	}));
	return { assignments: { assignments } };
}

const text = (pattern: string | RegExp): string => expect.stringMatching(pattern) as string;

describe('Rename many nodes', () => {
	it('renames the good rows and tells of the bad one', async () => {
		const report = await run('bulk-rename', { startNode: 'Run by Hand' });
		expect(report.error).toBeUndefined();
		expect(jsons(report.items('Done'))).toEqual([
			{ 'Node ID': ethereum, 'New name': 'Ethereum archive, Singapore' },
			{ 'Node ID': hyperliquid, 'New name': 'Hyperliquid, Virginia' },
		]);
		expect(jsons(report.items('Failed'))).toEqual([
			{
				'Node ID': 'NW-123-456-789',
				'Wanted name': 'This is the ID of a network',
				Reason: text("'NW-123-456-789' is the ID of a network, not of a node"),
			},
		]);
		const names = platform.sandbox.state().nodes.map(({ name }) => name);
		expect(names).toContain('Ethereum archive, Singapore');
		expect(platform.requests().map(({ method }) => method)).toEqual(['PATCH', 'PATCH']);
	});

	it('tells what the service says about a row', async () => {
		const rows = [
			{ nodeId: 'ND-1-2-3', newName: 'Nobody' },
			{ nodeId: polygon, newName: 'Polygon' },
		];
		const example = changed('bulk-rename', 'New Names', fields({ rows }));
		const report = await run(example, { startNode: 'Run by Hand' });
		expect(report.items('Done')).toHaveLength(1);
		expect(jsons(report.items('Failed'))).toEqual([
			expect.objectContaining({
				'Node ID': 'ND-1-2-3',
				Reason: text('did not find the node ND-1-2-3'),
			}),
		]);
	});
});

describe('Inventory of all nodes', () => {
	it('writes every node once, however often it runs', async () => {
		const more = platform.sandbox.addNodes(4);
		for (const startNode of ['Every Morning', 'Run by Hand']) {
			const report = await run('node-inventory', { startNode });
			expect(report.error).toBeUndefined();
		}
		const { rows = [] } = tables.get('chainstack_nodes') ?? {};
		expect(rows.map(({ node_id: id }) => id).sort()).toEqual(
			[ethereum, hyperliquid, polygon, bitcoin, ...more].sort(),
		);
		expect(rows).toContainEqual({
			node_id: polygon,
			name: 'polygon-1',
			status: 'running',
			type: 'shared',
			protocol: 'polygon-pos',
			network: 'Polygon mainnet',
			project: 'PR-222-333-444',
			provider: 'vzo',
			region: 'eu3',
			created: text(/^\d{4}-\d\d-\d\dT/),
			last_seen: new Date().toISOString().slice(0, 10),
		});
	});

	it('holds no key', async () => {
		const report = await run('node-inventory', { startNode: 'Run by Hand' });
		for (const { auth } of platform.sandbox.state().nodes) {
			expect(report.text()).not.toContain(auth.key);
		}
	});
});

describe('Monthly usage report', () => {
	it.each(['Every Month', 'Run by Hand'])('adds up last month, from %s', async (startNode) => {
		const report = await run('monthly-usage', { startNode });
		expect(report.error).toBeUndefined();
		const [{ json, binary }] = report.items('Replace with E-Mail, Slack, …');
		const now = new Date();
		const last = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1));
		const month = last.toISOString().slice(0, 7);
		expect(json.subject).toBe(`Chainstack usage in ${month}`);
		expect(json.nodes).toBe(4);
		const [total, ...lines] = String(json.text).split('\n');
		const [{ json: usage }] = report.items('Usage of Last Month');
		const { totals, rows } = usage as { totals: IDataObject; rows: IDataObject[] };
		expect(total).toContain(`${String(totals.request_units)} request units`);
		expect(lines).toHaveLength(4);
		expect(lines[0]).toMatch(/^polygon-1: [1-9]\d* request units, 0 compute hours$/);
		expect(rows.every(({ datetime }) => String(datetime).startsWith(month))).toBe(true);
		expect(Object.values(binary ?? {})).toMatchObject([{ mimeType: text('^text/csv') }]);
	});
});

describe('Top up test accounts', () => {
	it('asks the faucet for accounts that run low, and says why one got nothing', async () => {
		platform.sandbox.setRpcAnswer('*', 'eth_getBalance', '0x0');
		const first = await run('faucet-top-up', { startNode: 'Every Day' });
		expect(first.error).toBeUndefined();
		expect(jsons(first.items('Tokens Sent'))).toEqual([
			{ label: 'Tests', text: text(/^Sent 0\.5 ETH to 0x71C.+: https:\/\//) },
			{ label: 'Staging', text: text(/^Sent 0\.5 ETH to 0xd8d.+: https:\/\//) },
		]);
		const again = await run('faucet-top-up', { startNode: 'Run by Hand' });
		expect(again.error).toBeUndefined();
		expect(again.executed).not.toContain('Tokens Sent');
		expect(jsons(again.items('Replace with Slack, E-Mail, …'))).toEqual([
			{ label: 'Tests', text: text(/^No tokens for 0x71C.+: .+/) },
			{ label: 'Staging', text: text(/^No tokens for 0xd8d.+: .+/) },
		]);
		expect(platform.sandbox.state().faucet).toHaveLength(2);
	});

	it('leaves accounts alone that have enough', async () => {
		platform.sandbox.setRpcAnswer('*', 'eth_getBalance', '0x8ac7230489e80000');
		const report = await run('faucet-top-up', { startNode: 'Run by Hand' });
		expect(report.error).toBeUndefined();
		expect(report.items('Has Enough')).toHaveLength(2);
		expect(report.executed).not.toContain('Request Tokens');
		const [balances] = platform.requests();
		expect(balances.body).toMatchObject([
			{
				method: 'eth_getBalance',
				params: ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F', 'latest'],
			},
			{ method: 'eth_getBalance' },
		]);
	});
});

describe('Readiness of all nodes', () => {
	it('sums up who is ready, who is not and why', async () => {
		platform.sandbox.addNodes(3);
		platform.sandbox.setSyncing(ethereum, { currentBlock: '0x1', highestBlock: '0x9' });
		platform.sandbox.setSyncing(polygon, null);
		platform.sandbox.fault({ path: `/v1/nodes/${bitcoin}/`, kind: 'status', status: 404 });
		const report = await run('fleet-report', { startNode: 'Every Hour' });
		expect(report.error).toBeUndefined();
		expect(jsons(report.items('Replace with Slack, E-Mail, …'))).toEqual([
			{
				subject: '4 of 6 nodes are ready',
				allReady: false,
				notReady: [
					'eth-archive-1: syncing, 8 blocks behind',
					text(/^polygon-1: invalidResponse, .+/),
				],
				notAsked: [text(/^bitcoin-1: Chainstack did not find the node ND-222-333-666/)],
				slowest: text(/: \d+ ms$/),
			},
		]);
	});

	it('says that all are ready', async () => {
		const report = await run('fleet-report', { startNode: 'Run by Hand' });
		expect(jsons(report.items('Summary'))).toEqual([
			expect.objectContaining({ subject: '4 of 4 nodes are ready', allReady: true }),
		]);
	});
});

describe('Alert when an endpoint fails or recovers', () => {
	const change = (changes: IDataObject) => ({
		json: {
			event: 'readinessChanged',
			id: 'credential',
			name: 'https://node.example/***/evm',
			from: 'ready',
			to: 'unreachable',
			since: '2026-01-02T03:04:05.000Z',
			confirmedAfter: 2,
			...changes,
		},
	});

	it('tells of a failure with its reason', async () => {
		const report = await run('status-alert', {
			startNode: 'Endpoint Changed',
			triggerItems: [change({ reason: 'no answer within 8 s' })],
		});
		expect(report.error).toBeUndefined();
		expect(jsons(report.items('Replace with Slack, E-Mail, …'))).toEqual([
			{
				subject: 'https://node.example/***/evm is not ready',
				text: 'https://node.example/***/evm is not ready since 2026-01-02T03:04:05.000Z: it was ready and is now unreachable. Reason: no answer within 8 s.',
			},
		]);
	});

	it('tells of a recovery with the downtime', async () => {
		const recovery = change({ from: 'unreachable', to: 'ready', downtimeMs: 61_000 });
		const report = await run('status-alert', {
			startNode: 'Endpoint Changed',
			triggerItems: [recovery],
		});
		expect(jsons(report.items('Recovery'))).toEqual([
			{
				subject: 'https://node.example/***/evm is ready again',
				text: 'https://node.example/***/evm is ready again since 2026-01-02T03:04:05.000Z. It was down for 61 seconds.',
			},
		]);
		expect(report.executed).not.toContain('Alert');
	});

	it('shows an example when it is run by hand', async () => {
		const report = await run('status-alert', { startNode: 'Run by Hand' });
		expect(jsons(report.items('Recovery'))).toMatchObject([
			{
				subject: 'Test: Example endpoint is ready again',
				text: text(
					/^Test: Example endpoint is ready again since .+ It was down for 250 seconds\.$/,
				),
			},
		]);
	});

	it.each([
		['ready', 'Recovery', 'is ready'],
		['syncing', 'Alert', 'is not ready'],
	])('marks the state %s of a test as a test', async (to, branch, said) => {
		const report = await run('status-alert', {
			startNode: 'Endpoint Changed',
			triggerItems: [change({ test: true, from: null, to })],
		});
		const [{ json }] = report.items(branch);
		const { subject, text: message } = json;
		expect(subject).toBe(`Test: https://node.example/***/evm ${said}`);
		expect(message).toMatch(new RegExp(`^Test: .+ ${said} since `));
		expect(message).not.toContain('again');
	});

	it('shows the present state when its trigger is tested', async () => {
		const report = await run('status-alert', { startNode: 'Endpoint Changed' });
		expect(report.error).toBeUndefined();
		expect(jsons(report.items('Endpoint Changed'))).toMatchObject([
			{ event: 'readinessChanged', id: expect.stringContaining('/***/evm'), to: 'ready' },
		]);
		expect(report.executed).toContain('Recovery');
	});
});

describe('Respond with the fastest ready endpoint', () => {
	const ask = async () =>
		await run('failover', {
			startNode: 'Endpoint Request',
			triggerItems: [{ json: { headers: {}, query: {}, body: {} } }],
		});

	it('answers with the one that is ready and fast, without a key', async () => {
		const { auth } = platform.sandbox.state().nodes.find(({ id }) => id === ethereum) ?? {};
		const path = auth?.key;
		platform.sandbox.fault({ server: 'rpc', path, kind: 'delay', delayMs: 150 });
		const report = await ask();
		expect(report.error).toBeUndefined();
		expect(answers).toEqual([
			{
				status: 200,
				body: {
					found: true,
					label: 'Second choice',
					nodeId: polygon,
					endpoint: text(/\/\*\*\*/),
					latencyMs: expect.any(Number) as number,
					checkedAt: expect.any(String) as string,
				},
			},
		]);
		expect(report.text()).not.toContain(path);
	});

	it('passes over one that is not ready, and one that cannot be looked up', async () => {
		platform.sandbox.setSyncing(polygon, { currentBlock: '0x1', highestBlock: '0x9' });
		await ask();
		expect(answers).toMatchObject([{ status: 200, body: { label: 'First choice' } }]);
		answers.length = 0;
		platform.sandbox.setSyncing(polygon, undefined);
		platform.sandbox.fault({ path: `/v1/nodes/${ethereum}/`, kind: 'status', status: 404 });
		const report = await ask();
		expect(report.error).toBeUndefined();
		expect(answers).toMatchObject([{ status: 200, body: { label: 'Second choice' } }]);
	});

	it('answers 503 when none is ready', async () => {
		platform.sandbox.setSyncing('*', { currentBlock: '0x1', highestBlock: '0x9' });
		const report = await run('failover', { startNode: 'Run by Hand' });
		expect(report.error).toBeUndefined();
		expect(answers).toEqual([
			{
				status: 503,
				body: {
					found: false,
					states: [
						{ label: 'First choice', state: 'syncing' },
						{ label: 'Second choice', state: 'syncing' },
					],
				},
			},
		]);
	});
});

describe('Readiness gate before a deployment', () => {
	const quick = (waitLimit: number) =>
		changed('deployment-gate', 'Wait Until Synced', { goodAnswers: 2, waitInterval: 1, waitLimit });

	it('opens when the endpoint has caught up', async () => {
		const behind = { currentBlock: '0x1', highestBlock: '0x9' };
		platform.sandbox.setSyncing('*', { $sequence: [behind, false] });
		const report = await run(quick(30), {
			startNode: 'Called Before a Deployment',
			triggerItems: [{ json: { release: 'v1' } }],
		});
		expect(report.error).toBeUndefined();
		expect(report.executed).toContain('Replace with Your Deployment');
		expect(jsons(report.items('Wait Until Synced'))).toMatchObject([
			{ ready: true, wait: { attempts: 3 } },
		]);
	});

	it('stops the deployment when time runs out', async () => {
		platform.sandbox.setSyncing('*', { currentBlock: '0x1', highestBlock: '0x9' });
		const report = await run(quick(1), { startNode: 'Run by Hand' });
		expect(report.status).toBe('error');
		expect(report.error?.message).toMatch(
			/^The deployment was stopped: Waited 1 s for the endpoint .+; the last state was 'syncing'/,
		);
		expect(report.executed).not.toContain('Replace with Your Deployment');
	});

	it('stops the deployment when the newest block is old', async () => {
		platform.sandbox.setRpcAnswer('*', 'eth_getBlockByNumber', { timestamp: '0x1' });
		const report = await run(quick(30), { startNode: 'Run by Hand' });
		expect(report.error?.message).toMatch(/^The deployment was stopped: .+ is not healthy: .+ old/);
	});
});

describe('Alert when usage reaches a level', () => {
	const level = (percent: number) => ({
		json: {
			event: 'usageThresholdReached',
			id: `request_units ${percent}%`,
			name: `Request units, ${percent} %`,
			from: 'below',
			to: 'reached 2026-01-01',
			level: percent,
			used: percent * 30_000 + 1,
			included: 3_000_000,
			percent,
			period: '2026-01-01',
		},
	});

	it('tells each level, and that it is urgent when all is used up', async () => {
		const report = await run('quota-alert', {
			startNode: 'Level Reached',
			triggerItems: [level(80), level(100)],
		});
		expect(report.error).toBeUndefined();
		expect(jsons(report.items('Warning'))).toEqual([
			{
				subject: 'Reached: Request units, 80 %',
				text: '2400001 of 3000000 (80 %) are used in the billing period that began on 2026-01-01.',
				urgent: false,
			},
		]);
		expect(jsons(report.items('Used Up'))).toMatchObject([
			{ subject: 'Used up: Request units, 100 %', urgent: true },
		]);
	});

	it('shows the present usage when its trigger is tested', async () => {
		const report = await run('quota-alert', { startNode: 'Level Reached' });
		expect(report.error).toBeUndefined();
		expect(report.items('Level Reached')).toHaveLength(3);
		expect(jsons(report.items('Level Reached'))).toMatchObject(
			[50, 80, 100].map((each) => ({ level: each, included: 3_000_000 })),
		);
	});

	it('marks a test as a test, and does not say that something is used up that is not', async () => {
		const [{ json }] = [level(100)];
		const report = await run('quota-alert', {
			startNode: 'Level Reached',
			triggerItems: [{ json: { ...json, test: true, used: 1_230_000, percent: 41 } }],
		});
		expect(report.executed).not.toContain('Used Up');
		expect(jsons(report.items('Warning'))).toEqual([
			{
				subject: 'Test: Not reached yet: Request units, 100 %',
				text: text(/^Test: 1230000 of 3000000 \(41 %\) are used/),
				urgent: false,
			},
		]);
	});

	it('shows an example when it is run by hand', async () => {
		const report = await run('quota-alert', { startNode: 'Run by Hand' });
		expect(jsons(report.items('Warning'))).toMatchObject([
			{ subject: 'Test: Reached: Request units, 80 %' },
		]);
	});
});

describe('Assistant for nodes', () => {
	const workflow = readWorkflow('examples/assistant.json');
	const connections = workflow.connections as Record<
		string,
		Record<string, Array<Array<{ node: string }>>>
	>;
	const nodeOf = (name: string) => {
		const node = workflow.nodes.find((each) => each.name === name);
		if (node === undefined) throw new Error(`There is no node ${name}`);
		return node;
	};
	const call = async (name: string, input: IDataObject = {}) =>
		await runTool({
			credentials: platform.credential(),
			parameters: nodeOf(name).parameters,
			calls: [input],
		});
	const tools = workflow.nodes.filter(({ type }) => type.endsWith('.chainstackTool'));

	it('lists nodes without keys, with and without a model', async () => {
		const { answers: listed, ...report } = await call('List Nodes');
		expect(jsons(listed[0])).toHaveLength(4);
		expect(jsons(listed[0])).toContainEqual(
			expect.objectContaining({ id: ethereum, name: 'eth-archive-1', status: 'running' }),
		);
		for (const { auth } of platform.sandbox.state().nodes) {
			expect(report.text()).not.toContain(auth.key);
		}
		const byHand = await run(withoutModel(workflow), { startNode: 'Run by Hand' });
		expect(byHand.error).toBeUndefined();
		expect(jsons(byHand.items('What the Assistant Sees'))).toEqual(jsons(listed[0]));
	});

	it('checks the node the model names', async () => {
		const { answers: checked } = await call('Check Sync of a Node', { node_id: ethereum });
		expect(jsons(checked[0])).toMatchObject([{ ready: true, nodeId: ethereum }]);
	});

	it('renames the node the model names', async () => {
		const { answers: renamed } = await call('Rename Node', { node_id: ethereum, name: 'Main' });
		expect(jsons(renamed[0])).toMatchObject([{ id: ethereum, name: 'Main' }]);
	});

	it('tells the model what was wrong with an ID', async () => {
		const { answers: failed } = await call('Rename Node', { node_id: 'Main', name: 'x' });
		expect(JSON.stringify(jsons(failed[0]))).toContain("'Main' is not a node ID");
	});

	it('changes nothing without approval', async () => {
		expect(tools.map(({ name }) => name)).toEqual([
			'List Nodes',
			'Check Sync of a Node',
			'Rename Node',
		]);
		for (const { name, parameters } of tools) {
			const [[{ node: next }]] = connections[name].ai_tool;
			const { operation } = parameters as { operation: string };
			const reads = ['get', 'getAll', 'checkSync'].includes(operation);
			expect([name, nodeOf(next).type.endsWith('HitlTool')]).toEqual([name, !reads]);
		}
		const [[{ node: last }]] = connections['Ask First'].ai_tool;
		expect(last).toBe('Assistant');
	});
});

describe('the nodes of this package in the examples', () => {
	it.each([
		...['bulk-rename', 'node-inventory', 'monthly-usage', 'faucet-top-up', 'fleet-report'],
		...['status-alert', 'failover', 'deployment-gate', 'quota-alert', 'assistant'],
	])('have only parameters there are, in %s', async (example) => {
		const { nodes = [] } = (await loadPackage()).types;
		const own = readWorkflow(`examples/${example}.json`).nodes.filter(({ type }) =>
			type.startsWith('n8n-nodes-chainstack.'),
		);
		expect(own.length).toBeGreaterThan(0);
		for (const { type, parameters = {} } of own) {
			const name = type.replace(/^.+\./, '').replace(/Tool$/, '');
			const description = nodes.find((each) => each.name === name);
			const known = new Set(description?.properties.map((property) => property.name));
			for (const added of ['descriptionType', 'toolDescription', 'pollTimes']) known.add(added);
			expect(Object.keys(parameters).filter((key) => !known.has(key))).toEqual([]);
		}
	});
});

/** The part of a workflow that needs no node of the AI package, which these tests do not have. */
function withoutModel(workflow: WorkflowLike): WorkflowLike {
	const nodes = workflow.nodes.filter(
		({ type }) => !type.startsWith('@n8n/') && !type.endsWith('Tool'),
	);
	const names = new Set(nodes.map(({ name }) => name));
	const connections = Object.fromEntries(
		Object.entries(workflow.connections).filter(([name]) => names.has(name)),
	);
	return { ...workflow, nodes, connections };
}
