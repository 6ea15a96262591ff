import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FaultRule } from '../faults.mts';
import { familyError, familyOf, HttpError, proxyPage } from './errors.mts';

interface Answer {
	status: number;
	headers: Record<string, string>;
	body: string;
}

/**
 * Ends an exchange the way a fault rule wants it. Writes past the framework, which would never send
 * such answers.
 * @param payload what the server would have answered; undefined when it did not act
 */
export function spoil(
	rule: FaultRule,
	request: FastifyRequest,
	reply: FastifyReply,
	payload?: string,
): void {
	reply.hijack();
	const real = rule.body === undefined ? (payload ?? unactedText(request)) : textOf(rule.body);
	switch (rule.kind) {
		case 'hang':
			return;
		case 'reset':
			request.raw.socket.resetAndDestroy();
			return;
		case 'truncated':
			truncate(reply, rule.status ?? 200, real, rule.announced ?? true);
			return;
		case 'drip':
			drip(reply, rule.status ?? 200, real, rule.delayMs ?? 500);
			return;
		default:
			send(reply, answerOf(rule, request, payload));
	}
}

function answerOf(rule: FaultRule, request: FastifyRequest, payload: string | undefined): Answer {
	const { status } = rule;
	switch (rule.kind) {
		case 'html':
			return asText(status ?? 502, rule.body ?? proxyPage(status ?? 502), 'text/html');
		case 'empty':
			return { status: status ?? 200, headers: {}, body: '' };
		case 'redirect':
			return { status: status ?? 302, headers: { location: rule.location ?? '/' }, body: '' };
		case 'wrongShape':
			return asText(status ?? 200, rule.body ?? otherShape(payload), 'application/json');
		case 'echoKey':
			return asText(status ?? 400, echo(request), 'application/json');
		case 'rateLimit':
			return rateLimited(rule, request);
		default:
			return usual(rule, request, status ?? 500);
	}
}

function usual(rule: FaultRule, request: FastifyRequest, status: number): Answer {
	const usualError = familyError(request, status);
	const error =
		rule.body === undefined ? usualError : new HttpError(status, rule.body, usualError.headers);
	const type = typeof error.body === 'string' ? 'text/html' : 'application/json';
	const answer = asText(status, error.body, type);
	return { ...answer, headers: { ...answer.headers, ...retryAfterHeader(rule) } };
}

function rateLimited(rule: FaultRule, request: FastifyRequest): Answer {
	const status = rule.status ?? 429;
	if (familyOf(request) !== 'rpc' || rule.body !== undefined) {
		return usual({ retryAfter: 1, ...rule }, request, status);
	}
	const wait = typeof rule.retryAfter === 'number' ? `${rule.retryAfter}s` : '413ms';
	const error = {
		code: -32005,
		message: "You've exceeded the RPS limit available on the current plan",
		data: { try_again_in: wait },
	};
	const calls: unknown = parsedBody(request);
	const body = Array.isArray(calls)
		? calls.map((call) => ({ jsonrpc: '2.0', id: idOf(call), error }))
		: { jsonrpc: '2.0', id: idOf(calls), error };
	const answer = asText(status, body, 'application/json');
	return { ...answer, headers: { ...answer.headers, ...retryAfterHeader(rule) } };
}

function retryAfterHeader({ retryAfter }: FaultRule): Record<string, string> {
	return retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
}

/** An error that gives away all a careless server could: header, URL, and keys in both spellings. */
function echo(request: FastifyRequest): unknown {
	const authorization = request.headers.authorization ?? '';
	const keys = [authorization.replace(/^\w+ /, ''), ...rpcKeys(request)].filter(Boolean);
	const said = keys.map((key) => `${key} (${encodeURIComponent(key)}, ${percent(key)})`).join(', ');
	const url = `http://${request.headers.host}${request.url}`;
	const message = `Refused: Authorization "${authorization}" for ${url}, key ${said}`;
	switch (familyOf(request)) {
		case 'rpc':
			return {
				jsonrpc: '2.0',
				id: idOf(parsedBody(request)),
				error: { code: -32000, message, data: { authorization, url, keys } },
			};
		case 'ipfs':
			return { errors: [{ code: 'REFUSED', message, field: authorization }] };
		case 'faucet':
			return { error: message };
		case 'core':
			return {
				error: { code: 'refused', message, fields: { authorization: [authorization], url: [url] } },
			};
	}
}

function rpcKeys(request: FastifyRequest): string[] {
	const first = /^\/([^/?]+)/.exec(request.url)?.[1];
	// With Basic auth the path begins with what otherwise follows the key.
	const isKey = familyOf(request) === 'rpc' && first !== undefined && first !== 'evm';
	return isKey ? [first] : [];
}

/** Every character as %XX: what an over-eager encoder makes of a key. */
function percent(text: string): string {
	return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function otherShape(payload: string | undefined): unknown {
	return payload?.startsWith('[') === true ? { unexpected: true } : ['unexpected'];
}

function unactedText(request: FastifyRequest): string {
	const id = idOf(parsedBody(request));
	return familyOf(request) === 'rpc'
		? JSON.stringify({ jsonrpc: '2.0', id, result: false })
		: JSON.stringify({ id: 'ND-000-000-000', name: 'an answer that will not be complete' });
}

function parsedBody(request: FastifyRequest): unknown {
	try {
		return JSON.parse(String(request.body));
	} catch {
		return null;
	}
}

function idOf(call: unknown): unknown {
	return typeof call === 'object' && call !== null && 'id' in call ? call.id : null;
}

function textOf(body: unknown): string {
	return typeof body === 'string' ? body : JSON.stringify(body);
}

function asText(status: number, body: unknown, type: string): Answer {
	return { status, headers: { 'content-type': type }, body: textOf(body) };
}

function send(reply: FastifyReply, { status, headers, body }: Answer): void {
	reply.raw.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) });
	reply.raw.end(body);
}

function truncate(reply: FastifyReply, status: number, body: string, announced: boolean): void {
	const bytes = Buffer.from(body);
	const half = bytes.subarray(0, Math.floor(bytes.length / 2));
	reply.raw.writeHead(status, {
		'content-type': 'application/json',
		'content-length': announced ? bytes.length : half.length,
		connection: 'close',
	});
	if (!announced) {
		reply.raw.end(half);
		return;
	}
	// Destroyed only when the half is on its way, else the client sees a reset before any answer.
	reply.raw.write(half, () => {
		setImmediate(() => reply.raw.socket?.end(() => reply.raw.destroy()));
	});
}

function drip(reply: FastifyReply, status: number, body: string, intervalMs: number): void {
	const bytes = Buffer.from(body);
	let sent = 0;
	reply.raw.writeHead(status, {
		'content-type': 'application/json',
		'content-length': bytes.length,
	});
	reply.raw.flushHeaders();
	const timer = setInterval(() => {
		reply.raw.write(bytes.subarray(sent, ++sent));
		if (sent < bytes.length) return;
		clearInterval(timer);
		reply.raw.end();
	}, intervalMs);
	reply.raw.once('close', () => clearInterval(timer));
}
