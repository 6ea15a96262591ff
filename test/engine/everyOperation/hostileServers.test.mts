import { afterEach, describe, expect, it, vi } from 'vitest';
import { jsons, numbered, told, usePlatform } from '../fixtures/platform.mts';
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

afterEach(() => vi.restoreAllMocks());

type Outputs = ReadonlyArray<Record<string, unknown>>;

/** Runs an operation that calls the server's endpoint once per item, and measures how long that takes. */
async function run(
	operation: 'checkSync' | 'call',
	count: number,
	parameters: object = {},
	options: object = {},
) {
	const startedAt = performance.now();
	const { output, error } = await platform.run(
		['jsonRpc', operation],
		{ endpointSource: 'url', url: `${server.url}/${key}`, options, ...parameters },
		{ credentials: {}, items: numbered(count), node: { onError: 'continueRegularOutput' } },
	);
	expect(error).toBeUndefined();
	expect(output).toHaveLength(count);
	return { outputs: jsons(output) as Outputs, ms: performance.now() - startedAt };
}

/** Reads nodes from the server as if it were the management API. */
async function read(items: number, options: object = {}, abortSignal?: AbortSignal) {
	return await platform.run(
		['node', 'get'],
		{ nodeId: { __rl: true, mode: 'id', value: 'ND-1-2-3' }, options },
		{
			credentials: platform.credential({ baseUrl: server.url }),
			items: numbered(items),
			abortSignal,
		},
	);
}

const callsOf = (json: unknown) => [json].flat() as RpcCall[];
const readyOnes = (outputs: Outputs) => outputs.filter(({ ready }) => ready === true);
const isBatch = (json: unknown) => Array.isArray(json);

/** Rejects the first request and answers all others as `usual` does. */
function refuseFirst(refusal: Reply, usual = readyNode): void {
	let isFirst = true;
	server.answer = (request) => {
		if (!isFirst) return usual(request);
		isFirst = false;
		return refusal;
	};
}

describe('a server that fails batches', () => {
	const echo = ({ id, params }: RpcCall) => ({
		jsonrpc: '2.0',
		id,
		result: (params as unknown[])[0],
	});

	it('because of one call of 100 still answers all others', async () => {
		const bad = 57;
		server.answer = ({ json }) =>
			callsOf(json).some(({ params }) => (params as number[])[0] === bad)
				? { instead: 'reset' }
				: { body: answerCalls(json, echo) };
		const { outputs, ms } = await run('call', 100, {
			method: 'eth_call',
			params: '=[{{ $json.n }}]',
		});
		for (const [n, { result, error }] of outputs.entries()) {
			if (n === bad) expect(error).toContain('the connection was lost');
			else expect(result).toBe(n);
		}
		expect(server.seen.length).toBeLessThan(60);
		expect(ms).toBeLessThan(15_000);
	});

	it('because it needs 20 ms per call still answers 100 calls within a timeout of 1 s each', async () => {
		server.answer = (request) => ({
			...readyNode(request),
			delayMs: 20 * callsOf(request.json).length,
		});
		const { outputs, ms } = await run('checkSync', 100, {}, { timeout: 1 });
		expect(readyOnes(outputs)).toHaveLength(100);
		expect(server.seen.length).toBeLessThan(40);
		expect(ms).toBeLessThan(5000);
	});

	it.each<[string, Record<string, string>]>([
		['429', {}],
		['429 and Retry-After: 1', { 'retry-after': '1' }],
	])('with %s answers 60 single calls', async (_, headers) => {
		server.answer = (request) =>
			isBatch(request.json) ? { status: 429, headers } : readyNode(request);
		const { outputs, ms } = await run('checkSync', 60);
		expect(readyOnes(outputs)).toHaveLength(60);
		expect(server.seen.filter(({ json }) => isBatch(json)).length).toBeLessThan(20);
		expect(ms).toBeLessThan(10_000);
	});
});

describe('a server that asks to wait', () => {
	const pause = (seconds: number | string): Reply => ({
		status: 429,
		headers: { 'retry-after': String(seconds) },
	});

	it('for as long as accepted is waited for in full', async () => {
		refuseFirst(pause(1));
		const { outputs, ms } = await run('checkSync', 3, {}, { maxRetryWait: 1 });
		expect(readyOnes(outputs)).toHaveLength(3);
		expect(ms).toBeGreaterThanOrEqual(1000);
		expect(ms).toBeLessThan(3000);
	});

	it('for one second longer than accepted is reported, and that nothing more was sent', async () => {
		refuseFirst(pause(3));
		const { outputs, ms } = await run('checkSync', 3, {}, { maxRetryWait: 2 });
		for (const { state, reason } of outputs) {
			expect(state).toBe('rateLimited');
			expect(reason).toMatch(/asked for a wait of 3 s, .*'Max Retry Wait'.*nothing more was sent/);
		}
		expect(server.seen).toHaveLength(1);
		expect(ms).toBeLessThan(1000);
	});

	it('does not make the pauses between attempts count against Max Retry Wait', async () => {
		let requests = 0;
		server.answer = (request) => {
			requests += 1;
			return requests <= 3 ? { status: 503 } : readyNode(request);
		};
		const { outputs } = await run('checkSync', 1, {}, { maxRetryWait: 0 });
		expect(outputs).toMatchObject([{ ready: true, attempts: 4 }]);
	});

	it('is honoured at the management API as well', async () => {
		const node = () => ({ body: { id: 'ND-1-2-3', name: 'a node' } });
		refuseFirst(pause(1), node);
		expect(jsons((await read(3, { maxRetryWait: 1 })).output)).toHaveLength(3);
		server.seen.length = 0;
		refuseFirst(pause(3), node);
		const { message, description } = told(await read(1, { maxRetryWait: 2 }));
		expect(message).toMatch(
			/asked for a wait of 3 s, longer than the 2 s .* nothing more was sent/,
		);
		expect(description).toContain("'Max Retry Wait'");
		expect(server.seen).toHaveLength(1);
	});

	describe('for 20 days', () => {
		const seconds = 20 * 86_400;
		const accepted = { maxRetryWait: seconds };

		/** Delays of the timers that are started while something runs and in the second after it. */
		async function timersOf(work: () => Promise<unknown>): Promise<number[]> {
			const { setTimeout: unobserved } = globalThis;
			const timers = vi.spyOn(globalThis, 'setTimeout');
			await work();
			// Timers and sockets that were left behind would be listed here.
			const left = process.getActiveResourcesInfo().length;
			const during = timers.mock.calls.length;
			await new Promise((resolve) => void unobserved(resolve, 1100));
			expect(timers.mock.calls.length).toBe(during);
			expect(process.getActiveResourcesInfo().length).toBeLessThanOrEqual(left);
			return timers.mock.calls.map(([, ms]) => ms ?? 0);
		}

		it.each(['jsonRpc', 'management'])('leaves no timer behind (%s)', async (api) => {
			server.answer = () => pause(seconds);
			const stop = new AbortController();
			const delays = await timersOf(async () => {
				setTimeout(() => stop.abort(), 1200);
				const startedAt = performance.now();
				if (api === 'management') await read(3, accepted, stop.signal);
				else
					await platform.run(
						['jsonRpc', 'checkSync'],
						{ endpointSource: 'url', url: `${server.url}/${key}`, options: accepted },
						{ credentials: {}, items: numbered(3), abortSignal: stop.signal },
					);
				const ms = performance.now() - startedAt;
				expect(ms).toBeGreaterThan(1000);
				expect(ms).toBeLessThan(1700);
			});
			// Steps of a second each, and no busy loop. Longer ones are those of n8n and of the test's servers.
			expect(delays.filter((ms) => ms <= 1000).length).toBeLessThan(20);
			expect(delays.filter((ms) => ms > 600_000)).toEqual([]);
			expect(server.seen.length).toBeLessThanOrEqual(3);
		});

		it('is not waited for where that is not accepted', async () => {
			server.answer = () => pause(30 * 86_400);
			const delays = await timersOf(async () => {
				const { outputs } = await run('checkSync', 3);
				for (const { reason } of outputs) expect(reason).toContain('asked for a wait of 30 days');
			});
			expect(delays.filter((ms) => ms > 600_000)).toEqual([]);
			expect(server.seen).toHaveLength(1);
		});
	});
});

describe('items with options of their own', () => {
	const impatient = 5;
	const others = (outputs: Outputs) => outputs.filter((_, n) => n !== impatient);

	it.each([
		['maxRetryWait', '={{ $json.n === 5 ? 0 : 300 }}'],
		['maxRetries', '={{ $json.n === 5 ? "0" : " 4 " }}'],
	])('with %s affect no others', async (option, value) => {
		refuseFirst({ status: 429, headers: { 'retry-after': '1' } });
		const { outputs, ms } = await run('checkSync', 22, {}, { [option]: value });
		expect(outputs[impatient]).toMatchObject({ ready: false, state: 'rateLimited', attempts: 1 });
		expect(readyOnes(others(outputs))).toHaveLength(21);
		expect(server.seen.length).toBeLessThan(30);
		expect(ms).toBeLessThan(5000);
	});

	it('with timeout affect no others', async () => {
		server.answer = (request) => ({ ...readyNode(request), delayMs: 400 });
		const timeout = '={{ $json.n === 5 ? 0.1 : 10 }}';
		const { outputs, ms } = await run('checkSync', 22, {}, { timeout, maxRetries: 0 });
		expect(outputs[impatient]).toMatchObject({ ready: false, state: 'unreachable' });
		expect(outputs[impatient].reason).toContain('100 ms');
		expect(readyOnes(others(outputs))).toHaveLength(21);
		expect(ms).toBeLessThan(2000);
	});

	it('that are invalid fail alone', async () => {
		const values = ['0', '-1', 'NaN', '', 'ten', '2.5', '10', ' 10 ', '1e2'];
		const maxRetries = `={{ ${JSON.stringify(values)}[$json.n] }}`;
		const { outputs } = await run('checkSync', values.length, {}, { maxRetries });
		for (const [n, { error, ready }] of outputs.entries()) {
			if (n === 0 || n >= 6) expect(ready).toBe(true);
			else expect(error).toMatch(/^'Max Retries' must be a whole number of at least 0, but/);
		}
	});

	it('hold for the whole run although the first item has a bad value', async () => {
		const maxRetries = '={{ $json.n === 0 ? "many" : 0 }}';
		const { outputs } = await run('checkSync', 4, {}, { batchSize: 1, maxRetries });
		expect(readyOnes(outputs)).toHaveLength(3);
		expect(server.seen).toHaveLength(3);
	});

	it.each(['batchSize', 'maxConcurrency', 'requestsPerSecond'])(
		'cannot be given for %s, which applies to the whole run',
		async (option) => {
			const { outputs } = await run('checkSync', 2, {}, { [option]: '={{ $json.n + 1 }}' });
			for (const { error } of outputs)
				expect(error).toMatch(/ must be a .*number .*, but it is '{{ \$json.n \+ 1 }}'/);
			expect(server.seen).toEqual([]);
		},
	);
});

describe('large calls', () => {
	it('to one address are in flight together', async () => {
		server.answer = ({ json }) => ({
			body: answerCalls(json, ({ id }) => ({ jsonrpc: '2.0', id, result: true })),
			delayMs: 500,
		});
		const params = `=["{{ "x".repeat(600000) }}"]`;
		const { outputs, ms } = await run('call', 16, { method: 'eth_call', params });
		expect(outputs.filter(({ result }) => result === true)).toHaveLength(16);
		expect(server.mostAtOnce).toBeGreaterThan(8);
		expect(server.seen).toHaveLength(16);
		expect(ms).toBeLessThan(3000);
	});
});
