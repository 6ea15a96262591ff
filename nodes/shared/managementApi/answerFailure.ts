import type { Failure } from 'n8n-workflow';

import type { ErrorBody } from '../http/errorBody';
import { isUnavailable } from '../http/outcome';

/** An answer that is not a success, as far as it says something about its cause. */
export interface FailedAnswer {
	status: number;
	body: ErrorBody;
	/** The wait the service asked for in milliseconds, if it did. */
	retryAfterMs?: number;
	/** Subject of the request, such as `node ND-1-2-3`. */
	subject?: string;
}

/** A thing named by its ID, other than a list, or something that is to be created. */
const NAMED_BY_ID = /^(access )?\w+ [A-Z]{2,3}(-\d+)+$/;

/**
 * The cause of an answer of the management API, where one of n8n's six is true and no other fits. After three
 * of them (`credential-invalid`, `configuration-invalid`, `node-defect`) n8n polls a trigger only every 30 minutes
 * (`poll-backoff-policy` of n8n 2.41), so they are declared where the service itself said so.
 *
 * @returns `undefined` for everything else: a 403 may be the key's rights, the plan, or the organization; a 400
 * or 409 one item among many; a 500 the request or the service; a web page something in between
 */
export function failureOfAnswer(answer: FailedAnswer): Failure | undefined {
	const { status, body, retryAfterMs, subject = '' } = answer;
	const isOwn = body.form === 'json';
	if (status === 401 && isOwn) return { cause: 'credential-invalid' };
	if (status === 404 && isOwn && NAMED_BY_ID.test(subject))
		return { cause: 'configuration-invalid' };
	const wait = retryAfterMs === undefined ? {} : { retryAfterMs };
	if (status === 429 && body.nextAvailable !== undefined) {
		// The faucet gives tokens once a day.
		const resetsAtEpochMs = Date.parse(body.nextAvailable);
		const reset = Number.isNaN(resetsAtEpochMs) ? {} : { resetsAtEpochMs };
		return { cause: 'quota-exhausted', ...wait, ...reset };
	}
	if (status === 429) return { cause: 'rate-limited', ...wait };
	if (isUnavailable(status)) return { cause: 'temporarily-unavailable', ...wait };
	return undefined;
}

/** @returns the same cause with the wait that was asked for; only some causes go away by waiting */
export function failureWithWait(
	failure: Failure | undefined,
	retryAfterMs: number,
): Failure | undefined {
	switch (failure?.cause) {
		case 'rate-limited':
		case 'quota-exhausted':
		case 'temporarily-unavailable':
			return { ...failure, retryAfterMs };
		default:
			return failure;
	}
}
