import { expect, it } from 'vitest';

import { readAnswer, type RpcAnswer } from '../../../nodes/shared/jsonRpc/answer';
import { lastingHint } from '../../../nodes/shared/readiness/lastingHint';

const fault = (code: string): RpcAnswer => readAnswer({ kind: 'notSent', code }, 1);
const status = (code: number, text = ''): [RpcAnswer, number] => [
	readAnswer({ kind: 'answer', status: code, headers: {}, text, receivedAtMs: 0 }, 1),
	code,
];

it.each<[string, RpcAnswer, number | undefined, RegExp]>([
	['a key that is not accepted', ...status(401), /key/],
	['a key that is not allowed', ...status(403), /key/],
	['an address that does not exist', ...status(404), /key and the path/],
	['a redirect', ...status(302), /key and the path/],
	['a proxy that requires a login', ...status(407), /proxy settings/],
	['a method that is not allowed', ...status(405), /key and the path/],
	['a missing method', { kind: 'rpcError', code: -32601, message: 'x' }, 200, /'Path'/],
	['a used-up quota', { kind: 'rateLimited', reason: 'x', quota: true }, 429, /quota/],
	['a host that does not exist', fault('ENOTFOUND'), undefined, /host name/],
	['an expired certificate', fault('CERT_HAS_EXPIRED'), undefined, /Ignore SSL Issues/],
	['a self-signed certificate', fault('DEPTH_ZERO_SELF_SIGNED_CERT'), undefined, /Ignore SSL/],
])('says what to do about %s', (_, answer, httpStatus, hint) => {
	expect(lastingHint(answer, httpStatus)).toMatch(hint);
});

it.each<[string, RpcAnswer, number | undefined]>([
	['an answer', { kind: 'result', result: true }, 200],
	['another fault of the endpoint', { kind: 'rpcError', code: -32000, message: 'x' }, 200],
	['too many requests', ...status(429)],
	['a server that is busy', ...status(503)],
	['a request that took too long', ...status(408)],
	['an answer that is cut off', ...status(200, '{"jsonrpc":')],
	['a page of a proxy', ...status(200, '<html>')],
	['a port where nothing listens yet', fault('ECONNREFUSED'), undefined],
	['a route that is down', fault('EHOSTUNREACH'), undefined],
	['a timeout', { kind: 'unreachable', reason: 'no complete response within 10 s' }, undefined],
	['a cancelled call', { kind: 'cancelled' }, undefined],
])('treats %s as temporary', (_, answer, httpStatus) => {
	expect(lastingHint(answer, httpStatus)).toBeUndefined();
});
