import type { Failure } from 'n8n-workflow';

import { isUnavailable } from '../http/outcome';
import { omitUndefined } from '../text/json';
import type { Member } from './errorMember';
import type { Meaning, MeaningKind } from './meaning';

/** Why a call has no result. */
export interface Cause {
	/** In words only, for messages: n8n shows the status of an error apart, below 'From Chainstack'. */
	reason: string;
	/** The same with the HTTP status, for results; absent where the status says nothing. */
	withStatus?: string;
}

/**
 * How one JSON-RPC call ended, in the form in which it is shown. What it means is in `meaning`, which whatever was read
 * from a server has.
 */
export type RpcAnswer =
	| { kind: 'result'; result: unknown }
	| ({ kind: 'rpcError' } & Member & Read)
	/** `retryAfterMs` is the wait the server asked for; a `quota` that is used up will not come back soon. */
	| ({ kind: 'rateLimited'; retryAfterMs?: number; quota: boolean } & Cause & Read)
	| ({ kind: 'unauthorized' | 'invalidResponse' } & Cause & Read)
	/** `lastingHint` says what to do where trying again changes nothing; no connection was made because of `networkCode`. */
	| ({ kind: 'unreachable'; lastingHint?: string; networkCode?: string } & Cause & Read)
	| { kind: 'cancelled' };

interface Read {
	meaning?: Meaning;
}

/** An answer that is not a result. */
export type FaultAnswer = Exclude<RpcAnswer, { kind: 'result' | 'cancelled' }>;

/** What an answer means that was not read from a server, such as one whose result its caller does not understand. */
const UNREAD: Readonly<Record<FaultAnswer['kind'], MeaningKind>> = {
	rpcError: 'unavailable',
	rateLimited: 'limited',
	unauthorized: 'unauthorized',
	invalidResponse: 'malformed',
	unreachable: 'unavailable',
};

/** @returns what an answer that is not a result means */
export function getMeaning({ kind, meaning }: FaultAnswer): Meaning {
	return meaning ?? { kind: UNREAD[kind], evidence: 'nothing' };
}

/** @returns message and code of a JSON-RPC error as one text */
export function formatRpcError({ code, message }: Member): string {
	return code === undefined ? message : `${message} (code ${code})`;
}

/** @returns why a call has no result, as results show it: with the code or the HTTP status */
export function describeFault(answer: FaultAnswer): string {
	if (answer.kind === 'rpcError') return formatRpcError(answer);
	return answer.withStatus ?? answer.reason;
}

/** @returns an answer with its cause in other words */
export function extendCause<T extends Cause>(answer: T, extend: (text: string) => string): T {
	const { reason, withStatus } = answer;
	return { ...answer, reason: extend(reason), withStatus: withStatus && extend(withStatus) };
}

/**
 * The cause of a call without a result, where exactly one of n8n's six applies.
 *
 * @param httpStatus status of the answer, if there was one
 * @returns `undefined` for everything else: a key that is not accepted may be that of the credential, of a node or
 * in an address; what could not be reached may be the node, the network or n8n's own network
 */
export function classifyFailure(answer: RpcAnswer, httpStatus?: number): Failure | undefined {
	if (answer.kind === 'rateLimited') {
		const { quota, retryAfterMs } = answer;
		const cause = quota ? 'quota-exhausted' : 'rate-limited';
		return omitUndefined<Failure>({ cause, retryAfterMs });
	}
	if (answer.kind === 'unreachable' && isUnavailable(httpStatus))
		return { cause: 'temporarily-unavailable' };
	return undefined;
}

/**
 * Distinguishes answers that will not change on their own from those that may be different soon.
 *
 * @param httpStatus status of the answer, if there was one
 * @returns what to do about an answer that will not change, or `undefined` where waiting may help
 */
export function findLastingHint(answer: RpcAnswer, httpStatus = 0): string | undefined {
	if (answer.kind === 'result' || answer.kind === 'cancelled') return undefined;
	const { sign } = getMeaning(answer);
	switch (answer.kind) {
		case 'unauthorized':
			return httpStatus === 403 ? ACCESS_HINT : 'Check the key of the endpoint';
		case 'rateLimited':
			return answer.quota ? QUOTA_HINT : undefined;
		case 'rpcError':
			return sign === 'absent' ? PATH_HINT : undefined;
		case 'unreachable':
			return answer.lastingHint;
		case 'invalidResponse':
			return findRefusalHint(httpStatus);
	}
}

const ACCESS_HINT =
	'Check the access rules of the node, with Node Access Rule, Get Many, and the key of the endpoint';

const QUOTA_HINT =
	'The quota of the plan is used up until the next billing period; see Billing in the Chainstack console';

const PATH_HINT = "Check the path in the address of the endpoint, or set 'Path' in the options";

function findRefusalHint(httpStatus: number): string | undefined {
	if (httpStatus === 407) return 'Check the proxy settings of the machine n8n runs on';
	const isRefused = httpStatus >= 300 && httpStatus < 500;
	return isRefused ? 'Check the key and the path in the address of the endpoint' : undefined;
}
