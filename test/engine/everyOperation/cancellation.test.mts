import { describe, expect, it } from 'vitest';
import { numbered, usePlatform, type OperationName } from '../fixtures/platform.mts';
import { readyNode, useServer, type Reply } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(readyNode);

/** One that reads, one that creates and one that calls a node. */
const operations: Record<string, readonly [OperationName, object]> = {
	'Organization · Get': [['organization', 'get'], {}],
	'Network · Create': [
		['network', 'create'],
		{
			project: 'PR-1-2-3',
			protocol: 'ethereum',
			chainNetwork: { __rl: true, mode: 'id', value: 'ethereum-mainnet' },
			nodes: { node: [{ name: 'n', type: 'dedicated', provider: 'aws', region: 'us-east-1' }] },
		},
	],
	'Endpoint · Check Sync': [['jsonRpc', 'checkSync'], {}],
};
const names = Object.keys(operations);

function run(
	name: string,
	options: { items?: number; parameters?: object; abortSignal?: AbortSignal },
) {
	const [operation, parameters] = operations[name];
	const credentials = platform.credential({
		baseUrl: server.url,
		nodeEndpoint: server.url,
		endpointKey: 'key0key0key0key0',
	});
	return platform.run(
		operation,
		{ ...parameters, ...options.parameters },
		{
			credentials,
			items: numbered(options.items ?? 1),
			...(options.abortSignal && { abortSignal: options.abortSignal }),
		},
	);
}

/** A signal that fires shortly after the server saw its first request. */
function soonAfterFirstRequest(reply: Reply): AbortSignal {
	const stop = new AbortController();
	server.answer = () => {
		setTimeout(() => stop.abort(), 50);
		return reply;
	};
	return stop.signal;
}

describe('cancellation', () => {
	// Without it each of these would take at least the usual timeout of 10 or 30 seconds.
	it.each(names)('ends %s at once while a request hangs', async (name) => {
		const startedAt = performance.now();
		const abortSignal = soonAfterFirstRequest({ instead: 'hang' });
		const report = await run(name, { abortSignal, items: 20 });
		expect(performance.now() - startedAt).toBe(50);
		expect(report.status).toBe('canceled');
		expect(server.seen.length).toBeLessThanOrEqual(16);
	});

	it.each(names)('ends %s at once while it waits before another attempt', async (name) => {
		const startedAt = performance.now();
		const abortSignal = soonAfterFirstRequest({ status: 429, headers: { 'retry-after': '60' } });
		const report = await run(name, { abortSignal, items: 3 });
		expect(performance.now() - startedAt).toBe(50);
		expect(report.status).toBe('canceled');
	});
});

describe('a server that asks to wait', () => {
	it.each(names)('is waited for by %s', async (name) => {
		let first = true;
		server.answer = (request) => {
			if (!first) return name.startsWith('Endpoint') ? readyNode(request) : { body: { id: 'X-1' } };
			first = false;
			return { status: 429, headers: { 'retry-after': '1' } };
		};
		const startedAt = performance.now();
		const report = await run(name, {});
		expect(report.error).toBeUndefined();
		expect(performance.now() - startedAt).toBe(1000);
		expect(server.seen).toHaveLength(2);
	});
});
