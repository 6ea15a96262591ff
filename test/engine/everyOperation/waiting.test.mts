import { describe, expect, it } from 'vitest';
import {
	jsons,
	numbered,
	pairs,
	told,
	usePlatform,
	type OperationName,
} from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform({ deployMs: 300 });
const server = useServer(() => ({ body: {} }));
const createNetwork = ['network', 'create'] as const;
const waitUntilRunning = ['node', 'waitUntilRunning'] as const;
const node = { name: 'n1', type: 'dedicated', provider: 'aws', region: 'us-east-1' };
const waits = {
	project: 'PR-123-456-789',
	protocol: 'ethereum',
	chainNetwork: { __rl: true, mode: 'id', value: 'ethereum-mainnet' },
	nodes: { node: [node] },
	waitUntilReady: true,
	waitInterval: 1,
	waitLimit: 20,
};
const hyperliquid = 'ND-999-456-111';
const created = () => platform.sandbox.state().networks.slice(4);
const gets = () => platform.requests().filter(({ method }) => method === 'GET');
const posts = () => platform.requests().filter(({ method }) => method === 'POST');

describe('Network · Create with Wait Until Ready', () => {
	it('continues when network and nodes are running, with the masked endpoint of each', async () => {
		platform.sandbox.setDeployment({ ms: 900 });
		const run = await platform.succeed(createNetwork, waits);
		expect(posts()).toHaveLength(1);
		expect(gets()).toHaveLength(2);
		const endpoint = { https: `${platform.sandbox.nodeEndpoint}/***/evm` };
		expect(jsons(run.output)).toMatchObject([
			{
				id: created()[0].id,
				status: 'ok',
				endpoint,
				nodes: [{ status: 'running', endpoint }],
			},
		]);
		expect(run.text()).not.toContain(platform.sandbox.state().nodes.at(-1)?.auth.key);
	});

	it('outputs endpoints ready to use with Include Secrets', async () => {
		platform.sandbox.setDeployment({ ms: 0 });
		const nodes = { node: [node, { ...node, name: 'n2' }] };
		const options = { includeSecrets: true };
		const run = await platform.run(createNetwork, { ...waits, nodes, options });
		const keys = platform.sandbox
			.state()
			.nodes.slice(-2)
			.map(({ auth }) => auth.key);
		const address = (key: string) => `${platform.sandbox.nodeEndpoint}/${key}/evm`;
		expect(jsons(run.output)).toMatchObject([
			{
				endpoint: { https: address(keys[0]) },
				nodes: keys.map((key) => ({ endpoint: { https: address(key) } })),
			},
		]);
	});

	it('ends as failed, with what was created, when the deployment fails', async () => {
		platform.sandbox.setDeployment({ ms: 0, outcome: 'failed' });
		const run = await platform.run(createNetwork, waits);
		const { id } = created()[0];
		const nodeId = platform.sandbox.state().nodes.at(-1)?.id;
		expect(told(run).message).toBe(
			`The network ${id} was created, but its node ${nodeId} is in the state 'failed'`,
		);
		expect(told(run).description).toContain('The network will not be created again');
		expect(told(run).description).toContain(`Already created in this run: ${id}`);
	});

	it.each([
		['the network cannot be read', { kind: 'status', status: 403 }],
		['the server fails', { kind: 'status', status: 500 }],
	] as const)('says what exists when %s afterwards', async (_, fault) => {
		platform.sandbox.fault({ ...fault, method: 'GET' });
		const onError = { node: { onError: 'continueRegularOutput' as const } };
		const run = await platform.run(createNetwork, { ...waits, waitLimit: 2 }, onError);
		const [{ error }] = jsons(run.output) as Array<{ error: string }>;
		expect(error).toContain(`${created()[0].id} was created: do not create it again`);
	});

	/** Creates a network with two nodes on a platform that returns these states, one per poll. */
	async function createdAs(answers: Array<object | 404>, options: object = {}) {
		let polls = 0;
		server.answer = ({ method }) => {
			if (method === 'POST') return { status: 201, body: { id: 'NW-1-2-3', status: 'pending' } };
			polls += 1;
			const answer = answers[Math.min(polls, answers.length) - 1];
			if (answer === 404) return { status: 404, body: { detail: 'Not found.' } };
			return { body: { id: 'NW-1-2-3', protocol: 'ethereum', ...answer } };
		};
		const nodes = { node: [node, { ...node, name: 'n2' }] };
		const waitLimit = answers.length - 0.5;
		const parameters = { ...waits, nodes, waitLimit, options };
		return await platform.runAt(server, createNetwork, parameters);
	}

	const one = { id: 'ND-1-1', status: 'running' };
	const two = { id: 'ND-2-2', status: 'running' };

	it.each<[string, Array<object | 404>, options?: object]>([
		['what cannot be found yet', [404, { status: 'ok', nodes: [one, two] }]],
		[
			'the last of its nodes to be listed and to run',
			[
				{ status: 'ok', nodes: [one] },
				{ status: 'ok', nodes: [one, { ...two, status: 'pending' }] },
				{ status: 'ok', nodes: [one, two] },
			],
		],
		[
			'a node that is not healthy when Stop Early is off',
			[
				{ status: 'warning', nodes: [one, { ...two, status: 'error' }] },
				{ status: 'ok', nodes: [one, two] },
			],
			{ stopEarly: false },
		],
	])('waits for %s', async (_, answers, options) => {
		const run = await createdAs(answers, options);
		expect(run.error).toBeUndefined();
		const wait = { attempts: answers.length, lastState: 'ok' };
		expect(jsons(run.output)).toMatchObject([{ id: 'NW-1-2-3', wait }]);
	});

	const none = { status: 'ok', nodes: [] };
	const started = { status: 'pending', nodes: [one] };
	const ended = (state: string, status: string) => ({
		status: state,
		nodes: [one, { ...two, status }],
	});
	const WAS_CREATED = 'The network NW-1-2-3 was created, but';

	it.each<[string, Array<object | 404>, RegExp, requests?: number]>([
		['has no nodes', [none, { status: 'ok' }], /the last state was 'ok' \(nodes: 2 missing\)$/],
		[
			'does not get ready',
			[started, started],
			/^Waited 1 s for the network NW-1-2-3 to be ready \(3 attempts\); the last state was 'pending' \(nodes: 1 running, 1 missing\)$/,
		],
		['is never found', [404, 404], /could not find the network NW-1-2-3$/],
		['is gone', [started, 404, 404, 404], /could not find the network NW-1-2-3/, 3],
		['is warning', [ended('warning', 'running'), {}], /^B it is in the state 'warning'$/, 2],
		['is failed', [ended('failed', 'running'), {}], /^B it is in the state 'failed'$/, 2],
		[
			'has a failed node',
			[started, ended('failed', 'failed'), {}],
			/^B its node ND-2-2 is in the state 'failed' \(2 attempts in 1 s\)$/,
			3,
		],
		[
			'has a node that is not healthy',
			[started, ended('warning', 'error'), {}],
			/^B its node ND-2-2 is in the state 'error' \(2 attempts in 1 s\)$/,
			3,
		],
	])('fails for a network that %s', async (_, answers, message, requests) => {
		const run = await createdAs(answers);
		expect(told(run).message.replace(WAS_CREATED, 'B')).toMatch(message);
		expect(told(run).description).toContain('Already created in this run: NW-1-2-3');
		expect(told(run).description.includes("'Stop Early'")).toBe(
			/'(warning|error)'/.test(told(run).message),
		);
		// A thing that is gone or has ended is not requested again.
		if (requests !== undefined) expect(server.seen).toHaveLength(requests);
	});

	it('ends in the state failed even with Stop Early off', async () => {
		const run = await createdAs([ended('pending', 'failed'), {}], { stopEarly: false });
		expect(told(run).message).toContain("its node ND-2-2 is in the state 'failed'");
		expect(told(run).description).not.toContain('Stop Early');
	});

	it('waits for several items in parallel', async () => {
		const parameters = { ...waits, name: '={{ "net " + $json.n }}' };
		const run = await platform.succeed(createNetwork, parameters, { items: numbered(4) });
		expect(jsons(run.output)).toMatchObject([0, 1, 2, 3].map((n) => ({ name: `net ${n}` })));
		expect(pairs(run.output)).toEqual([0, 1, 2, 3]);
		expect(posts()).toHaveLength(4);
		expect(run.executionTimeMs).toBe(1000);
	});

	it('creates nothing twice under Stop and Retry On Fail', async () => {
		platform.sandbox.fault({
			method: 'GET',
			path: '/v1/networks/',
			kind: 'status',
			status: 403,
			times: 1,
		});
		const settings = { retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
		const parameters = { ...waits, name: '={{ "net " + $json.n }}' };
		const run = await platform.succeed(createNetwork, parameters, {
			items: numbered(2),
			node: settings,
		});
		expect(posts()).toHaveLength(2);
		expect(jsons(run.output)).toMatchObject([
			{ name: 'net 0', status: 'ok' },
			{ name: 'net 1', status: 'ok' },
		]);
	});

	it('reports that one could not be created without waiting for the others', async () => {
		platform.sandbox.setDeployment({ ms: 60_000 });
		const items = ['PR-123-456-789', 'PR-9-9-9'].map((project) => ({ json: { project } }));
		const parameters = { ...waits, project: '={{ $json.project }}', waitLimit: 4 };
		const run = await platform.run(createNetwork, parameters, { items });
		expect(told(run).message).toContain('PR-9-9-9');
		expect(told(run).description).toContain(`Already created in this run: ${created()[0].id}`);
		expect(run.executionTimeMs).toBe(0);
	});
});

describe('Node · Wait Until Running', () => {
	const quick = { nodeId: hyperliquid, waitInterval: 1, waitLimit: 20 };

	it('ends for a stopped node', async () => {
		platform.sandbox.setStatus(hyperliquid, 'stopped');
		const run = await platform.run(waitUntilRunning, quick);
		expect(told(run).message).toBe(`The node ${hyperliquid} is in the state 'stopped'`);
		expect(told(run).description).toMatch(/^Start it first/);
	});

	it('returns at once for a running node, with its masked endpoint', async () => {
		const run = await platform.succeed(waitUntilRunning, quick);
		expect(gets()[0]).toMatchObject({ path: `/v1/nodes/${hyperliquid}/` });
		const https = `${platform.sandbox.nodeEndpoint}/***/evm`;
		expect(jsons(run.output)).toMatchObject([
			{ id: hyperliquid, status: 'running', endpoint: { https } },
		]);
		expect(run.executionTimeMs).toBe(0);
	});

	it('polls until the node runs, for many items in parallel', async () => {
		const run = await platform.run(
			['node', 'create'],
			{
				project: 'PR-123-456-789',
				name: '={{ "n" + $json.n }}',
				blockchain: 'BC-000-000-001',
				cloud: 'CC-0020',
			},
			{ items: numbered(12) },
		);
		const items = jsons(run.output).map((json) => ({ json: { ...json } }));
		const parameters = { ...quick, nodeId: '={{ $json.id }}' };
		platform.sandbox.setDeployment({ ms: 300 });
		const waited = await platform.succeed(waitUntilRunning, parameters, { items });
		expect(jsons(waited.output)).toMatchObject(
			items.map(({ json }) => ({ id: (json as { id?: unknown }).id, status: 'running' })),
		);
		expect(waited.executionTimeMs).toBe(1000);
	});

	it.each(['failed', 'error'] as const)('ends as failed in the state %s', async (status) => {
		platform.sandbox.setStatus(hyperliquid, status);
		const run = await platform.run(waitUntilRunning, quick);
		expect(told(run).message).toBe(`The node ${hyperliquid} is in the state '${status}'`);
		expect(gets()).toHaveLength(1);
	});

	it.each(['error', 'stopped'] as const)(
		'continues to wait in the state %s when Stop Early is off',
		async (state) => {
			platform.sandbox.setStatus(hyperliquid, state);
			setTimeout(() => platform.sandbox.setStatus(hyperliquid, undefined), 300);
			const run = await platform.run(waitUntilRunning, { ...quick, options: { stopEarly: false } });
			expect(jsons(run.output)).toMatchObject([{ status: 'running' }]);
		},
	);
});

describe.each<[OperationName, object]>([
	[
		['node', 'create'],
		{
			project: { __rl: true, mode: 'id', value: 'PR-123-456-789' },
			blockchain: { __rl: true, mode: 'id', value: 'BC-000-000-001' },
			cloud: { __rl: true, mode: 'id', value: 'CC-0016' },
		},
	],
	[
		['node', 'createInNetwork'],
		{
			networkId: { __rl: true, mode: 'id', value: 'NW-123-456-789' },
			type: 'dedicated',
			provider: 'aws',
			region: 'us-east-1',
		},
	],
])('Wait Until Running of %j', (operation, place) => {
	const quick = { ...place, name: 'n', waitUntilRunning: true, waitInterval: 1, waitLimit: 20 };

	it('continues when the node runs, with its masked endpoint', async () => {
		platform.sandbox.setDeployment({ ms: 700 });
		const run = await platform.succeed(operation, quick);
		const [{ json }] = run.output;
		expect(json).toMatchObject({ status: 'running', wait: { lastState: 'running' } });
		expect(JSON.stringify(json.endpoint)).toContain('***');
		expect(posts()).toHaveLength(1);
	});

	it('ends with what was created when the deployment fails', async () => {
		platform.sandbox.setDeployment({ ms: 1, outcome: 'failed' });
		const run = await platform.run(operation, quick);
		expect(told(run).message).toMatch(/^The node ND-[\d-]+ is in the state 'failed'/);
		expect(told(run).description).toMatch(/ND-[\d-]+ was created: do not create it again/);
	});

	it('is not limited to less than the interval before anything is created', async () => {
		const run = await platform.run(operation, { ...quick, waitInterval: 30 });
		expect(told(run).message).toContain('less than the interval');
		expect(posts()).toEqual([]);
	});
});
