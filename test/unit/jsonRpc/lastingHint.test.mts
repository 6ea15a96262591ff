import { expect, it } from 'vitest';

import { readAnswer } from '../../../nodes/shared/jsonRpc/answer';
import { findLastingHint, type RpcAnswer } from '../../../nodes/shared/jsonRpc/fault';

const fault = (code: string): RpcAnswer => readAnswer({ kind: 'notSent', code }, 1);
const status = (code: number, text = ''): [RpcAnswer, number] => [
	readAnswer({ kind: 'answer', status: code, headers: {}, text, receivedAtMs: 0 }, 1),
	code,
];

const KEY = 'Check the key of the endpoint';
const RULES =
	'Check the access rules of the node, with Access Rule, Get Many, and the key of the endpoint';
const KEY_AND_PATH = 'Check the key and the path in the address of the endpoint';
const PROXY = 'Check the proxy settings of the machine n8n runs on';
const PATH = "Check the path in the address of the endpoint, or set 'Path' in the options";
const QUOTA =
	'The quota of the plan is used up until the next billing period; see Billing in the Chainstack console';
const HOST = 'Check the host name in the address of the endpoint';
const CERTIFICATE =
	"Check the address of the endpoint, or turn on 'Ignore SSL Issues' in the credential if you trust the host";

it.each<[string, RpcAnswer, number | undefined, string]>([
	['a key that is not accepted', ...status(401), KEY],
	['a request that is not allowed', ...status(403), RULES],
	['an address that does not exist', ...status(404), KEY_AND_PATH],
	['a choice of addresses', ...status(300), KEY_AND_PATH],
	['a redirect', ...status(302), KEY_AND_PATH],
	['a proxy that requires a login', ...status(407), PROXY],
	['a method that is not allowed', ...status(405), KEY_AND_PATH],
	['a missing method', { kind: 'rpcError', code: -32601, message: 'x' }, 200, PATH],
	['a used-up quota', { kind: 'rateLimited', reason: 'x', quota: true }, 429, QUOTA],
	['a host that does not exist', fault('ENOTFOUND'), undefined, HOST],
	['an expired certificate', fault('CERT_HAS_EXPIRED'), undefined, CERTIFICATE],
	['a self-signed certificate', fault('DEPTH_ZERO_SELF_SIGNED_CERT'), undefined, CERTIFICATE],
])('says what to do about %s', (_, answer, httpStatus, hint) => {
	expect(findLastingHint(answer, httpStatus)).toBe(hint);
});

it.each<[string, RpcAnswer, number | undefined]>([
	['an answer', { kind: 'result', result: true }, 200],
	['another fault of the endpoint', { kind: 'rpcError', code: -32000, message: 'x' }, 200],
	['too many requests', ...status(429)],
	['a server that is busy', ...status(503)],
	['a result that is unusable, from a busy server', { kind: 'invalidResponse', reason: 'x' }, 500],
	['a request that took too long', ...status(408)],
	['an answer that is cut off', ...status(200, '{"jsonrpc":')],
	['a page of a proxy', ...status(200, '<html>')],
	['a port where nothing listens yet', fault('ECONNREFUSED'), undefined],
	['a name server that does not answer', fault('EAI_AGAIN'), undefined],
	['a route that is down', fault('EHOSTUNREACH'), undefined],
	['a timeout', { kind: 'unreachable', reason: 'no complete response within 10 s' }, undefined],
	['a cancelled call', { kind: 'cancelled' }, undefined],
])('treats %s as temporary', (_, answer, httpStatus) => {
	expect(findLastingHint(answer, httpStatus)).toBeUndefined();
});
