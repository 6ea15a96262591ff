import { describe, expect, it, vi } from 'vitest';

import type { RpcAnswer } from '../../../nodes/shared/jsonRpc/answer';
import { systemClock } from '../../../nodes/shared/scheduler/clock';
import { endpointAddress } from '../../../nodes/shared/jsonRpc/endpointAddress';
import { Cancelled } from '../../../nodes/shared/pure/problem';
import { askSyncing } from '../../../nodes/shared/readiness/askSyncing';
import type { OperationContext } from '../../../nodes/shared/session/session';
import { rejection } from '../fixtures/problems.mts';

const retryOptions = { timeoutMs: 1000, maxRetries: 3, maxRetryWaitMs: 5000 };
const address = { address: 'https://x.example.com', key: '0123456789abcdef0123456789abcdef' };
const endpoint = {
	...endpointAddress({ ...address, path: { mode: 'automatic' }, field: 'Endpoint URL' }),
	allowUnauthorizedCerts: false,
};

/** The context of operations, with a client that gives this answer. */
function answering(answer: RpcAnswer, mayHaveBeenProcessed = false) {
	const call = vi.fn<OperationContext['rpc']['call']>(
		async () =>
			await Promise.resolve({
				answer,
				latencyMs: 12,
				attempts: 2,
				httpStatus: 200,
				mayHaveBeenProcessed,
			}),
	);
	const rpc = { call } as unknown as OperationContext['rpc'];
	return { call, context: { rpc, retryOptions, clock: systemClock } };
}

describe('askSyncing', () => {
	it('calls eth_syncing with the id and the retry options of the item', async () => {
		const { call, context } = answering({ kind: 'result', result: false });
		const answer = await askSyncing({ endpoint }, 7, context);
		expect(call).toHaveBeenCalledExactlyOnceWith(endpoint, {
			method: 'eth_syncing',
			params: [],
			id: 7,
			retryOptions,
		});
		expect(answer).toEqual({
			state: 'ready',
			result: false,
			blocks: {},
			endpoint: 'https://x.example.com/***/evm',
			latencyMs: 12,
			attempts: 2,
			httpStatus: 200,
		});
	});

	it('answers for a node that has no endpoint yet without a request', async () => {
		const { call, context } = answering({ kind: 'result', result: false });
		const absent = 'the node has no endpoint yet (status pending)';
		expect(await askSyncing({ absent, nodeId: 'ND-1-2-3' }, 1, context)).toEqual({
			state: 'unreachable',
			result: null,
			reason: absent,
			blocks: {},
			endpoint: '',
			latencyMs: 0,
			attempts: 0,
		});
		expect(call).not.toHaveBeenCalled();
	});

	it.each([
		[true, expect.stringContaining('quota') as string],
		[false, undefined],
	])(
		'says whether its state is permanent (a limit that is a quota: %s)',
		async (quota, lastingHint) => {
			const { context } = answering({ kind: 'rateLimited', reason: 'x', quota });
			const answer = await askSyncing({ endpoint }, 1, context);
			expect(answer).toMatchObject({ state: 'rateLimited' });
			expect(answer.lastingHint).toEqual(lastingHint);
		},
	);

	it.each([
		[true, 'unclear'],
		[false, 'none'],
	])('throws when it is cancelled (in flight: %s)', async (mayHaveBeenProcessed, effect) => {
		const { context } = answering({ kind: 'cancelled' }, mayHaveBeenProcessed);
		const problem = await rejection(askSyncing({ endpoint }, 1, context));
		expect(problem).toBeInstanceOf(Cancelled);
		expect(problem.effect).toBe(effect);
	});
});
