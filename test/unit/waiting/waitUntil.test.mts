import { describe, expect, it, vi } from 'vitest';

import { normalizeCredential } from '../../../nodes/shared/managementApi/credential';
import { Cancelled, Problem } from '../../../nodes/shared/text/problem';
import { OperationContext } from '../../../nodes/shared/run/operationContext';
import { Session } from '../../../nodes/shared/run/session';
import { waitUntil, type PollResult } from '../../../nodes/shared/waiting/waitUntil';
import { finish, useStoppedTime } from '../fixtures/clock.mts';
import { fakeExecution, type FakeExecution } from '../fixtures/executeContext.mts';
import { rejection } from '../fixtures/problems.mts';
import { CREDENTIAL_DATA, fault, type Reply, type Respond } from '../fixtures/requestContext.mts';

useStoppedTime(0.5);

const LIMITS = { intervalMs: 10_000, limitMs: 60_000 };
const RETRY_OPTIONS = { timeoutMs: 10_000, maxRetries: 4, maxRetryWaitMs: 300_000 };
const TARGET = { what: 'node ND-1 to run', hint: 'wait again' };

const NEVER = new Promise<never>(() => undefined);

/** An item of a run whose requests get these answers. */
function item(
	respond: Respond = () => ({ body: {} }),
	cancel?: AbortSignal,
): { context: OperationContext; sent: FakeExecution['sent'] } {
	const { context: n8n, sent } = fakeExecution({ respond, cancel });
	const credential = normalizeCredential({ ...CREDENTIAL_DATA });
	const session = new Session(n8n, credential);
	return { context: new OperationContext(session, RETRY_OPTIONS), sent };
}

/** Shows one state after the other; the last one is repeated. */
function states(...turns: Array<PollResult<unknown>>) {
	let polls = 0;
	return vi.fn(async () => {
		polls += 1;
		return await Promise.resolve(turns[Math.min(polls, turns.length) - 1]);
	});
}

/** Polls a resource of the platform until its status is `running`. */
async function byPlatform({ api }: OperationContext): Promise<PollResult<string>> {
	const { status } = await api.get('/v1/nodes/ND-1/', 'node ND-1');
	return status === 'running' ? { done: 'it runs', state: status } : { state: String(status) };
}

/** Waits with these polls, in the usual limits. */
const waited = async (poll: Parameters<typeof waitUntil>[1], context = item().context) =>
	await finish(waitUntil(TARGET, poll, LIMITS, context));

/** How long something takes to fail, and the problem it reports. */
async function failed(work: Promise<unknown>): Promise<{ problem: Problem; tookMs: number }> {
	const startedAt = performance.now();
	const problem = await rejection(finish(work));
	return { problem, tookMs: performance.now() - startedAt };
}

describe('waitUntil', () => {
	it('polls at once, then at intervals, and reports how the wait went', async () => {
		const { context } = item();
		const startedAt = performance.now();
		const times: number[] = [];
		const poll = async (): Promise<PollResult<string>> => {
			times.push(performance.now() - startedAt);
			const isDone = times.length === 4;
			return await Promise.resolve(
				isDone ? { done: 'it runs', state: 'running' } : { state: 'pending' },
			);
		};
		expect(await finish(waitUntil(TARGET, poll, LIMITS, context))).toEqual({
			done: 'it runs',
			wait: { attempts: 4, lastState: 'running', elapsedMs: 30_000 },
		});
		expect(times).toEqual([0, 10_000, 20_000, 30_000]);
	});

	it.each([false, 0, '', null, undefined])('also returns %j', async (done) => {
		expect(await waited(states({ done, state: 'x' }))).toMatchObject({ done });
	});

	it('ends when the state can never be reached, with the unchanged problem where the first poll shows it', async () => {
		const problem = new Problem('The node failed');
		const poll = states({ failed: problem });
		expect(await rejection(waited(poll))).toBe(problem);
		expect(poll).toHaveBeenCalledTimes(1);
	});

	it('ends when the state can never be reached, and says after how long', async () => {
		const failure = new Problem('The node failed', { hint: 'Look', httpStatus: 200 });
		const poll = states({ state: 'pending' }, { state: 'pending' }, { failed: failure });
		const message = 'The node failed (3 attempts in 20 s)';
		expect(await rejection(waited(poll))).toMatchObject({ message, hint: 'Look', httpStatus: 200 });
	});

	it('rethrows what a poll throws', async () => {
		const thrown = new Problem('no');
		expect(await rejection(waited(async () => await Promise.reject(thrown)))).toBe(thrown);
	});

	it('ends at once on cancellation', async () => {
		const cancel = new AbortController();
		const startedAt = performance.now();
		const poll = states({ state: 'pending' });
		const work = waitUntil(TARGET, poll, LIMITS, item(undefined, cancel.signal).context);
		void vi.advanceTimersByTimeAsync(15_000).then(() => cancel.abort());
		expect(await rejection(work)).toBeInstanceOf(Cancelled);
		expect(performance.now() - startedAt).toBeLessThan(16_000);
		expect(poll).toHaveBeenCalledTimes(2);
	});

	it('ends as canceled when it is canceled during the last attempt', async () => {
		const cancel = new AbortController();
		const poll = vi.fn(async () => (poll.mock.calls.length < 7 ? { state: 'x' } : await NEVER));
		const work = rejection(waitUntil(TARGET, poll, LIMITS, item(undefined, cancel.signal).context));
		await vi.advanceTimersByTimeAsync(59_500);
		expect(poll).toHaveBeenCalledTimes(7);
		cancel.abort();
		expect(await work).toBeInstanceOf(Cancelled);
	});
});

describe('the time limit of a wait', () => {
	it.each<[string, Array<PollResult<unknown>>, string, string]>([
		[
			'ends it with the last state, the time, the attempts and how to continue',
			[{ state: 'pending' }],
			"Waited 59 s for the node ND-1 to run (7 attempts); the last state was 'pending'",
			'wait again',
		],
		[
			'names the last problem, next to the last known state',
			[
				{ state: 'pending', reason: 'nodes: 2 pending' },
				{ reason: 'status 502', hint: 'Try later' },
			],
			"Waited 59 s for the node ND-1 to run (7 attempts); the last state was 'pending' (nodes: 2 pending), but the last attempt failed: status 502",
			'Try later',
		],
		[
			'forgets a problem when an attempt succeeds again',
			[{ reason: 'status 502', hint: 'Try later' }, { state: 'pending' }],
			"Waited 59 s for the node ND-1 to run (7 attempts); the last state was 'pending'",
			'wait again',
		],
	])('%s', async (_, turns, message, hint) => {
		const { problem, tookMs } = await failed(waited(states(...turns)));
		expect(problem).toMatchObject({ message, hint });
		expect(tookMs).toBe(59_000);
	});

	it('is preceded by one last attempt, however long the interval', async () => {
		for (const [intervalMs, limitMs, elapsedMs] of [
			[50_000, 55_000, 50_000],
			[60_000, 60_000, 59_000],
		]) {
			const poll = states({ state: 'pending' }, { done: 1, state: 'running' });
			const limits = { intervalMs, limitMs };
			const { wait } = await finish(waitUntil(TARGET, poll, limits, item().context));
			expect(wait).toMatchObject({ attempts: 2, elapsedMs });
		}
	});

	it('does not mind that the last attempt has too little time for an answer', async () => {
		const poll = vi.fn(async () => (poll.mock.calls.length < 7 ? { state: 'x' } : await NEVER));
		const { problem } = await failed(waited(poll));
		expect(problem.message).toBe(
			"Waited 60 s for the node ND-1 to run (7 attempts); the last state was 'x'",
		);
	});

	it('is given in whole seconds, or in milliseconds if it ends in the first one', async () => {
		const endsAfter = async (intervalMs: number): Promise<string> => {
			const poll = async (): Promise<PollResult<never>> => {
				await new Promise((resolve) => setTimeout(resolve, 200));
				return { failed: new Problem('No') };
			};
			let polls = 0;
			const late = async () => {
				polls += 1;
				return polls < 2 ? { state: 'x' } : await poll();
			};
			const limits = { intervalMs, limitMs: 60_000 };
			return (await failed(waitUntil(TARGET, late, limits, item().context))).problem.message;
		};
		expect(await endsAfter(10_000)).toBe('No (2 attempts in 10 s)');
		expect(await endsAfter(100)).toBe('No (2 attempts in 300 ms)');
	});

	it('names the problem from before an attempt that got no answer', async () => {
		let polls = 0;
		const poll = async (): Promise<PollResult<never>> => {
			polls += 1;
			return polls === 1 ? { reason: 'status 503', hint: 'Try later' } : await NEVER;
		};
		const { problem } = await failed(waited(poll));
		expect(problem.message).toBe(
			'Waited 60 s for the node ND-1 to run (2 attempts); the last attempt failed: no response within 50 s, and before that: status 503',
		);
		expect(problem.hint).toBe('Try later');
	});

	it('says of a server that asks for a longer pause nothing but that', async () => {
		const { context } = item(() => ({ status: 429, headers: { 'retry-after': '20' } }));
		const limits = { intervalMs: 1000, limitMs: 3000 };
		const { problem, tookMs } = await failed(waitUntil(TARGET, byPlatform, limits, context));
		expect(tookMs).toBe(3000);
		expect(problem.message).toMatch(
			/^Waited 3 s .+ failed: Chainstack is not accepting more requests/,
		);
	});

	it('ends the request that is in flight', async () => {
		const { context, sent } = item(async () => await NEVER);
		await failed(waitUntil(TARGET, byPlatform, { intervalMs: 1000, limitMs: 3000 }, context));
		expect(sent).toHaveLength(1);
		expect((sent[0].options.abortSignal as AbortSignal).aborted).toBe(true);
	});

	it('does not end a request that others also wait for', async () => {
		const { context } = item(async () => {
			await new Promise((resolve) => setTimeout(resolve, 5000));
			return { body: { status: 'running' } };
		});
		const lookUp = async (by: OperationContext) =>
			await by.once('shared', async ({ api }) => await api.get('/v1/nodes/ND-1/', 'node ND-1'));
		const poll = async (by: OperationContext): Promise<PollResult<string>> => {
			await lookUp(by);
			return { done: 'x', state: 'y' };
		};
		const work = waitUntil(TARGET, poll, { intervalMs: 1000, limitMs: 3000 }, context);
		const other = lookUp(context);
		await failed(work);
		expect(await finish(other)).toEqual({ status: 'running' });
	});
});

describe('a poll of a wait', () => {
	const RUNNING = { body: { status: 'running' } };

	it('respects the wait a busy server asks for, and continues when it is answered', async () => {
		const times: number[] = [];
		const startedAt = performance.now();
		const { context } = item(() => {
			times.push(performance.now() - startedAt);
			if (times.length === 1) return { status: 429, headers: { 'retry-after': '20' } };
			return RUNNING;
		});
		const { wait } = await waited(byPlatform, context);
		expect(wait).toMatchObject({ attempts: 2, lastState: 'running' });
		expect(times[1]).toBeGreaterThanOrEqual(20_000);
		expect(times[1]).toBeLessThan(30_000);
	});

	it.each([
		['busy', { status: 503 }],
		['out of service', { status: 500, body: '<html>' }],
	])('that finds the server %s counts as one without a state', async (_, reply: Reply) => {
		const { context } = item((_sent, count) => (count <= 2 ? reply : RUNNING));
		const { wait } = await waited(byPlatform, context);
		expect(wait).toEqual({ attempts: 3, lastState: 'running', elapsedMs: 20_000 });
	});

	it('that does not find JSON ends the wait unless JSON was found before', async () => {
		const page = { body: '<html>Sign in</html>' };
		const first = item(() => page);
		const { problem, tookMs } = await failed(waitUntil(TARGET, byPlatform, LIMITS, first.context));
		expect(tookMs).toBe(0);
		expect(problem.httpStatus).toBe(200);
		const later = item((_sent, count) =>
			count === 2 ? page : { body: { status: count < 4 ? 'pending' : 'running' } },
		);
		const { wait } = await finish(waitUntil(TARGET, byPlatform, LIMITS, later.context));
		expect(wait.attempts).toBe(4);
	});

	const missing = (): never => {
		throw fault('ENOTFOUND', 'getaddrinfo');
	};

	it('that finds no such host ends the wait the second time', async () => {
		const { context, sent } = item(missing);
		const { problem } = await failed(waited(byPlatform, context));
		expect(problem.message).toMatch(/could not be reached.* \(2 attempts in 10 s\)$/);
		expect(problem.hint).toContain('host name');
		expect(sent).toHaveLength(2);
	});

	it('that finds no such host counts as one without a state if there was an answer before', async () => {
		const { context } = item((_sent, count) => {
			if (count > 1 && count <= 4) return missing();
			return { body: { status: count > 4 ? 'running' : 'x' } };
		});
		expect((await waited(byPlatform, context)).wait.attempts).toBe(5);
	});

	it('that is rejected many times in a row is repeated until the server accepts it again', async () => {
		const times: number[] = [];
		const startedAt = performance.now();
		const { context } = item(() => {
			times.push(performance.now() - startedAt);
			return performance.now() - startedAt < 100_000 ? { status: 429 } : RUNNING;
		});
		const limits = { intervalMs: 10_000, limitMs: 300_000 };
		const { wait } = await finish(waitUntil(TARGET, byPlatform, limits, context));
		expect(wait.lastState).toBe('running');
		expect(times[times.length - 1]).toBeLessThan(140_000);
		// Once, and then a request that is repeated as often as a rejected one is, before the next interval.
		expect(times.filter((time) => time < 10_000)).toHaveLength(1 + 5);
		expect(times.length).toBeLessThan(1 + 5 + 14);
	});

	it('that is rejected is repeated as soon as the server allows, not at the next interval', async () => {
		const { context } = item((_sent, count) =>
			count === 1 ? { status: 429, headers: { 'retry-after': '5' } } : RUNNING,
		);
		const limits = { intervalMs: 30_000, limitMs: 60_000 };
		const { wait } = await finish(waitUntil(TARGET, byPlatform, limits, context));
		expect(wait.elapsedMs).toBe(5000);
	});

	it('that is rejected is not repeated before the next one with Max Retries 0', async () => {
		const { context, sent } = item((_sent, count) => (count < 4 ? { status: 429 } : RUNNING));
		const retryOptions = { ...RETRY_OPTIONS, maxRetries: 0 };
		const once = context.within(context.cancel, retryOptions);
		const { wait } = await finish(waitUntil(TARGET, byPlatform, LIMITS, once));
		expect(wait).toMatchObject({ attempts: 4, elapsedMs: 30_000 });
		expect(sent).toHaveLength(4);
	});
});
