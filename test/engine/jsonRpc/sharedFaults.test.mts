import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { jsons, numbered, usePlatform } from '../fixtures/platform.mts';
import {
	answerCalls,
	readyNode,
	useServer,
	type Reply,
	type RpcCall,
	type SeenRequest,
} from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(readyNode);
const silent = useServer(() => ({ instead: 'hang' }));
const key = 'abcdef0123456789abcdef0123456789';
const check = ['jsonRpc', 'checkSync'] as const;

async function checkMany(count: number, options: object = {}, url = `${server.url}/${key}`) {
	const startedAt = performance.now();
	const run = await platform.run(
		check,
		{ endpointSource: 'url', url, options },
		{ credentials: {}, items: numbered(count) },
	);
	expect(run.error).toBeUndefined();
	const ms = performance.now() - startedAt;
	return { run, ms, ready: run.output.filter(({ json }) => json.ready === true).length };
}

/** An address of its own for each item. */
const addresses = () => `={{ "${server.url}/${key}" + $json.n }}`;

const callsOf = ({ json }: SeenRequest) => [json].flat() as RpcCall[];

const callsSent = () => server.seen.reduce((sum, request) => sum + callsOf(request).length, 0);

const tooMany = ({ id }: RpcCall) => ({
	jsonrpc: '2.0',
	id,
	error: { code: -32005, message: 'too many requests per second' },
});

/** Answers this many calls in each second, but none while others use all of them. */
function limitOf(perSecond: number, isUsedByOthers: (ms: number) => boolean): void {
	let startedAt: number | undefined;
	let second = -1;
	let used = 0;
	server.answer = ({ json }): Reply => {
		startedAt ??= performance.now();
		const ms = performance.now() - startedAt;
		if (Math.floor(ms / 1000) !== second) [second, used] = [Math.floor(ms / 1000), 0];
		const body = answerCalls(json, (call) => {
			if (isUsedByOthers(ms) || used >= perSecond) return tooMany(call);
			used += 1;
			return { jsonrpc: '2.0', id: call.id, result: false };
		});
		return { body };
	};
}

/** Fails in the same way for all requests until this time after the first. */
function failFor(milliseconds: number, reply: Reply): void {
	let startedAt: number | undefined;
	server.answer = (request) => {
		startedAt ??= performance.now();
		return performance.now() - startedAt < milliseconds ? reply : readyNode(request);
	};
}

// A machine that is busy for longer gets a second attempt.
describe('a limit that others use as well', { retry: 1 }, () => {
	it('all of it in every second half of a second delays calls, and none is lost', async () => {
		limitOf(60, (ms) => ms % 1000 >= 500);
		const { ready, ms } = await checkMany(120, {}, addresses());
		expect(ready).toBe(120);
		expect(ms).toBeLessThan(10_000);
	});

	it('all of it for some seconds loses none of many calls to one address', async () => {
		limitOf(100, (ms) => ms >= 1000 && ms < 4000);
		const { ready, ms } = await checkMany(300);
		expect(ready).toBe(300);
		expect(ms).toBeLessThan(15_000);
	});

	it('one backend of two that refuses loses no call', async () => {
		let count = 0;
		server.answer = (request) => {
			count += 1;
			return count % 2 === 0 ? { status: 429 } : readyNode(request);
		};
		const { ready, ms } = await checkMany(40, {}, addresses());
		expect(ready).toBe(40);
		expect(ms).toBeLessThan(10_000);
	});
});

describe('a host that is out of service for a time', { retry: 1 }, () => {
	it.each<[string, Reply]>([
		['502', { status: 502, body: '<html>Bad Gateway</html>' }],
		['503', { status: 503 }],
		['reset connections', { instead: 'reset' }],
	])('loses no endpoint, and is asked less often than by single calls: %s', async (_, reply) => {
		failFor(1000, reply);
		expect((await checkMany(1)).ready).toBe(1);
		const alone = server.seen.length;
		server.seen.length = 0;
		failFor(1000, reply);
		const { ready, ms } = await checkMany(50, {}, addresses());
		expect(ready).toBe(50);
		expect(ms).toBeLessThan(8000);
		expect(server.seen.length).toBeLessThan(50 * alone);
	});

	it('loses no call while it refuses connections', async () => {
		const http = createServer((request, response) => {
			const chunks: Buffer[] = [];
			request.on('data', (chunk: Buffer) => chunks.push(chunk));
			request.on('end', () => {
				const json: unknown = JSON.parse(Buffer.concat(chunks).toString());
				response.end(JSON.stringify(readyNode({ json } as SeenRequest).body));
			});
		});
		const listen = async (port: number) =>
			await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve));
		await listen(0);
		const { port } = http.address() as AddressInfo;
		await new Promise((resolve) => http.close(resolve));
		setTimeout(() => void listen(port), 1200);
		const url = `={{ "http://127.0.0.1:${port}/${key}" + ($json.n % 10) }}`;
		const { ready } = await checkMany(100, {}, url);
		http.closeAllConnections();
		http.close();
		expect(ready).toBe(100);
	});
});

describe('a call that is answered alone is answered beside others', () => {
	const refusal = (id: number, code: number, message: string) => ({
		jsonrpc: '2.0',
		id,
		error: { code, message },
	});

	it.each<[string, (calls: RpcCall[]) => unknown]>([
		['-32600 on the first', ([{ id }]) => [refusal(id, -32600, 'batch too large')]],
		['-32600 on each', (calls) => calls.map(({ id }) => refusal(id, -32600, 'batch too large'))],
		['-32002 on the rest', (calls) => answeredUntil(calls, -32002, 'request timed out')],
		['-32003 on the rest', (calls) => answeredUntil(calls, -32003, 'response too large')],
		['one error', () => refusal(null as never, -32600, 'batch limit exceeded')],
		['a web page', () => '<html></html>'],
	])('where batches of more than 20 are refused with %s', async (_, refuse) => {
		server.answer = (request) => {
			const calls = callsOf(request);
			return calls.length <= 20 ? readyNode(request) : { body: refuse(calls) };
		};
		const { ready } = await checkMany(400);
		expect(ready).toBe(400);
		expect(server.seen.length).toBeLessThanOrEqual(10 * 20);
	});

	function answeredUntil(calls: RpcCall[], code: number, message: string): unknown {
		return calls.map(({ id }, index) =>
			index < 20 ? { jsonrpc: '2.0', id, result: false } : refusal(id, code, message),
		);
	}

	it('where all calls of a batch together take too long', async () => {
		server.answer = (request) => ({
			...readyNode(request),
			delayMs: 20 * callsOf(request).length,
		});
		expect((await checkMany(400, { timeout: 1 })).ready).toBe(400);
	});
});

describe('a server that never answers', { retry: 1 }, () => {
	it('gets each call once without retries', async () => {
		server.answer = () => ({ instead: 'hang' });
		const { run } = await checkMany(200, { maxRetries: 0, timeout: 1 });
		expect(run.output.every(({ json }) => json.state === 'unreachable')).toBe(true);
		expect(callsSent()).toBe(200);
	});

	it('delays no other host, however many of its addresses are checked', async () => {
		let lastAt = 0;
		let startedAt: number | undefined;
		server.answer = (request) => {
			startedAt ??= performance.now();
			lastAt = performance.now() - startedAt;
			return readyNode(request);
		};
		const url = `={{ $json.n < 520 ? "${silent.url}/${key}" + $json.n : "${server.url}/${key}" + $json.n }}`;
		const { ready } = await checkMany(540, { timeout: 1.5, maxRetries: 0 }, url);
		expect(ready).toBe(20);
		// Nothing waited for the end of a request to the other host.
		expect(lastAt).toBeLessThan(1500);
	});
});

describe('an error that only resembles a rate limit', () => {
	it.each(['limit exceeded', 'query returned more than 10000 results', 'block range is too large'])(
		'is the answer: -32005 %s for a range of logs',
		async (message) => {
			server.answer = ({ json }) => ({
				body: { jsonrpc: '2.0', id: (json as RpcCall).id, error: { code: -32005, message } },
			});
			const run = await platform.run(
				['jsonRpc', 'call'],
				{
					endpointSource: 'url',
					url: `${server.url}/${key}`,
					method: 'eth_getLogs',
					params: '[{"fromBlock":"0x0","toBlock":"latest"}]',
				},
				{ credentials: {}, node: { onError: 'continueRegularOutput' } },
			);
			expect(server.seen).toHaveLength(1);
			expect(JSON.stringify(jsons(run.output))).toContain(message);
		},
	);

	it('is one: 429 with a quota per second', async () => {
		let isFirst = true;
		server.answer = (request) => {
			if (!isFirst) return readyNode(request);
			isFirst = false;
			return { status: 429, body: { error: 'quota exceeded: 25 requests per second' } };
		};
		expect((await checkMany(20)).ready).toBe(20);
	});
});
