import { playFamily } from '../../../sandbox/jsonRpc/families.mts';
import { describe, expect, it } from 'vitest';
import { jsons, numbered, pairs, told, URL_KEY, usePlatform } from '../fixtures/platform.mts';
import {
	readyNode,
	useServer,
	type Reply,
	type RpcCall,
	type SeenRequest,
} from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(readyNode);
const check = ['jsonRpc', 'checkSync'] as const;
const quick = { limits: { maxRetries: 0, timeout: 2 } };

/** Checks the test server once, by URL and without a credential. */
async function checkUrl(options: object = {}) {
	return await platform.runAtUrl(server, check, { options });
}

/** Checks an endpoint that gives this answer to one call. */
async function checkAnswer(answer: (call: RpcCall) => Reply, options: object = {}) {
	server.answer = ({ json }) => answer(json as RpcCall);
	return await checkUrl(options);
}

describe('Endpoint · Check Sync', () => {
	it('sends exactly the documented request, without any key of the platform', async () => {
		const credentials = platform.credential({ nodeEndpoint: server.url, endpointKey: URL_KEY });
		const run = await platform.succeed(check, {}, { credentials });
		const [request, ...others] = server.seen;
		expect(others).toEqual([]);
		expect(request).toMatchObject({ method: 'POST', url: `/${URL_KEY}/evm` });
		expect(request.headers['content-type']).toBe('application/json');
		expect(request.headers).not.toHaveProperty('authorization');
		expect(JSON.stringify(request.headers)).not.toContain(platform.sandbox.apiKey);
		expect(request.json).toEqual({ jsonrpc: '2.0', method: 'eth_syncing', params: [], id: 1 });
		expect(platform.requests()).toEqual([]);
		expect(jsons(run.output)).toEqual([
			{
				summary: expect.stringMatching(/ is ready$/) as string,
				ready: true,
				name: new URL(server.url).host,
				state: 'ready',
				reason: '',
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

	it.each([0, -3])('sends and shows the request ID %i, and shows the label', async (id) => {
		const run = await checkUrl({ requestId: id, label: 'Mainnet, Frankfurt' });
		expect(server.seen[0].json).toMatchObject({ id });
		expect(run.output[0].json).toMatchObject({ ready: true, id, label: 'Mainnet, Frankfurt' });
	});

	// Each state is seen with the faults of everyOperation/secrets; how answers are read is held by the unit tests.
	it.each<[string, object, object]>([
		[
			'an object of blocks',
			{ result: { startingBlock: '0x1', currentBlock: '0xa', highestBlock: '0x20000000000001' } },
			{
				state: 'syncing',
				startingBlock: 1,
				blockNumber: 10,
				highestBlock: '9007199254740993',
				blocksBehind: 9_007_199_254_740_983,
			},
		],
		['null', { result: null }, { state: 'invalidResponse', result: null }],
		[
			'-32601',
			{ error: { code: -32601, message: 'Method not found' } },
			{ state: 'rpcError', reason: expect.stringContaining('no EVM method here, check the path') },
		],
	])('shows what it read: %s', async (_, members, expected) => {
		const run = await checkAnswer(({ id }) => ({ body: { jsonrpc: '2.0', id, ...members } }));
		expect(run.error).toBeUndefined();
		expect(run.output[0].json).toMatchObject({ ready: false, httpStatus: 200, ...expected });
		expect(run.output[0].json).not.toHaveProperty('error');
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

	describe('endpoint of a node', () => {
		const key = 'key0of0node0nd-1-2';
		/** Answers as the platform for a node on itself, and as its endpoint. */
		async function checkNode(
			protocol: string,
			endpoint: (request: SeenRequest) => Reply = readyNode,
			count = 1,
		) {
			const details = { https_endpoint: server.url, auth_key: key };
			server.answer = (request) => {
				const [, kind] = /^\/v1\/(nodes|networks)\//.exec(request.url) ?? [];
				if (kind === 'nodes')
					return { body: { id: 'ND-1-2', network: 'NW-1-2', status: 'running', details } };
				return kind === 'networks' ? { body: { id: 'NW-1-2', protocol } } : endpoint(request);
			};
			const given = { endpointSource: 'node', nodeId: 'ND-1-2', options: quick };
			const credentials = platform.credential({ baseUrl: server.url });
			const run = await platform.run(check, given, { credentials, items: numbered(count) });
			expect(run.error).toBeUndefined();
			expect(run.text()).not.toContain(key);
			return run.output;
		}

		it('is looked up once per run, also for 50 items', async () => {
			const output = await checkNode('ethereum', readyNode, 50);
			expect(server.seen.map(({ url }) => url)).toEqual([
				'/v1/nodes/ND-1-2/',
				'/v1/networks/NW-1-2/',
				`/${key}/evm`,
			]);
			expect(server.seen[2].headers).not.toHaveProperty('authorization');
			expect(output).toHaveLength(50);
			const endpoint = `${server.url}/***/evm`;
			expect(output[49].json).toMatchObject({ ready: true, nodeId: 'ND-1-2', endpoint });
		});

		it.each([
			['xrp-ledger', 'xrpl'],
			['celestia', 'cosmos'],
		])('of %s is queried as its family requires', async (protocol, family) => {
			const [{ json }] = await checkNode(protocol, ({ method, url, json: body }) => {
				const path = url.split(`${key}/`)[1] ?? '';
				return playFamily(family, 'ready', { method, path, body }) ?? { status: 404 };
			});
			expect(json).toMatchObject({ ready: true, protocol: family, nodeId: 'ND-1-2', attempts: 1 });
		});
	});

	describe('batches', () => {
		it('travels as one request, numbers the calls itself and shows the ids of the user', async () => {
			const options = { requestId: '={{ 100 + $json.n }}' };
			const run = await platform.runAtUrl(server, check, { options }, { items: numbered(3) });
			expect(server.seen).toHaveLength(1);
			expect(server.seen[0].json).toEqual(
				[1, 2, 3].map((id) => ({ jsonrpc: '2.0', method: 'eth_syncing', params: [], id })),
			);
			expect(jsons(run.output)).toMatchObject(
				[100, 101, 102].map((id) => ({ ready: true, id, attempts: 1 })),
			);
			expect(pairs(run.output)).toEqual([0, 1, 2]);
		});

		it('checks 500 items with an invalid one in the middle', async () => {
			const run = await platform.runAtUrl(
				server,
				check,
				{
					url: `={{ $json.n === 250 ? "wss://nowhere/x" : "${server.url}/${URL_KEY}" }}`,
					options: { label: '={{ "row " + $json.n }}' },
				},
				{ items: numbered(500), node: { onError: 'continueRegularOutput' } },
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
			const run = await platform.runAtUrl(
				server,
				check,
				{ url: '={{ $json.address }}', options: { failWhenNotReady: true } },
				{
					items: [{ json: { address: `${server.url}/${URL_KEY}`, other: 1 } }],
					node: { onError, retryOnFail: true, maxTries: 2, waitBetweenTries: 1 },
				},
			);
			expect(run.error).toBeUndefined();
			const failed = onError === 'continueErrorOutput' ? run.errorOutput : run.output;
			expect(jsons(failed)).toEqual([{ error: expect.stringContaining('is not ready') as string }]);
			expect(JSON.stringify(failed)).not.toContain(URL_KEY);
			expect(pairs(failed)).toEqual([0]);
		}
	});
});
