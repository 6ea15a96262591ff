import type { Failure } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { classifyFailure, type RpcAnswer } from '../../../nodes/shared/jsonRpc/fault';

const reason = 'said by the endpoint';

describe("the cause of a call's failure that n8n is given", () => {
	it.each<[RpcAnswer, number | undefined, Failure | undefined]>([
		[{ kind: 'rateLimited', reason, quota: false }, 429, { cause: 'rate-limited' }],
		[
			{ kind: 'rateLimited', reason, quota: false, retryAfterMs: 413 },
			200,
			{ cause: 'rate-limited', retryAfterMs: 413 },
		],
		[{ kind: 'rateLimited', reason, quota: true }, 403, { cause: 'quota-exhausted' }],
		...[502, 503, 504].map((status): [RpcAnswer, number, Failure] => [
			{ kind: 'unreachable', reason },
			status,
			{ cause: 'temporarily-unavailable' },
		]),
		[{ kind: 'unreachable', reason }, 500, undefined],
		[{ kind: 'unreachable', reason }, undefined, undefined],
		// The key may be the credential's, a node's, or one in an address.
		[{ kind: 'unauthorized', reason }, 401, undefined],
		[{ kind: 'invalidResponse', reason }, 404, undefined],
		[{ kind: 'invalidResponse', reason }, 503, undefined],
		[{ kind: 'rpcError', message: 'execution reverted', code: 3 }, 200, undefined],
		[{ kind: 'cancelled' }, undefined, undefined],
	])('%o with status %s', (answer, status, failure) => {
		expect(classifyFailure(answer, status)).toStrictEqual(failure);
	});
});
