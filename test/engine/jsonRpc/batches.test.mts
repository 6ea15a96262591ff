import { describe, expect, it } from 'vitest';
import { numbered, pairs, usePlatform } from '../fixtures/platform.mts';
import { answerCalls, readyNode, useServer, type RpcCall } from '../fixtures/server.mts';

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
		['with some missing', (elements) => elements.filter(({ id }) => id % 3 !== 0)],
		['with some twice', (elements) => [...elements, elements[3], { ...elements[5], result: 'x' }]],
	])('answered %s gives every item its own result', async (_, change) => {
		spoil(change);
		const run = await echo(24);
		expect(run.error).toBeUndefined();
		expect(run.output.map(({ json }) => json.result)).toEqual(numbers(24));
		expect(pairs(run.output)).toEqual(numbers(24));
		expect(server.seen.length).toBeLessThanOrEqual(25);
	});
});

describe('a fleet', () => {
	const fleet = (url: string, options: object = {}) =>
		platform.run(
			check,
			{ endpointSource: 'url', url, options: { maxRetries: 0, timeout: 10, ...options } },
			{ credentials: {}, items: numbered(500), node: { onError: 'continueRegularOutput' } },
		);

	it('of 200 endpoints is checked although 20 are dead', async () => {
		const dead = (url: string) => Number(/(\d+)\/evm/.exec(url)?.[1]) % 10 === 3;
		server.answer = (request) => (dead(request.url) ? { instead: 'hang' } : readyNode(request));
		const startedAt = performance.now();
		const run = await fleet(`={{ "${server.url}/key0of0endpoint0" + ($json.n % 200) }}`, {
			maxConcurrency: 64,
			timeout: 1,
		});
		expect(performance.now() - startedAt).toBeLessThan(12_000);
		expect(run.output).toHaveLength(500);
		for (const [n, { json }] of run.output.entries()) {
			expect(json.state).toBe(n % 10 === 3 ? 'unreachable' : 'ready');
		}
		expect(server.seen).toHaveLength(200);
	});

	it('detects a key that is revoked during the run', async () => {
		let requests = 0;
		server.answer = (request) => ((requests += 1) > 2 ? { status: 401 } : readyNode(request));
		const run = await fleet(`${server.url}/${key}`, { maxConcurrency: 1 });
		const states = run.output.map(({ json }) => json.state);
		expect(states.filter((state) => state === 'ready')).toHaveLength(200);
		expect(states.filter((state) => state === 'unauthorized')).toHaveLength(300);
		expect(server.seen).toHaveLength(5);
	});
});
