import { describe, expect, it } from 'vitest';

import type { RpcAnswer } from '../../../nodes/shared/jsonRpc/fault';
import { chooseFinalAnswer } from '../../../nodes/shared/jsonRpc/rpcReply';
import type { Conclusion, Settled } from '../../../nodes/shared/scheduler/scheduledCall';
import { FORBIDDEN_WORDS } from '../fixtures/problems.mts';

const limited: RpcAnswer = { kind: 'rateLimited', reason: 'RPS limit reached.', quota: false };
const unreachable: RpcAnswer = { kind: 'unreachable', reason: 'status 503' };
const skipped: RpcAnswer = { kind: 'invalidResponse', reason: 'left out' };

function final(
	conclusion: Conclusion,
	answer: RpcAnswer | undefined,
	more: Partial<Settled<unknown>> = {},
): RpcAnswer {
	const settled = { conclusion, attempts: 1, mayHaveBeenProcessedBefore: false, durationMs: 1 };
	return chooseFinalAnswer(answer, { ...settled, ...more }, skipped);
}

describe('finalAnswer', () => {
	it.each(['replied', 'retriesUsedUp'] as const)('adds nothing to what was %s', (conclusion) => {
		for (const answer of [limited, unreachable, { kind: 'result', result: 1 } as const])
			expect(final(conclusion, answer)).toEqual(answer);
		expect(final(conclusion, undefined)).toEqual(skipped);
	});

	it('is a cancellation whatever was received before', () => {
		expect(final('cancelled', limited)).toEqual({ kind: 'cancelled' });
	});

	it.each(['waitTooLong', 'pauseTooLong'] as const)(
		'says which wait the server asked for, and that nothing more was sent (%s)',
		(conclusion) => {
			expect(final(conclusion, limited, { retryAfterMs: 90_000 })).toEqual({
				...limited,
				reason:
					"RPS limit reached; the endpoint asked for a wait of 90 s, longer than 'Max Retry Wait' allows, so nothing more was sent. Try again after that time, or raise the option",
			});
			expect(final(conclusion, unreachable, { retryAfterMs: 90_000 }).kind).toBe('unreachable');
		},
	);

	it('says that nothing was sent where another call was asked to wait', () => {
		expect(final('pauseTooLong', undefined, { attempts: 0, retryAfterMs: 5000 })).toEqual({
			kind: 'rateLimited',
			quota: false,
			retryAfterMs: 5000,
			reason:
				"the endpoint asked for a wait of 5 s, longer than 'Max Retry Wait' allows, so nothing was sent. Try again after that time, or raise the option",
		});
	});

	const failing = 'because requests there keep failing. Try again later';
	const busy = 'because the endpoint keeps rejecting calls. Try again later, or with fewer calls';
	const down = { kind: 'unreachable' } as const;
	const LIMIT = { kind: 'rateLimited', quota: false } as const;
	it.each<[Conclusion, RpcAnswer | undefined, number, RpcAnswer]>([
		['othersFailed', unreachable, 2, { ...down, reason: `status 503; not sent again, ${failing}` }],
		['othersFailed', undefined, 0, { ...down, reason: `not sent, ${failing}` }],
		[
			'othersRefused',
			limited,
			1,
			{ ...LIMIT, reason: `RPS limit reached; not sent again, ${busy}` },
		],
		['othersRefused', undefined, 0, { ...LIMIT, reason: `not sent, ${busy}` }],
	])('says why the call was abandoned: %s', (conclusion, answer, attempts, expected) => {
		expect(final(conclusion, answer, { attempts })).toEqual(expected);
		expect(JSON.stringify(expected)).not.toMatch(FORBIDDEN_WORDS);
		expect(JSON.stringify(expected)).not.toMatch(/asked for a wait/);
	});
});
