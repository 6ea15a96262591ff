import { describe, expect, it } from 'vitest';
import { boundMs } from '../../simulation/support/grid.mts';
import { numbered, told, usePlatform } from '../fixtures/platform.mts';
import { readyNode, useServer, type Reply, type RpcCall } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(readyNode);
const key = 'abcdef0123456789abcdef0123456789';
const check = ['jsonRpc', 'checkSync'] as const;

/** What a busy machine may add. The simulation holds narrower bounds, in virtual time. */
const BUSY_MS = 2000;

async function checkMany(count: number, options: object = {}, url = `${server.url}/${key}`) {
	const startedAt = performance.now();
	const run = await platform.run(
		check,
		{ endpointSource: 'url', url, options },
		{ credentials: {}, items: numbered(count) },
	);
	const ms = performance.now() - startedAt;
	expect(run.error).toBeUndefined();
	return { run, ms, ready: run.output.filter(({ json }) => json.ready === true).length };
}

/** Counts calls and decides how many of them a server accepts, and when the others may be repeated. */
interface Limit {
	take(calls: number): { passed: number; waitMs: number };
	/** The minimum number of milliseconds in which this many calls can be accepted. */
	least(calls: number): number;
}

/** This many calls per second; a second begins with its first call. */
function fixedWindows(perSecond: number): Limit {
	let endsAt = 0;
	let used = 0;
	return {
		take: (calls) => {
			const now = performance.now();
			if (now >= endsAt) [endsAt, used] = [now + 1000, 0];
			const passed = Math.min(calls, perSecond - used);
			used += passed;
			return { passed, waitMs: endsAt - now };
		},
		least: (calls) => (Math.ceil(calls / perSecond) - 1) * 1000,
	};
}

/** A bucket that is filled with this many tokens per second and holds those of one second. */
function tokenBucket(perSecond: number): Limit {
	let tokens = perSecond;
	let at = performance.now();
	return {
		take: (calls) => {
			const now = performance.now();
			tokens = Math.min(perSecond, tokens + ((now - at) * perSecond) / 1000);
			at = now;
			const passed = Math.min(calls, Math.floor(tokens));
			tokens -= passed;
			return { passed, waitMs: ((1 - (tokens % 1)) * 1000) / perSecond };
		},
		least: (calls) => ((calls - perSecond) * 1000) / perSecond,
	};
}

const goDuration = (ms: number) => (ms < 1 ? `${Math.ceil(ms * 1000)}µs` : `${Math.ceil(ms)}ms`);

/** Answers calls one by one, as far as the limit allows; the others get -32005 with this status. */
function limitCalls(limit: Limit, status = 200): void {
	server.answer = ({ json }): Reply => {
		const calls = [json].flat() as RpcCall[];
		const { passed, waitMs } = limit.take(calls.length);
		const body = calls.map(({ id }, index) =>
			index < passed
				? { jsonrpc: '2.0', id, result: false }
				: {
						jsonrpc: '2.0',
						id,
						error: {
							code: -32005,
							message: "You've exceeded the RPS limit available on the current plan",
							data: { try_again_in: goDuration(waitMs) },
						},
					},
		);
		const isRefused = passed < calls.length && status !== 200;
		return { status: isRefused ? status : 200, body: Array.isArray(json) ? body : body[0] };
	};
}

/** Rejects a whole request when not all of its calls are within the limit; then none of them counts. */
function refuseWholes(perSecond: number, reply: (waitMs: number) => Reply): void {
	let endsAt = 0;
	let used = 0;
	server.answer = (request): Reply => {
		const calls = [request.json].flat().length;
		const now = performance.now();
		if (now >= endsAt) [endsAt, used] = [now + 1000, 0];
		if (used + calls > perSecond) return reply(endsAt - now);
		used += calls;
		return readyNode(request);
	};
}

// A machine that is busy for longer gets a second attempt.
describe('a server with a limit', { retry: 1 }, () => {
	const servers: Array<[string, (perSecond: number) => Limit, (limit: Limit) => void]> = [
		['fixed windows', fixedWindows, (limit) => limitCalls(limit)],
		['fixed windows, status 429', fixedWindows, (limit) => limitCalls(limit, 429)],
		['a token bucket', tokenBucket, (limit) => limitCalls(limit)],
	];

	it.each(servers)('of 50 per second (%s) answers all of 100 items', async (_, limit, serve) => {
		const limited = limit(50);
		serve(limited);
		const { ready, ms } = await checkMany(100);
		expect(ready).toBe(100);
		expect(ms).toBeGreaterThan(limited.least(100) * 0.9);
		expect(ms).toBeLessThan(limited.least(100) * 1.15 + BUSY_MS);
	});

	/** Of 500 calls 250 succeed at once; the others need this many milliseconds. */
	const idealMs = 1000;

	it.each<[string, (waitMs: number) => Reply, number]>([
		[
			'Retry-After',
			(waitMs) => ({
				status: 429,
				headers: { 'retry-after': String(Math.ceil(waitMs / 1000)) },
			}),
			boundMs('the request, 429 with seconds', idealMs),
		],
		[
			'one -32005 for all',
			(waitMs) => ({
				status: 429,
				body: {
					jsonrpc: '2.0',
					id: null,
					error: { code: -32005, message: 'limit', data: { try_again_in: goDuration(waitMs) } },
				},
			}),
			// Two batches of 100 calls are accepted per second, so three seconds have to begin.
			2000 * 1.15 + BUSY_MS,
		],
		['only status 429', () => ({ status: 429 }), boundMs('the request, 429', idealMs)],
	])('that rejects whole requests with %s answers all of 500 items', async (_, reply, mostMs) => {
		refuseWholes(250, reply);
		const { ready, ms } = await checkMany(500);
		expect(ready).toBe(500);
		expect(ms).toBeLessThan(mostMs);
	});

	it('of the sandbox answers all items', async () => {
		platform.sandbox.setRpcBehaviour('*', { rateLimitPerSecond: 100 });
		const { ready } = await checkMany(150, {}, platform.sandbox.rpcUrl);
		expect(ready).toBe(150);
	});

	it('also answers items that are sent one by one', async () => {
		limitCalls(fixedWindows(100));
		expect((await checkMany(200, { batchSize: 1 })).ready).toBe(200);
	});

	it('delays no other server', async () => {
		limitCalls(fixedWindows(10));
		const url = `={{ $json.n % 2 ? "${server.url}/${key}" : "${platform.sandbox.rpcUrl}" }}`;
		const { run } = await checkMany(40, {}, url);
		const others = run.output.filter((_, n) => n % 2 === 0);
		expect(others.every(({ json }) => json.ready && json.attempts === 1)).toBe(true);
	});
});

describe('Requests per Second', () => {
	it('counts every call of a batch', async () => {
		const times: Array<{ at: number; calls: number }> = [];
		server.answer = (request) => {
			times.push({ at: performance.now(), calls: [request.json].flat().length });
			return readyNode(request);
		};
		const { ready, ms } = await checkMany(100, { requestsPerSecond: 50 });
		expect(ready).toBe(100);
		expect(ms).toBeGreaterThan(950);
		expect(ms).toBeLessThan(3000);
		for (const { at } of times) {
			const within = times.filter((other) => other.at >= at && other.at < at + 500);
			expect(within.reduce((sum, { calls }) => sum + calls, 0)).toBeLessThanOrEqual(50);
		}
	});

	it('keeps a server with that limit from rejecting anything', async () => {
		const limit = tokenBucket(100);
		let refused = 0;
		limitCalls(limit);
		const answer = server.answer;
		server.answer = (request) => {
			const reply = answer(request);
			refused += JSON.stringify(reply.body).split('-32005').length - 1;
			return reply;
		};
		expect((await checkMany(160, { requestsPerSecond: 80 })).ready).toBe(160);
		expect(refused).toBe(0);
	});

	it('may be less than 1', async () => {
		const { ready, ms } = await checkMany(2, { requestsPerSecond: 0.8, batchSize: 1 });
		expect(ready).toBe(2);
		expect(ms).toBeGreaterThan(1200);
	});
});

describe('a pause a server asks for', () => {
	it.each([
		['820µs', 0.8],
		['413ms', 413],
		['0.5s', 500],
		['0s', 0],
	])('%s is waited for in full, with status 200 and 429', async (wait, leastMs) => {
		for (const status of [200, 429]) {
			let first = true;
			server.answer = (request) => {
				if (!first) return readyNode(request);
				first = false;
				const { id } = request.json as RpcCall;
				const error = { code: -32005, message: 'limit', data: { try_again_in: wait } };
				return { status, body: { jsonrpc: '2.0', id, error } };
			};
			const { run, ms } = await checkMany(1);
			expect(run.output[0].json).toMatchObject({ ready: true, attempts: 2 });
			expect(ms).toBeGreaterThanOrEqual(leastMs);
			expect(ms).toBeLessThan(leastMs * 1.05 + 1200);
		}
	});

	it('longer than accepted is not waited for, but reported', async () => {
		server.answer = ({ json }) => ({
			body: {
				jsonrpc: '2.0',
				id: (json as RpcCall).id,
				error: { code: -32005, message: 'limit', data: { try_again_in: '1h0m0s' } },
			},
		});
		const { run, ms } = await checkMany(1);
		expect(ms).toBeLessThan(2000);
		expect(run.output[0].json).toMatchObject({
			state: 'rateLimited',
			attempts: 1,
			reason: expect.stringMatching(/asked for a wait of (1 h|60 min)/) as string,
		});
	});

	it.each([
		['-32005', 200],
		['-32000', 200],
		['-32005', 429],
	])('for a used-up quota (%s, status %i) is not waited for', async (code, status) => {
		server.answer = ({ json }) => ({
			status,
			headers: { 'retry-after': '1' },
			body: [json].flat().map((call) => ({
				jsonrpc: '2.0',
				id: (call as RpcCall).id,
				error: { code: Number(code), message: 'You have reached the monthly quota of your plan' },
			})),
		});
		const { run } = await checkMany(20);
		for (const { json } of run.output) {
			expect(json).toMatchObject({ state: 'rateLimited', attempts: 1 });
			expect(json.reason).toContain('monthly quota');
		}
		expect(server.seen).toHaveLength(1);
	});

	it('ends at once when the execution is cancelled', async () => {
		server.answer = () => ({ status: 429, headers: { 'retry-after': '60' } });
		const startedAt = performance.now();
		const run = await platform.run(
			check,
			{ endpointSource: 'url', url: `${server.url}/${key}` },
			{ credentials: {}, items: numbered(200), abortAfterMs: 300 },
		);
		expect(run.status).toBe('canceled');
		expect(told(run).message).toContain('canceled');
		expect(performance.now() - startedAt).toBeLessThan(3000);
	});
});
