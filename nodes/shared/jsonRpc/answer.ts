import { readErrorBody } from '../http/errorBody';
import { getFaultKind } from '../http/networkFault';
import { isUnavailable, findRetryAfterMs, type Answer, type Outcome } from '../http/outcome';
import { formatDuration } from '../text/duration';
import { parseExactly } from '../text/exactJson';
import { LONGEST_VALUE } from '../text/excerpt';
import { isRecord, isTooDeep, omitUndefined } from '../text/json';
import { readBareError, readErrorMember, readWaitMs, type SaidError } from './errorMember';
import { extendCause, formatRpcError, type Cause, type RpcAnswer } from './fault';
import {
	readErrorMeaning,
	readLossMeaning,
	readStatusMeaning,
	type Asked,
	type Meaning,
} from './meaning';

/**
 * How the members of an answer are read: 1.0 has no `jsonrpc`, and always both `result` and `error`; `bare` stands
 * for servers that only resemble JSON-RPC: no batches, `jsonrpc` and `id` left out or the id as a string, and
 * errors of the XRP Ledger inside the result (xrpl.org, error formatting; toncenter's jsonRPC).
 */
export type RpcVersion = '1.0' | '2.0' | 'bare';

/**
 * Reads the outcome of a request that carried a single call. A result takes precedence over the status when it answers
 * this call; what an error means follows from both.
 * @param id the id that was sent
 * @param asked the call
 */
export function readAnswer(
	outcome: Outcome,
	id: number,
	version: RpcVersion = '2.0',
	asked: Asked = {},
): RpcAnswer {
	if (outcome.kind !== 'answer') return convertLoss(outcome, asked);
	const body = parseExactly(outcome.text);
	return (
		readElement(body, outcome, { id, version, asked }) ??
		convertStatus(outcome, asked, () => describeFlaw(outcome.text, body, id))
	);
}

/**
 * Reads the outcome of a request to an interface without JSON-RPC: a success is the parsed body. The host rejects
 * calls that are too many for its plan in the form of JSON-RPC here as well.
 */
export function readPlainAnswer(outcome: Outcome, asked: Asked = {}): RpcAnswer {
	if (outcome.kind !== 'answer') return convertLoss(outcome, asked);
	const { status, text } = outcome;
	const body = parseExactly(text);
	const said = isRecord(body) ? (readErrorMember(body, status) ?? readBareError(body)) : undefined;
	if (said !== undefined) return convertError(said, outcome, asked);
	const isSuccess = status >= 200 && status < 300;
	if (isSuccess && body !== undefined) return { kind: 'result', result: body };
	const answer = convertStatus(
		outcome,
		asked,
		() => explainUnreadable(text) ?? 'the response is not JSON',
	);
	const own = isRecord(body) ? readErrorBody(text).text : undefined;
	const isOwn = own !== undefined && answer.kind === 'invalidResponse';
	return isOwn ? extendCause(answer, (cause) => `${cause}: ${own}`) : answer;
}

/** The call to which an object should be the answer. */
export interface Expected {
	id: number;
	version: RpcVersion;
	asked: Asked;
}

/**
 * Reads one JSON-RPC answer object.
 * @returns `undefined` when it is not one, or answers another call
 */
export function readElement(
	body: unknown,
	answer: Answer,
	{ id, version, asked }: Expected,
): RpcAnswer | undefined {
	if (!isRecord(body)) return undefined;
	const isBare = version === 'bare';
	// Bitcoin Core answers errors with the statuses 404 and 500, and leaves out `jsonrpc` (its doc/JSON-RPC-interface.md).
	const isOlder = version === '1.0' && 'error' in body;
	const said = readSaid(isOlder ? { ...body, jsonrpc: '2.0' } : body, answer.status, isBare);
	const hasId = isBare ? [id, String(id), ...NO_ID].includes(body.id) : body.id === id;
	if (said !== undefined) {
		const isOwn = hasId || NO_ID.includes(body.id);
		return isOwn ? convertError(said, answer, asked) : undefined;
	}
	const isVersioned = body.jsonrpc === '2.0' || isOlder || isBare;
	return isVersioned && hasId ? readResult(body) : undefined;
}

function readResult(body: Record<string, unknown>): RpcAnswer | undefined {
	return 'result' in body ? { kind: 'result', result: body.result } : undefined;
}

/** Ids of answers that may belong to any call. */
const NO_ID: readonly unknown[] = [undefined, null];

function readSaid(
	body: Record<string, unknown>,
	status: number,
	isBare: boolean,
): SaidError | undefined {
	const bare = isBare ? readBareError(body) : undefined;
	return bare ?? readErrorMember(body, status);
}

function convertLoss(outcome: Exclude<Outcome, Answer>, asked: Asked): RpcAnswer {
	switch (outcome.kind) {
		case 'cancelled':
			return { kind: 'cancelled' };
		case 'timedOut':
			return lost(`no complete response within ${formatDuration(outcome.limitMs)}`, asked);
		case 'notSent': {
			const { code: networkCode } = outcome;
			const { reason, lastingHint } = getFaultKind(networkCode);
			const meaning = readLossMeaning(false, asked);
			return { kind: 'unreachable', reason, lastingHint, networkCode, meaning };
		}
		case 'lost':
			return lost(
				getFaultKind(outcome.code).isDamage
					? 'the response is damaged and could not be decompressed'
					: 'the connection was lost before the response was complete',
				asked,
			);
		case 'tooLarge': {
			const limitMb = outcome.limitBytes / 1024 / 1024;
			const reason = `the response is larger than ${limitMb} MB and was not read`;
			const { status } = outcome;
			const isUnclear = asked.isWrite === true && (status < 400 || status >= 500);
			const kind = isUnclear ? 'unclear' : 'tooLarge';
			const meaning: Meaning = { kind, evidence: 'status', sign: 'oversized' };
			return { kind: 'invalidResponse', reason, meaning };
		}
		case 'blocked': {
			const { message: reason, hint } = outcome;
			const withStatus = hint && `${reason}. ${hint}`;
			const meaning = readLossMeaning(false, asked);
			return { kind: 'unreachable', reason, withStatus, lastingHint: hint, meaning };
		}
	}
}

function lost(reason: string, asked: Asked): RpcAnswer {
	return { kind: 'unreachable', reason, meaning: readLossMeaning(true, asked) };
}

/** @returns an error of a server in the form that says what it means */
function convertError(said: SaidError, answer: Answer, asked: Asked): RpcAnswer {
	const { status } = answer;
	const waitMs = readWaitMs(said) ?? findRetryAfterMs(answer);
	const meaning = readErrorMeaning(said, status, asked, waitMs);
	const { member } = said;
	const words = formatRpcError(member);
	const { kind, sign, evidence } = meaning;
	if (kind === 'limited' || kind === 'usedUp') {
		const quota = kind === 'usedUp';
		const { message: reason } = member;
		return { kind: 'rateLimited', reason, quota, retryAfterMs: waitMs, meaning };
	}
	if (kind === 'unauthorized')
		return { kind, ...makeCause('the endpoint did not accept the key', status, words), meaning };
	if (kind === 'malformed' && evidence === 'status')
		return { kind: 'invalidResponse', ...describeRefusal(status), meaning };
	const isOut = evidence === 'status' || sign === 'busy' || sign === 'noBackend';
	if (isOut && (kind === 'unavailable' || kind === 'unclear'))
		return { kind: 'unreachable', ...describeOutage(status, words), meaning };
	return omitUndefined({ kind: 'rpcError', ...member, meaning } as const);
}

/** @returns a response without a JSON-RPC answer in the form that says what it means */
function convertStatus(answer: Answer, asked: Asked, flaw: () => string): RpcAnswer {
	const { status, text } = answer;
	const { text: said, form } = readErrorBody(text);
	const waitMs = findRetryAfterMs(answer);
	const meaning = readStatusMeaning(status, said, asked, waitMs);
	const { kind } = meaning;
	if (kind === 'usedUp') {
		const reason = said ?? 'the plan or its payment does not cover the call';
		return { kind: 'rateLimited', reason, quota: true, meaning };
	}
	if (kind === 'limited') {
		const cause = makeCause('too many requests', status);
		return { kind: 'rateLimited', ...cause, quota: false, retryAfterMs: waitMs, meaning };
	}
	if (kind === 'unauthorized') return { kind, ...describeKeyRefusal(status), meaning };
	// A node says in the body what is wrong; a proxy in front of it sends a page, or only the status.
	const why = form === 'html' ? undefined : said;
	if (status >= 500 || status === 408 || status === 425)
		return { kind: 'unreachable', ...describeOutage(status, why), meaning };
	if (status < 300) return { kind: 'invalidResponse', reason: flaw(), meaning };
	return { kind: 'invalidResponse', ...describeRefusal(status), meaning };
}

/** @param why what the server says */
function makeCause(reason: string, status: number, why?: string): Cause {
	const rest = why === undefined ? '' : `: ${why}`;
	const isFault = status >= 300;
	return omitUndefined({
		reason: `${reason}${rest}`,
		withStatus: isFault ? `${reason} (status ${status})${rest}` : undefined,
	});
}

function describeKeyRefusal(status: number): Cause {
	if (status !== 403) return makeCause('the endpoint did not accept the key', status);
	return makeCause(
		'the endpoint refused the request',
		status,
		'either an access rule does not admit the address n8n calls from (an active origin rule refuses every server), or the key was not accepted',
	);
}

function describeOutage(status: number, why?: string): Cause {
	const rest = why === undefined ? '' : `: ${why}`;
	const isForNow = status < 500 || isUnavailable(status);
	const fault = isForNow
		? 'the endpoint is not available at the moment'
		: 'the endpoint could not process the request';
	const withStatus = status < 300 ? undefined : `status ${status}${rest}`;
	return omitUndefined({ reason: `${fault}${rest}`, withStatus });
}

/** @returns why a request was refused that never came to the node, as it seems */
function describeRefusal(status: number): Cause {
	if (status === 404) return makeCause('key or path wrong', status);
	if (status === 407)
		return makeCause('a proxy on the way to the endpoint requires a login', status);
	if (status < 400) {
		const elsewhere = 'the endpoint redirects to another address, which was not followed';
		return makeCause(elsewhere, status, 'check the address');
	}
	const reason = 'the endpoint refused the request';
	return { reason, withStatus: `unexpected status ${status}` };
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
