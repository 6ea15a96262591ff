import { faultKindOf } from '../http/networkFault';
import type { RpcAnswer } from '../jsonRpc/answer';
import { NO_SUCH_METHOD } from '../jsonRpc/errorMember';

/** Statuses that report a client error, but may be different the next time. */
const PASSING_STATUS = new Set([408, 425, 429]);

/**
 * Distinguishes answers that will not change on their own from those that may be different soon.
 *
 * @param httpStatus status of the answer, if there was one
 * @returns what to do about an answer that will not change, or `undefined` where waiting may help
 */
export function lastingHint(answer: RpcAnswer, httpStatus = 0): string | undefined {
	switch (answer.kind) {
		case 'unauthorized':
			return httpStatus === 403
				? 'Check the access rules of the node, with Access Rule, Get Many, and the key of the endpoint'
				: 'Check the key of the endpoint';
		case 'invalidResponse': {
			if (httpStatus === 407) return 'Check the proxy settings of the machine n8n runs on';
			const isRefused = httpStatus >= 300 && httpStatus < 500 && !PASSING_STATUS.has(httpStatus);
			return isRefused ? 'Check the key and the path in the address of the endpoint' : undefined;
		}
		case 'rpcError':
			return answer.code === NO_SUCH_METHOD
				? "Check the path in the address of the endpoint, or set 'Path' in the options"
				: undefined;
		case 'rateLimited':
			return answer.quota
				? 'The quota of the plan is used up until the next billing period; see Billing in the Chainstack console'
				: undefined;
		case 'unreachable':
			return faultKindOf(answer.networkCode ?? '').lastingHint;
		case 'result':
		case 'cancelled':
			return undefined;
	}
}
