import type { Failure } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { readAnswer } from '../../../nodes/shared/jsonRpc/answer';
import {
	classifyFailure,
	describeFault,
	findLastingHint,
	type FaultAnswer,
	type RpcAnswer,
} from '../../../nodes/shared/jsonRpc/fault';
import { answerOf, errorAnswer } from '../fixtures/answers.mts';

const reason = 'said by the endpoint';
const limited: RpcAnswer = { kind: 'rateLimited', reason, quota: false };
const usedUp: RpcAnswer = { ...limited, quota: true };
const fault = (code: string): [RpcAnswer, undefined] => [
	readAnswer({ kind: 'notSent', code }, 1),
	undefined,
];
const status = (code: number, text = ''): [RpcAnswer, number] => [
	readAnswer(answerOf(code, text), 1),
	code,
];

describe('describeFault', () => {
	it.each<[FaultAnswer, string]>([
		[{ kind: 'rpcError', message: 'boom' }, 'boom'],
		[{ kind: 'rpcError', message: 'boom', code: 0 }, 'boom (code 0)'],
		[{ kind: 'invalidResponse', reason }, reason],
		[{ kind: 'invalidResponse', reason, withStatus: 'status 500' }, 'status 500'],
	])('says of %j: %s', (answer, text) => {
		expect(describeFault(answer)).toBe(text);
	});
});

describe('classifyFailure', () => {
	it.each<[RpcAnswer, number | undefined, Failure | undefined]>([
		[limited, 429, { cause: 'rate-limited' }],
		[{ ...limited, retryAfterMs: 413 }, 200, { cause: 'rate-limited', retryAfterMs: 413 }],
		[usedUp, 403, { cause: 'quota-exhausted' }],
		[{ kind: 'unreachable', reason }, 503, { cause: 'temporarily-unavailable' }],
		[{ kind: 'unreachable', reason }, 500, undefined],
		[{ kind: 'unreachable', reason }, undefined, undefined],
		// The key may be the credential's, a node's, or one in an address.
		[{ kind: 'unauthorized', reason }, 401, undefined],
		[{ kind: 'invalidResponse', reason }, 503, undefined],
		[{ kind: 'rpcError', message: 'execution reverted', code: 3 }, 200, undefined],
		[{ kind: 'cancelled' }, undefined, undefined],
	])('%o with status %s', (answer, httpStatus, failure) => {
		expect(classifyFailure(answer, httpStatus)).toStrictEqual(failure);
	});
});

const KEY = 'Check the key of the endpoint';
const RULES =
	'Check the access rules of the node, with Node Access Rule, Get Many, and the key of the endpoint';
const KEY_AND_PATH = 'Check the key and the path in the address of the endpoint';
const PROXY = 'Check the proxy settings of the machine n8n runs on';
const PATH = "Check the path in the address of the endpoint, or set 'Path' in the options";
const QUOTA =
	'The quota of the plan is used up until the next billing period; see Billing in the Chainstack console';
const HOST = 'Check the host name in the address of the endpoint';
const CERTIFICATE =
	"Check the address of the endpoint, or turn on 'Ignore SSL Issues' in the credential if you trust the host";

describe('findLastingHint', () => {
	it.each<[string, RpcAnswer, number | undefined, string]>([
		['a key that is not accepted', ...status(401), KEY],
		['a request that is not allowed', ...status(403), RULES],
		['an address that does not exist', ...status(404), KEY_AND_PATH],
		['a choice of addresses', ...status(300), KEY_AND_PATH],
		['a proxy that requires a login', ...status(407), PROXY],
		['a method that is not allowed', ...status(405), KEY_AND_PATH],
		['a missing method', errorAnswer(-32601, 'x'), 200, PATH],
		['a used-up quota', usedUp, 429, QUOTA],
		['a host that does not exist', ...fault('ENOTFOUND'), HOST],
		['a self-signed certificate', ...fault('DEPTH_ZERO_SELF_SIGNED_CERT'), CERTIFICATE],
	])('says what to do about %s', (_, answer, httpStatus, hint) => {
		expect(findLastingHint(answer, httpStatus)).toBe(hint);
	});

	it.each<[string, RpcAnswer, number | undefined]>([
		['an answer', { kind: 'result', result: true }, 200],
		['another fault of the endpoint', { kind: 'rpcError', code: -32000, message: 'x' }, 200],
		['too many requests', ...status(429)],
		['a server that is busy', ...status(503)],
		['what is unusable, from a busy server', { kind: 'invalidResponse', reason }, 500],
		['a request that took too long', ...status(408)],
		['a request that came too early', ...status(425)],
		['an answer that is cut off', ...status(200, '{"jsonrpc":')],
		['a page of a proxy', ...status(200, '<html>')],
		['a port where nothing listens yet', ...fault('ECONNREFUSED')],
		['a timeout', { kind: 'unreachable', reason }, undefined],
		['a cancelled call', { kind: 'cancelled' }, undefined],
	])('treats %s as temporary', (_, answer, httpStatus) => {
		expect(findLastingHint(answer, httpStatus)).toBeUndefined();
	});
});
