import type { Settled } from '../scheduler/scheduledCall';
import { inWords } from '../text/duration';
import { trimEnd } from '../text/strings';
import { extendCause, type RpcAnswer } from './answer';

/**
 * The final answer to a call: the last one, and why nothing came after it where it does not say that itself.
 *
 * @param answer the last answer, if there was one; with `othersRefused` and `othersFailed` it may be the one to another call
 * @param skipped the answer to a call that never got one of its own
 * @param isFixed whether the longest wait is no option of the user
 */
export function finalAnswer(
	answer: RpcAnswer | undefined,
	{ conclusion, attempts, retryAfterMs = 0 }: Settled<unknown>,
	skipped: RpcAnswer,
	isFixed = false,
): RpcAnswer {
	switch (conclusion) {
		case 'cancelled':
			return { kind: 'cancelled' };
		case 'waitTooLong':
		case 'pauseTooLong': {
			const asked = `the endpoint asked for a wait of ${inWords(retryAfterMs)}`;
			const nothing = attempts > 0 ? 'nothing more' : 'nothing';
			const why = isFixed
				? asked
				: `${asked}, longer than 'Max Retry Wait' allows, so ${nothing} was sent. Try again after that time, or raise the option`;
			return because(answer, why, { kind: 'rateLimited', reason: why, retryAfterMs, quota: false });
		}
		case 'othersFailed': {
			const again = attempts > 0 ? ' again' : '';
			const why = `not sent${again}, because requests there keep failing. Try again later`;
			return because(answer, why, { kind: 'unreachable', reason: why });
		}
		case 'othersRefused': {
			const again = attempts > 0 ? ' again' : '';
			const why = `not sent${again}, because the endpoint keeps rejecting calls. Try again later, or with fewer calls`;
			return because(answer, why, { kind: 'rateLimited', reason: why, quota: false });
		}
		case 'replied':
		case 'retriesUsedUp':
			return answer ?? skipped;
	}
}

function because(answer: RpcAnswer | undefined, why: string, without: RpcAnswer): RpcAnswer {
	if (answer === undefined || !('reason' in answer)) return without;
	return extendCause(answer, (text) => `${trimEnd(text, '.')}; ${why}`);
}
