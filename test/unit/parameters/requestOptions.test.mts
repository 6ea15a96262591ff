import { describe, expect, it } from 'vitest';

import { platformOptions, rpcOptions } from '../../../nodes/Chainstack/resources/options';
import {
	CREATE_LIMITS,
	PLATFORM_LIMITS,
	retryOptionsOf,
	RPC_LIMITS,
	runSettings,
} from '../../../nodes/shared/parameters/requestOptions';
import { problemOf } from '../fixtures/problems.mts';

describe('the defaults', () => {
	it('are those agreed on', () => {
		expect(PLATFORM_LIMITS).toEqual({ perOrigin: 5, perRun: 5 });
		expect(CREATE_LIMITS).toEqual({ perOrigin: 1, perRun: 1 });
		expect(RPC_LIMITS).toEqual({ perOrigin: 16, perRun: 512 });
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
	it('takes what is set, in seconds', () => {
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

	it.each([0.5, 2.7])('refuses a fraction of a repetition (%d)', (maxRetries) => {
		const { message } = problemOf(() => retryOptionsOf({ maxRetries }, rpcOptions().options));
		expect(message).toContain("'Max Retries'");
	});
});

describe('runSettings', () => {
	it('takes the limits of the operation', () => {
		expect(runSettings({}, RPC_LIMITS)).toMatchObject({
			limits: { perOrigin: 16, perRun: 512 },
			rpc: { batchSize: 100, callsPerSecond: Infinity },
		});
	});

	it('takes what is set', () => {
		const options = { maxConcurrency: 3, batchSize: 10, requestsPerSecond: 25 };
		expect(runSettings(options, PLATFORM_LIMITS)).toMatchObject({
			limits: { perOrigin: 3 },
			rpc: { batchSize: 10, callsPerSecond: 25 },
		});
	});

	it('lets the run have as many as one origin may have', () => {
		expect(runSettings({ maxConcurrency: 1000 }, RPC_LIMITS).limits).toEqual({
			perOrigin: 1000,
			perRun: 1000,
		});
	});

	it.each<Record<string, unknown>>([
		{ maxConcurrency: 0 },
		{ maxConcurrency: -1 },
		{ maxConcurrency: Number.NaN },
		{ maxConcurrency: Infinity },
		{ maxConcurrency: '5' },
		{ maxConcurrency: '={{ 5 }}' },
		{ batchSize: 0 },
		{ batchSize: -1 },
		{ batchSize: Number.NaN },
		{ requestsPerSecond: -1 },
		{ requestsPerSecond: Number.NaN },
	])('refuses %j', (options) => {
		const { message } = problemOf(() => runSettings(options, RPC_LIMITS));
		expect(message).toMatch(
			/^'(Max Concurrent Requests|Batch Size|Requests per Second)' has to be/,
		);
	});

	it.each([{ batchSize: 1.5 }, { batchSize: 99.9 }, { maxConcurrency: 2.5 }])(
		'refuses fractions: %j',
		(options) => {
			expect(problemOf(() => runSettings(options, RPC_LIMITS)).message).toMatch(/whole number/);
		},
	);
});
