import { describe, expect, it } from 'vitest';

import { rpcOptions } from '../../../nodes/shared/fields/endpointFields';
import { platformOptions } from '../../../nodes/shared/fields/options';
import { readRetryOptions, buildHostOptions } from '../../../nodes/shared/run/requestOptions';

const RPC = rpcOptions().options;

describe('readRetryOptions', () => {
	const usual = { timeoutMs: 30_000, maxRetries: 4, maxRetryWaitMs: 300_000 };
	const set = { limits: { timeout: 2.5, maxRetries: 7, maxRetryWait: 1 } };
	it.each([
		['the defaults of the management API', {}, platformOptions().options, usual],
		['those of JSON-RPC', {}, RPC, { ...usual, timeoutMs: 10_000 }],
		['those of an operation that does not offer the option', {}, [], usual],
		['what is set, in seconds', set, RPC, { timeoutMs: 2500, maxRetries: 7, maxRetryWaitMs: 1000 }],
		['the time for one of several endpoints', { timeout: 3 }, RPC, { ...usual, timeoutMs: 3000 }],
	])('reads %s', (_, options, offered, expected) => {
		expect(readRetryOptions({ values: { options } }, offered)).toEqual(expected);
	});
});

describe('buildHostOptions', () => {
	const unlimited = { callsPerSecond: Infinity };

	it('has the documented defaults', () => {
		expect(buildHostOptions({})).toEqual({
			platform: { maxConcurrency: 5, isAdaptive: false, batchSize: 1, ...unlimited },
			rpc: { maxConcurrency: Infinity, isAdaptive: true, batchSize: 100, ...unlimited },
		});
	});

	it('uses what is set', () => {
		const options = { maxConcurrency: 3, batchSize: 10, requestsPerSecond: 25 };
		expect(buildHostOptions(options)).toEqual({
			platform: { maxConcurrency: 3, isAdaptive: false, batchSize: 1, ...unlimited },
			rpc: { maxConcurrency: 3, isAdaptive: true, batchSize: 10, callsPerSecond: 25 },
		});
	});

	it('treats 0 requests per second as no limit', () => {
		expect(buildHostOptions({ requestsPerSecond: 0 }).rpc.callsPerSecond).toBe(Infinity);
		expect(buildHostOptions({ requestsPerSecond: 0.5 }).rpc.callsPerSecond).toBe(0.5);
	});
});
