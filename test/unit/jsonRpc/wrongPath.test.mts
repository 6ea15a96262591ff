import { expect, it } from 'vitest';

import type { Outcome } from '../../../nodes/shared/http/outcome';
import { readAnswer } from '../../../nodes/shared/jsonRpc/answer';
import type { RpcAnswer } from '../../../nodes/shared/jsonRpc/fault';
import { findWrongPath, type WrongPath } from '../../../nodes/shared/jsonRpc/wrongPath';

const answered = (status: number, text = ''): Outcome => ({
	kind: 'answer',
	status,
	headers: {},
	text,
	receivedAtMs: 0,
});
const invalid: RpcAnswer = { kind: 'invalidResponse', reason: 'x' };
const error: RpcAnswer = { kind: 'rpcError', code: -32603, message: 'x' };
const fault: RpcAnswer = { kind: 'unreachable', reason: 'x' };

/** The answer read from such a response. */
const read = (status: number, text: string): RpcAnswer => readAnswer(answered(status, text), 1);

/** eRPC, http_server.go. */
const ERPC = '{"jsonrpc":"2.0","id":null,"error":{"message":"url path is not valid: must only"}}';

it.each<[string, RpcAnswer | undefined, Outcome | undefined, WrongPath | undefined]>([
	['404', invalid, answered(404), 'refused'],
	['404 in JSON-RPC', error, answered(404, '{"jsonrpc":"2.0"}'), 'refused'],
	['405', invalid, answered(405), 'refused'],
	['410', invalid, answered(410), 'refused'],
	['400 that names the path', read(400, 'no such route'), answered(400), 'refused'],
	['400 that names the path, in JSON-RPC', read(400, ERPC), answered(400), 'refused'],
	['any other 400', invalid, answered(400, 'Bad Request'), 'suspected'],
	['any other 400 in JSON-RPC', error, answered(400, '{"jsonrpc":"2.0"}'), 'suspected'],
	['a page', invalid, answered(200, '<p>'), 'noRpc'],
	['an empty success', invalid, answered(200), 'noRpc'],
	['an answer to another call', invalid, answered(200, '{"jsonrpc":"2.0"}'), undefined],
	['an error of JSON-RPC', error, answered(200, '{"jsonrpc":"2.0"}'), undefined],
	['401', { kind: 'unauthorized', reason: 'x' }, answered(401), undefined],
	['404 of a gateway without a backend', fault, answered(404), undefined],
	['502', fault, answered(502), undefined],
	['a redirect', invalid, answered(302), undefined],
	['too much', invalid, { kind: 'tooLarge', status: 404, limitBytes: 1 }, undefined],
	['a result', { kind: 'result', result: 1 }, answered(404), undefined],
	['nothing', undefined, undefined, undefined],
])('says of %s what it shows about the path', (_, answer, outcome, expected) => {
	expect(findWrongPath(answer, outcome)).toBe(expected);
});
