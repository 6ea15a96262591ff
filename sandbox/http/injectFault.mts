import type { FastifyReply, FastifyRequest } from 'fastify';
import { faultKinds, type FaultKind, type FaultRule } from '../faults.mts';
import { idOf, parseJson } from './body.mts';
import { familyError, familyOf, proxyPage, rpcLimitError, type ErrorFamily } from './errors.mts';

/** An exchange that a rule ends. `payload` is what the server would have answered if it has acted. */
interface FaultyExchange {
	rule: FaultRule;
	request: FastifyRequest;
	status: number;
	payload: string | undefined;
}

/** The body that a fault of each kind answers unless its rule has one. */
const bodies: Partial<Record<FaultKind, (exchange: FaultyExchange) => unknown>> = {
	status: ({ request, status }) => familyError(request, status).body,
	html: ({ status }) => proxyPage(status),
	truncated: ({ request, payload }) => payload ?? unacted(request),
	rateLimit: (exchange) =>
		familyOf(exchange.request) === 'rpc'
			? rateLimited(exchange)
			: familyError(exchange.request, exchange.status).body,
	echoKey: ({ request }) => echo(request),
	drip: ({ request, payload }) => payload ?? unacted(request),
	wrongShape: ({ payload }) => (payload?.startsWith('[') ? { unexpected: true } : ['unexpected']),
};

/**
 * Ends an exchange the way a fault rule wants it. Writes past the framework, which would never send
 * such answers.
 * @param payload what the server would have answered; undefined when it did not act
 */
export function injectFault(
	rule: FaultRule,
	request: FastifyRequest,
	reply: FastifyReply,
	payload?: string,
): void {
	reply.hijack();
	const { kind, status = faultKinds[kind] } = rule;
	if (kind === 'hang') return;
	if (kind === 'reset') {
		request.raw.socket.resetAndDestroy();
		return;
	}
	const given = rule.body ?? bodies[kind]?.({ rule, request, status, payload }) ?? '';
	const body = Buffer.from(typeof given === 'string' ? given : JSON.stringify(given));
	if (kind === 'truncated') truncate(reply, status, body, rule.announced ?? true);
	else if (kind === 'drip') drip(reply, status, body, rule.delayMs ?? 500);
	else {
		const headers = { ...headersOf(rule, request, given), 'content-length': body.length };
		reply.raw.writeHead(status, headers).end(body);
	}
}

function headersOf(
	{ kind, body, location = '/', retryAfter }: FaultRule,
	request: FastifyRequest,
	given: unknown,
): Record<string, string> {
	if (kind === 'empty') return {};
	if (kind === 'redirect') return { location };
	const isJson = typeof given !== 'string' || kind === 'wrongShape';
	const hasOwnWait = familyOf(request) === 'rpc' && body === undefined;
	const wait = retryAfter ?? (kind === 'rateLimit' && !hasOwnWait ? 1 : undefined);
	return {
		'content-type': isJson ? 'application/json' : 'text/html',
		...(wait !== undefined && { 'retry-after': String(wait) }),
	};
}

function rateLimited({ rule: { retryAfter }, request }: FaultyExchange): unknown {
	const wait = typeof retryAfter === 'number' ? `${retryAfter}s` : '413ms';
	const calls = parseJson(request.body);
	return Array.isArray(calls)
		? calls.map((call) => rpcLimitError(idOf(call), wait))
		: rpcLimitError(idOf(calls), wait);
}

/** An error that gives away all a careless server could: header, URL, and keys in both spellings. */
function echo(request: FastifyRequest): unknown {
	const { authorization = '', host } = request.headers;
	const url = `http://${host}${request.url}`;
	const first = /^\/([^/?]+)/.exec(request.url)?.[1] ?? '';
	// With Basic auth the path begins with what otherwise follows the key.
	const rpcKey = familyOf(request) === 'rpc' && first !== 'evm' ? first : '';
	const keys = [authorization.replace(/^\w+ /, ''), rpcKey].filter(Boolean);
	const said = keys.map((key) => `${key} (${encodeURIComponent(key)}, ${percent(key)})`).join(', ');
	const message = `Refused: Authorization "${authorization}" for ${url}, key ${said}`;
	const fields = { authorization: [authorization], url: [url] };
	const error = { code: -32000, message, data: { authorization, url, keys } };
	const forms: Record<ErrorFamily, unknown> = {
		rpc: { jsonrpc: '2.0', id: idOf(parseJson(request.body)), error },
		ipfs: { errors: [{ code: 'REFUSED', message, field: authorization }] },
		faucet: { error: message },
		core: { error: { code: 'refused', message, fields } },
	};
	return forms[familyOf(request)];
}

/** Every character as %XX: what an over-eager encoder makes of a key. */
function percent(text: string): string {
	return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');
}

function unacted(request: FastifyRequest): unknown {
	return familyOf(request) === 'rpc'
		? { jsonrpc: '2.0', id: idOf(parseJson(request.body)), result: false }
		: { id: 'ND-000-000-000', name: 'an answer that will not be complete' };
}

function truncate({ raw }: FastifyReply, status: number, body: Buffer, announced: boolean): void {
	const half = body.subarray(0, Math.floor(body.length / 2));
	raw.writeHead(status, {
		'content-type': 'application/json',
		'content-length': announced ? body.length : half.length,
		connection: 'close',
	});
	if (!announced) raw.end(half);
	// Destroyed only when the half is on its way, else the client sees a reset before any answer.
	else raw.write(half, () => setImmediate(() => raw.socket?.end(() => raw.destroy())));
}

function drip({ raw }: FastifyReply, status: number, body: Buffer, intervalMs: number): void {
	let sent = 0;
	raw.writeHead(status, { 'content-type': 'application/json', 'content-length': body.length });
	raw.flushHeaders();
	const timer = setInterval(() => {
		raw.write(body.subarray(sent, sent + 1));
		sent += 1;
		if (sent < body.length) return;
		clearInterval(timer);
		raw.end();
	}, intervalMs);
	raw.once('close', () => clearInterval(timer));
}
