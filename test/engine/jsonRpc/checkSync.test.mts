import { playFamily } from '../../../sandbox/jsonRpc/families.mts';
import { describe, expect, it } from 'vitest';
import { jsons, numbered, pairs, told, usePlatform } from '../fixtures/platform.mts';
import { readyNode, useServer, type Reply, type RpcCall } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(readyNode);
const check = ['jsonRpc', 'checkSync'] as const;
const key = 'abcdef0123456789abcdef0123456789';
const quick = { maxRetries: 0, timeout: 2 };

/** Checks the test server once, by URL and without a credential. */
async function checkUrl(options: object = {}) {
	const url = `${server.url}/${key}`;
	const parameters = { endpointSource: 'url', url, options: { ...quick, ...options } };
	return await platform.run(check, parameters, { credentials: {} });
}

/** Checks an endpoint that gives this answer to one call. */
async function checkAnswer(answer: (call: RpcCall) => Reply, options: object = {}) {
	server.answer = ({ json }) => answer(json as RpcCall);
	return await checkUrl(options);
}

describe('JSON-RPC · Check Sync', () => {
	it('sends exactly the documented request, without any key of the platform', async () => {
		const credentials = platform.credential({ nodeEndpoint: server.url, endpointKey: key });
		const run = await platform.succeed(check, {}, { credentials });
		const [request, ...others] = server.seen;
		expect(others).toEqual([]);
		expect(request).toMatchObject({ method: 'POST', url: `/${key}/evm` });
		expect(request.headers['content-type']).toBe('application/json');
		expect(request.headers).not.toHaveProperty('authorization');
		expect(JSON.stringify(request.headers)).not.toContain(platform.sandbox.apiKey);
		expect(request.json).toEqual({ jsonrpc: '2.0', method: 'eth_syncing', params: [], id: 1 });
		expect(platform.requests()).toEqual([]);
		expect(jsons(run.output)).toEqual([
			{
				ready: true,
				name: new URL(server.url).host,
				state: 'ready',
				result: false,
				latencyMs: expect.any(Number) as number,
				endpoint: `${server.url}/***/evm`,
				httpStatus: 200,
				attempts: 1,
				id: 1,
				jsonrpc: '2.0',
				checkedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/) as string,
			},
		]);
		expect(pairs(run.output)).toEqual([0]);
	});

	it.each([0, 7, -3, 9_007_199_254_740_991])('sends and shows the request ID %i', async (id) => {
		const run = await checkUrl({ requestId: id });
		expect(server.seen[0].json).toMatchObject({ id });
		expect(run.output[0].json).toMatchObject({ ready: true, id });
	});

	it('shows the label', async () => {
		const run = await checkUrl({ label: 'Mainnet, Frankfurt' });
		expect(run.output[0].json.label).toBe('Mainnet, Frankfurt');
	});

	// One of each kind: how answers are read is held by the unit tests.
	describe('states', () => {
		const answer = (members: object) => (call: RpcCall) => ({
			body: { jsonrpc: '2.0', id: call.id, ...members },
		});
		const error = (code: number, message: string, data?: object) =>
			answer({ error: { code, message, ...(data && { data }) } });
		const status =
			(code: number, body: unknown = '') =>
			() => ({ status: code, body });

		it.each<[string, (call: RpcCall) => Reply, object]>([
			['false', answer({ result: false }), { ready: true, state: 'ready' }],
			[
				'an object of blocks',
				answer({ result: { startingBlock: '0x1', currentBlock: '0xa', highestBlock: '0x64' } }),
				{
					state: 'syncing',
					startingBlock: 1,
					currentBlock: 10,
					highestBlock: 100,
					blocksBehind: 90,
				},
			],
			[
				'blocks beyond the safe integers',
				answer({ result: { currentBlock: '0x0', highestBlock: '0x20000000000001' } }),
				{ state: 'syncing', highestBlock: '9007199254740993', blocksBehind: '9007199254740993' },
			],
			['null', answer({ result: null }), { state: 'invalidResponse', result: null }],
			['a web page', status(200, '<html></html>'), { state: 'invalidResponse' }],
			[
				'status 302',
				() => ({ status: 302, headers: { location: '/x' } }),
				{ state: 'invalidResponse' },
			],
			['status 401', status(401), { state: 'unauthorized', httpStatus: 401 }],
			['status 429', status(429), { state: 'rateLimited', httpStatus: 429 }],
			[
				'-32601',
				error(-32601, 'Method not found'),
				{
					state: 'rpcError',
					reason: expect.stringContaining('no EVM method here, check the path'),
				},
			],
			['status 500', status(500), { state: 'unreachable', httpStatus: 500 }],
			['a reset', () => ({ instead: 'reset' }), { state: 'unreachable' }],
			[
				'no answer in time',
				() => ({ instead: 'hang' }),
				{ state: 'unreachable', reason: expect.stringContaining('within 100 ms') },
			],
			[
				'an answer with status 500',
				(call) => ({ status: 500, body: { jsonrpc: '2.0', id: call.id, result: false } }),
				{ state: 'ready', httpStatus: 500 },
			],
		])('%s', async (_, reply, expected) => {
			const run = await checkAnswer(reply, {
				timeout: reply.toString().includes('hang') ? 0.1 : 2,
			});
			expect(run.error).toBeUndefined();
			const ready = 'state' in expected && expected.state === 'ready';
			expect(run.output[0].json).toMatchObject({ ready, ...expected });
			expect(run.output[0].json).not.toHaveProperty('error');
			if (!ready && !('state' in expected && expected.state === 'syncing')) {
				expect(run.output[0].json.reason).toEqual(expect.any(String));
			}
		});

		it('nothing listens', async () => {
			const parameters = {
				endpointSource: 'url',
				url: 'http://127.0.0.1:9/key0000key',
				options: quick,
			};
			const run = await platform.run(check, parameters);
			expect(run.output[0].json).toMatchObject({
				state: 'unreachable',
				reason: expect.stringContaining('connection refused') as string,
				attempts: 1,
			});
			expect(run.output[0].json).not.toHaveProperty('httpStatus');
		});
	});

	describe('Fail When Not Ready', () => {
		it('makes a failed item of every state but ready', async () => {
			const run = await checkAnswer(() => ({ status: 404 }), { failWhenNotReady: true });
			expect(told(run)).toMatchObject({
				message: `${server.url}/***/evm is not ready: key or path wrong`,
				httpCode: '404',
			});
			expect(told(run).description).toContain("Its state is 'invalidResponse'");
		});

		it('lets a ready node pass', async () => {
			expect((await checkUrl({ failWhenNotReady: true })).output[0].json.ready).toBe(true);
		});
	});

	describe('endpoint by URL', () => {
		it.each([
			['', ''],
			['?a=b', '?a=b'],
		])('%s gives one correct address', async (tail, query) => {
			const url = ` ${server.url}//${key}${tail} `;
			const run = await platform.succeed(check, { endpointSource: 'url', url, options: quick });
			expect(server.seen[0].url).toBe(`/${key}/evm${query}`);
			expect(run.output[0].json.endpoint).toBe(`${server.url}/***/evm`);
		});
	});

	describe('endpoint of a node', () => {
		/** Answers as the platform for nodes on itself, and as their endpoints. */
		function servePlatform(
			details: (id: string) => object,
			protocol = 'ethereum',
			status = 'running',
		): void {
			server.answer = (request) => {
				const [, kind, id] = /^\/v1\/(nodes|networks)\/([^/]+)\/$/.exec(request.url) ?? [];
				if (kind === 'nodes') {
					return { body: { id, network: id.replace('ND', 'NW'), status, details: details(id) } };
				}
				return kind === 'networks' ? { body: { id, protocol } } : readyNode(request);
			};
		}
		const ownKey = (id: string) => `key0of0node0${id.toLowerCase()}`;
		const usual = (id: string) => ({ https_endpoint: server.url, auth_key: ownKey(id) });
		const lookUps = () => server.seen.filter(({ method }) => method === 'GET');
		const calls = () => server.seen.filter(({ method }) => method === 'POST');
		const run = (nodeId: unknown, count = 1, onError = 'stopWorkflow' as 'continueRegularOutput') =>
			platform.run(
				check,
				{ endpointSource: 'node', nodeId, options: quick },
				{
					credentials: platform.credential({ baseUrl: server.url }),
					items: numbered(count),
					node: { onError },
				},
			);

		it('is looked up once per run, also for 50 items', async () => {
			servePlatform(usual);
			const report = await run('ND-1-2', 50);
			expect(report.error).toBeUndefined();
			expect(lookUps().map(({ url }) => url)).toEqual([
				'/v1/nodes/ND-1-2/',
				'/v1/networks/NW-1-2/',
			]);
			expect(calls().map(({ url }) => url)).toEqual([`/${ownKey('ND-1-2')}/evm`]);
			expect(calls()[0].headers).not.toHaveProperty('authorization');
			expect(report.output).toHaveLength(50);
			expect(report.output[49].json).toMatchObject({
				ready: true,
				nodeId: 'ND-1-2',
				endpoint: `${server.url}/***/evm`,
			});
			expect(report.text()).not.toContain(ownKey('ND-1-2'));
		});

		it.each([
			['bitcoin', 'bitcoin'],
			['xrp-ledger', 'xrpl'],
			['celestia', 'cosmos'],
		])('of %s is queried as its family requires', async (protocol, family) => {
			servePlatform(usual, protocol);
			const ofPlatform = server.answer;
			server.answer = (request) => {
				if (!request.url.includes(ownKey('ND-1-2'))) return ofPlatform(request);
				const path = request.url.split(`${ownKey('ND-1-2')}/`)[1] ?? '';
				const { method, json: body } = request;
				return playFamily(family, 'ready', { method, path, body }) ?? { status: 404 };
			};
			const report = await run('ND-1-2');
			expect(report.error).toBeUndefined();
			expect(report.output[0].json).toMatchObject({
				ready: true,
				state: 'ready',
				protocol: family,
				nodeId: 'ND-1-2',
				attempts: 1,
			});
			expect(report.text()).not.toContain(ownKey('ND-1-2'));
		});

		it('is unreachable while the node has none', async () => {
			servePlatform(() => ({}), 'ethereum', 'pending');
			const report = await run('ND-1-2');
			expect(report.output[0].json).toMatchObject({
				ready: false,
				state: 'unreachable',
				reason: 'the node has no endpoint yet (status pending)',
				nodeId: 'ND-1-2',
				attempts: 0,
			});
		});

		it('lets a node that is not found fail alone', async () => {
			servePlatform(usual);
			const found = server.answer;
			server.answer = (request) =>
				request.url === '/v1/nodes/ND-1-1/' ? { status: 404 } : found(request);
			const report = await run('={{ "ND-1-" + $json.n }}', 3, 'continueRegularOutput');
			expect(pairs(report.output)).toEqual([0, 1, 2]);
			expect(report.output[1].json.error).toContain('Chainstack could not find the node ND-1-1');
			expect(report.output[2].json).toMatchObject({ ready: true });
		});
	});

	describe('batches', () => {
		const many = (count: number, options: object = {}, parameters: object = {}) =>
			platform.run(
				check,
				{
					endpointSource: 'url',
					url: `${server.url}/${key}`,
					options: { ...quick, requestId: '={{ 100 + $json.n }}', ...options },
					...parameters,
				},
				{ credentials: {}, items: numbered(count) },
			);

		it('travels as one request, numbers the calls itself and shows the ids of the user', async () => {
			const run = await many(3);
			expect(server.seen).toHaveLength(1);
			expect(server.seen[0].json).toEqual(
				[1, 2, 3].map((id) => ({ jsonrpc: '2.0', method: 'eth_syncing', params: [], id })),
			);
			expect(jsons(run.output)).toMatchObject(
				[100, 101, 102].map((id) => ({ ready: true, id, attempts: 1 })),
			);
			expect(pairs(run.output)).toEqual([0, 1, 2]);
		});

		it('have as many calls as Batch Size allows', async () => {
			const run = await many(10, { batchSize: 3 });
			expect(server.seen).toHaveLength(4);
			expect(pairs(run.output)).toEqual(numbered(10).map(({ json }) => json.n));
		});

		it('checks 500 items with an invalid one in the middle', async () => {
			const run = await platform.run(
				check,
				{
					endpointSource: 'url',
					url: `={{ $json.n === 250 ? "wss://nowhere/x" : "${server.url}/${key}" }}`,
					options: { ...quick, label: '={{ "row " + $json.n }}' },
				},
				{ credentials: {}, items: numbered(500), node: { onError: 'continueRegularOutput' } },
			);
			expect(run.output).toHaveLength(500);
			expect(pairs(run.output)).toEqual(numbered(500).map(({ json }) => json.n));
			expect(run.output.filter(({ json }) => json.ready === true)).toHaveLength(499);
			expect(run.output[250].json.error).toContain('WebSocket');
			expect(run.output[499].json.label).toBe('row 499');
			expect(server.seen).toHaveLength(5);
		});
	});

	it('leaves the input out of failed items whose URL came from an expression', async () => {
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			server.answer = () => ({ status: 404 });
			const run = await platform.succeed(
				check,
				{
					endpointSource: 'url',
					url: '={{ $json.address }}',
					options: { ...quick, failWhenNotReady: true },
				},
				{
					credentials: {},
					items: [{ json: { address: `${server.url}/${key}`, other: 1 } }],
					node: { onError, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
				},
			);
			const failed = onError === 'continueErrorOutput' ? run.errorOutput : run.output;
			expect(jsons(failed)).toEqual([{ error: expect.stringContaining('is not ready') as string }]);
			expect(JSON.stringify(failed)).not.toContain(key);
			expect(pairs(failed)).toEqual([0]);
		}
	});
});
