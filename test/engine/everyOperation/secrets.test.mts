import { describe, expect, it } from 'vitest';
import type { FaultKind, FaultRule } from '../../../sandbox/start.mts';
import { spellings } from '../../faults/spellings.mts';
import { numbered, told, usePlatform, type OperationName } from '../fixtures/platform.mts';
import { readyNode, useServer, type Reply, type SeenRequest } from '../fixtures/server.mts';
import type { NodeRun, ToolRun } from '../support/index.mts';

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
		{
			project: 'PR-123-456-789',
			protocol: 'ethereum',
			chainNetwork: { __rl: true, mode: 'id', value: 'ethereum-mainnet' },
			nodes: { node: [node] },
		},
	],
	'Storage · Pin Folder': [['ipfs', 'pinFolder'], { folderId: 'FOLD-1337-8085-1337' }],
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

const lost = /127\.0\.0\.1:\d+ sent no complete response/;
const late = /did not send a complete response within 200 ms/;

/** The message of an operation that only reads or updates, the words it is called with, and the code. */
const outcomes: Record<FaultKind, [says: RegExp, rule?: Partial<FaultRule>, httpCode?: string]> = {
	status: [/^Chainstack could not process the request: Internal server error/, {}, '500'],
	delay: [/^$/, { delayMs: 1 }],
	hang: [late],
	html: [/^Chainstack is not available at the moment/, {}, '502'],
	truncated: [lost],
	empty: [/^Chainstack returned an empty response/],
	rateLimit: [/is not accepting more requests for now: Request was throttled/, { retryAfter: 0 }],
	reset: [lost],
	echoKey: [/did not accept the request: .*\*\*\*/],
	redirect: [/redirected the request(\.|$)/, { location: 'https://example.com/' }, '302'],
	drip: [late, { delayMs: 60 }],
	wrongShape: [/returned JSON with an unexpected structure|without pin records/],
};
const kinds = Object.keys(outcomes) as FaultKind[];
/** Faults after which it is known that nothing was created. */
const certain: FaultKind[] = ['delay', 'rateLimit', 'echoKey', 'redirect'];
const ends = ['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput'] as const;

describe('every fault of the platform', () => {
	const rows = names.flatMap((name) => kinds.map((kind) => [name, kind] as const));

	it.each(rows)('%s, %s: one clear message and no key anywhere', async (name, kind) => {
		const [says, rule, httpCode] = outcomes[kind];
		const [operation, parameters] = operations[name];
		const isCreation = /Create|Pin/.test(name);
		// The handling of a failure is the same for the operations after the first of each sort.
		for (const onError of /Get|Create/.test(name) ? ends : ends.slice(2)) {
			platform.sandbox.reset();
			platform.sandbox.fault({ ...rule, kind });
			const options = { limits: { maxRetries: 0, timeout: says === late ? 0.2 : 10 } };
			const run = await platform.run(operation, { ...parameters, options }, { node: { onError } });
			expectNone(run, [platform.sandbox.apiKey, platform.sandbox.endpointKey]);
			const failed = run.errorOutput[0] ?? run.output.find(({ json }) => 'error' in json);
			const isStopped = onError === 'stopWorkflow';
			const message = String(isStopped ? told(run).message : (failed?.json.error ?? ''));
			const said = message.replace(/^.+ may exist anyway: /, '');
			expect(said).toMatch(says);
			expect(said !== message).toBe(isCreation && !certain.includes(kind));
			if (isStopped && httpCode !== undefined) expect(told(run)).toMatchObject({ httpCode });
		}
	});

	it('leaves no key in the data of a run with every fault once', async () => {
		for (const kind of kinds) platform.sandbox.fault({ ...outcomes[kind][1], kind, times: 1 });
		const run = await platform.run(
			['organization', 'get'],
			{ options: { limits: { maxRetries: 0, timeout: 0.2, maxConcurrency: 1 } } },
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
	const spelled = [url, path, decoded, encodeURIComponent(path), everyByte];
	return [...spelled, headers.authorization, text].join(' ');
}

const rpcAnswer = (members: object): Reply => ({ body: { jsonrpc: '2.0', id: 1, ...members } });

/** The answer of an endpoint, and the state that is reported of it. */
const rpcFaults: Record<string, [(request: SeenRequest) => Reply, state: string]> = {
	status: [() => ({ status: 500 }), 'unreachable'],
	delay: [(request) => ({ ...readyNode(request), delayMs: 5 }), 'ready'],
	hang: [() => ({ instead: 'hang' }), 'unreachable'],
	html: [(request) => ({ status: 502, body: `<title>${echo(request)}</title>` }), 'unreachable'],
	'page under status 200': [
		(request) => ({ body: `<h1>${echo(request)}</h1>` }),
		'invalidResponse',
	],
	truncated: [() => ({ body: '{"jsonrpc":"2.0","id":1,"res' }), 'invalidResponse'],
	empty: [() => ({}), 'invalidResponse'],
	rateLimit: [(request) => ({ status: 429, body: echo(request) }), 'rateLimited'],
	reset: [() => ({ instead: 'reset' }), 'unreachable'],
	redirect: [
		({ url }) => ({ status: 302, headers: { location: `https://example.com${url}` } }),
		'invalidResponse',
	],
	'not found': [
		(request) => ({ status: 404, body: `No route ${echo(request)}` }),
		'invalidResponse',
	],
	'echo in an error': [
		(request) =>
			rpcAnswer({ error: { code: -32000, message: echo(request), data: echo(request) } }),
		'rpcError',
	],
	'echo in the result': [
		(request) => rpcAnswer({ result: { [echo(request)]: [echo(request)] } }),
		'syncing',
	],
	'echo in a quota message': [
		(request) => rpcAnswer({ error: { code: -32005, message: `quota ${echo(request)}` } }),
		'rateLimited',
	],
	'another shape': [(request) => ({ body: [echo(request)] }), 'invalidResponse'],
	'echo in the id': [
		(request) => rpcAnswer({ id: echo(request), result: false }),
		'invalidResponse',
	],
	'echo as the version': [
		(request) => rpcAnswer({ jsonrpc: echo(request), result: false }),
		'invalidResponse',
	],
};

describe('every fault of an endpoint', () => {
	const options = { limits: { maxRetries: 0, timeout: 10 } };
	const sources = ['credential', 'node', 'url', 'login'] as const;
	// Faults that repeat nothing of the request are the same for every source.
	const rows = Object.entries(rpcFaults).flatMap(([fault, [reply]]) =>
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
			const [reply, state] = rpcFaults[fault];
			const limit = fault === 'hang' ? { limits: { timeout: 0.5 } } : {};
			server.answer = (request) => {
				const details = {
					https_endpoint: server.url,
					auth_key: nodeKey,
					auth_username: nodeUser,
					auth_password: nodePassword,
				};
				if (request.url.startsWith('/v1/nodes/'))
					return {
						body: { id: 'ND-1-2-3', network: 'NW-1-2-3', status: 'running', details },
					};
				if (request.url.startsWith('/v1/networks/'))
					return { body: { id: 'NW-1-2-3', protocol: 'ethereum' } };
				return reply(request);
			};
			const secrets = [nodeKey, nodePassword, endpointKey, platform.sandbox.apiKey];
			// The content of the workflow's own expression is the user's; the run must not add to it.
			const checked = source === 'url' || source === 'login' ? secrets.slice(2) : secrets;

			const answered = await check(source, limit, 'stopWorkflow');
			expect(answered.error).toBeUndefined();
			expect(answered.output[0].json.state).toBe(state);
			const shown = JSON.stringify(answered.output) + answered.logText();
			for (const secret of secrets.flatMap(spellings)) expect(shown).not.toContain(secret);
			expectNone(answered, checked);

			for (const onError of ['stopWorkflow', 'continueErrorOutput'] as const) {
				if (state === 'ready') break;
				const failed = await check(source, { ...limit, failWhenNotReady: true }, onError);
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
		const body = { results: [], next: `${server.url}/v1/networks/?page=2` };
		platform.sandbox.fault({ method: 'GET', path: '/v1/networks/', kind: 'wrongShape', body });
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
		const options = { includeSecrets: true };
		const given = { nodeId: 'ND-1-2', name: 'x', options };
		const run = await platform.runAt(server, ['node', 'update'], given);
		expect(run.output[0].json.details).toEqual({ auth_key: nodeKey, note: `*** ${nodeKey}` });
		expectNone(run, [platform.sandbox.apiKey]);
	});

	it('leaves no secret behind when a later item fails under Stop', async () => {
		let count = 0;
		server.answer = () => {
			count += 1;
			if (count > 1) return { status: 400 };
			return { status: 201, body: { id: 'NW-1', nodes: [{ details: { auth_key: nodeKey } }] } };
		};
		const [operation, parameters] = operations['Network · Create'];
		const run = await platform.runAt(
			server,
			operation,
			{ ...parameters, options: { includeSecrets: true } },
			{ items: numbered(2) },
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
	it.each(names)('%s answers a failure with one text that says what to do next', async (name) => {
		platform.sandbox.fault({ kind: 'status', status: 403 });
		const run = await platform.runTool(...operations[name]);
		expect(run.status).toBe('success');
		expect(run.answers).toHaveLength(1);
		expect(run.answers[0].map(({ json }) => json)).toEqual([
			{ error: expect.stringMatching(/not allowed to do this.*Editor or Admin role/s) as string },
		]);
		expectNone(run, [platform.sandbox.apiKey]);
	});

	it("takes values from the agent's call", async () => {
		const parameters = {
			nodeId: { __rl: true, mode: 'id', value: "={{ $fromAI('node', '', 'string') }}" },
			name: "={{ $fromAI('name', '', 'string') }}",
		};
		const run = await platform.runTool(['node', 'update'], parameters, [
			{ node: 'ND-123-456-789', name: 'by agent' },
			{ node: 'PR-1-2', name: 'x' },
		]);
		expect(run.answers[0][0].json).toMatchObject({ id: 'ND-123-456-789', name: 'by agent' });
		expect(run.answers[1][0].json).toEqual({
			error: expect.stringContaining("'PR-1-2' is the ID of a project") as string,
		});
	});

	it('masks secrets even with Include Secrets', async () => {
		const { auth } = platform.sandbox.state().nodes.find(({ id }) => id === 'ND-123-456-789') ?? {};
		const [operation, parameters] = operations['Node · Update'];
		const options = { includeSecrets: true };
		const run = await platform.runTool(operation, { ...parameters, options });
		expect(run.answers[0][0].json).toMatchObject({ name: 'renamed', details: { auth_key: '***' } });
		expectNone(run, [auth?.key ?? '', auth?.password ?? '']);
	});
});
