import { readErrorBody } from '../http/errorBody';
import { getFaultKind } from '../http/networkFault';
import { isUnavailable, findRetryAfterMs, type Answer, type Outcome } from '../http/outcome';
import { formatDuration } from '../text/duration';
import { parseExactly } from '../text/exactJson';
import { LONGEST_VALUE } from '../text/excerpt';
import { isRecord, isTooDeep, omitUndefined } from '../text/json';
import {
	readErrorMember,
	isQuota,
	isQuotaMember,
	isRateLimitMember,
	readMemberInResult,
	readTryAgainMs,
	type Member,
} from './errorMember';
import { extendCause, type Cause, type RpcAnswer } from './fault';

/**
 * How the members of an answer are read: 1.0 has no `jsonrpc`, and always both `result` and `error`; `bare` stands
 * for servers that only resemble JSON-RPC: no batches, `jsonrpc` and `id` left out or the id as a string, and
 * errors of the XRP Ledger inside the result (xrpl.org, error formatting; toncenter's jsonRPC).
 */
export type RpcVersion = '1.0' | '2.0' | 'bare';

/**
 * Reads the outcome of a request that carried a single call. The body takes precedence over the status when
 * it is a JSON-RPC answer to this call.
 * @param id the id that was sent
 * @param method that of the call
 */
export function readAnswer(
	outcome: Outcome,
	id: number,
	version?: RpcVersion,
	method?: string,
): RpcAnswer {
	if (outcome.kind !== 'answer') return convertFault(outcome);
	const body = parseExactly(outcome.text);
	return (
		readElement(body, id, outcome, version, method) ??
		convertStatus(outcome, () => describeFlaw(outcome.text, body, id))
	);
}

/**
 * Reads the outcome of a request to an interface without JSON-RPC: a success is the parsed body. The host rejects
 * calls that are too many for its plan in the form of JSON-RPC here as well.
 */
export function readPlainAnswer(outcome: Outcome): RpcAnswer {
	if (outcome.kind !== 'answer') return convertFault(outcome);
	const { status, text } = outcome;
	const body = parseExactly(text);
	const member = isRecord(body) ? readErrorMember(body, status) : undefined;
	if (member !== undefined) return convertMember(member, outcome);
	const isSuccess = status >= 200 && status < 300;
	if (isSuccess && body !== undefined) return { kind: 'result', result: body };
	const answer = convertStatus(
		outcome,
		() => explainUnreadable(text) ?? 'the response is not JSON',
	);
	const said = isRecord(body) ? readErrorBody(text).text : undefined;
	const isOwn = said !== undefined && answer.kind === 'invalidResponse';
	return isOwn ? extendCause(answer, (text) => `${text}: ${said}`) : answer;
}

/**
 * Reads one JSON-RPC answer object.
 * @returns `undefined` when it is not one, or answers another call
 */
export function readElement(
	body: unknown,
	id: number,
	answer: Answer,
	version: RpcVersion = '2.0',
	method?: string,
): RpcAnswer | undefined {
	if (!isRecord(body)) return undefined;
	// Bitcoin Core answers errors with the statuses 404 and 500, and leaves out `jsonrpc` (its doc/JSON-RPC-interface.md).
	const isOlder = version === '1.0' && 'error' in body;
	const isBare = version === 'bare';
	const hasId = (isBare ? [id, String(id), undefined, null] : [id]).includes(body.id as number);
	const member =
		readErrorMember(isOlder ? { ...body, jsonrpc: '2.0' } : body, answer.status) ??
		(isBare ? readMemberInResult(body.result) : undefined);
	if (member !== undefined && (hasId || body.id === null || body.id === undefined))
		return convertMember(member, answer, method);
	const hasVersion = body.jsonrpc === '2.0' || isOlder || isBare;
	if (!hasVersion || !hasId || !('result' in body)) return undefined;
	return { kind: 'result', result: body.result };
}

function convertFault(outcome: Exclude<Outcome, Answer>): RpcAnswer {
	switch (outcome.kind) {
		case 'cancelled':
			return { kind: 'cancelled' };
		case 'timedOut':
			return unreachable(`no complete response within ${formatDuration(outcome.limitMs)}`);
		case 'notSent': {
			const { reason, lastingHint } = getFaultKind(outcome.code);
			return { kind: 'unreachable', reason, lastingHint };
		}
		case 'lost':
			return unreachable(
				getFaultKind(outcome.code).isDamage
					? 'the response is damaged and could not be decompressed'
					: 'the connection was lost before the response was complete',
			);
		case 'tooLarge': {
			const limitMb = outcome.limitBytes / 1024 / 1024;
			const reason = `the response is larger than ${limitMb} MB and was not read`;
			return { kind: 'invalidResponse', reason };
		}
		case 'blocked': {
			const { message: reason, hint } = outcome;
			const withStatus = hint && `${reason}. ${hint}`;
			return { kind: 'unreachable', reason, withStatus, lastingHint: hint };
		}
	}
}

function unreachable(reason: string): RpcAnswer {
	return { kind: 'unreachable', reason };
}

function convertMember(member: Member, answer: Answer, method?: string): RpcAnswer {
	const isUsedUp = isQuotaMember(member);
	if (isUsedUp || isRateLimitMember(member, method) || answer.status === 429) {
		const retryAfterMs = readTryAgainMs(member.data) ?? findRetryAfterMs(answer);
		// A limit that ends after a while is no monthly quota.
		const quota = isUsedUp && retryAfterMs === undefined;
		return { kind: 'rateLimited', reason: member.message, quota, retryAfterMs };
	}
	return omitUndefined({ kind: 'rpcError', ...member } as const);
}

function convertStatus(answer: Answer, flaw: () => string): RpcAnswer {
	const { status } = answer;
	const said = readErrorBody(answer.text);
	const retryAfterMs = findRetryAfterMs(answer);
	const isForAWhile = status === 429 && retryAfterMs !== undefined;
	if (said.text !== undefined && isQuota(said.text) && !isForAWhile)
		return { kind: 'rateLimited', reason: said.text, quota: true };
	/** @param rest what follows the status */
	const cause = (text: string, rest = ''): Cause => ({
		reason: `${text}${rest}`,
		withStatus: `${text} (status ${status})${rest}`,
	});
	if (status === 401)
		return { kind: 'unauthorized', ...cause('the endpoint did not accept the key') };
	if (status === 403) {
		const either =
			': either an access rule does not admit the address n8n calls from (an active origin rule refuses every server), or the key was not accepted';
		return { kind: 'unauthorized', ...cause('the endpoint refused the request', either) };
	}
	if (status === 429)
		return { kind: 'rateLimited', ...cause('too many requests'), quota: false, retryAfterMs };
	if (status >= 500) {
		// A node says in the body what is wrong; a proxy in front of it sends a page, or only the status.
		const why = said.form === 'html' || said.text === undefined ? '' : `: ${said.text}`;
		const fault = isUnavailable(status)
			? 'the endpoint is not available at the moment'
			: 'the endpoint could not process the request';
		return { kind: 'unreachable', reason: `${fault}${why}`, withStatus: `status ${status}${why}` };
	}
	if (status === 404) return { kind: 'invalidResponse', ...cause('key or path wrong') };
	const proxy = 'a proxy on the way to the endpoint requires a login';
	if (status === 407) return { kind: 'invalidResponse', ...cause(proxy) };
	if (status >= 300 && status < 400) {
		const elsewhere = 'the endpoint redirects to another address, which was not followed';
		return { kind: 'invalidResponse', ...cause(elsewhere, ': check the address') };
	}
	if (status >= 300) {
		const reason = 'the endpoint refused the request';
		return { kind: 'invalidResponse', reason, withStatus: `unexpected status ${status}` };
	}
	return { kind: 'invalidResponse', reason: flaw() };
}

/** @returns why a text cannot be JSON, where that is evident */
function explainUnreadable(text: string): string | undefined {
	if (text.trim() === '') return 'the response is empty';
	if (text.trimStart().startsWith('<')) return 'a web page instead of JSON, check the address';
	return isTooDeep(text) ? 'the response is nested too deeply' : undefined;
}

function describeFlaw(text: string, body: unknown, id: number): string {
	const unread = explainUnreadable(text);
	if (unread !== undefined) return unread;
	if (body === undefined) return 'the response is not JSON, or is incomplete';
	if (Array.isArray(body)) return 'an array instead of a single response';
	if (!isRecord(body)) return 'the response is not a JSON-RPC object';
	if (body.jsonrpc !== '2.0') return `'jsonrpc' is ${formatBriefly(body.jsonrpc)} instead of "2.0"`;
	if (body.id !== id) return `the response belongs to another call (id ${formatBriefly(body.id)})`;
	return "the response has no 'result'";
}

/** A value in a message: whole or not at all, because half of a key would not be recognized as one and masked. */
function formatBriefly(value: unknown): string {
	const text = JSON.stringify(value) ?? 'missing';
	return text.length <= LONGEST_VALUE ? text : 'too long to show';
}
