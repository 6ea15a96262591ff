import { describe, expect, it } from 'vitest';

import { OriginGate } from '../../../nodes/shared/http/originGate';
import { endpointAddress } from '../../../nodes/shared/jsonRpc/endpointAddress';
import { RpcClient } from '../../../nodes/shared/jsonRpc/rpcClient';
import { finish, useStoppedTime } from '../fixtures/clock.mts';
import { scripted, type Reply } from '../fixtures/requestContext.mts';

useStoppedTime(0.5);

interface Call {
	id: number;
}

/** How a server counts: how many of some calls pass now, and in how many milliseconds another may. */
interface Limit {
	free(): number;
	use(calls: number): void;
	waitMs(calls: number): number;
}

type Counting = (perSecond: number) => Limit;

/** Seconds of the server's clock, which began a while before the first call. */
const fixedWindows: Counting = (perSecond) => {
	const start = performance.now() - 600;
	let window = -1;
	let used = 0;
	const now = (): number => performance.now() - start;
	const turn = (): void => {
		if (Math.floor(now() / 1000) !== window) [window, used] = [Math.floor(now() / 1000), 0];
	};
	return {
		free: () => (turn(), perSecond - used),
		use: (calls) => (used += calls),
		waitMs: () => 1000 - (now() % 1000),
	};
};

const tokenBucket: Counting = (perSecond) => {
	let tokens = perSecond;
	let at = performance.now();
	const fill = (): void => {
		tokens = Math.min(perSecond, tokens + ((performance.now() - at) * perSecond) / 1000);
		at = performance.now();
	};
	return {
		free: () => (fill(), Math.floor(tokens)),
		use: (calls) => (tokens -= calls),
		waitMs: (calls) => ((Math.min(calls, perSecond) - tokens) * 1000) / perSecond,
	};
};

/** No more than so many in any second. */
const slidingSecond: Counting = (perSecond) => {
	let times: number[] = [];
	const recent = (): number[] => (times = times.filter((at) => performance.now() - at < 1000));
	return {
		free: () => perSecond - recent().length,
		use: (calls) => times.push(...Array.from({ length: calls }, () => performance.now())),
		waitMs: (calls) =>
			(recent()[Math.min(calls, times.length) - 1] ?? 0) + 1000 - performance.now(),
	};
};

type Refusing = (calls: Call[], limit: Limit) => Reply;

const refusal = (id: number | null, waitMs: number): object => ({
	jsonrpc: '2.0',
	id,
	error: {
		code: -32005,
		message: "You've exceeded the RPS limit available on the current plan",
		data: { try_again_in: `${Math.max(1, Math.round(waitMs * 1000))}µs` },
	},
});

const good = ({ id }: Call): object => ({ jsonrpc: '2.0', id, result: false });

/** Each call of a batch is answered or refused for itself. */
const eachCall =
	(status: number): Refusing =>
	(calls, limit) => {
		const passed = Math.min(calls.length, limit.free());
		limit.use(passed);
		const body = calls.map((call, n) =>
			n < passed ? good(call) : refusal(call.id, limit.waitMs(1)),
		);
		return { status: passed < calls.length ? status : 200, body };
	};

/** A request passes with all of its calls, or is refused and does not count. */
const wholeRequest =
	(refused: (waitMs: number) => Reply): Refusing =>
	(calls, limit) => {
		if (limit.free() < calls.length) return refused(limit.waitMs(calls.length));
		limit.use(calls.length);
		return { body: calls.map(good) };
	};

const counting: Record<string, Counting> = { fixedWindows, tokenBucket, slidingSecond };

const refusing: Record<string, Refusing> = {
	'each call, status 200': eachCall(200),
	'each call, status 429': eachCall(429),
	'whole requests with try_again_in': wholeRequest((waitMs) => ({
		status: 429,
		body: refusal(null, waitMs),
	})),
	'whole requests with Retry-After': wholeRequest((waitMs) => ({
		status: 429,
		headers: { 'Retry-After': String(Math.ceil(waitMs / 1000)) },
	})),
	'whole requests with nothing said': wholeRequest(() => ({ status: 429 })),
};

const address = { address: 'https://x.example.com', key: 'a1b2c3d4e5f60718293a4b5c6d7e8f90' };
const endpoint = {
	...endpointAddress({ ...address, path: { mode: 'automatic' }, field: 'Endpoint URL' }),
	allowUnauthorizedCerts: false,
};

async function run(
	count: number,
	server: (calls: Call[]) => Reply,
	{ rttMs = 5, batchSize = 100 } = {},
) {
	const startedAt = performance.now();
	let refusedCalls = 0;
	const { context, sent } = scripted(async ({ body }) => {
		await new Promise((resolve) => setTimeout(resolve, rttMs));
		const request = JSON.parse(String(body)) as Call | Call[];
		const reply = server([request].flat());
		const answers = Array.isArray(reply.body) ? (reply.body as object[]) : [];
		refusedCalls +=
			answers.length === 0
				? [request].flat().length
				: answers.filter((answer) => 'error' in answer).length;
		return Array.isArray(request) || answers.length === 0 ? reply : { ...reply, body: answers[0] };
	});
	const gate = new OriginGate({ perOrigin: 16, perRun: 512 }, undefined);
	const rpc = new RpcClient(context, gate, { batchSize, callsPerSecond: Infinity });
	const retryOptions = { timeoutMs: 10_000, maxRetries: 4, maxRetryWaitMs: 300_000 };
	const request = { method: 'eth_syncing', params: [], id: 1, retryOptions };
	let ms = 0;
	const work = Array.from({ length: count }, async () => {
		const reply = await rpc.call(endpoint, request);
		ms = performance.now() - startedAt;
		return reply;
	});
	const replies = await finish(Promise.all(work));
	return {
		good: replies.filter(({ answer }) => answer.kind === 'result').length,
		replies,
		ms,
		requests: sent.length,
		refusedCalls,
	};
}

const models = Object.entries(counting).flatMap(([how, count]) =>
	Object.entries(refusing).map(([what, refuse]) => [how, what, count, refuse] as const),
);

describe.each(models)('a server that counts in %s and refuses %s', (_how, _what, count, refuse) => {
	it.each([
		[1000, 250, 5],
		[1000, 250, 50],
		[1000, 25, 5],
		[1000, 25, 50],
	])('answers %d calls within 15 %% of %d a second', async (calls, perSecond, rttMs) => {
		const limit = count(perSecond);
		const seen = await run(calls, (batch) => refuse(batch, limit), { rttMs });
		expect(seen.good).toBe(calls);
		expect(seen.ms).toBeLessThan((calls / perSecond) * 1000 * 1.15);
		// What is sent in vain: all at first, and then some probes.
		expect(seen.refusedCalls).toBeLessThan(calls * 2.5);
	});

	it('answers calls when it takes only few of a batch', async () => {
		const limit = count(5);
		const seen = await run(100, (batch) => refuse(batch, limit));
		expect(seen.good).toBe(100);
		// It takes six refusals to find the size, of up to a second each.
		expect(seen.ms).toBeLessThan(20_000 * 1.15 + 6000);
	});

	it('answers calls that travel one by one', async () => {
		const limit = count(50);
		const seen = await run(200, (batch) => refuse(batch, limit), { batchSize: 1 });
		expect(seen.good).toBe(200);
		expect(seen.ms).toBeLessThan(4000 * 1.15 + 1000);
	});
});

describe('a second that others have used up', () => {
	it.each(
		Object.entries(refusing).flatMap(([what, refuse]) => [
			[what, 1, refuse] as const,
			[what, 100, refuse] as const,
		]),
	)('is not taken for the limit: %s, batches of %d', async (_, batchSize, refuse) => {
		const limit = slidingSecond(50);
		limit.use(50);
		const seen = await run(300, (batch) => refuse(batch, limit), { batchSize });
		expect(seen.good).toBe(300);
		expect(seen.ms).toBeLessThan(6000 * 1.15 + 2000);
	});
});

describe('a server that refuses everything', () => {
	it.each(Object.entries(refusing))('%s: is left alone after a few attempts', async (_, refuse) => {
		const seen = await run(1000, (batch) =>
			refuse(batch, { free: () => 0, use: () => undefined, waitMs: () => 100 }),
		);
		for (const { answer } of seen.replies) expect(answer.kind).toBe('rateLimited');
		expect(seen.ms).toBeLessThan(20_000);
		expect(seen.requests).toBeLessThan(40);
	});
});

describe('a limit that changes', () => {
	it.each(Object.entries(refusing))('is found again when it rises: %s', async (_, refuse) => {
		const [low, high] = [fixedWindows(25), fixedWindows(250)];
		const startedAt = performance.now();
		const seen = await run(1000, (batch) =>
			refuse(batch, performance.now() - startedAt < 4000 ? low : high),
		);
		expect(seen.good).toBe(1000);
		expect(seen.ms).toBeLessThan(20_000);
	});
});
