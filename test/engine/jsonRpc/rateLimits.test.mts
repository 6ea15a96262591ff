import { describe, expect, it } from 'vitest';
import { numbered, usePlatform } from '../fixtures/platform.mts';
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

const goDuration = (ms: number) => (ms < 1 ? `${Math.ceil(ms * 1000)}µs` : `${Math.ceil(ms)}ms`);

/** @returns how many of so many calls are within the limit of this many per second, and for how long that is so */
function fixedWindows(perSecond: number): (calls: number) => { passed: number; waitMs: number } {
	let endsAt = 0;
	let used = 0;
	return (calls) => {
		const now = performance.now();
		if (now >= endsAt) [endsAt, used] = [now + 1000, 0];
		const passed = Math.min(calls, perSecond - used);
		used += passed;
		return { passed, waitMs: endsAt - now };
	};
}

// The simulation holds the same for other limits and rejections. A machine that is busy for longer gets a second attempt.
describe('a server with a limit', { retry: 1 }, () => {
	it('of 50 calls per second answers all of 100 items', async () => {
		const take = fixedWindows(50);
		server.answer = ({ json }): Reply => {
			const calls = [json].flat() as RpcCall[];
			const { passed, waitMs } = take(calls.length);
			const data = { try_again_in: goDuration(waitMs) };
			const error = { code: -32005, message: "You've exceeded the RPS limit", data };
			const body = calls.map(({ id }, index) => ({
				jsonrpc: '2.0',
				id,
				...(index < passed ? { result: false } : { error }),
			}));
			return { body: Array.isArray(json) ? body : body[0] };
		};
		const { ready, ms } = await checkMany(100);
		expect(ready).toBe(100);
		expect(ms).toBeGreaterThan(900);
		expect(ms).toBeLessThan(1150 + BUSY_MS);
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
});

describe('a pause a server asks for', () => {
	it('is waited for in full, with status 200 and 429', async () => {
		for (const status of [200, 429]) {
			let first = true;
			server.answer = (request) => {
				if (!first) return readyNode(request);
				first = false;
				const { id } = request.json as RpcCall;
				const error = { code: -32005, message: 'limit', data: { try_again_in: '413ms' } };
				return { status, body: { jsonrpc: '2.0', id, error } };
			};
			const { run, ms } = await checkMany(1);
			expect(run.output[0].json).toMatchObject({ ready: true, attempts: 2 });
			expect(ms).toBeGreaterThanOrEqual(413);
			expect(ms).toBeLessThan(1600);
		}
	});
});
