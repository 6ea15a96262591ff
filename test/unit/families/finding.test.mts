import { describe, expect, it } from 'vitest';

import { ProbeError } from '../../../nodes/shared/families/family';
import { probeMethod, readAbility } from '../../../nodes/shared/families/finding';
import type { FaultAnswer } from '../../../nodes/shared/jsonRpc/fault';
import { Cancelled } from '../../../nodes/shared/text/problem';
import { rpcError } from '../fixtures/probeClient.mts';

const found = async (fault: Error) => await probeMethod(Promise.reject(fault));

describe('a method', () => {
	it.each([
		[null, 'returned null'],
		[undefined, 'returned nothing'],
		[[], 'returned []'],
		[{ type: 'CALL' }, 'returned {"type":"CALL"}'],
	])('is available where it returns %j', async (result, evidence) => {
		expect(await probeMethod(Promise.resolve(result))).toEqual({ result: 'available', evidence });
	});

	it.each([
		[-32000, 'transaction not found'],
		[-32000, 'execution reverted'],
		[-32603, 'transaction 0x00 not found'],
		[-32603, 'cannot find transaction'],
		[-32603, 'Unknown transaction'],
		[undefined, 'genesis is not traceable'],
	])('is available where only the transaction is wrong: %s %s', async (code, message) => {
		const evidence = code === undefined ? message : `${message} (code ${code})`;
		expect(await found(rpcError(message, code))).toEqual({ result: 'available', evidence });
	});

	it.each([
		[-32601, 'no', 'notAvailable'],
		[-32000, 'Method trace_transaction not found', 'notAvailable'],
		[-32000, 'the method trace_transaction is not supported', 'notAvailable'],
		[-32000, 'method not supported', 'notAvailable'],
		[-32000, 'this method is not available', 'notAvailable'],
		[-32000, 'the method trace_transaction does not exist/is not available', 'notAvailable'],
		[-32000, 'the method does not exist', 'notAvailable'],
		[-32603, 'method debug_traceTransaction is disabled', 'notAvailable'],
		[-32000, 'Unsupported method: trace_transaction', 'notAvailable'],
		[-32612, 'Custom tracers are disabled by default', 'notOnThisPlan'],
		[-32000, 'debug and trace are not included', 'notOnThisPlan'],
		[-32601, 'not available on the current plan', 'notOnThisPlan'],
		[-32603, 'your plan has no traces', 'notOnThisPlan'],
		[-32000, 'this plan has no traces', 'notOnThisPlan'],
		[-32000, 'needs a higher plan', 'notOnThisPlan'],
		[-32000, 'only on a paid plan', 'notOnThisPlan'],
		[-32000, 'Upgrade for access to traces', 'notOnThisPlan'],
		[-32000, 'no subscription', 'notOnThisPlan'],
		[-32604, 'Method not enabled', 'notAvailable'],
		[-32001, 'rpc method is not whitelisted', 'notAvailable'],
		[-32000, 'not allowed to access method debug_traceTransaction', 'notAvailable'],
		// Neither that the method ran, nor that it is missing.
		[-32603, 'Internal error', 'failed'],
		[-32000, 'something is wrong with it', 'failed'],
		[-32602, 'invalid argument 1', 'failed'],
	])('is judged by what the node or the service says: %i %s: %s', async (code, message, result) => {
		const evidence = `${message} (code ${code})`;
		expect(await found(rpcError(message, code))).toEqual({ result, evidence });
	});

	it.each<[FaultAnswer, string]>([
		[{ kind: 'unauthorized', reason: 'the key was not accepted (status 403)' }, 'notOnThisPlan'],
		[{ kind: 'rateLimited', reason: 'too many requests (status 429)', quota: false }, 'failed'],
		[{ kind: 'unreachable', reason: 'status 503' }, 'failed'],
		[{ kind: 'invalidResponse', reason: 'method not found' }, 'failed'],
	])('that has no response of its own is judged by the fault: %j', async (answer, result) => {
		const { reason } = answer as { reason: string };
		expect(await found(new ProbeError(answer))).toEqual({ result, evidence: reason });
	});

	it('has no finding where the execution is stopped, or the code fails', async () => {
		await expect(found(new Cancelled())).rejects.toBeInstanceOf(Cancelled);
		await expect(found(new TypeError('x'))).rejects.toBeInstanceOf(TypeError);
	});
});

describe('a message', () => {
	it.each([true, false])(
		'is unknown after too many requests, even where the message names the plan (quota: %s)',
		(quota) => {
			const reason = "You've exceeded the RPS limit available on the current plan";
			expect(readAbility(new ProbeError({ kind: 'rateLimited', reason, quota }))).toBe('failed');
		},
	);

	it('is about the plan only where it has one of those words as a whole', () => {
		expect(readAbility(rpcError('explanations of the planet', -32000))).toBe('failed');
		expect(readAbility(rpcError('unsubscriptions and upgrades', -32000))).toBe('failed');
	});
});
