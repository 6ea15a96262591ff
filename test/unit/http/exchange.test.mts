import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';

import { exchange, type HttpRequest } from '../../../nodes/shared/http/exchange';
import { Problem } from '../../../nodes/shared/text/problem';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { CREDENTIAL_DATA, fault, networked, scripted } from '../fixtures/requestContext.mts';
import { nobody, serve, serveSockets } from '../fixtures/server.mts';

const requestTo = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
	method: 'GET',
	url,
	authenticated: false,
	allowUnauthorizedCerts: false,
	timeoutMs: 5000,
	maxAnswerBytes: 1_000_000,
	...more,
});

/** A body of which only the start arrives. */
async function* brokenOff(start: string, thrown: Error): AsyncGenerator<string> {
	yield await Promise.resolve(start);
	throw thrown;
}

/** Waits until the other side has closed the connection; if it never does, the test times out. */
async function closed(socket: Socket): Promise<void> {
	if (!socket.destroyed) await new Promise((resolve) => socket.once('close', resolve));
}

describe('exchange', () => {
	it.each([200, 201, 204, 400, 401, 404, 429, 500, 503])(
		'treats %d as an answer',
		async (status) => {
			const origin = await serve((_, response) => {
				response.writeHead(status, { 'Retry-After': '3', 'X-Some': 'Thing' });
				response.end(status === 204 ? undefined : 'the body');
			});
			const outcome = await exchange(networked().context, systemClock, requestTo(`${origin}/x`));
			expect(outcome).toMatchObject({
				kind: 'answer',
				status,
				text: status === 204 ? '' : 'the body',
				headers: { 'retry-after': '3', 'x-some': 'Thing' },
			});
		},
	);

	it('has header names in lower case, whatever the helper returns', async () => {
		const { context } = scripted(() => ({ headers: { 'Retry-After': '5', DATE: 'x' } }));
		expect(await exchange(context, systemClock, requestTo('https://x.example.com'))).toMatchObject({
			headers: { 'retry-after': '5', date: 'x' },
		});
	});

	it.each([301, 302, 303, 307, 308])('does not follow a %d', async (status) => {
		let arrived = 0;
		const other = await serve((_, response) => {
			arrived += 1;
			response.end('{}');
		});
		const origin = await serve((_, response) => {
			response.writeHead(status, { Location: `${other}/x` }).end();
		});
		const outcome = await exchange(
			networked().context,
			systemClock,
			requestTo(origin, { method: 'POST' }),
		);
		expect(outcome).toMatchObject({ kind: 'answer', status });
		expect(arrived).toBe(0);
	});

	it('sends method, query, headers and a body that is built again each time', async () => {
		const seen: string[] = [];
		const origin = await serve((request, response) => {
			let body = '';
			request.on('data', (chunk) => (body += String(chunk)));
			request.on('end', () => {
				seen.push(`${request.method} ${request.url} ${request.headers['x-a']} ${body}`);
				response.end();
			});
		});
		const { context } = networked();
		let made = 0;
		const request = requestTo(`${origin}/p`, {
			method: 'PATCH',
			query: { page: 2, archive: true, name: 'a b' },
			headers: { 'X-A': 'yes' },
			body: () => `body ${(made += 1)}`,
		});
		await exchange(context, systemClock, request);
		await exchange(context, systemClock, request);
		expect(seen).toEqual([
			'PATCH /p?page=2&archive=true&name=a+b yes body 1',
			'PATCH /p?page=2&archive=true&name=a+b yes body 2',
		]);
	});

	it('sends nothing when the body cannot be built, and says why and what to do', async () => {
		const { context, sent } = scripted(() => ({}));
		const request = requestTo('https://x.example.com', {
			method: 'POST',
			body: () => {
				throw new Problem("There is no file in 'data'", { hint: 'Read it from disk' });
			},
		});
		expect(await exchange(context, systemClock, request)).toEqual({
			kind: 'refused',
			message: "There is no file in 'data'",
			hint: 'Read it from disk',
		});
		expect(sent).toEqual([]);
	});

	it.each([true, false])('passes on whether certificates are checked (%s)', async (allowed) => {
		const { context, sent } = scripted(() => ({}));
		await exchange(
			context,
			systemClock,
			requestTo('https://x.example.com', { allowUnauthorizedCerts: allowed }),
		);
		expect(sent[0].options.skipSslCertificateValidation).toBe(allowed);
	});

	describe('reads the body', () => {
		it.each([0, 1, 999_999, 1_000_000])('of %d bytes completely', async (bytes) => {
			const origin = await serve((_, response) => void response.end('x'.repeat(bytes)));
			const outcome = await exchange(networked().context, systemClock, requestTo(origin));
			expect(outcome).toMatchObject({ kind: 'answer', text: 'x'.repeat(bytes) });
		});

		it.each([1_000_001, 5_000_000])('of %d bytes no further than allowed', async (bytes) => {
			const origin = await serve((_, response) => void response.end('x'.repeat(bytes)));
			const outcome = await exchange(networked().context, systemClock, requestTo(origin));
			expect(outcome).toEqual({ kind: 'tooLarge', status: 200, limitBytes: 1_000_000 });
		});

		it.each([true, false])(
			'that never ends no further than allowed, and closes the connection (with the key: %s)',
			async (authenticated) => {
				const sockets: Socket[] = [];
				const origin = await serve(({ socket }, response) => {
					sockets.push(socket);
					response.writeHead(503);
					const flood = (): void => {
						while (!response.destroyed && response.write('x'.repeat(10_000)));
					};
					response.on('drain', flood);
					flood();
				});
				const credential = { ...CREDENTIAL_DATA, baseUrl: origin };
				const request = requestTo(origin, { authenticated });
				const outcome = await exchange(networked({ credential }).context, systemClock, request);
				expect(outcome).toEqual({ kind: 'tooLarge', status: 503, limitBytes: 1_000_000 });
				await closed(sockets[0]);
			},
		);

		it.each(['ä'.repeat(500_000), '🌍'.repeat(250_000)])(
			'by bytes, not by characters',
			async (text) => {
				const origin = await serve((_, response) => void response.end(text));
				const { context } = networked();
				expect(await exchange(context, systemClock, requestTo(origin))).toMatchObject({ text });
				const request = requestTo(origin, { maxAnswerBytes: 999_999 });
				expect((await exchange(context, systemClock, request)).kind).toBe('tooLarge');
			},
		);

		it('without the byte order mark that some servers put before JSON', async () => {
			const origin = await serve((_, response) => void response.end('\uFEFF{"id":1}'));
			const outcome = await exchange(networked().context, systemClock, requestTo(origin));
			expect(outcome).toMatchObject({ kind: 'answer', text: '{"id":1}' });
		});

		it('also where the helper returns a string', async () => {
			const { context } = scripted(() => ({ body: 'x'.repeat(100) }));
			const request = requestTo('https://x.example.com', { maxAnswerBytes: 100 });
			expect(await exchange(context, systemClock, request)).toMatchObject({
				text: 'x'.repeat(100),
			});
			expect(await exchange(context, systemClock, { ...request, maxAnswerBytes: 99 })).toEqual({
				kind: 'tooLarge',
				status: 200,
				limitBytes: 99,
			});
		});

		it('up to a fault in the middle', async () => {
			const body = Readable.from(brokenOff('{"id":', fault('ECONNRESET', 'read')));
			const { context } = scripted(() => ({ body }));
			expect(await exchange(context, systemClock, requestTo('https://x.example.com'))).toEqual({
				kind: 'lost',
				code: 'ECONNRESET',
			});
		});
	});

	describe('with the API key', () => {
		it('sends it to the platform', async () => {
			const { context, sent } = scripted(() => ({}));
			const url = 'https://api.chainstack.com/v1/organization/';
			await exchange(context, systemClock, requestTo(url, { authenticated: true }));
			expect(sent[0].headers.Authorization).toBe(`Bearer ${CREDENTIAL_DATA.apiKey}`);
		});

		it.each([
			'https://api.chainstack.com.example.com/v1/',
			'http://api.chainstack.com/v1/',
			'https://api.chainstack.com:8443/v1/',
			'https://hyperliquid-mainnet.core.chainstack.com/',
		])('sends nothing at all to %s', async (url) => {
			const { context, sent } = scripted(() => ({}));
			const outcome = await exchange(context, systemClock, requestTo(url, { authenticated: true }));
			expect(outcome).toMatchObject({ kind: 'refused' });
			expect(sent).toEqual([]);
			expect(JSON.stringify(outcome)).not.toContain(CREDENTIAL_DATA.apiKey);
		});

		it('says so when the API key is missing', async () => {
			const { context } = scripted(() => ({}), { credential: { ...CREDENTIAL_DATA, apiKey: '' } });
			const url = 'https://api.chainstack.com/v1/organization/';
			const outcome = await exchange(context, systemClock, requestTo(url, { authenticated: true }));
			expect(outcome).toMatchObject({ kind: 'refused', message: /'API Key'/ as unknown });
		});

		it('does not send it unless the request needs it', async () => {
			const { context, sent } = scripted(() => ({}));
			await exchange(
				context,
				systemClock,
				requestTo('https://api.chainstack.com/v1/organization/'),
			);
			expect(sent[0].authenticated).toBe(false);
			expect(JSON.stringify(sent[0].options)).not.toContain(CREDENTIAL_DATA.apiKey);
		});
	});

	describe('has a timeout', () => {
		it.each([true, false])(
			'for a body that arrives slowly (with the key: %s)',
			async (authenticated) => {
				const origin = await serve((_, response) => {
					response.writeHead(200);
					const drip = setInterval(() => response.write('.'), 20);
					response.on('close', () => clearInterval(drip));
				});
				const credential = { ...CREDENTIAL_DATA, baseUrl: origin };
				const startedAt = performance.now();
				const request = requestTo(origin, { timeoutMs: 150, authenticated });
				const outcome = await exchange(networked({ credential }).context, systemClock, request);
				expect(outcome).toEqual({ kind: 'timedOut', limitMs: 150 });
				expect(performance.now() - startedAt).toBeLessThan(1000);
			},
		);

		it('for a server that does not answer', async () => {
			const origin = await serveSockets(() => undefined);
			const outcome = await exchange(
				networked().context,
				systemClock,
				requestTo(origin, { timeoutMs: 80 }),
			);
			expect(outcome).toEqual({ kind: 'timedOut', limitMs: 80 });
		});

		it('but none for uploads', async () => {
			const origin = await serve((_, response) => void setTimeout(() => response.end('late'), 50));
			const request = requestTo(origin, { timeoutMs: Infinity, idleTimeoutMs: 60_000 });
			expect(await exchange(networked().context, systemClock, request)).toMatchObject({
				text: 'late',
			});
		});
	});

	describe('when the execution is cancelled', () => {
		it('beforehand, sends nothing', async () => {
			const { context, sent } = networked();
			const request = requestTo(await nobody());
			const outcome = await exchange(context, systemClock, request, AbortSignal.abort());
			expect(outcome).toEqual({ kind: 'cancelled', sent: false });
			expect(sent).toEqual([]);
		});

		it.each([true, false])(
			'within the body, closes the connection (with the key: %s)',
			async (authenticated) => {
				const cancel = new AbortController();
				const sockets: Socket[] = [];
				const origin = await serve(({ socket }, response) => {
					sockets.push(socket);
					response.writeHead(200).write('{"id":');
					setTimeout(() => cancel.abort(), 50);
				});
				const credential = { ...CREDENTIAL_DATA, baseUrl: origin };
				const { context } = networked({ credential });
				const request = requestTo(origin, { authenticated });
				const outcome = await exchange(context, systemClock, request, cancel.signal);
				expect(outcome).toEqual({ kind: 'cancelled', sent: true });
				await closed(sockets[0]);
			},
		);

		it.each([true, false])(
			'while it waits, ends at once (with the key: %s)',
			async (authenticated) => {
				const cancel = new AbortController();
				const origin = await serve(() => cancel.abort());
				const credential = { ...CREDENTIAL_DATA, baseUrl: origin };
				const { context } = networked({ credential });
				const request = requestTo(origin, { authenticated });
				const outcome = await exchange(context, systemClock, request, cancel.signal);
				expect(outcome).toEqual({ kind: 'cancelled', sent: true });
			},
		);
	});

	describe('distinguishes faults:', () => {
		it('nothing listens', async () => {
			const outcome = await exchange(networked().context, systemClock, requestTo(await nobody()));
			expect(outcome).toEqual({ kind: 'notSent', code: 'ECONNREFUSED' });
		});

		it.each([5000, Infinity])(
			'the connection is reset after the request (timeout: %d ms)',
			async (timeoutMs) => {
				const origin = await serveSockets((socket) => {
					socket.once('data', () => socket.resetAndDestroy());
				});
				const request = requestTo(origin, { timeoutMs });
				const outcome = await exchange(networked().context, systemClock, request);
				expect(outcome).toEqual({ kind: 'lost', code: 'ECONNRESET' });
			},
		);

		it('the connection is closed without an answer', async () => {
			const origin = await serveSockets((socket) => {
				socket.once('data', () => socket.end());
			});
			const outcome = await exchange(networked().context, systemClock, requestTo(origin));
			expect(outcome.kind).toBe('lost');
		});

		it('the connection breaks within the body', async () => {
			const origin = await serveSockets((socket) => {
				socket.once('data', () => {
					socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"id":');
					setTimeout(() => socket.resetAndDestroy(), 20);
				});
			});
			const outcome = await exchange(networked().context, systemClock, requestTo(origin));
			expect(outcome.kind).toBe('lost');
		});

		it('the answer is not HTTP', async () => {
			const origin = await serveSockets((socket) => {
				socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
			});
			const outcome = await exchange(networked().context, systemClock, requestTo(origin));
			expect(outcome.kind).toBe('lost');
		});

		it('the port does not speak TLS', async () => {
			const origin = await serve((_, response) => void response.end());
			const url = origin.replace('http:', 'https:');
			const outcome = await exchange(networked().context, systemClock, requestTo(url));
			expect(outcome.kind).toBe('notSent');
		});
	});
});
