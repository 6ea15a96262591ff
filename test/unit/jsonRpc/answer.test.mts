import { describe, expect, it } from 'vitest';

import type { Answer, Outcome } from '../../../nodes/shared/http/outcome';
import {
	readAnswer as read,
	readElement,
	readPlainAnswer as readPlain,
} from '../../../nodes/shared/jsonRpc/answer';
import {
	faultInWords,
	rpcErrorText,
	type FaultAnswer,
	type RpcAnswer,
} from '../../../nodes/shared/jsonRpc/fault';
import { NODE_CODE } from '../fixtures/problems.mts';

const ID = 7;

/** An answer as results show it. */
function shown(answer: RpcAnswer): RpcAnswer {
	if (!('withStatus' in answer)) return answer;
	const { withStatus, ...others } = answer;
	return { ...others, reason: withStatus ?? answer.reason };
}

const readAnswer = (...given: Parameters<typeof read>): RpcAnswer => shown(read(...given));

const readPlainAnswer = (outcome: Outcome): RpcAnswer => shown(readPlain(outcome));

const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
	kind: 'answer',
	status,
	headers,
	text: typeof body === 'string' ? body : JSON.stringify(body),
	receivedAtMs: 0,
});

const rpc = (members: object): object => ({ jsonrpc: '2.0', id: ID, ...members });

const rpcError = (code: number, message: string, data?: unknown): object =>
	rpc({ error: { code, message, data } });

const HTML = '<html><head><title>401 Authorization Required</title></head></html>';

const RPS = "You've exceeded the RPS limit available on the current plan";
const QUOTA = "You've reached your monthly quota of Request Units (RUs)";

describe('readAnswer', () => {
	it.each([false, true, null, 0, '', '0x1', [], {}, { currentBlock: '0x1' }])(
		'reads the result %j',
		(result) => {
			expect(readAnswer(answer(200, rpc({ result })), ID)).toEqual({ kind: 'result', result });
		},
	);

	it('returns integers that a number cannot represent exactly as strings', () => {
		const body = `{"jsonrpc":"2.0","id":${ID},"result":{"rentEpoch":18446744073709551615,"slot":5}}`;
		expect(readAnswer(answer(200, body), ID)).toEqual({
			kind: 'result',
			result: { rentEpoch: '18446744073709551615', slot: 5 },
		});
		expect(readPlainAnswer(answer(200, '{"supply":593000123456789012}'))).toEqual({
			kind: 'result',
			result: { supply: '593000123456789012' },
		});
	});

	it.each([301, 302, 307, 308])('says after a redirect with status %d what to check', (status) => {
		const headers = { location: 'https://other.example.com/' };
		expect(readAnswer(answer(status, '', headers), ID)).toEqual({
			kind: 'invalidResponse',
			reason: `the endpoint redirects to another address, which was not followed (status ${status}): check the address`,
		});
	});

	it('distinguishes a proxy that requires a login from the endpoint', () => {
		expect(readAnswer(answer(407, HTML), ID)).toEqual({
			kind: 'invalidResponse',
			reason: 'a proxy on the way to the endpoint requires a login (status 407)',
		});
	});

	it.each([
		[3, 'execution reverted: Quota reached'],
		[-32000, 'execution reverted: mint quota exceeded'],
		[-32015, 'VM execution error: Reverted, over quota'],
	])("does not treat a contract's message as the quota of the plan (code %d)", (code, message) => {
		expect(readAnswer(answer(200, rpcError(code, message)), ID)).toMatchObject({
			kind: 'rpcError',
			code,
			message,
		});
	});

	it.each([201, 400, 401, 404, 500, 503])(
		'gives a valid answer precedence over the status %d',
		(status) => {
			expect(readAnswer(answer(status, rpc({ result: false })), ID)).toEqual({
				kind: 'result',
				result: false,
			});
			expect(readAnswer(answer(status, rpcError(-32601, 'no such method')), ID)).toMatchObject({
				kind: 'rpcError',
				code: -32601,
				message: 'no such method',
			});
		},
	);

	it('treats a result next to an empty error member as a result', () => {
		expect(readAnswer(answer(200, rpc({ result: false, error: null })), ID).kind).toBe('result');
	});

	it.each<[unknown, string]>([
		['node is syncing', 'node is syncing'],
		['', 'no message given, only ""'],
		[{}, 'no message given, only {}'],
		[{ code: null, reason: 'x' }, 'no message given, only {"code":null,"reason":"x"}'],
		[{ code: -32000 }, 'no message given'],
		[{ message: 'stopped' }, 'stopped'],
		[['x'], 'no message given, only ["x"]'],
		[true, 'no message given, only true'],
		[false, 'no message given, only false'],
		[0, 'no message given, only 0'],
	])('never treats a result next to the error %j as a result', (error, message) => {
		for (const members of [{ result: false, error }, { error }])
			expect(readAnswer(answer(200, rpc(members)), ID)).toMatchObject({
				kind: 'rpcError',
				message,
			});
	});

	it.each([-32700, -32600, -32601, -32602, -32603, -32000, -32612, 3, 0])(
		'reads the code %d',
		(code) => {
			const body = rpcError(code, 'says the node', { why: 1 });
			expect(readAnswer(answer(200, body), ID)).toEqual({
				kind: 'rpcError',
				code,
				message: 'says the node',
				data: { why: 1 },
			});
		},
	);

	it('leaves out code and data of an error member that has none', () => {
		expect(readAnswer(answer(200, rpc({ error: { message: 'x' } })), ID)).toStrictEqual({
			kind: 'rpcError',
			message: 'x',
		});
	});

	it.each([null, undefined])('accepts an error member without an id (%s)', (id) => {
		const body = { jsonrpc: '2.0', id, error: { code: -32700, message: 'x' } };
		expect(readAnswer(answer(400, body), ID)).toMatchObject({ kind: 'rpcError', code: -32700 });
	});

	describe('says that it is invalid when', () => {
		it.each<[string, unknown, RegExp]>([
			['it is empty', '', /empty/],
			['it is blank', ' \n', /empty/],
			['it is a web page below a blank line', `\n ${HTML}`, /web page/],
			['it is a web page', HTML, /web page/],
			['it is text', 'hello', /not JSON/],
			['it is cut off', '{"jsonrpc":"2.0","id":7,"res', /not JSON|too early/],
			['it is null', 'null', /not a JSON-RPC object/],
			['it is a number', '7', /not a JSON-RPC object/],
			['it is a string', '"ok"', /not a JSON-RPC object/],
			['it is a list', [rpc({ result: false })], /array/],
			['it has no result', rpc({}), /no 'result'/],
			['the id is a different one', { jsonrpc: '2.0', id: 8, result: false }, /another call.*8/],
			['the id is a string', { jsonrpc: '2.0', id: '7', result: false }, /another call.*"7"/],
			['the id is null', { jsonrpc: '2.0', id: null, result: false }, /another call/],
			['there is no id', { jsonrpc: '2.0', result: false }, /another call.*missing/],
			['there is no version', { id: ID, result: false }, /'jsonrpc' is missing/],
			['the version is a number', { jsonrpc: 2, id: ID, result: false }, /'jsonrpc' is 2/],
			['the version is 1.0', { jsonrpc: '1.0', id: ID, result: false }, /'jsonrpc' is "1.0"/],
			['the id is long', { jsonrpc: '2.0', id: 'x'.repeat(59), result: 1 }, /too long to show/],
			['the id is shorter', { jsonrpc: '2.0', id: 'x'.repeat(58), result: 1 }, /x{58}/],
			['it is nested too deeply', `${'['.repeat(5000)}${']'.repeat(5000)}`, /nested too deeply/],
			[
				'an error belongs to another call',
				{ jsonrpc: '2.0', id: 8, error: { code: -32000, message: 'x' } },
				/another call/,
			],
		])('%s', (_, body, reason) => {
			const read = readAnswer(answer(200, body), ID);
			expect(read.kind).toBe('invalidResponse');
			expect((read as { reason: string }).reason).toMatch(reason);
		});

		it.each([
			[300, /300/],
			[301, /301/],
			[302, /302/],
			[404, /key or path wrong/],
			[400, /400/],
			[405, /405/],
			[413, /413/],
			[415, /415/],
			[422, /422/],
		])('the status is %d and the body is not an answer', (status, reason) => {
			for (const body of ['', HTML, { detail: 'x' }]) {
				const read = readAnswer(answer(status, body), ID);
				expect(read.kind).toBe('invalidResponse');
				expect((read as { reason: string }).reason).toMatch(reason);
			}
		});
	});

	it('names only the key for 401, and an access rule as well for 403', () => {
		expect(readAnswer(answer(401, ''), ID)).toEqual({
			kind: 'unauthorized',
			reason: 'the endpoint did not accept the key (status 401)',
		});
		expect(readAnswer(answer(403, 'Forbidden'), ID)).toEqual({
			kind: 'unauthorized',
			reason: expect.stringMatching(/status 403.*\baccess rule\b.*\bkey\b/) as unknown,
		});
	});

	it.each([
		[503, '', 'the endpoint is not available at the moment'],
		[500, 'out of disk', 'the endpoint could not process the request: out of disk'],
		[418, '', 'the endpoint refused the request'],
		[429, '', 'too many requests'],
	])(
		'says for the message of an error in words what the status %d means',
		(status, body, words) => {
			expect(faultInWords(read(answer(status, body), ID) as FaultAnswer)).toBe(words);
		},
	);

	it.each([401, 403])('reads from %d that the request was not authorized', (status) => {
		for (const body of ['', HTML, { detail: 'x' }, { error: { code: 'x', message: 'y' } }]) {
			expect(readAnswer(answer(status, body), ID)).toMatchObject({
				kind: 'unauthorized',
				reason: expect.stringContaining(String(status)) as unknown,
			});
		}
	});

	it.each([500, 501, 502, 503, 504, 520])('treats %d as unreachable', (status) => {
		for (const body of ['', HTML, {}]) {
			expect(readAnswer(answer(status, body), ID)).toEqual({
				kind: 'unreachable',
				reason: `status ${status}`,
			});
		}
	});

	// A node of Avalanche answers with such a text until it is bootstrapped.
	it.each([
		'API call rejected because chain is not done bootstrapping',
		{ error: 'API call rejected because chain is not done bootstrapping' },
		{ message: 'API call rejected because chain is not done bootstrapping', code: 503 },
	])('says why a server is unavailable: %j', (body) => {
		expect(readAnswer(answer(503, body), ID)).toEqual({
			kind: 'unreachable',
			reason: 'status 503: API call rejected because chain is not done bootstrapping',
		});
	});

	describe('recognizes a rate limit', () => {
		it.each([200, 400, 403, 429, 503])('from the code -32005 with status %d', (status) => {
			const body = rpcError(-32005, RPS, { try_again_in: '413ms' });
			expect(readAnswer(answer(status, body), ID)).toEqual({
				kind: 'rateLimited',
				reason: RPS,
				quota: false,
				retryAfterMs: 413,
			});
		});

		it.each([
			['820µs', 0.82],
			['1.2s', 1200],
			['1m30s', 90_000],
		])('with the wait %s', (text, retryAfterMs) => {
			const body = rpcError(-32005, RPS, { try_again_in: text });
			expect(readAnswer(answer(200, body), ID)).toMatchObject({
				kind: 'rateLimited',
				retryAfterMs: expect.closeTo(retryAfterMs, 6) as unknown,
			});
		});

		it.each([undefined, null, {}, { try_again_in: 5 }, { try_again_in: 'soon' }, 'x'])(
			'without a wait when there is none in %j',
			(data) => {
				const read = readAnswer(answer(200, rpcError(-32005, RPS, data)), ID);
				expect(read).toMatchObject({ kind: 'rateLimited', quota: false });
				expect((read as { retryAfterMs?: number }).retryAfterMs).toBeUndefined();
			},
		);

		it('and uses Retry-After where the body names no wait', () => {
			const read = readAnswer(answer(429, rpcError(-32005, RPS), { 'retry-after': '2' }), ID);
			expect(read).toMatchObject({ kind: 'rateLimited', retryAfterMs: 2000 });
		});

		it.each(['', HTML, '{}', { message: 'slow down' }])('from 429 with the body %j', (body) => {
			expect(readAnswer(answer(429, body, { 'retry-after': '3' }), ID)).toMatchObject({
				kind: 'rateLimited',
				quota: false,
				retryAfterMs: 3000,
			});
			expect(readAnswer(answer(429, body), ID)).toMatchObject({ kind: 'rateLimited' });
		});

		it.each([
			answer(200, rpcError(-32005, QUOTA)),
			answer(200, rpcError(-32000, QUOTA)),
			answer(429, rpcError(-32005, QUOTA)),
			answer(429, { message: QUOTA }),
			answer(403, QUOTA),
			answer(403, { error: QUOTA }),
		])('and a quota that is used up: %j', (outcome) => {
			expect(readAnswer(outcome, ID)).toMatchObject({
				kind: 'rateLimited',
				reason: QUOTA,
				quota: true,
			});
		});
	});

	it.each<[Outcome, object]>([
		[{ kind: 'cancelled', sent: true }, { kind: 'cancelled' }],
		[
			{ kind: 'timedOut', limitMs: 10_000 },
			{ kind: 'unreachable', reason: /10 s/ },
		],
		[
			{ kind: 'lost', code: 'ECONNRESET' },
			{ kind: 'unreachable', reason: /was lost/ },
		],
		[
			{ kind: 'notSent', code: 'ECONNREFUSED' },
			{ kind: 'unreachable', reason: /refused/ },
		],
		[
			{ kind: 'notSent', code: 'ENOTFOUND' },
			{ kind: 'unreachable', reason: /host name/ },
		],
		[
			{ kind: 'notSent', code: 'CERT_HAS_EXPIRED' },
			{ kind: 'unreachable', reason: /secure/ },
		],
		[
			{ kind: 'notSent', code: 'EPROTO' },
			{ kind: 'unreachable', reason: /secure/ },
		],
		[
			{ kind: 'refused', message: 'no' },
			{ kind: 'unreachable', reason: 'no' },
		],
		[
			{ kind: 'tooLarge', status: 200, limitBytes: 128 * 1024 * 1024 },
			{ kind: 'invalidResponse', reason: /larger than 128 MB/ },
		],
	])('reads %j', (outcome, expected) => {
		const read = readAnswer(outcome, ID) as unknown as Record<string, unknown>;
		for (const [name, value] of Object.entries(expected)) {
			if (value instanceof RegExp) expect(read[name]).toMatch(value);
			else expect(read[name]).toBe(value);
		}
	});
});

describe('readElement', () => {
	const carrier = answer(200, '');

	it.each([null, undefined, 5, 'x', [], {}, { id: ID }, { jsonrpc: '2.0', id: 8, result: 1 }])(
		'reads no answer from %j',
		(element) => {
			expect(readElement(element, ID, carrier)).toBeUndefined();
		},
	);

	it('reads a result and an error', () => {
		expect(readElement(rpc({ result: 1 }), ID, carrier)).toEqual({ kind: 'result', result: 1 });
		expect(readElement(rpcError(-1, 'x'), ID, carrier)?.kind).toBe('rpcError');
	});
});

describe('the code -32005', () => {
	it.each<[string, string, unknown]>([
		['a Solana node that lags', 'Node is behind by 211 slots', { numSlotsBehind: 211 }],
		['one that does not know how far', 'Node is unhealthy', { numSlotsBehind: null }],
		['an older one', 'Node is behind by 42 slots', undefined],
		['one without data', 'Node is unhealthy', {}],
		['many results', 'query returned more than 10000 results', undefined],
		['a range of logs', 'block range is too large', undefined],
	])('is an error of the method from %s', (_, message, data) => {
		expect(readAnswer(answer(200, rpcError(-32005, message, data)), ID)).toMatchObject({
			kind: 'rpcError',
			code: -32005,
			message,
		});
	});

	it.each<[unknown, string]>([
		[{ try_again_in: '413ms' }, RPS],
		[{ try_again_in: '1s' }, 'Node is behind'],
		[undefined, RPS],
		[{ see: 'https://example.com' }, 'daily request count exceeded, request rate limited'],
	])('is a rate limit with %j: %s', (data, message) => {
		expect(readAnswer(answer(200, rpcError(-32005, message, data)), ID).kind).toBe('rateLimited');
	});

	it('is not needed where 429 speaks of a quota per second', () => {
		const said = answer(429, { error: 'quota exceeded: 25 requests per second' });
		expect(readAnswer(said, ID)).toMatchObject({ kind: 'rateLimited', quota: false });
	});

	it('is a rate limit whatever it says when the status is 429', () => {
		const said = rpcError(-32005, 'Node is behind by 3 slots', { numSlotsBehind: 3 });
		expect(readAnswer(answer(429, said), ID).kind).toBe('rateLimited');
	});
});

describe('JSON-RPC 1.0', () => {
	const old = (members: object) => ({ result: null, error: null, id: ID, ...members });

	it('is read where it is expected', () => {
		expect(readAnswer(answer(200, old({ result: 5 })), ID, '1.0')).toEqual({
			kind: 'result',
			result: 5,
		});
		const warmUp = old({ error: { code: -28, message: 'Loading block index…' } });
		expect(readAnswer(answer(500, warmUp), ID, '1.0')).toMatchObject({
			kind: 'rpcError',
			code: -28,
		});
		const unread = old({ id: null, error: { code: -32700, message: 'Parse error' } });
		expect(readAnswer(answer(500, unread), ID, '1.0')).toMatchObject({ code: -32700 });
		const unknown = old({ error: { code: -32601, message: 'Method not found' } });
		expect(readAnswer(answer(404, unknown), ID, '1.0')).toMatchObject({ code: -32601 });
		expect(readAnswer(answer(200, rpc({ result: 5 })), ID, '1.0').kind).toBe('result');
	});

	it('is not accepted as 2.0, nor as the answer to another call', () => {
		expect(readAnswer(answer(200, old({ result: 5 })), ID).kind).toBe('invalidResponse');
		expect(readAnswer(answer(200, old({ result: 5, id: 8 })), ID, '1.0').kind).toBe(
			'invalidResponse',
		);
		expect(readAnswer(answer(200, { result: 5, id: ID }), ID, '1.0').kind).toBe('invalidResponse');
	});
});

describe('readPlainAnswer', () => {
	it.each([[{ chain_id: 1 }], [[]], ['text'], [{ ok: true, result: {} }]])(
		'accepts any JSON with a successful status: %j',
		(body) => {
			expect(readPlainAnswer(answer(200, JSON.stringify(body)))).toEqual({
				kind: 'result',
				result: body,
			});
		},
	);

	it.each<[Outcome, object]>([
		[answer(200, HTML), { kind: 'invalidResponse', reason: /web page/ }],
		[
			answer(200, { ok: false, error: 'not ready', code: 500 }),
			{ kind: 'rpcError', message: 'not ready' },
		],
		[answer(200, ''), { kind: 'invalidResponse', reason: /empty/ }],
		[answer(200, 'nonsense'), { kind: 'invalidResponse', reason: /not JSON/ }],
		[answer(401, HTML), { kind: 'unauthorized' }],
		[answer(401, { message: 'no' }), { kind: 'unauthorized', reason: /\(status 401\)$/ }],
		[answer(429, { message: 'no' }), { kind: 'rateLimited', reason: /\(status 429\)$/ }],
		[answer(500, '["x"]'), { kind: 'unreachable', reason: /^status 500: x$/ }],
		[answer(400, { message: 'bad' }), { kind: 'invalidResponse', reason: /400.*: bad$/ }],
		[answer(299, 'true'), { kind: 'result', result: true }],
		[answer(300, 'true'), { kind: 'invalidResponse', reason: /300/ }],
		[answer(404, HTML), { kind: 'invalidResponse', reason: /^key or path wrong \(status 404\)$/ }],
		[
			answer(503, { message: 'still starting' }),
			{ kind: 'unreachable', reason: /503: still starting/ },
		],
		[answer(429, ''), { kind: 'rateLimited', quota: false }],
		[answer(403, QUOTA), { kind: 'rateLimited', quota: true }],
		[
			answer(200, {
				jsonrpc: '2.0',
				id: null,
				error: { code: -32005, message: RPS, data: { try_again_in: '1s' } },
			}),
			{ kind: 'rateLimited', retryAfterMs: 1000 },
		],
		[{ kind: 'lost', code: 'ECONNRESET' }, { kind: 'unreachable' }],
		[{ kind: 'cancelled', sent: true }, { kind: 'cancelled' }],
	])('reads %j', (outcome, expected) => {
		const { reason, ...members } = expected as { reason?: RegExp };
		const read = readPlainAnswer(outcome);
		expect(read).toMatchObject(members);
		if (reason !== undefined) expect((read as { reason: string }).reason).toMatch(reason);
	});
});

describe('what only resembles JSON-RPC', () => {
	it.each<[string, unknown, object]>([
		['neither version nor id', { result: { status: 'success' } }, { kind: 'result' }],
		['the id as a string', { ok: true, result: 5, id: '7', jsonrpc: '2.0' }, { kind: 'result' }],
		['null as the id', { result: 5, id: null }, { kind: 'result' }],
		['another id', { result: 5, id: '8' }, { kind: 'invalidResponse' }],
		['no result', { ok: true }, { kind: 'invalidResponse' }],
		[
			'an error inside the result',
			{ result: { status: 'error', error: 'actNotFound', error_message: 'Account not found.' } },
			{ kind: 'rpcError', code: 'actNotFound', message: 'Account not found.' },
		],
		[
			'an error without a message',
			{ result: { status: 'error', error: 'noNetwork' } },
			{ kind: 'rpcError', message: 'noNetwork' },
		],
		[
			'an error that is a string',
			{ ok: false, error: 'cannot locate transaction', id: '7', jsonrpc: '2.0' },
			{ kind: 'rpcError', message: 'cannot locate transaction' },
		],
	])('may have %s', (_, body, expected) => {
		expect(readAnswer(answer(200, body), ID, 'bare')).toMatchObject(expected);
	});

	it('is not accepted where JSON-RPC 2.0 is expected', () => {
		expect(readAnswer(answer(200, { result: 5 }), ID).kind).toBe('invalidResponse');
		expect(readAnswer(answer(200, rpc({ result: { status: 'error' } })), ID).kind).toBe('result');
	});
});

it('an error is shown as its message, with its code where it has one', () => {
	expect(rpcErrorText({ message: 'boom' })).toBe('boom');
	expect(rpcErrorText({ message: 'boom', code: 0 })).toBe('boom (code 0)');
});

describe('a JSON-RPC answer', () => {
	it.each([
		{ message: 'boom' },
		{ code: '-32000', message: 'boom' },
		{ code: null, message: 'boom' },
	])('with the error member %j is rpcError, with its message', (error) => {
		const read = readAnswer(answer(200, { jsonrpc: '2.0', id: ID, error }), ID);
		expect(read).toMatchObject({ kind: 'rpcError', message: 'boom' });
	});

	it.each([
		[401, 'unauthorized'],
		[403, 'unauthorized'],
		[502, 'unreachable'],
		[503, 'unreachable'],
	])('that is not valid (no jsonrpc, no id) has no precedence over status %d', (status, kind) => {
		const read = readAnswer(answer(status, { error: { code: status, message: 'x' } }), ID);
		expect(read.kind).toBe(kind);
	});

	it.each(['ENETUNREACH', 'EPROTO', 'CERT_HAS_EXPIRED', 'ETIMEDOUT'])(
		'that never arrived keeps the code %s out of the reason, which becomes a message',
		(code) => {
			const read = readAnswer({ kind: 'notSent', code }, ID);
			expect((read as { reason: string }).reason).not.toMatch(NODE_CODE);
		},
	);
});
