import { describe, expect, it } from 'vitest';

import { ProbeError } from '../../../nodes/shared/families/family';
import type { FaultAnswer } from '../../../nodes/shared/jsonRpc/fault';

describe('ProbeError', () => {
	it.each<[FaultAnswer, string, number | string | undefined]>([
		[{ kind: 'rpcError', code: -32601, message: 'Method not found' }, 'Method not found', -32601],
		[{ kind: 'rpcError', code: 'noNetwork', message: 'Not synced' }, 'Not synced', 'noNetwork'],
		[{ kind: 'rpcError', message: 'Server error' }, 'Server error', undefined],
		[{ kind: 'rateLimited', reason: 'RPS limit', quota: false }, 'RPS limit', undefined],
		[{ kind: 'unauthorized', reason: 'key not accepted' }, 'key not accepted', undefined],
		[{ kind: 'unreachable', reason: 'status 502' }, 'status 502', undefined],
		[{ kind: 'invalidResponse', reason: 'not JSON' }, 'not JSON', undefined],
	])('says what %j says', (answer, message, code) => {
		const fault = new ProbeError(answer);
		expect({ name: fault.name, message: fault.message, code: fault.code }).toEqual({
			name: 'ProbeError',
			message,
			code,
		});
		expect(fault.answer).toBe(answer);
		expect(fault.result).toBeNull();
	});

	it('keeps the raw result', () => {
		const fault = new ProbeError({ kind: 'invalidResponse', reason: 'no block' }, { a: 1 });
		expect(fault.result).toEqual({ a: 1 });
	});
});
