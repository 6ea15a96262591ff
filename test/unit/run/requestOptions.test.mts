import { describe, expect, it } from 'vitest';

import { platformOptions, rpcOptions } from '../../../nodes/shared/fields/options';
import { exchange } from '../../../nodes/shared/http/exchange';
import { readRetryOptions, runSettings } from '../../../nodes/shared/run/requestOptions';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { scripted } from '../fixtures/requestContext.mts';

describe('the defaults', () => {
	it.each(['rpc', 'platform'] as const)('of a run are those documented (%s)', (caller) => {
		expect(runSettings({}, caller)).toEqual({
			platform: { maxConcurrency: 5, isAdaptive: false, callsPerSecond: Infinity, batchSize: 1 },
			rpc: {
				maxConcurrency: Infinity,
				isAdaptive: true,
				callsPerSecond: Infinity,
				batchSize: 100,
			},
		});
	});

	it('of the management API', () => {
		expect(readRetryOptions({}, platformOptions().options)).toEqual({
			timeoutMs: 30_000,
			maxRetries: 4,
			maxRetryWaitMs: 300_000,
		});
	});

	it('of JSON-RPC', () => {
		expect(readRetryOptions({}, rpcOptions().options)).toEqual({
			timeoutMs: 10_000,
			maxRetries: 4,
			maxRetryWaitMs: 300_000,
		});
	});

	it('apply where an operation does not offer the option', () => {
		expect(readRetryOptions({}, [])).toEqual({
			timeoutMs: 30_000,
			maxRetries: 4,
			maxRetryWaitMs: 300_000,
		});
	});
});

describe('readRetryOptions', () => {
	it('uses the values that are set, in seconds', () => {
		const options = { timeout: 2.5, maxRetries: 7, maxRetryWait: 1 };
		expect(readRetryOptions(options, rpcOptions().options)).toEqual({
			timeoutMs: 2500,
			maxRetries: 7,
			maxRetryWaitMs: 1000,
		});
	});
});

describe('runSettings', () => {
	it('uses what is set for node endpoints', () => {
		const options = { maxConcurrency: 3, batchSize: 10, requestsPerSecond: 25 };
		expect(runSettings(options, 'rpc')).toMatchObject({
			platform: { maxConcurrency: 5 },
			rpc: { maxConcurrency: 3, isAdaptive: true, batchSize: 10, callsPerSecond: 25 },
		});
	});

	it('uses what is set for the management API', () => {
		expect(runSettings({ maxConcurrency: 3 }, 'platform')).toMatchObject({
			platform: { maxConcurrency: 3, isAdaptive: false },
			rpc: { maxConcurrency: Infinity },
		});
	});

	it('treats 0 requests per second as no limit', () => {
		expect(runSettings({ requestsPerSecond: 0 }, 'rpc').rpc.callsPerSecond).toBe(Infinity);
		expect(runSettings({ requestsPerSecond: 0.5 }, 'rpc').rpc.callsPerSecond).toBe(0.5);
	});
});

describe('a timeout', () => {
	it.each([16.1, 2.01, 1.005, 0.0015])(
		'of %d seconds ends with an answer, not with an exception',
		async (seconds) => {
			const { timeoutMs } = readRetryOptions({ timeout: seconds }, rpcOptions().options);
			const { context } = scripted(() => ({}));
			expect(
				await exchange(context, systemClock, {
					method: 'GET',
					url: 'https://a.example.com',
					authenticated: false,
					allowUnauthorizedCerts: false,
					timeoutMs,
					maxAnswerBytes: 1_000_000,
				}),
			).toMatchObject({
				kind: 'answer',
			});
		},
	);
});
