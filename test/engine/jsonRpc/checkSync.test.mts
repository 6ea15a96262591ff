import { playFamily } from '../../../sandbox/jsonRpc/families.mts';
import { describe, expect, it } from 'vitest';
import { jsons, numbered, pairs, told, usePlatform } from '../fixtures/platform.mts';
import {
	answerCalls,
	readyNode,
	useServer,
	type Reply,
	type RpcCall,
} from '../fixtures/server.mts';

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
		const run = await platform.run(check, {}, { credentials });
		expect(run.error).toBeUndefined();
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

	it('gives the state after retries are used up', async () => {
		let count = 0;
		const transient = await checkAnswer(
			({ id }) =>
				(count += 1) < 3 ? { status: 503 } : { body: { jsonrpc: '2.0', id, result: false } },
			{ maxRetries: 2 },
		);
		expect(transient.output[0].json).toMatchObject({ state: 'ready', attempts: 3 });
		const lasting = await checkAnswer(() => ({ status: 503 }), { maxRetries: 1 });
		expect(lasting.output[0].json).toMatchObject({ state: 'unreachable', attempts: 2 });
	});

	it('does not repeat a request whose quota is used up', async () => {
		const run = await checkAnswer(
			({ id }) => ({
				body: { jsonrpc: '2.0', id, error: { code: -32005, message: 'quota exceeded' } },
			}),
			{ maxRetries: 3 },
		);
		expect(run.output[0].json).toMatchObject({ state: 'rateLimited', attempts: 1 });
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

		it('says how far behind a syncing node is', async () => {
			const result = { currentBlock: '0x1', highestBlock: '0x3' };
			const run = await checkAnswer(({ id }) => ({ body: { jsonrpc: '2.0', id, result } }), {
				failWhenNotReady: true,
			});
			expect(told(run).message).toContain('it is 2 blocks behind');
		});

		it('lets a ready node pass', async () => {
			expect((await checkUrl({ failWhenNotReady: true })).output[0].json.ready).toBe(true);
		});
	});

	describe('endpoint by URL', () => {
		it.each([
			['', ''],
			['/', ''],
			['/evm', ''],
			['/evm/', ''],
			['?a=b', '?a=b'],
			['/evm#top', ''],
		])('%s gives one correct address', async (tail, query) => {
			const url = ` ${server.url}//${key}${tail} `;
			const run = await platform.run(check, { endpointSource: 'url', url, options: quick });
			expect(run.error).toBeUndefined();
			expect(server.seen[0].url).toBe(`/${key}/evm${query}`);
			expect(run.output[0].json.endpoint).toBe(`${server.url}/***/evm`);
		});

		it('makes a Basic header of user and password', async () => {
			const url = server.url.replace('http://', 'http://ada:pass+word@');
			const run = await platform.run(check, { endpointSource: 'url', url, options: quick });
			const basic = Buffer.from('ada:pass+word').toString('base64');
			expect(server.seen[0].headers.authorization).toBe(`Basic ${basic}`);
			expect(JSON.stringify(run.output)).not.toContain('pass+word');
			expect(JSON.stringify(run.output)).not.toContain(basic);
		});

		it("adds the credential's key to an address of the credential's own host only", async () => {
			const own = platform.credential({ nodeEndpoint: server.url, endpointKey: key });
			const parameters = { endpointSource: 'url', url: server.url, options: quick };
			await platform.run(check, parameters, { credentials: own });
			const other = platform.credential({ nodeEndpoint: 'http://127.0.0.1:9', endpointKey: key });
			await platform.run(check, parameters, { credentials: other });
			expect(server.seen.map(({ url }) => url)).toEqual([`/${key}/evm`, '/evm']);
		});

		it('prefers the key in the address, and says so', async () => {
			const credentials = platform.credential({
				nodeEndpoint: `${server.url}/${key}`,
				endpointKey: 'other0key0000',
			});
			const run = await platform.run(check, { options: quick }, { credentials });
			expect(server.seen[0].url).toBe(`/${key}/evm`);
			expect(run.hints).toEqual([
				expect.objectContaining({ message: expect.stringContaining('a different key') as string }),
			]);
		});

		it.each([
			[{ path: 'none' }, `/${key}`],
			[{ path: 'custom', customPath: '/ext/bc/C/rpc/' }, `/${key}/ext/bc/C/rpc`],
			[{ path: 'automatic' }, `/${key}/evm`],
		])('Path %o', async (options, path) => {
			await checkUrl(options);
			expect(server.seen[0].url).toBe(path);
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

		it('is looked up for each of several nodes', async () => {
			servePlatform(usual);
			const report = await run('={{ "ND-1-" + ($json.n % 2) }}', 6);
			expect(lookUps()).toHaveLength(4);
			expect(calls()).toHaveLength(2);
			expect(report.output.map(({ json }) => json.nodeId)).toEqual(
				numbered(6).map(({ json }) => `ND-1-${json.n % 2}`),
			);
		});

		it.each([
			['bitcoin', 'bitcoin'],
			['near', 'near'],
			['starknet', 'starknet'],
			['solana', 'solana'],
			['ton', 'ton'],
			['sui', 'sui'],
			['aptos', 'aptos'],
			['stellar', 'stellar'],
			['polkadot', 'polkadot'],
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

		it('is refused for tezos, whose interface is not supported, before anything is sent to it', async () => {
			servePlatform(usual, 'tezos');
			const report = await run('ND-1-2');
			expect(told(report).message).toMatch(/^The node ND-1-2 cannot be queried: it runs tezos/);
			expect(told(report).description).toContain("'Protocol'");
			expect(calls()).toEqual([]);
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

		it('accepts a key that is part of the address', async () => {
			servePlatform((id) => ({ https_endpoint: `${server.url}/${ownKey(id)}` }));
			const report = await run('ND-1-2');
			expect(calls()[0].url).toBe(`/${ownKey('ND-1-2')}/evm`);
			expect(report.text()).not.toContain(ownKey('ND-1-2'));
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

		it('answers in the sandbox', async () => {
			const report = await platform.run(check, {
				endpointSource: 'node',
				nodeId: { __rl: true, mode: 'id', value: 'ND-123-456-789' },
				options: quick,
			});
			expect(report.output[0].json).toMatchObject({ ready: true, nodeId: 'ND-123-456-789' });
		});
	});

	it("answers at the credential's endpoint in the sandbox", async () => {
		const report = await platform.run(check, { options: quick }, { items: numbered(3) });
		expect(jsons(report.output)).toMatchObject([{ ready: true }, { ready: true }, { ready: true }]);
		expect(platform.requests()).toHaveLength(1);
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

		it.each([
			[250, 100, 3],
			[250, 250, 1],
			[10, 3, 4],
			[5, 1, 5],
		])('%i items with batches of %i are %i requests', async (count, batchSize, requests) => {
			const run = await many(count, { batchSize });
			expect(server.seen).toHaveLength(requests);
			expect(run.output).toHaveLength(count);
			expect(pairs(run.output)).toEqual(numbered(count).map(({ json }) => json.n));
		});

		it('sends each item alone with its own id when Batch Size is 1', async () => {
			await many(2, { batchSize: 1 });
			expect(server.seen.map(({ json }) => (json as RpcCall).id).sort()).toEqual([100, 101]);
		});

		it('matches answers in any order to their items', async () => {
			server.answer = ({ json }) => ({
				body: (
					answerCalls(json, ({ id }) => ({ jsonrpc: '2.0', id, result: id === 2 })) as []
				).reverse(),
			});
			const run = await many(3);
			expect(jsons(run.output)).toMatchObject([{ ready: true }, { ready: false }, { ready: true }]);
		});

		it('requests the answers a batch left out one by one', async () => {
			server.answer = ({ json }) => ({
				body: answerCalls(json, ({ id }) =>
					Array.isArray(json) && id % 2 === 0 ? undefined : { jsonrpc: '2.0', id, result: false },
				),
			});
			const run = await many(6);
			expect(jsons(run.output).every((json) => 'ready' in json && json.ready)).toBe(true);
			expect(server.seen).toHaveLength(4);
		});

		it('ends when answers are missing among calls that are to be repeated', async () => {
			server.answer = ({ json }) => ({
				body: answerCalls(json, ({ id }) => {
					if (!Array.isArray(json)) return { jsonrpc: '2.0', id, result: false };
					if (id % 2 === 0) return undefined;
					const data = { try_again_in: '5ms' };
					return { jsonrpc: '2.0', id, error: { code: -32005, message: 'limit', data } };
				}),
			});
			const run = await many(12, { maxRetries: 2 });
			expect(run.output).toHaveLength(12);
		}, 5000);

		it.each([
			[
				'an error',
				{ body: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'No batches' } } },
			],
			['status 400', { status: 400, body: 'no batches' }],
			['status 413', { status: 413 }],
			['status 501', { status: 501 }],
			['status 405', { status: 405 }],
			['an empty list', { body: [] }],
		] as Array<[string, Reply]>)(
			'sends single calls to a server that answers batches with %s',
			async (_, refusal) => {
				server.answer = (request) => (Array.isArray(request.json) ? refusal : readyNode(request));
				const run = await many(4);
				expect(jsons(run.output)).toMatchObject(
					[100, 101, 102, 103].map((id) => ({ ready: true, id })),
				);
				expect(server.seen).toHaveLength(5);
			},
		);

		it('loses no call of the largest batches', async () => {
			const run = await many(3000, { batchSize: 1000, maxConcurrency: 1, timeout: 10 });
			expect(run.output.filter(({ json }) => json.ready === true)).toHaveLength(3000);
			expect(server.seen.map(({ json }) => (json as RpcCall[]).length)).toEqual([1000, 1000, 1000]);
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

		it('keeps endpoints apart', async () => {
			const url = `={{ "${server.url}/${key}" + ($json.n % 3) }}`;
			const run = await many(9, {}, { url });
			expect(run.output).toHaveLength(9);
			expect(server.seen.map((request) => (request.json as []).length)).toEqual([3, 3, 3]);
		});
	});

	it('leaves the input out of failed items whose URL came from an expression', async () => {
		for (const onError of ['continueRegularOutput', 'continueErrorOutput'] as const) {
			server.answer = () => ({ status: 404 });
			const run = await platform.run(
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
			expect(run.error).toBeUndefined();
			const failed = onError === 'continueErrorOutput' ? run.errorOutput : run.output;
			expect(jsons(failed)).toEqual([{ error: expect.stringContaining('is not ready') as string }]);
			expect(JSON.stringify(failed)).not.toContain(key);
			expect(pairs(failed)).toEqual([0]);
		}
	});
});
