import { describe, expect, it } from 'vitest';

import { platformOptions, rpcOptions } from '../../../nodes/Chainstack/resources/options';
import {
	CREATE_LIMITS,
	patienceOf,
	PLATFORM_LIMITS,
	RPC_LIMITS,
	runSettings,
} from '../../../nodes/shared/items/patience';
import { problemOf } from '../fixtures/problems.mts';

describe('the defaults', () => {
	it('are those agreed on', () => {
		expect(PLATFORM_LIMITS).toEqual({ perOrigin: 5, perRun: 5 });
		expect(CREATE_LIMITS).toEqual({ perOrigin: 1, perRun: 1 });
		expect(RPC_LIMITS).toEqual({ perOrigin: 16, perRun: 512 });
	});

	it('of the management API', () => {
		expect(patienceOf({}, platformOptions().options)).toEqual({
			timeLimitMs: 30_000,
			retries: 4,
			longestWaitMs: 300_000,
		});
	});

	it('of JSON-RPC', () => {
		expect(patienceOf({}, rpcOptions().options)).toEqual({
			timeLimitMs: 10_000,
			retries: 4,
			longestWaitMs: 300_000,
		});
	});

	it('apply where an operation does not offer the option', () => {
		expect(patienceOf({}, [])).toEqual({ timeLimitMs: 30_000, retries: 4, longestWaitMs: 300_000 });
	});
});

describe('patienceOf', () => {
	it('takes what is set, in seconds', () => {
		const options = { timeLimit: 2.5, retries: 7, longestWait: 1 };
		expect(patienceOf(options, rpcOptions().options)).toEqual({
			timeLimitMs: 2500,
			retries: 7,
			longestWaitMs: 1000,
		});
	});

	it.each<[Record<string, unknown>, string]>([
		[{ timeLimit: 0 }, "'Time Limit (Seconds)'"],
		[{ timeLimit: -1 }, "'Time Limit (Seconds)'"],
		[{ timeLimit: Number.NaN }, "'Time Limit (Seconds)'"],
		[{ timeLimit: Infinity }, "'Time Limit (Seconds)'"],
		[{ retries: -1 }, "'Retries'"],
		[{ retries: Number.NaN }, "'Retries'"],
		[{ longestWait: -1 }, "'Longest Accepted Wait (Seconds)'"],
		[{ longestWait: Number.NaN }, "'Longest Accepted Wait (Seconds)'"],
	])('refuses %j', (options, field) => {
		const { message, hint } = problemOf(() => patienceOf(options, platformOptions().options));
		expect(message).toContain(field);
		expect(hint).toMatch(/usual value/);
	});

	it.each([0.5, 2.7])('refuses a fraction of a repetition (%d)', (retries) => {
		const { message } = problemOf(() => patienceOf({ retries }, rpcOptions().options));
		expect(message).toContain("'Retries'");
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
		const options = { requestsAtOnce: 3, batchSize: 10, requestsPerSecond: 25 };
		expect(runSettings(options, PLATFORM_LIMITS)).toMatchObject({
			limits: { perOrigin: 3 },
			rpc: { batchSize: 10, callsPerSecond: 25 },
		});
	});

	it('lets the run have as many as one origin may have', () => {
		expect(runSettings({ requestsAtOnce: 1000 }, RPC_LIMITS).limits).toEqual({
			perOrigin: 1000,
			perRun: 1000,
		});
	});

	it.each<Record<string, unknown>>([
		{ requestsAtOnce: 0 },
		{ requestsAtOnce: -1 },
		{ requestsAtOnce: Number.NaN },
		{ requestsAtOnce: Infinity },
		{ requestsAtOnce: '5' },
		{ requestsAtOnce: '={{ 5 }}' },
		{ batchSize: 0 },
		{ batchSize: -1 },
		{ batchSize: Number.NaN },
		{ requestsPerSecond: -1 },
		{ requestsPerSecond: Number.NaN },
	])('refuses %j', (options) => {
		const { message } = problemOf(() => runSettings(options, RPC_LIMITS));
		expect(message).toMatch(/^'(Requests at Once|Batch Size|Requests per Second)' has to be/);
	});

	it.each([{ batchSize: 1.5 }, { batchSize: 99.9 }, { requestsAtOnce: 2.5 }])(
		'refuses fractions: %j',
		(options) => {
			expect(problemOf(() => runSettings(options, RPC_LIMITS)).message).toMatch(/whole number/);
		},
	);
});
