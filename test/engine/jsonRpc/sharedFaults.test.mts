import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { numbered, told, usePlatform } from '../fixtures/platform.mts';
import {
	readyNode,
	useServer,
	type Reply,
	type RpcCall,
	type SeenRequest,
} from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(readyNode);
const key = 'abcdef0123456789abcdef0123456789';
const check = ['jsonRpc', 'checkSync'] as const;

async function checkMany(count: number, options: object = {}, url = `${server.url}/${key}`) {
	const startedAt = performance.now();
	const run = await platform.succeed(
		check,
		{ endpointSource: 'url', url, options },
		{ credentials: {}, items: numbered(count) },
	);
	const ms = performance.now() - startedAt;
	return { run, ms, ready: run.output.filter(({ json }) => json.ready === true).length };
}

/** An address of its own for each item. */
const addresses = () => `={{ "${server.url}/${key}" + $json.n }}`;

const refusal = (id: number, code: number, message: string) => ({
	jsonrpc: '2.0',
	id,
	error: { code, message },
});

const callsOf = ({ json }: SeenRequest) => [json].flat() as RpcCall[];

/** Fails in the same way for all requests until this time after the first. */
function failFor(milliseconds: number, reply: Reply): void {
	let startedAt: number | undefined;
	server.answer = (request) => {
		startedAt ??= performance.now();
		return performance.now() - startedAt < milliseconds ? reply : readyNode(request);
	};
}

// The simulation holds the same for limits that others use and for other faults, in virtual time.
// A machine that is busy for longer gets a second attempt.
describe('a host that is out of service for a time', { retry: 1 }, () => {
	it.each<[string, Reply]>([
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
	it.each<[string, (calls: RpcCall[]) => unknown]>([
		['-32002 on the rest', (calls) => answeredUntil(calls, -32002, 'request timed out')],
		['one error', () => refusal(null as never, -32600, 'batch limit exceeded')],
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

it('an error that only resembles a rate limit is the answer: limit exceeded for a range of logs', async () => {
	server.answer = ({ json }) => ({
		body: refusal((json as RpcCall).id, -32005, 'limit exceeded'),
	});
	const url = `${server.url}/${key}`;
	const params = '[{"fromBlock":"0x0","toBlock":"latest"}]';
	const logs = { endpointSource: 'url', url, method: 'eth_getLogs', params };
	const run = await platform.run(['jsonRpc', 'call'], logs, { credentials: {} });
	expect(server.seen).toHaveLength(1);
	expect(told(run).message).toContain('limit exceeded (code -32005)');
});
