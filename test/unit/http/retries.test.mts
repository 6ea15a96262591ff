import { describe, expect, it, vi } from 'vitest';

import type { HttpRequest } from '../../../nodes/shared/http/exchange';
import { OriginGate } from '../../../nodes/shared/http/originGate';
import type { Exchanged, Outcome } from '../../../nodes/shared/http/outcome';
import {
	isWorthRepeating,
	retryAfterOf,
	sendWithRetries,
	type RetryPolicy,
} from '../../../nodes/shared/http/retries';
import { finish, settle, useStoppedTime } from '../fixtures/clock.mts';
import {
	fault,
	scripted,
	type RecordedContext,
	type Respond,
} from '../fixtures/requestContext.mts';

useStoppedTime(0);

const A = 'https://a.example.com';
const B = 'https://b.example.com';

const POLICY: RetryPolicy = { idempotent: true, maxRetries: 4, maxRetryWaitMs: 300_000 };

class Run {
	readonly recorded: RecordedContext;

	readonly gate: OriginGate;

	constructor(respond: Respond, cancel?: AbortSignal) {
		this.recorded = scripted(respond, { cancel });
		this.gate = new OriginGate({ perOrigin: 5, perRun: 50 }, cancel);
	}

	async send(policy: Partial<RetryPolicy> = {}, origin = A): Promise<Exchanged> {
		const request: HttpRequest = {
			method: 'GET',
			url: `${origin}/v1/x/`,
			authenticated: false,
			allowUnauthorizedCerts: false,
			timeoutMs: 30_000,
		};
		return await sendWithRetries(this.recorded.context, this.gate, request, {
			...POLICY,
			...policy,
		});
	}

	/** Milliseconds between the requests. */
	gaps(origin = A): number[] {
		const times = this.recorded.sent
			.filter(({ url }) => url.startsWith(origin))
			.map(({ at }) => at);
		return times.slice(1).map((at, index) => at - times[index]);
	}
}

/** Answers one after another; the last one again and again. */
const inTurn =
	(...replies: Array<ReturnType<Respond> | Error>): Respond =>
	(_, count) => {
		const reply = replies[Math.min(count, replies.length) - 1];
		if (reply instanceof Error) throw reply;
		return reply;
	};

const OK = { status: 200, body: '{}' };

describe('sendWithRetries', () => {
	it('sends a request that succeeds once', async () => {
		const run = new Run(inTurn(OK));
		expect(await finish(run.send())).toMatchObject({ outcome: { status: 200 }, attempts: 1 });
		expect(run.recorded.sent).toHaveLength(1);
	});

	it.each([502, 503, 504, 429])('repeats after %d with growing waits', async (status) => {
		const run = new Run(inTurn({ status }));
		expect(await finish(run.send())).toMatchObject({ outcome: { status }, attempts: 5 });
		expect(run.recorded.sent).toHaveLength(5);
		for (const [index, least] of [500, 1000, 2000, 4000].entries()) {
			expect(run.gaps()[index]).toBeGreaterThanOrEqual(least);
			expect(run.gaps()[index]).toBeLessThan(least + 10);
		}
	});

	it.each([
		['ECONNREFUSED', 'connect'],
		['EAI_AGAIN', 'getaddrinfo'],
		['ENETUNREACH', 'connect'],
		['EHOSTUNREACH', 'connect'],
		['ETIMEDOUT', 'connect'],
		['ECONNRESET', 'read'],
		['EPIPE', 'write'],
	])('repeats after %s of %s', async (code, syscall) => {
		const run = new Run(inTurn(fault(code, syscall), fault(code, syscall), OK));
		expect(await finish(run.send())).toMatchObject({ outcome: { status: 200 }, attempts: 3 });
	});

	it.each(['CERT_HAS_EXPIRED', 'SELF_SIGNED_CERT_IN_CHAIN', 'ERR_TLS_CERT_ALTNAME_INVALID'])(
		'does not repeat after %s, which does not mend itself',
		async (code) => {
			const run = new Run(inTurn(fault(code)));
			expect(await finish(run.send())).toMatchObject({ outcome: { kind: 'notSent' }, attempts: 1 });
		},
	);

	it.each([200, 201, 204, 301, 400, 401, 403, 404, 409, 422, 500, 501])(
		'does not repeat after %d',
		async (status) => {
			const run = new Run(inTurn({ status }));
			expect(await finish(run.send())).toMatchObject({ outcome: { status }, attempts: 1 });
		},
	);

	it.each([0, 1, 2, 7])('sends %d more times at most', async (maxRetries) => {
		const run = new Run(inTurn({ status: 503 }));
		const { attempts } = await finish(run.send({ maxRetries }));
		expect(attempts).toBe(maxRetries + 1);
		expect(run.recorded.sent).toHaveLength(maxRetries + 1);
	});

	it('measures the last attempt alone', async () => {
		const run = new Run(async (_, count) => {
			await new Promise((resolve) => setTimeout(resolve, count === 1 ? 3000 : 70));
			return count === 1 ? { status: 503 } : OK;
		});
		const { durationMs } = await finish(run.send());
		expect(durationMs).toBeGreaterThanOrEqual(70);
		expect(durationMs).toBeLessThan(80);
	});

	describe('a request that creates', () => {
		const policy = { idempotent: false } as const;

		it.each<[string, Respond]>([
			['a refused connection', inTurn(fault('ECONNREFUSED', 'connect'), OK)],
			['429', inTurn({ status: 429 }, OK)],
			['429 with Retry-After', inTurn({ status: 429, headers: { 'Retry-After': '1' } }, OK)],
			['503 with Retry-After', inTurn({ status: 503, headers: { 'Retry-After': '1' } }, OK)],
		])('is repeated after %s', async (_, respond) => {
			const run = new Run(respond);
			expect(await finish(run.send(policy))).toMatchObject({
				outcome: { status: 200 },
				attempts: 2,
			});
		});

		it.each<[string, Respond]>([
			['a reset connection', inTurn(fault('ECONNRESET', 'read'), OK)],
			['a hang-up', inTurn(fault('ECONNRESET'), OK)],
			['something unknown', inTurn(new Error('what?'), OK)],
			['500', inTurn({ status: 500 }, OK)],
			['502', inTurn({ status: 502 }, OK)],
			['502 with Retry-After', inTurn({ status: 502, headers: { 'Retry-After': '1' } }, OK)],
			['503 alone', inTurn({ status: 503 }, OK)],
			['504', inTurn({ status: 504 }, OK)],
			['504 with Retry-After', inTurn({ status: 504, headers: { 'Retry-After': '1' } }, OK)],
		])('is not repeated after %s', async (_, respond) => {
			const run = new Run(respond);
			const { attempts } = await finish(run.send(policy));
			expect(attempts).toBe(1);
			expect(run.recorded.sent).toHaveLength(1);
		});

		it('is not repeated once a repetition has become unclear', async () => {
			const run = new Run(inTurn({ status: 429 }, fault('ECONNRESET', 'read'), OK));
			expect(await finish(run.send(policy))).toMatchObject({
				outcome: { kind: 'lost' },
				attempts: 2,
			});
		});
	});

	describe('when the server asks to wait', () => {
		it.each([429, 503])('waits in full after %d with seconds', async (status) => {
			const run = new Run(inTurn({ status, headers: { 'Retry-After': '7' } }, OK));
			await finish(run.send());
			expect(run.gaps()[0]).toBeGreaterThanOrEqual(7000);
			expect(run.gaps()[0]).toBeLessThan(7500);
		});

		it('waits until a date', async () => {
			vi.setSystemTime(Date.UTC(2026, 10, 20, 12, 0, 0));
			const headers = { 'Retry-After': 'Fri, 20 Nov 2026 12:01:30 GMT' };
			const run = new Run(inTurn({ status: 429, headers }, OK));
			await finish(run.send());
			expect(run.gaps()[0]).toBeGreaterThanOrEqual(90_000);
			expect(run.gaps()[0]).toBeLessThan(91_000);
		});

		it.each([502, 504])('waits in full after %d, too', async (status) => {
			const run = new Run(inTurn({ status, headers: { 'Retry-After': '3' } }, OK));
			await finish(run.send());
			expect(run.gaps()[0]).toBeGreaterThanOrEqual(3000);
		});

		it('is only ever made to wait longer by chance', async () => {
			vi.spyOn(Math, 'random').mockReturnValue(0.99);
			const run = new Run(inTurn({ status: 429, headers: { 'Retry-After': '2' } }, OK));
			await finish(run.send());
			expect(run.gaps()[0]).toBeGreaterThan(2000);
			expect(run.gaps()[0]).toBeLessThan(3000);
		});

		it('holds every request to that origin, and none to another', async () => {
			const run = new Run((sent) =>
				sent.url.startsWith(A) && sent.at - startedAt < 5000
					? { status: 429, headers: { 'Retry-After': '5' } }
					: OK,
			);
			const startedAt = performance.now();
			const first = run.send();
			await settle();
			const others = [run.send(), run.send(), run.send({}, B)];
			await finish(Promise.all([first, ...others]));
			const toA = run.recorded.sent.filter(({ url }) => url.startsWith(A));
			expect(toA).toHaveLength(4);
			expect(toA.slice(1).every(({ at }) => at - startedAt >= 5000)).toBe(true);
			const [toB] = run.recorded.sent.filter(({ url }) => url.startsWith(B));
			expect(toB.at - startedAt).toBeLessThan(10);
		});

		it.each([
			['300', undefined, 2],
			['301', 301_000, 1],
			['86400', 86_400_000, 1],
		])(
			'accepts %s seconds or says what was asked for',
			async (seconds, refusedWaitMs, attempts) => {
				const run = new Run(inTurn({ status: 429, headers: { 'Retry-After': seconds } }, OK));
				const exchanged = await finish(run.send());
				expect(exchanged.refusedWaitMs).toBe(refusedWaitMs);
				expect(exchanged.attempts).toBe(attempts);
			},
		);

		it('refuses too long a wait after 503 as well', async () => {
			const run = new Run(inTurn({ status: 503, headers: { 'Retry-After': '61' } }));
			const exchanged = await finish(run.send({ maxRetryWaitMs: 60_000 }));
			expect(exchanged).toMatchObject({ refusedWaitMs: 61_000, attempts: 1 });
		});

		it.each(['soon', '', '-1'])('goes by its own waits if it asks for %j', async (value) => {
			const run = new Run(inTurn({ status: 429, headers: { 'Retry-After': value } }, OK));
			await finish(run.send());
			expect(run.gaps()[0]).toBeGreaterThanOrEqual(500);
			expect(run.gaps()[0]).toBeLessThan(510);
		});
	});

	describe('when the execution is cancelled', () => {
		it.each<[string, Respond]>([
			['its own', inTurn({ status: 503 })],
			['the wait the server asked for', inTurn({ status: 429, headers: { 'Retry-After': '60' } })],
		])('ends %s wait at once, and nothing is unclear', async (_, respond) => {
			const cancel = new AbortController();
			const run = new Run(respond, cancel.signal);
			const work = run.send({ idempotent: true });
			await vi.advanceTimersByTimeAsync(100);
			cancel.abort();
			let done: Exchanged | undefined;
			void work.then((exchanged) => (done = exchanged));
			await settle();
			expect(done?.outcome).toEqual({ kind: 'cancelled', sent: false });
			expect(run.recorded.sent).toHaveLength(1);
		});

		it('sends nothing if it was cancelled before', async () => {
			const run = new Run(inTurn(OK), AbortSignal.abort());
			expect((await run.send()).outcome).toEqual({ kind: 'cancelled', sent: false });
			expect(run.recorded.sent).toEqual([]);
		});

		it('does not repeat a request that was cut short', async () => {
			const cancel = new AbortController();
			const run = new Run(async () => {
				cancel.abort();
				return await new Promise(() => undefined);
			}, cancel.signal);
			expect((await run.send()).outcome).toEqual({ kind: 'cancelled', sent: true });
			expect(run.recorded.sent).toHaveLength(1);
		});
	});
});

describe('isWorthRepeating', () => {
	it.each<[Outcome, boolean, boolean]>([
		[{ kind: 'timedOut', limitMs: 1 }, true, false],
		[{ kind: 'lost', code: 'ECONNRESET' }, true, false],
		[{ kind: 'lost', code: 'UNKNOWN' }, true, false],
		[{ kind: 'notSent', code: 'ECONNREFUSED' }, true, true],
		[{ kind: 'notSent', code: 'EAI_AGAIN' }, true, true],
		[{ kind: 'notSent', code: 'CERT_HAS_EXPIRED' }, false, false],
		[{ kind: 'notSent', code: 'ERR_INVALID_URL' }, false, false],
		[{ kind: 'cancelled', sent: true }, false, false],
		[{ kind: 'cancelled', sent: false }, false, false],
		[{ kind: 'refused', message: 'x' }, false, false],
	])('%j: idempotent %s, otherwise %s', (outcome, idempotent, otherwise) => {
		expect(isWorthRepeating(outcome, true)).toBe(idempotent);
		expect(isWorthRepeating(outcome, false)).toBe(otherwise);
	});
});

describe('retryAfterOf', () => {
	it('reads the header of an answer, and nothing else', () => {
		const answer = { kind: 'answer', status: 429, text: '' } as const;
		expect(retryAfterOf({ ...answer, headers: { 'retry-after': '2' } })).toBe(2000);
		expect(retryAfterOf({ ...answer, headers: {} })).toBeUndefined();
		expect(retryAfterOf({ kind: 'lost', code: 'x' })).toBeUndefined();
	});
});
