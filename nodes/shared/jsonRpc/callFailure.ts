import type { Failure } from 'n8n-workflow';

import { isUnavailable } from '../http/outcome';
import type { RpcAnswer } from './answer';

/**
 * The cause of a call without a result, where exactly one of n8n's six applies.
 *
 * @param httpStatus status of the answer, if there was one
 * @returns `undefined` for everything else: a key that is not accepted may be that of the credential, of a node or
 * in an address; what could not be reached may be the node, the network or n8n's own network
 */
export function failureOfCall(answer: RpcAnswer, httpStatus?: number): Failure | undefined {
	if (answer.kind === 'rateLimited') {
		const { quota, retryAfterMs } = answer;
		const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
		return { cause: quota ? 'quota-exhausted' : 'rate-limited', ...wait };
	}
	if (answer.kind === 'unreachable' && isUnavailable(httpStatus)) {
		return { cause: 'temporarily-unavailable' };
	}
	return undefined;
}
