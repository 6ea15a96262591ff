import { describe, expect, it } from 'vitest';

import { platformOptions, rpcOptions } from '../../../nodes/shared/fields/options';
import { exchange } from '../../../nodes/shared/http/exchange';
import { retryOptionsOf, runSettings } from '../../../nodes/shared/run/requestOptions';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { problemOf } from '../fixtures/problems.mts';
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
		expect(retryOptionsOf({}, platformOptions().options)).toEqual({
			timeoutMs: 30_000,
			maxRetries: 4,
			maxRetryWaitMs: 300_000,
		});
	});

	it('of JSON-RPC', () => {
		expect(retryOptionsOf({}, rpcOptions().options)).toEqual({
			timeoutMs: 10_000,
			maxRetries: 4,
			maxRetryWaitMs: 300_000,
		});
	});

	it('apply where an operation does not offer the option', () => {
		expect(retryOptionsOf({}, [])).toEqual({
			timeoutMs: 30_000,
			maxRetries: 4,
			maxRetryWaitMs: 300_000,
		});
	});
});

describe('retryOptionsOf', () => {
	it('uses the values that are set, in seconds', () => {
		const options = { timeout: 2.5, maxRetries: 7, maxRetryWait: 1 };
		expect(retryOptionsOf(options, rpcOptions().options)).toEqual({
			timeoutMs: 2500,
			maxRetries: 7,
			maxRetryWaitMs: 1000,
		});
	});

	it.each<[Record<string, unknown>, string]>([
		[{ timeout: 0 }, "'Timeout (Seconds)'"],
		[{ timeout: -1 }, "'Timeout (Seconds)'"],
		[{ timeout: Number.NaN }, "'Timeout (Seconds)'"],
		[{ timeout: Infinity }, "'Timeout (Seconds)'"],
		[{ maxRetries: -1 }, "'Max Retries'"],
		[{ maxRetries: Number.NaN }, "'Max Retries'"],
		[{ maxRetryWait: -1 }, "'Max Retry Wait (Seconds)'"],
		[{ maxRetryWait: Number.NaN }, "'Max Retry Wait (Seconds)'"],
	])('refuses %j', (options, field) => {
		const { message, hint } = problemOf(() => retryOptionsOf(options, platformOptions().options));
		expect(message).toContain(field);
		expect(hint).toMatch(/usual value/);
	});

	it('accepts strings that contain numbers', () => {
		const options = { timeout: '2.5', maxRetries: ' 7 ', maxRetryWait: '1' };
		expect(retryOptionsOf(options, rpcOptions().options)).toEqual({
			timeoutMs: 2500,
			maxRetries: 7,
			maxRetryWaitMs: 1000,
		});
	});

	it.each([0.5, 2.7])('refuses a fractional number of retries (%d)', (maxRetries) => {
		const { message } = problemOf(() => retryOptionsOf({ maxRetries }, rpcOptions().options));
		expect(message).toContain("'Max Retries'");
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

	it.each<Record<string, unknown>>([
		{ maxConcurrency: 0 },
		{ maxConcurrency: -1 },
		{ maxConcurrency: Number.NaN },
		{ maxConcurrency: Infinity },
		{ maxConcurrency: 'five' },
		{ batchSize: 0 },
		{ batchSize: 1001 },
		{ batchSize: -1 },
		{ batchSize: Number.NaN },
		{ requestsPerSecond: -1 },
		{ requestsPerSecond: Number.NaN },
	])('refuses %j', (options) => {
		const { message } = problemOf(() => runSettings(options, 'rpc'));
		expect(message).toMatch(/^'(Max Concurrent Requests|Batch Size|Requests per Second)' must be/);
	});

	it.each([{ batchSize: 1.5 }, { batchSize: 99.9 }, { maxConcurrency: 2.5 }])(
		'refuses fractions: %j',
		(options) => {
			expect(problemOf(() => runSettings(options, 'rpc')).message).toMatch(/whole number/);
		},
	);
});

describe('a timeout', () => {
	it.each([16.1, 2.01, 1.005, 0.0015])(
		'of %d seconds ends with an answer, not with an exception',
		async (seconds) => {
			const { timeoutMs } = retryOptionsOf({ timeout: seconds }, rpcOptions().options);
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

	it('longer than a timer can count is refused', () => {
		expect(() => retryOptionsOf({ timeout: 5_000_000 }, rpcOptions().options)).toThrow();
	});
});
