import { describe, expect, it } from 'vitest';

import { exchange, type HttpRequest } from '../../../nodes/shared/http/exchange';
import { CREDENTIAL_DATA, networked, scripted } from '../fixtures/requestContext.mts';
import { nobody, serve, serveSockets } from '../fixtures/server.mts';

const requestTo = (url: string, more: Partial<HttpRequest> = {}): HttpRequest => ({
	method: 'GET',
	url,
	authenticated: false,
	allowUnauthorizedCerts: false,
	timeoutMs: 5000,
	...more,
});

describe('exchange', () => {
	it.each([200, 201, 204, 400, 401, 404, 429, 500, 503])(
		'takes %d for an answer',
		async (status) => {
			const origin = await serve((_, response) => {
				response.writeHead(status, { 'Retry-After': '3', 'X-Some': 'Thing' });
				response.end(status === 204 ? undefined : 'the body');
			});
			const outcome = await exchange(networked().context, requestTo(`${origin}/x`));
			expect(outcome).toMatchObject({
				kind: 'answer',
				status,
				text: status === 204 ? '' : 'the body',
				headers: { 'retry-after': '3', 'x-some': 'Thing' },
			});
		},
	);

	it('has header names in lower case, whatever the helper gives', async () => {
		const { context } = scripted(() => ({ headers: { 'Retry-After': '5', DATE: 'x' } }));
		expect(await exchange(context, requestTo('https://x.example.com'))).toMatchObject({
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
		const outcome = await exchange(networked().context, requestTo(origin, { method: 'POST' }));
		expect(outcome).toMatchObject({ kind: 'answer', status });
		expect(arrived).toBe(0);
	});

	it('sends method, query, headers and a body made anew each time', async () => {
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
		await exchange(context, request);
		await exchange(context, request);
		expect(seen).toEqual([
			'PATCH /p?page=2&archive=true&name=a+b yes body 1',
			'PATCH /p?page=2&archive=true&name=a+b yes body 2',
		]);
	});

	it.each([true, false])('passes on whether certificates are checked (%s)', async (allowed) => {
		const { context, sent } = scripted(() => ({}));
		await exchange(
			context,
			requestTo('https://x.example.com', { allowUnauthorizedCerts: allowed }),
		);
		expect(sent[0].options.skipSslCertificateValidation).toBe(allowed);
	});

	describe('with the API key', () => {
		it('sends it to the platform', async () => {
			const { context, sent } = scripted(() => ({}));
			const url = 'https://api.chainstack.com/v1/organization/';
			await exchange(context, requestTo(url, { authenticated: true }));
			expect(sent[0].headers.Authorization).toBe(`Bearer ${CREDENTIAL_DATA.apiKey}`);
		});

		it.each([
			'https://api.chainstack.com.example.com/v1/',
			'http://api.chainstack.com/v1/',
			'https://api.chainstack.com:8443/v1/',
			'https://hyperliquid-mainnet.core.chainstack.com/',
		])('sends nothing at all to %s', async (url) => {
			const { context, sent } = scripted(() => ({}));
			const outcome = await exchange(context, requestTo(url, { authenticated: true }));
			expect(outcome).toMatchObject({ kind: 'refused' });
			expect(sent).toEqual([]);
			expect(JSON.stringify(outcome)).not.toContain(CREDENTIAL_DATA.apiKey);
		});

		it('says so when there is none', async () => {
			const { context } = scripted(() => ({}), { credential: { ...CREDENTIAL_DATA, apiKey: '' } });
			const url = 'https://api.chainstack.com/v1/organization/';
			const outcome = await exchange(context, requestTo(url, { authenticated: true }));
			expect(outcome).toMatchObject({ kind: 'refused', message: /'API Key'/ as unknown });
		});

		it('does not send it unless asked to', async () => {
			const { context, sent } = scripted(() => ({}));
			await exchange(context, requestTo('https://api.chainstack.com/v1/organization/'));
			expect(sent[0].authenticated).toBe(false);
			expect(JSON.stringify(sent[0].options)).not.toContain(CREDENTIAL_DATA.apiKey);
		});
	});

	describe('has a timeout', () => {
		it.each([true, false])('over a body that drips (with the key: %s)', async (authenticated) => {
			const origin = await serve((_, response) => {
				response.writeHead(200);
				const drip = setInterval(() => response.write('.'), 20);
				response.on('close', () => clearInterval(drip));
			});
			const credential = { ...CREDENTIAL_DATA, baseUrl: origin };
			const startedAt = performance.now();
			const request = requestTo(origin, { timeoutMs: 150, authenticated });
			const outcome = await exchange(networked({ credential }).context, request);
			expect(outcome).toEqual({ kind: 'timedOut', limitMs: 150 });
			expect(performance.now() - startedAt).toBeLessThan(1000);
		});

		it('over a server that says nothing', async () => {
			const origin = await serveSockets(() => undefined);
			const outcome = await exchange(networked().context, requestTo(origin, { timeoutMs: 80 }));
			expect(outcome).toEqual({ kind: 'timedOut', limitMs: 80 });
		});

		it('or none, for uploads', async () => {
			const origin = await serve((_, response) => void setTimeout(() => response.end('late'), 50));
			const request = requestTo(origin, { timeoutMs: Infinity, idleTimeoutMs: 60_000 });
			expect(await exchange(networked().context, request)).toMatchObject({ text: 'late' });
		});
	});

	describe('when the execution is cancelled', () => {
		it('before, sends nothing', async () => {
			const { context, sent } = networked({ cancel: AbortSignal.abort() });
			const outcome = await exchange(context, requestTo(await nobody()));
			expect(outcome).toEqual({ kind: 'cancelled', sent: false });
			expect(sent).toEqual([]);
		});

		it.each([true, false])('meanwhile, ends at once (with the key: %s)', async (authenticated) => {
			const cancel = new AbortController();
			const origin = await serve(() => cancel.abort());
			const credential = { ...CREDENTIAL_DATA, baseUrl: origin };
			const { context } = networked({ cancel: cancel.signal, credential });
			const outcome = await exchange(context, requestTo(origin, { authenticated }));
			expect(outcome).toEqual({ kind: 'cancelled', sent: true });
		});
	});

	describe('tells faults apart:', () => {
		it('nobody listens', async () => {
			const outcome = await exchange(networked().context, requestTo(await nobody()));
			expect(outcome).toEqual({ kind: 'notSent', code: 'ECONNREFUSED' });
		});

		it('the connection is reset after the request', async () => {
			const origin = await serveSockets((socket) => {
				socket.once('data', () => socket.resetAndDestroy());
			});
			const outcome = await exchange(networked().context, requestTo(origin));
			expect(outcome).toEqual({ kind: 'lost', code: 'ECONNRESET' });
		});

		it('the connection is closed without an answer', async () => {
			const origin = await serveSockets((socket) => {
				socket.once('data', () => socket.end());
			});
			const outcome = await exchange(networked().context, requestTo(origin));
			expect(outcome.kind).toBe('lost');
		});

		it('the connection breaks within the body', async () => {
			const origin = await serveSockets((socket) => {
				socket.once('data', () => {
					socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"id":');
					setTimeout(() => socket.resetAndDestroy(), 20);
				});
			});
			const outcome = await exchange(networked().context, requestTo(origin));
			expect(outcome.kind).toBe('lost');
		});

		it('the answer is no HTTP', async () => {
			const origin = await serveSockets((socket) => {
				socket.once('data', () => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
			});
			const outcome = await exchange(networked().context, requestTo(origin));
			expect(outcome.kind).toBe('lost');
		});

		it('the port speaks no TLS', async () => {
			const origin = await serve((_, response) => void response.end());
			const url = origin.replace('http:', 'https:');
			const outcome = await exchange(networked().context, requestTo(url));
			expect(outcome.kind).toBe('notSent');
		});
	});
});
