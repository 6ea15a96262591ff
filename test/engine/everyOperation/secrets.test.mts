import { describe, expect, it } from 'vitest';
import type { FaultKind, FaultRule } from '../../../sandbox/start.mts';
import { spellings } from '../../faults/spellings.mts';
import { useFastTime } from '../fixtures/fastTime.mts';
import { numbered, told, usePlatform, type OperationName } from '../fixtures/platform.mts';
import { readyNode, useServer, type Reply, type SeenRequest } from '../fixtures/server.mts';
import { runTool, type NodeRun, type ToolRun } from '../support/index.mts';

useFastTime();

const platform = usePlatform();
const server = useServer(readyNode);

const nodeKey = 'node+key=of/the~lying-platform-0123456789';
const nodePassword = 'pass+word=of/the~node-0123456789';
const nodeUser = 'user-of-the-node';
const endpointKey = 'endpoint+key=of~the.tests:0123456789';

const node = { name: 'n', type: 'dedicated', provider: 'aws', region: 'us-east-1' };
const operations: Record<string, readonly [OperationName, object]> = {
	'Organization · Get': [['organization', 'get'], {}],
	'Node · Update': [['node', 'update'], { nodeId: 'ND-123-456-789', name: 'renamed' }],
	'Network · Create': [
		['network', 'create'],
		{ project: 'PR-123-456-789', protocol: 'ethereum', nodes: { node: [node] } },
	],
	'IPFS · Pin Folder': [['ipfs', 'pinFolder'], { folderId: 'FOLD-1337-8085-1337' }],
};
const names = Object.keys(operations);

function expectNone(run: NodeRun | ToolRun, secrets: readonly string[]): void {
	const texts = { run: run.text(), saved: run.savedText(), log: run.logText() };
	for (const [where, text] of Object.entries(texts)) {
		for (const secret of secrets) {
			for (const spelling of spellings(secret)) {
				const at = text.indexOf(spelling);
				const found = at < 0 ? '' : text.slice(Math.max(0, at - 80), at + 80);
				expect(found, `${where} contains ${spelling}`).toBe('');
			}
		}
	}
}

/** The message of an operation that only reads or updates, that of one that creates, and the code of both. */
const outcomes: Record<
	FaultKind,
	{ rule?: Partial<FaultRule>; reads: RegExp; creates?: RegExp; httpCode?: string }
> = {
	status: {
		reads: /^Chainstack could not process the request: Internal server error/,
		creates: /may exist anyway: Chainstack could not process the request/,
		httpCode: '500',
	},
	delay: { rule: { delayMs: 1 }, reads: /^$/ },
	hang: {
		reads: /did not send a complete response within 200 ms/,
		creates: /may exist anyway: .*within 200 ms/,
	},
	html: {
		reads: /^Chainstack is not available at the moment/,
		creates: /may exist anyway: Chainstack is not available at the moment/,
		httpCode: '502',
	},
	truncated: {
		reads: /connection to 127\.0\.0\.1:\d+ was lost before the response was complete/,
		creates: /may exist anyway: .*was lost before the response was complete/,
	},
	empty: {
		reads: /Chainstack returned an empty response instead of a JSON object(\.|$)/,
		creates: /may exist anyway: Chainstack returned an empty response/,
	},
	rateLimit: {
		rule: { retryAfter: 0 },
		reads: /is not accepting more requests for now: Request was throttled/,
	},
	reset: {
		reads: /connection to 127\.0\.0\.1:\d+ was lost before the response was complete/,
		creates: /may exist anyway: .*was lost before the response was complete/,
	},
	echoKey: { reads: /did not accept the request: .*\*\*\*/ },
	redirect: {
		rule: { location: 'https://example.com/' },
		reads: /redirected the request(\.|$)/,
		httpCode: '302',
	},
	drip: {
		rule: { delayMs: 60 },
		reads: /did not send a complete response within 200 ms/,
		creates: /may exist anyway: .*within 200 ms/,
	},
	wrongShape: {
		reads: /returned JSON with an unexpected structure instead of a JSON object/,
		creates: /may exist anyway: .*(unexpected structure|without pin records)/,
	},
};

async function runWithFault(name: string, kind: FaultKind, more: object = {}): Promise<NodeRun> {
	platform.sandbox.fault({ ...outcomes[kind].rule, kind });
	const [operation, parameters] = operations[name];
	const options = { maxRetries: 0, timeout: kind === 'hang' || kind === 'drip' ? 0.2 : 10 };
	return await platform.run(operation, { ...parameters, options }, more);
}

describe('every fault of the platform', () => {
	const kinds = Object.keys(outcomes) as FaultKind[];
	const rows = names.flatMap((name) => kinds.map((kind) => [name, kind] as const));

	it.each(rows)('%s, %s: one clear message and no key anywhere', async (name, kind) => {
		const keys = [platform.sandbox.apiKey, platform.sandbox.endpointKey];
		const isCreation = name.includes('Create') || name.includes('Pin');
		const { reads, creates = reads, httpCode } = outcomes[kind];
		for (const onError of [
			'stopWorkflow',
			'continueRegularOutput',
			'continueErrorOutput',
		] as const) {
			platform.sandbox.reset();
			const run = await runWithFault(name, kind, { node: { onError } });
			expectNone(run, keys);
			const failed = run.errorOutput[0] ?? run.output.find(({ json }) => 'error' in json);
			const message = onError === 'stopWorkflow' ? told(run).message : (failed?.json.error ?? '');
			expect(message).toMatch(isCreation ? creates : reads);
			if (onError === 'stopWorkflow' && httpCode !== undefined) {
				expect(told(run)).toMatchObject({ httpCode });
			}
		}
	});

	it('leaves no key in the data of a run with every fault once', async () => {
		const kinds = Object.keys(outcomes) as FaultKind[];
		for (const kind of kinds) platform.sandbox.fault({ ...outcomes[kind].rule, kind, times: 1 });
		const run = await platform.run(
			['organization', 'get'],
			{ options: { maxRetries: 0, timeout: 0.2, maxConcurrency: 1 } },
			{ items: numbered(kinds.length + 1), node: { onError: 'continueRegularOutput' } },
		);
		expect(run.output).toHaveLength(kinds.length + 1);
		expectNone(run, [platform.sandbox.apiKey, platform.sandbox.endpointKey]);
	});
});

/** Everything a careless server could reveal. */
function echo({ url, headers, text }: SeenRequest): string {
	const path = url.split('/')[1] ?? '';
	const decoded = decodeURIComponent(path);
	const everyByte = [...Buffer.from(decoded)].map((byte) => `%${byte.toString(16)}`).join('');
	return [
		url,
		path,
		decoded,
		encodeURIComponent(path),
		everyByte,
		headers.authorization,
		text,
	].join(' ');
}

const rpcFaults: Record<string, { reply: (request: SeenRequest) => Reply; state: string }> = {
	status: { reply: () => ({ status: 500 }), state: 'unreachable' },
	delay: { reply: (request) => ({ ...readyNode(request), delayMs: 5 }), state: 'ready' },
	hang: { reply: () => ({ instead: 'hang' }), state: 'unreachable' },
	html: {
		reply: (request) => ({ status: 502, body: `<title>${echo(request)}</title>` }),
		state: 'unreachable',
	},
	'page under status 200': {
		reply: (request) => ({ body: `<h1>${echo(request)}</h1>` }),
		state: 'invalidResponse',
	},
	truncated: { reply: () => ({ body: '{"jsonrpc":"2.0","id":1,"res' }), state: 'invalidResponse' },
	empty: { reply: () => ({}), state: 'invalidResponse' },
	rateLimit: { reply: (request) => ({ status: 429, body: echo(request) }), state: 'rateLimited' },
	reset: { reply: () => ({ instead: 'reset' }), state: 'unreachable' },
	redirect: {
		reply: ({ url }) => ({ status: 302, headers: { location: `https://example.com${url}` } }),
		state: 'invalidResponse',
	},
	'not found': {
		reply: (request) => ({ status: 404, body: `No route ${echo(request)}` }),
		state: 'invalidResponse',
	},
	'echo in an error': {
		reply: (request) => ({
			body: {
				jsonrpc: '2.0',
				id: 1,
				error: { code: -32000, message: echo(request), data: echo(request) },
			},
		}),
		state: 'rpcError',
	},
	'echo in the result': {
		reply: (request) => ({
			body: { jsonrpc: '2.0', id: 1, result: { [echo(request)]: [echo(request)] } },
		}),
		state: 'syncing',
	},
	'echo in a quota message': {
		reply: (request) => ({
			body: { jsonrpc: '2.0', id: 1, error: { code: -32005, message: `quota ${echo(request)}` } },
		}),
		state: 'rateLimited',
	},
	'another shape': { reply: (request) => ({ body: [echo(request)] }), state: 'invalidResponse' },
	'echo in the id': {
		reply: (request) => ({ body: { jsonrpc: '2.0', id: echo(request), result: false } }),
		state: 'invalidResponse',
	},
	'echo as the version': {
		reply: (request) => ({ body: { jsonrpc: echo(request), id: 1, result: false } }),
		state: 'invalidResponse',
	},
};

describe('every fault of an endpoint', () => {
	const options = { maxRetries: 0, timeout: 10 };
	const sources = ['credential', 'node', 'url', 'login'] as const;
	// Faults that repeat nothing of the request are the same for every source.
	const rows = Object.entries(rpcFaults).flatMap(([fault, { reply }]) =>
		sources
			.filter((source) => source === 'url' || /echo|url/.test(reply.toString()))
			.map((source) => [fault, source] as const),
	);

	function check(
		source: (typeof sources)[number],
		more: object,
		onError: 'stopWorkflow' | 'continueErrorOutput',
	) {
		const encoded = encodeURIComponent(nodeKey);
		const login = `${nodeUser}:${encodeURIComponent(nodePassword)}`;
		const url = {
			url: `={{ $json.base + "/${encoded}" }}`,
			login: `={{ $json.base.replace("//", "//${login}@") }}`,
		};
		return platform.run(
			['jsonRpc', 'checkSync'],
			{
				endpointSource: source === 'login' ? 'url' : source,
				nodeId: 'ND-1-2-3',
				...(source in url && { url: url[source as 'url'] }),
				options: { ...options, ...more },
			},
			{
				credentials: platform.credential({
					baseUrl: server.url,
					nodeEndpoint: server.url,
					endpointKey,
				}),
				items: [{ json: { base: server.url } }],
				node: { onError },
			},
		);
	}

	it.each(rows)(
		'%s, endpoint from %s: the right state and no secret anywhere',
		async (fault, source) => {
			const { reply, state } = rpcFaults[fault];
			const limit = fault === 'hang' ? { timeout: 0.5 } : {};
			server.answer = (request) => {
				if (request.url.startsWith('/v1/nodes/')) {
					return {
						body: {
							id: 'ND-1-2-3',
							network: 'NW-1-2-3',
							status: 'running',
							details: {
								https_endpoint: server.url,
								auth_key: nodeKey,
								auth_username: nodeUser,
								auth_password: nodePassword,
							},
						},
					};
				}
				if (request.url.startsWith('/v1/networks/'))
					return { body: { id: 'NW-1-2-3', protocol: 'ethereum' } };
				return reply(request);
			};
			const secrets = [nodeKey, nodePassword, endpointKey, platform.sandbox.apiKey];
			// What the workflow's own expression contains is the user's; the run must not add to it.
			const checked = source === 'url' || source === 'login' ? secrets.slice(2) : secrets;

			const answered = await check(source, limit, 'stopWorkflow');
			expect(answered.error).toBeUndefined();
			expect(answered.output[0].json.state).toBe(state);
			const shown = JSON.stringify(answered.output) + answered.logText();
			for (const secret of secrets.flatMap(spellings)) expect(shown).not.toContain(secret);
			expectNone(answered, checked);

			for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
				const failed = await check(source, { ...limit, failWhenNotReady: true }, onError);
				if (state === 'ready') continue;
				const output = [failed.errorOutput, failed.error ?? {}, failed.task?.error ?? {}];
				const text = JSON.stringify(output) + failed.logText();
				expect(text).toContain('is not ready');
				for (const secret of secrets.flatMap(spellings)) expect(text).not.toContain(secret);
				expectNone(failed, checked);
			}
			const calls = server.seen.filter(({ method }) => method === 'POST');
			for (const { headers } of calls) {
				expect(headers.authorization ?? '').not.toContain('Bearer');
				expect(JSON.stringify(headers)).not.toContain(platform.sandbox.apiKey);
			}
		},
	);
});

describe('the API key', () => {
	it('does not follow a list to another origin', async () => {
		platform.sandbox.fault({
			method: 'GET',
			path: '/v1/networks/',
			kind: 'wrongShape',
			body: { results: [], next: `${server.url}/v1/networks/?page=2` },
		});
		platform.sandbox.fault({ method: 'POST', kind: 'status', status: 500, when: 'after' });
		const [operation, parameters] = operations['Network · Create'];
		await platform.run(operation, parameters);
		expect(server.seen).toEqual([]);
	});
});

describe('Include Secrets', () => {
	it('shows what nodes have, and still hides the keys of the credential', async () => {
		server.answer = () => ({
			body: {
				id: 'ND-1',
				details: { auth_key: nodeKey, note: `${platform.sandbox.apiKey} ${nodeKey}` },
			},
		});
		const run = await platform.run(
			['node', 'update'],
			{ nodeId: 'ND-1-2', name: 'x', options: { includeSecrets: true } },
			{ credentials: platform.credential({ baseUrl: server.url }) },
		);
		expect(run.output[0].json.details).toEqual({ auth_key: nodeKey, note: `*** ${nodeKey}` });
		expectNone(run, [platform.sandbox.apiKey]);
	});

	it('leaves no secret behind when a later item fails under Stop', async () => {
		let count = 0;
		server.answer = () =>
			(count += 1) === 1
				? { status: 201, body: { id: 'NW-1', nodes: [{ details: { auth_key: nodeKey } }] } }
				: { status: 400 };
		const [operation, parameters] = operations['Network · Create'];
		const run = await platform.run(
			operation,
			{ ...parameters, options: { includeSecrets: true } },
			{ credentials: platform.credential({ baseUrl: server.url }), items: numbered(2) },
		);
		expect(run.status).toBe('error');
		expectNone(run, [nodeKey]);
	});

	it('masks the addresses and access data of what was created', async () => {
		const [operation, parameters] = operations['Network · Create'];
		const run = await platform.run(operation, { ...parameters, simplify: false });
		const { auth } = platform.sandbox.state().nodes.at(-1) ?? {};
		expectNone(run, [auth?.key ?? '', auth?.password ?? '']);
		expect(JSON.stringify(run.output)).toContain('"auth_key":"***"');
	});
});

describe('as an AI tool', () => {
	const tool = (parameters: object, credential: object = {}) =>
		runTool({ parameters, credentials: platform.credential(credential) });

	it.each(names)('%s answers a failure with one text that says what to do next', async (name) => {
		platform.sandbox.fault({ kind: 'status', status: 403 });
		const [[resource, operation], parameters] = operations[name];
		const run = await tool({ resource, operation, ...parameters });
		expect(run.status).toBe('success');
		expect(run.answers).toHaveLength(1);
		expect(run.answers[0].map(({ json }) => json)).toEqual([
			{ error: expect.stringMatching(/not allowed to do this.*Editor or Admin role/s) as string },
		]);
		expectNone(run, [platform.sandbox.apiKey]);
	});

	it('Check Sync answers a failure with one text', async () => {
		const run = await tool(
			{ resource: 'jsonRpc', operation: 'checkSync', endpointSource: 'credential' },
			{ nodeEndpoint: 'wss://x.y' },
		);
		expect(run.answers[0].map(({ json }) => json)).toEqual([
			{ error: expect.stringContaining('Paste the HTTPS endpoint') as string },
		]);
	});

	it("takes values from the agent's call", async () => {
		const run = await runTool({
			parameters: {
				resource: 'node',
				operation: 'update',
				nodeId: { __rl: true, mode: 'id', value: "={{ $fromAI('node', '', 'string') }}" },
				name: "={{ $fromAI('name', '', 'string') }}",
			},
			credentials: platform.credential(),
			calls: [
				{ node: 'ND-123-456-789', name: 'by agent' },
				{ node: 'PR-1-2', name: 'x' },
			],
		});
		expect(run.answers[0][0].json).toMatchObject({ id: 'ND-123-456-789', name: 'by agent' });
		expect(run.answers[1][0].json).toEqual({
			error: expect.stringContaining("'PR-1-2' is the ID of a project") as string,
		});
	});

	it('masks secrets even with Include Secrets', async () => {
		const { auth } = platform.sandbox.state().nodes.find(({ id }) => id === 'ND-123-456-789') ?? {};
		const [[resource, operation], parameters] = operations['Node · Update'];
		const run = await tool({
			resource,
			operation,
			...parameters,
			options: { includeSecrets: true },
		});
		expect(run.answers[0][0].json).toMatchObject({ name: 'renamed', details: { auth_key: '***' } });
		expectNone(run, [auth?.key ?? '', auth?.password ?? '']);
	});
});
