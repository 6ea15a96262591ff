import { describe, expect, it } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/addresses/chains';
import { FAMILIES } from '../../../nodes/shared/families';
import type { Answer, Outcome } from '../../../nodes/shared/http/outcome';
import { readAnswer, readPlainAnswer, type RpcVersion } from '../../../nodes/shared/jsonRpc/answer';
import type { RpcAnswer } from '../../../nodes/shared/jsonRpc/fault';
import { cutExcerpts } from '../../../nodes/shared/text/excerpt';
import { answerOf, withoutMeaning } from '../fixtures/answers.mts';
import { expectMembers, NODE_CODE } from '../fixtures/problems.mts';

const ID = 7;

/** An answer as results show it, without what it means. */
function shown(answer: RpcAnswer): RpcAnswer {
	const plain = withoutMeaning(answer) as RpcAnswer;
	if (!('withStatus' in plain)) return plain;
	const { withStatus, ...others } = plain;
	return { ...others, reason: withStatus ?? plain.reason };
}

const read = (outcome: Outcome, version?: RpcVersion, family?: FamilyName): RpcAnswer =>
	shown(readAnswer(outcome, ID, version, { errors: family && FAMILIES[family].errors }));
const readPlain = (outcome: Outcome): RpcAnswer => shown(readPlainAnswer(outcome));

const rpc = (members: object): object => ({ jsonrpc: '2.0', id: ID, ...members });
const rpcError = (code: number, message: string, data?: unknown): object =>
	rpc({ error: { code, message, data } });
const limited = (data?: unknown, message = RPS): Answer =>
	answerOf(200, rpcError(-32005, message, data));

const HTML = '<html><head><title>401 Authorization Required</title></head></html>';
const RPS = "You've exceeded the RPS limit available on the current plan";
const QUOTA = "You've reached your monthly quota of Request Units (RUs)";

describe('readAnswer', () => {
	it.each([201, 400, 404, 500])('prefers an error to the status %d', (status) => {
		const unknown = { code: -32601, message: 'no such method' };
		expect(read(answerOf(status, rpc({ error: unknown })))).toMatchObject(unknown);
	});

	it.each([
		[401, 'unauthorized', /key \(status 401\): Oops \(code -32000\)$/],
		[403, 'unauthorized', /key \(status 403\): Oops \(code -32000\)$/],
		[402, 'rateLimited', /^Oops$/],
		[407, 'invalidResponse', /proxy/],
		[408, 'unreachable', /408: Oops \(code -32000\)$/],
		[425, 'unreachable', /425/],
		[429, 'rateLimited', /^Oops$/],
		[500, 'unreachable', /500/],
		[503, 'unreachable', /503/],
	])('prefers the status %d to an error that says less: %s', (status, kind, reason) => {
		const answer = read(answerOf(status, rpcError(-32000, 'Oops')));
		expectMembers(answer, { kind, reason });
		expect(read(answerOf(status, rpc({ result: 5 })))).toEqual({ kind: 'result', result: 5 });
		expect(read(answerOf(status, rpcError(3, 'no', '0x01')))).toMatchObject({ code: 3 });
	});

	it.each([
		[401, 'unauthorized'],
		[403, 'unauthorized'],
		[502, 'unreachable'],
		[503, 'unreachable'],
		[300, 'invalidResponse'],
		[299, 'rpcError'],
		[199, 'invalidResponse'],
	])('gives an error without a version none over the status %d: %s', (status, kind) => {
		expect(read(answerOf(status, { error: { code: status, message: 'x' } })).kind).toBe(kind);
	});

	it.each<[unknown, string]>([
		['node is syncing', 'node is syncing'],
		['', 'no message given, only ""'],
		[{}, 'no message given, only {}'],
		[{ code: null, reason: 'x' }, 'no message given, only {"code":null,"reason":"x"}'],
		[{ code: -32000 }, 'no message given'],
		[{ message: 'stopped' }, 'stopped'],
		[{ code: '-32000', message: 'boom' }, 'boom'],
		[{ code: null, message: 'boom' }, 'boom'],
		[['x'.repeat(56)], `no message given, only ["${'x'.repeat(56)}"]`],
		[true, 'no message given, only true'],
		[false, 'no message given, only false'],
		[0, 'no message given, only 0'],
	])('never treats a result next to the error %j as a result', (error, message) => {
		for (const members of [{ result: false, error }, { error }])
			expect(read(answerOf(200, rpc(members)))).toMatchObject({ kind: 'rpcError', message });
	});

	it('leaves out code and data of an error member that has none, and shortens a long code', () => {
		const message = 'x';
		const nameless = read(answerOf(200, rpc({ error: { message } })));
		expect(nameless).toStrictEqual({ kind: 'rpcError', message });
		const error = { code: 'x'.repeat(100), message };
		const { code } = read(answerOf(200, rpc({ error }))) as { code?: string };
		expect(cutExcerpts(String(code))).toHaveLength(61);
	});

	it.each([null, undefined])('accepts an error member without an id (%s)', (id) => {
		const body = { jsonrpc: '2.0', id, error: { code: -32700, message: 'x' } };
		expect(read(answerOf(400, body))).toMatchObject({ kind: 'rpcError', code: -32700 });
	});

	it.each<[string, unknown, RegExp]>([
		['it is empty', '', /empty/],
		['it is blank', ' \n', /empty/],
		['it is a web page below a blank line', `\n ${HTML}`, /web page/],
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
		['an error has another version', { ...rpcError(1, 'x'), jsonrpc: '1.0' }, /'jsonrpc' is "1.0"/],
		['an error is of another call', { ...rpcError(-32000, 'x'), id: 8 }, /another call/],
	])('says that it is invalid when %s', (_, body, reason) => {
		expectMembers(read(answerOf(200, body)), { kind: 'invalidResponse', reason });
	});

	it.each<[number, string, string | RegExp]>([
		...[301, 302, 307, 308].map((status): [number, string, string] => [
			status,
			'invalidResponse',
			`the endpoint redirects to another address, which was not followed (status ${status}): check the address`,
		]),
		[300, 'invalidResponse', /redirects/],
		[404, 'invalidResponse', 'key or path wrong (status 404)'],
		[407, 'invalidResponse', 'a proxy on the way to the endpoint requires a login (status 407)'],
		...[400, 405, 413, 415, 422].map((status): [number, string, RegExp] => [
			status,
			'invalidResponse',
			new RegExp(`^unexpected status ${status}$`),
		]),
		[401, 'unauthorized', 'the endpoint did not accept the key (status 401)'],
		[403, 'unauthorized', /^the endpoint refused .*status 403.*\baccess rule\b.*\bkey\b/],
		...[500, 501, 502, 503, 504, 520].map((status): [number, string, string] => [
			status,
			'unreachable',
			`status ${status}`,
		]),
	])('reads from the status %d without an answer: %s', (status, kind, reason) => {
		const headers = { location: 'https://other.example.com/' };
		for (const body of ['', HTML, {}])
			expectMembers(read(answerOf(status, body, headers)), { kind, reason });
	});

	it.each([401, 403])('reads from %d that the request was not authorized', (status) => {
		for (const body of [{ detail: 'x' }, { error: { code: 'x', message: 'y' } }])
			expect(read(answerOf(status, body)).kind).toBe('unauthorized');
	});

	// A node of Avalanche answers with such a text until it is bootstrapped.
	const BOOTSTRAPPING = 'API call rejected because chain is not done bootstrapping';
	it.each([BOOTSTRAPPING, { error: BOOTSTRAPPING }, { message: BOOTSTRAPPING, code: 503 }])(
		'says why a server is unavailable: %j',
		(body) => {
			const reason = `status 503: ${BOOTSTRAPPING}`;
			expect(read(answerOf(503, body))).toEqual({ kind: 'unreachable', reason });
		},
	);

	it.each([
		[503, '', 'the endpoint is not available at the moment'],
		[500, 'out of disk', 'the endpoint could not process the request: out of disk'],
		[418, '', 'the endpoint refused the request'],
		[429, '', 'too many requests'],
	])('says in a message of words what the status %d means', (status, body, words) => {
		expect(readAnswer(answerOf(status, body), ID)).toMatchObject({ reason: words });
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
			{ kind: 'lost', code: 'Z_DATA_ERROR' },
			{ kind: 'unreachable', reason: /could not be decompressed/ },
		],
		...[
			['ECONNREFUSED', /refused/],
			['ENOTFOUND', /host name/],
			['CERT_HAS_EXPIRED', /secure/],
			['EPROTO', /secure/],
			['ENETUNREACH', /./],
			['ETIMEDOUT', /./],
		].map(([code, reason]): [Outcome, object] => [
			{ kind: 'notSent', code: String(code) },
			{ kind: 'unreachable', reason },
		]),
		[
			{ kind: 'blocked', message: 'no' },
			{ kind: 'unreachable', reason: 'no' },
		],
		[
			{ kind: 'tooLarge', status: 200, limitBytes: 128 * 1024 * 1024 },
			{ kind: 'invalidResponse', reason: /larger than 128 MB/ },
		],
	])('reads %j, and keeps the code out of the reason', (outcome, expected) => {
		expectMembers(read(outcome), expected);
		expect((read(outcome) as { reason?: string }).reason ?? '').not.toMatch(NODE_CODE);
	});
});

describe('a rate limit', () => {
	it.each([200, 400, 403, 429, 503])(
		'is recognized from the code -32005 with status %d',
		(status) => {
			const body = rpcError(-32005, RPS, { try_again_in: '413ms' });
			const expected = { kind: 'rateLimited', reason: RPS, quota: false, retryAfterMs: 413 };
			expect(read(answerOf(status, body))).toEqual(expected);
		},
	);

	const AFTER = { 'retry-after': '3' };
	it.each<[string, Answer, number | undefined]>([
		['in microseconds', limited({ try_again_in: '820µs' }), 0.82],
		['in seconds', limited({ try_again_in: '1.2s' }), 1200],
		['of minutes', limited({ try_again_in: '1m30s' }), 90_000],
		['that is missing', limited(), undefined],
		['that is missing in null', limited(null), undefined],
		['that is missing in an object', limited({}), undefined],
		['that is a number', limited({ try_again_in: 5 }), undefined],
		['in words', limited({ try_again_in: 'soon' }), undefined],
		['that is missing in a text', limited('x'), undefined],
		['of Retry-After', answerOf(429, rpcError(-32005, RPS), AFTER), 3000],
		['of Retry-After alone', answerOf(429, '', AFTER), 3000],
		['of Retry-After with a web page', answerOf(429, HTML, AFTER), 3000],
		['of Retry-After with {}', answerOf(429, '{}', AFTER), 3000],
		['of Retry-After with words', answerOf(429, { message: 'slow down' }, AFTER), 3000],
		['that is missing in a web page', answerOf(429, HTML), undefined],
		['after which a quota allows more', answerOf(429, { message: QUOTA }, AFTER), 3000],
		['of a quota for seconds', answerOf(429, rpcError(-32000, QUOTA), AFTER), 3000],
		['where 429 speaks of a quota', answerOf(429, { error: 'quota: 25 requests/s' }), undefined],
	])('has a wait %s', (_, outcome, retryAfterMs) => {
		const { retryAfterMs: wait, ...others } = read(outcome) as { retryAfterMs?: number };
		expect(others).toMatchObject({ kind: 'rateLimited', quota: false });
		if (retryAfterMs === undefined) expect(wait).toBeUndefined();
		else expect(wait).toBeCloseTo(retryAfterMs, 6);
	});

	it.each([
		answerOf(200, rpcError(-32005, QUOTA)),
		answerOf(200, rpcError(-32000, QUOTA)),
		answerOf(429, rpcError(-32005, QUOTA)),
		answerOf(429, { message: QUOTA }),
		answerOf(403, QUOTA),
		answerOf(403, { error: QUOTA }),
	])('may be a quota that is used up: %j', (outcome) => {
		expect(read(outcome)).toMatchObject({ kind: 'rateLimited', reason: QUOTA, quota: true });
	});

	it.each<[string, string, unknown?]>([
		['a lagging Solana node', 'Node is behind by 211 slots', { numSlotsBehind: 211 }],
		['one that does not know how far', 'Not healthy', { numSlotsBehind: null }],
		['an older one', 'Node is behind by 42 slots'],
		['one without data', 'Node is unhealthy', {}],
		['many results', 'query returned more than 10000 results'],
		['a range of logs', 'Block range is too large'],
	])('is not what the code -32005 means for %s', (_, message, data) => {
		const expected = { kind: 'rpcError', code: -32005, message };
		expect(read(limited(data, message), '2.0', 'solana')).toMatchObject(expected);
	});

	it.each<[unknown, string]>([
		[{ try_again_in: '1s' }, 'Node is behind'],
		[{ see: 'https://example.com' }, 'daily request count exceeded, request rate limited'],
		[undefined, 'unreturned more thanks, block ranges'],
	])('is what the code -32005 means with %j: %s', (data, message) => {
		expect(read(limited(data, message)).kind).toBe('rateLimited');
	});

	it.each([
		[429, 'Your app has exceeded its compute units per second capacity'],
		[-32016, 'over rate limit'],
		[-32007, '50/second request limit reached'],
		[-32090, 'Too many requests, retry later'],
		[-32099, 'over rate limit'],
		[-32000, 'over rate limit'],
		[3001, 'quota of 25 requests per second'],
		[-2043, 'Exceed rate limit'],
		[-32606, 'HBAR Rate limit exceeded'],
	])('is what the code %d of other services means with: %s', (code, message) => {
		expect(read(answerOf(200, rpcError(code, message)))).toEqual({
			kind: 'rateLimited',
			reason: message,
			quota: false,
			retryAfterMs: undefined,
		});
	});

	it.each([
		['eth_getLogs', 'limit exceeded', 'rpcError'],
		['debug_traceBlock', 'limit exceeded', 'rpcError'],
		['trace_filter', 'limit exceeded', 'rpcError'],
		['eth_getLogs', 'request limit exceeded', 'rateLimited'],
		['eth_getLogs', 'limit of calls exceeded', 'rateLimited'],
		['eth_getLogs', '25 per second', 'rateLimited'],
		['eth_call', 'limit exceeded', 'rateLimited'],
		['eth_call', 'result limit exceeded', 'rpcError'],
		['eth_call', 'at most one block: the max is 1', 'rpcError'],
		['eth_call', 'response too big', 'rpcError'],
	])('depends on the method and the words of -32005: %s, %s: %s', (method, message, kind) => {
		const outcome = limited(undefined, message);
		expect(readAnswer(outcome, ID, '2.0', { method }).kind).toBe(kind);
	});

	it('is what an error means whatever it says when the status is 429', () => {
		const said = rpcError(-32005, 'Node is behind by 3 slots', { numSlotsBehind: 3 });
		expect(read(answerOf(429, said)).kind).toBe('rateLimited');
	});

	it.each([
		[3, 'execution reverted: Quota reached'],
		[-32000, 'execution reverted: mint quota exceeded'],
		[-32015, 'VM execution error: Reverted, over quota'],
		[-32000, 'execution reverted: rate limit reached'],
		[3, 'over rate limit'],
		[3, 'quota per second'],
		[3, 'quota reached'],
		[-32602, 'the rate limit is no number'],
		[-32000, 'subquota'],
		[-32000, 'quotation'],
	])('is not what the message of a contract means (code %d, %s)', (code, message) => {
		const expected = { kind: 'rpcError', code, message };
		expect(read(answerOf(200, rpcError(code, message)))).toMatchObject(expected);
	});
});

describe('JSON-RPC 1.0', () => {
	const old = (members: object) => ({ result: null, error: null, id: ID, ...members });
	const error = (code: number) => ({ error: { code, message: 'x' } });

	it.each<[Answer, object]>([
		[answerOf(200, old({ result: 5 })), { kind: 'result', result: 5 }],
		[answerOf(500, old(error(-28))), { kind: 'rpcError', code: -28 }],
		[answerOf(200, old({ jsonrpc: '1.0', ...error(-28) })), { kind: 'rpcError', code: -28 }],
		[answerOf(500, old({ id: null, ...error(-32700) })), { code: -32700 }],
		[answerOf(404, old(error(-32601))), { code: -32601 }],
		[answerOf(200, rpc({ result: 5 })), { kind: 'result' }],
		[answerOf(200, old({ result: 5, id: 8 })), { kind: 'invalidResponse' }],
		[answerOf(200, { result: 5, id: ID }), { kind: 'invalidResponse' }],
	])('is read where it is expected: %j', (outcome, expected) => {
		expect(read(outcome, '1.0', 'bitcoin')).toMatchObject(expected);
	});

	it('is not accepted as 2.0', () => {
		expect(read(answerOf(200, old({ result: 5 }))).kind).toBe('invalidResponse');
	});
});

describe('readPlainAnswer', () => {
	it.each([[{ chain_id: 1 }], [[]], ['text'], [{ ok: true, result: {} }], [true]])(
		'accepts any JSON with a successful status: %j',
		(result) => {
			for (const status of [200, 299])
				expect(readPlain(answerOf(status, JSON.stringify(result)))).toEqual({
					kind: 'result',
					result,
				});
		},
	);

	const SLOW = { jsonrpc: '2.0', id: null, error: { code: -32005, message: RPS } };
	it.each<[Outcome, string, object?]>([
		[answerOf(200, HTML), 'invalidResponse', { reason: /web page/ }],
		[answerOf(200, { ok: false, error: 'not ready' }), 'rpcError', { message: 'not ready' }],
		[answerOf(200, ''), 'invalidResponse', { reason: /empty/ }],
		[answerOf(200, 'nonsense'), 'invalidResponse', { reason: /not JSON/ }],
		[answerOf(401, HTML), 'unauthorized'],
		[answerOf(401, { message: 'no' }), 'unauthorized', { reason: /\(status 401\)$/ }],
		[answerOf(429, { message: 'no' }), 'rateLimited', { reason: /\(status 429\)$/ }],
		[answerOf(500, '["x"]'), 'unreachable', { reason: 'status 500: x' }],
		[answerOf(400, { message: 'bad' }), 'invalidResponse', { reason: /400.*: bad$/ }],
		[answerOf(300, 'true'), 'invalidResponse', { reason: /300/ }],
		[answerOf(404, HTML), 'invalidResponse', { reason: 'key or path wrong (status 404)' }],
		[answerOf(503, { message: 'starting' }), 'unreachable', { reason: /503: starting/ }],
		[answerOf(429, ''), 'rateLimited', { quota: false }],
		[answerOf(403, QUOTA), 'rateLimited', { quota: true }],
		[answerOf(200, SLOW), 'rateLimited', { quota: false }],
		[{ kind: 'lost', code: 'ECONNRESET' }, 'unreachable'],
		[{ kind: 'cancelled', sent: true }, 'cancelled'],
	])('reads %j as %s', (outcome, kind, members) => {
		expectMembers(readPlain(outcome), { kind, ...members });
	});
});

describe('what only resembles JSON-RPC', () => {
	const ledger = (error: unknown, error_message?: string) => ({
		result: { status: 'error', error, error_message },
	});

	it.each<[string, unknown, object]>([
		['neither version nor id', { result: { status: 'success' } }, { kind: 'result' }],
		['the id as a string', { ok: true, result: 5, id: '7', jsonrpc: '2.0' }, { kind: 'result' }],
		['null as the id', { result: 5, id: null }, { kind: 'result' }],
		['another id', { result: 5, id: '8' }, { kind: 'invalidResponse' }],
		['no result', { ok: true }, { kind: 'invalidResponse' }],
		[
			'an error in the result',
			ledger('noNet', 'No network'),
			{ code: 'noNet', message: 'No network' },
		],
		['an error without a message', ledger('noNet'), { kind: 'rpcError', message: 'noNet' }],
		['an error without a name', ledger(5), { kind: 'rpcError', message: 'no message given' }],
		[
			'an error that is a string',
			{ ok: false, error: 'cannot locate transaction', id: '7', jsonrpc: '2.0' },
			{ kind: 'rpcError', message: 'cannot locate transaction' },
		],
	])('may have %s', (_, body, expected) => {
		expect(read(answerOf(200, body), 'bare')).toMatchObject(expected);
	});

	it('is not accepted with an id that has no text', () => {
		const body = { id: { toString: 'x' }, result: 5 };
		expect(read(answerOf(200, body), 'bare').kind).toBe('invalidResponse');
	});

	it('is not accepted where JSON-RPC 2.0 is expected', () => {
		expect(read(answerOf(200, { result: 5 })).kind).toBe('invalidResponse');
		expect(read(answerOf(200, rpc(ledger('noNet')))).kind).toBe('result');
	});
});
