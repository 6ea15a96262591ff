import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';

import { exchange, type HttpRequest } from '../../../nodes/shared/http/exchange';
import type { Outcome } from '../../../nodes/shared/http/outcome';
import { StallTimer } from '../../../nodes/shared/http/stallTimer';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { expectMembers } from '../fixtures/problems.mts';
import {
	CREDENTIAL_DATA,
	fault,
	networked,
	scripted,
	type Reply,
	type Sent,
} from '../fixtures/requestContext.mts';
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

/** Really sends a request, with the key where that is wanted. */
async function send(
	origin: string,
	more: Partial<HttpRequest> = {},
	cancel?: AbortSignal,
): Promise<Outcome> {
	const credential = { ...CREDENTIAL_DATA, baseUrl: origin };
	return await exchange(
		networked({ credential }).context,
		systemClock,
		requestTo(origin, more),
		cancel,
	);
}

/** Hands a request to a scripted helper. */
async function handOver(
	more: Partial<HttpRequest> = {},
	reply: Reply = {},
	credential = CREDENTIAL_DATA,
): Promise<{ outcome: Outcome; sent: Sent[] }> {
	const { context, sent } = scripted(() => reply, { credential });
	const request = requestTo('https://x.example.com', more);
	return { outcome: await exchange(context, systemClock, request), sent };
}

describe('exchange', () => {
	it.each([200, 201, 204, 400, 401, 404, 429, 500, 503])(
		'treats %d as an answer',
		async (status) => {
			const origin = await serve((_, response) => {
				response.writeHead(status, { 'Retry-After': '3', 'X-Some': 'Thing' });
				response.end(status === 204 ? undefined : 'the body');
			});
			expect(await send(origin)).toMatchObject({
				kind: 'answer',
				status,
				text: status === 204 ? '' : 'the body',
				headers: { 'retry-after': '3', 'x-some': 'Thing' },
			});
		},
	);

	it('has header names in lower case, whatever the helper returns', async () => {
		const { outcome } = await handOver({}, { headers: { 'Retry-After': '5', DATE: 'x' } });
		expect(outcome).toMatchObject({ headers: { 'retry-after': '5', date: 'x' } });
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
		expect(await send(origin, { method: 'POST' })).toMatchObject({ kind: 'answer', status });
		expect(arrived).toBe(0);
	});

	it('sends method, query, headers and body', async () => {
		const seen: string[] = [];
		const origin = await serve((request, response) => {
			let body = '';
			request.on('data', (chunk) => {
				body += String(chunk);
			});
			request.on('end', () => {
				seen.push(`${request.method} ${request.url} ${request.headers['x-a']} ${body}`);
				response.end();
			});
		});
		await send(origin, {
			method: 'PATCH',
			url: `${origin}/p`,
			body: 'the body',
			qs: { page: 2, archive: true, name: 'a b' },
			headers: { 'X-A': 'yes' },
		});
		expect(seen).toEqual(['PATCH /p?page=2&archive=true&name=a+b yes the body']);
	});

	it.each([true, false])('passes on whether certificates are checked (%s)', async (allowed) => {
		const { sent } = await handOver({ allowUnauthorizedCerts: allowed });
		expect(sent[0].options.skipSslCertificateValidation).toBe(allowed);
	});
});

describe('the body', () => {
	it.each([true, false])(
		'that never ends is abandoned, and the connection closed (with the key: %s)',
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
			const outcome = await send(origin, { authenticated });
			expect(outcome).toEqual({ kind: 'tooLarge', status: 503, limitBytes: 1_000_000 });
			await closed(sockets[0]);
		},
	);

	it('may break off in the middle', async () => {
		const body = Readable.from(brokenOff('{"id":', fault('ECONNRESET', 'read')));
		expect((await handOver({}, { body })).outcome).toEqual({ kind: 'lost', code: 'ECONNRESET' });
	});
});

describe('the API key', () => {
	const url = 'https://api.chainstack.com/v1/organization/';

	it('is sent to the platform', async () => {
		const { sent } = await handOver({ url, authenticated: true });
		expect(sent[0].headers.Authorization).toBe(`Bearer ${CREDENTIAL_DATA.apiKey}`);
	});

	it.each([
		'https://api.chainstack.com.example.com/v1/',
		'http://api.chainstack.com/v1/',
		'https://api.chainstack.com:8443/v1/',
		'https://hyperliquid-mainnet.core.chainstack.com/',
	])('is not sent to %s, nor anything else', async (other) => {
		const { outcome, sent } = await handOver({ url: other, authenticated: true });
		expect(outcome).toMatchObject({ kind: 'blocked' });
		expect(sent).toEqual([]);
		expect(JSON.stringify(outcome)).not.toContain(CREDENTIAL_DATA.apiKey);
	});

	it('is said to be missing', async () => {
		const credential = { ...CREDENTIAL_DATA, apiKey: '' };
		const { outcome } = await handOver({ url, authenticated: true }, {}, credential);
		expectMembers(outcome, { kind: 'blocked', message: /'API Key'/ });
	});

	it('is not sent unless the request needs it', async () => {
		const { sent } = await handOver({ url });
		expect(sent[0].authenticated).toBe(false);
		expect(JSON.stringify(sent[0].options)).not.toContain(CREDENTIAL_DATA.apiKey);
	});
});

describe('the timeout', () => {
	it.each([true, false])(
		'ends a body that arrives slowly (with the key: %s)',
		async (authenticated) => {
			const origin = await serve((_, response) => {
				response.writeHead(200);
				const drip = setInterval(() => response.write('.'), 20);
				response.on('close', () => clearInterval(drip));
			});
			const startedAt = performance.now();
			const outcome = await send(origin, { timeoutMs: 150, authenticated });
			expect(outcome).toEqual({ kind: 'timedOut', limitMs: 150 });
			expect(performance.now() - startedAt).toBeLessThan(10 * 150);
		},
	);

	it('ends the wait for a server that does not answer', async () => {
		const origin = await serveSockets(() => undefined);
		expect(await send(origin, { timeoutMs: 80 })).toEqual({ kind: 'timedOut', limitMs: 80 });
	});

	it('is none for uploads', async () => {
		const origin = await serve((_, response) => void setTimeout(() => response.end('late'), 50));
		const stall = new StallTimer(systemClock, 60_000);
		const outcome = await send(origin, { timeoutMs: Infinity, stall });
		stall.stop();
		expect(outcome).toMatchObject({ text: 'late' });
	});
});

it('ends an upload in which nothing moves', async () => {
	const origin = await serveSockets(() => undefined);
	const stall = new StallTimer(systemClock, 60);
	const outcome = await send(origin, { timeoutMs: Infinity, stall });
	expect(outcome).toEqual({ kind: 'timedOut', limitMs: 60, isStalled: true });
});

it('leaves no clock to n8n, whose limits count the whole of a request', async () => {
	const { sent } = await handOver({ timeoutMs: Infinity });
	expect(sent[0].options.timeout).toBe(0);
});

describe('a cancellation', () => {
	it('beforehand sends nothing', async () => {
		const { context, sent } = networked();
		const request = requestTo(await nobody());
		const outcome = await exchange(context, systemClock, request, AbortSignal.abort());
		expect(outcome).toEqual({ kind: 'cancelled', sent: false });
		expect(sent).toEqual([]);
	});

	it.each([true, false])(
		'within the body closes the connection, and while it waits ends at once (with the key: %s)',
		async (authenticated) => {
			for (const start of ['{"id":', undefined]) {
				const cancel = new AbortController();
				const sockets: Socket[] = [];
				const origin = await serve(({ socket }, response) => {
					sockets.push(socket);
					if (start === undefined) return cancel.abort();
					response.writeHead(200).write(start);
					setTimeout(() => cancel.abort(), 50);
				});
				const outcome = await send(origin, { authenticated }, cancel.signal);
				expect(outcome).toEqual({ kind: 'cancelled', sent: true });
				await closed(sockets[0]);
			}
		},
	);
});

describe('a fault', () => {
	it('where nothing listens is a request that was not sent', async () => {
		expect(await send(await nobody())).toEqual({ kind: 'notSent', code: 'ECONNREFUSED' });
	});

	it('where the port does not speak TLS is one, too', async () => {
		const origin = await serve((_, response) => void response.end());
		expect((await send(origin.replace('http:', 'https:'))).kind).toBe('notSent');
	});

	it.each<[string, (socket: Socket) => void, Partial<HttpRequest>?]>([
		['resets the connection', (socket) => void socket.resetAndDestroy()],
		[
			'resets the connection, without a timeout',
			(socket) => void socket.resetAndDestroy(),
			{ timeoutMs: Infinity },
		],
		['closes the connection without an answer', (socket) => void socket.end()],
		[
			'breaks off within the body',
			(socket) => {
				socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"id":');
				setTimeout(() => socket.resetAndDestroy(), 20);
			},
		],
		['does not answer in HTTP', (socket) => void socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
	])('of a server that %s is a lost answer', async (what, act, more) => {
		const origin = await serveSockets((socket) => void socket.once('data', () => act(socket)));
		const outcome = await send(origin, more);
		expect(outcome.kind).toBe('lost');
		if (what.startsWith('resets')) expect(outcome).toMatchObject({ code: 'ECONNRESET' });
	});
});
