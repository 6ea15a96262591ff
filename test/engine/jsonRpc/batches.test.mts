import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jsons, numbered, pairs, usePlatform } from '../fixtures/platform.mts';
import {
	answerCalls,
	readyNode,
	useServer,
	type Reply,
	type RpcCall,
} from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(readyNode);
const key = 'abcdef0123456789abcdef0123456789';
const quick = { maxRetries: 1, timeout: 2 };
const check = ['jsonRpc', 'checkSync'] as const;
const call = ['jsonRpc', 'call'] as const;

/** Calls with the index of the item, which an endpoint that {@link echoes} returns. */
async function echo(count: number, options: object = {}, params = '=[{{ $json.n }}]') {
	return await platform.run(
		call,
		{
			endpointSource: 'url',
			url: `${server.url}/${key}`,
			method: 'eth_call',
			params,
			options: { ...quick, ...options },
		},
		{ credentials: {}, items: numbered(count), node: { onError: 'continueRegularOutput' } },
	);
}

const echoes = ({ id, params }: RpcCall) => ({
	jsonrpc: '2.0',
	id,
	result: (params as unknown[])[0],
});

/** Changes the elements of the answer to a batch; single calls are answered correctly. */
function spoil(change: (elements: Array<ReturnType<typeof echoes>>) => unknown): void {
	server.answer = ({ json }) => {
		const answered = answerCalls(json, echoes);
		return {
			body: Array.isArray(answered)
				? change(answered as Array<ReturnType<typeof echoes>>)
				: answered,
		};
	};
}

describe('a batch', () => {
	const numbers = (count: number) => numbered(count).map(({ json }) => json.n);

	it.each<[string, (elements: Array<ReturnType<typeof echoes>>) => unknown]>([
		['in order', (elements) => elements],
		['in reverse', (elements) => elements.reverse()],
		['interleaved', (elements) => elements.sort((a, b) => (a.id % 7) - (b.id % 7))],
		['with some missing', (elements) => elements.filter(({ id }) => id % 3 !== 0)],
		['with one only', (elements) => elements.slice(0, 1)],
		['with some twice', (elements) => [...elements, elements[3], { ...elements[5], result: 'x' }]],
		['with foreign ids', (elements) => elements.map((e) => ({ ...e, id: e.id % 5 ? e.id : 999 }))],
		['with ids shifted', (elements) => elements.map((e) => ({ ...e, id: e.id + 1000 }))],
		['with ids as strings', (elements) => elements.map((e) => ({ ...e, id: String(e.id) }))],
		['with null among them', (elements) => [null, ...elements.slice(1)]],
		['with other versions', (elements) => elements.map((e) => ({ ...e, jsonrpc: '1.0' }))],
		['as one object of the first', (elements) => elements[0]],
		['as an empty list', () => []],
		['as null', () => null],
		['as a string', () => '"x"'],
	])('answered %s gives every item its own result', async (_, change) => {
		spoil(change);
		const run = await echo(24);
		expect(run.error).toBeUndefined();
		expect(run.output.map(({ json }) => json.result)).toEqual(numbers(24));
		expect(pairs(run.output)).toEqual(numbers(24));
		expect(server.seen.length).toBeLessThanOrEqual(25);
	});

	it.each<[string, Reply]>([
		[
			'an error for all',
			{ body: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'No batches here' } } },
		],
		['status 400', { status: 400 }],
		['status 405', { status: 405 }],
		['status 413', { status: 413 }],
		['status 422', { status: 422, body: { error: 'no' } }],
		['status 501', { status: 501 }],
		['a web page', { body: '<html></html>' }],
	])(
		'rejected with %s is split into single calls, and no further batches are tried',
		async (_, refusal) => {
			server.answer = ({ json }) =>
				Array.isArray(json) ? refusal : { body: answerCalls(json, echoes) };
			const run = await echo(40, { batchSize: 10, maxConcurrency: 1 });
			expect(run.output.map(({ json }) => json.result)).toEqual(numbers(40));
			expect(server.seen.filter(({ json }) => Array.isArray(json)).length).toBeLessThanOrEqual(4);
		},
	);

	it('reports the answer to each item when single calls are rejected too', async () => {
		server.answer = () => ({ status: 400 });
		const run = await echo(5);
		for (const { json } of run.output)
			expect(json.error).toMatch(/: the endpoint refused the request\. /);
		expect(server.seen).toHaveLength(6);
	});

	it.each<[string, Reply, RegExp, number]>([
		['status 401', { status: 401 }, /did not accept the key/, 1],
		// And the address once more as it was pasted, without the path that was appended.
		['status 404', { status: 404 }, /key or path wrong/, 2],
		[
			'a used-up quota',
			{ body: { jsonrpc: '2.0', id: null, error: { code: -32000, message: 'quota exceeded' } } },
			/quota exceeded/,
			1,
		],
	])('that ends with %s is not repeated call by call', async (_, reply, said, requests) => {
		server.answer = () => reply;
		const run = await echo(20);
		for (const { json } of run.output) expect(json.error).toMatch(said);
		expect(server.seen).toHaveLength(requests);
	});

	it('attributes an error only to the item it belongs to', async () => {
		server.answer = ({ json }) => ({
			body: answerCalls(json, ({ id, params }) => ({
				jsonrpc: '2.0',
				id,
				...((params as number[])[0] === 3
					? { error: { code: 3, message: 'reverted' } }
					: { result: (params as number[])[0] }),
			})),
		});
		const run = await echo(6);
		expect(run.output[3].json.error).toContain('reverted (code 3)');
		expect(run.output.filter(({ json }) => 'result' in json)).toHaveLength(5);
	});

	it('is never larger than a megabyte, and a call that is larger is sent alone', async () => {
		server.answer = ({ json }) => ({
			body: answerCalls(json, ({ id }) => ({ jsonrpc: '2.0', id, result: id })),
		});
		const params = '=["{{ "x".repeat($json.n === 7 ? 1200000 : 150000) }}"]';
		const run = await echo(20, { timeout: 10 }, params);
		expect(run.output.filter(({ json }) => 'result' in json)).toHaveLength(20);
		for (const { text, json } of server.seen) {
			if (Array.isArray(json)) expect(text.length).toBeLessThanOrEqual(1_000_000);
		}
		// Six of the others fit into each request.
		expect(server.seen.length).toBeLessThanOrEqual(6);
	});
});

describe('a fleet', () => {
	const fleet = (url: string, options: object = {}) =>
		platform.run(
			check,
			{ endpointSource: 'url', url, options: { maxRetries: 0, timeout: 10, ...options } },
			{ credentials: {}, items: numbered(1000), node: { onError: 'continueRegularOutput' } },
		);

	it('of 200 endpoints is checked although 20 are dead', async () => {
		const dead = (url: string) => Number(/(\d+)\/evm/.exec(url)?.[1]) % 10 === 3;
		server.answer = (request) => (dead(request.url) ? { instead: 'hang' } : readyNode(request));
		const startedAt = performance.now();
		const run = await fleet(`={{ "${server.url}/key0of0endpoint0" + ($json.n % 200) }}`, {
			maxConcurrency: 64,
			timeout: 3,
		});
		expect(performance.now() - startedAt).toBeLessThan(12_000);
		expect(run.output).toHaveLength(1000);
		for (const [n, { json }] of run.output.entries()) {
			expect(json.state).toBe(n % 10 === 3 ? 'unreachable' : 'ready');
		}
		expect(server.seen).toHaveLength(200);
	});

	it('detects a key that is revoked during the run', async () => {
		let requests = 0;
		server.answer = (request) => ((requests += 1) > 5 ? { status: 401 } : readyNode(request));
		const run = await fleet(`${server.url}/${key}`, { maxConcurrency: 1 });
		const states = run.output.map(({ json }) => json.state);
		expect(states.filter((state) => state === 'ready')).toHaveLength(500);
		expect(states.filter((state) => state === 'unauthorized')).toHaveLength(500);
		expect(server.seen).toHaveLength(10);
	});

	it('with a different endpoint per item keeps the number of requests in flight bounded', async () => {
		server.answer = (request) => ({ ...readyNode(request), delayMs: 50 });
		const run = await fleet(`={{ "${server.url}/key0of0endpoint0" + $json.n }}`);
		expect(jsons(run.output).every((json) => 'ready' in json && json.ready)).toBe(true);
		expect(server.mostAtOnce).toBeLessThanOrEqual(512);
	});

	it('respects the bound the user sets', async () => {
		server.answer = (request) => ({ ...readyNode(request), delayMs: 20 });
		await fleet(`={{ "${server.url}/key0of0endpoint0" + $json.n }}`, { maxConcurrency: 16 });
		expect(server.mostAtOnce).toBe(16);
	});
});

describe('a server that sends a byte now and then', () => {
	let url = '';
	const http = createServer((request, response) => {
		request.resume();
		response.writeHead(200, { 'content-type': 'application/json' });
		const timer = setInterval(() => response.write(' '), 50);
		response.once('close', () => clearInterval(timer));
	});
	beforeAll(async () => {
		await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
		url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/${key}`;
	});
	afterAll(() => {
		http.closeAllConnections();
		http.close();
	});

	it('is abandoned at the timeout and delays no other', async () => {
		const startedAt = performance.now();
		const run = await platform.run(
			check,
			{
				endpointSource: 'url',
				url: `={{ $json.n ? "${server.url}/${key}" : "${url}" }}`,
				options: { maxRetries: 0, timeout: 0.4 },
			},
			{ credentials: {}, items: numbered(3) },
		);
		expect(performance.now() - startedAt).toBeLessThan(3000);
		expect(jsons(run.output)).toMatchObject([
			{ state: 'unreachable', reason: 'no complete response within 400 ms' },
			{ ready: true, latencyMs: expect.any(Number) as number },
			{ ready: true },
		]);
		expect(run.output[1].json.latencyMs).toBeLessThan(350);
	});
});
