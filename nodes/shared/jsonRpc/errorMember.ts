import { parseGoDuration } from '../text/duration';
import { excerpt, jsonExcerpt, valueExcerpt } from '../text/excerpt';
import { isRecord } from '../text/json';

/** JSON-RPC: there is no such method (JSON-RPC 2.0 specification, section 5.1). */
export const NO_SUCH_METHOD = -32601;

/** The error that an answer holds. */
export interface Member {
	code?: number | string;
	message: string;
	data?: unknown;
}

/**
 * Code of node endpoints for "too many requests per second" (platform documentation, error reference). Others use
 * it for something else: see {@link isRateLimitMember}.
 */
const RATE_LIMITED = -32005;

/**
 * The error of a JSON-RPC answer. Proxies also put an `error` of their own into the bodies of their
 * responses; without `jsonrpc` it counts only where the status says that the server itself answered.
 * @param status HTTP status of the answer
 * @returns `undefined` where there is none
 */
export function readErrorMember(
	{ error, jsonrpc }: Record<string, unknown>,
	status: number,
): Member | undefined {
	const isAnswer = jsonrpc === '2.0' || (jsonrpc === undefined && status >= 200 && status < 300);
	if (!isAnswer || error === undefined || error === null) return undefined;
	const { code, message, data } = isRecord(error) ? error : { message: error || undefined };
	const given = readCode(code);
	// Whatever it is, an answer that holds it is not a success, even with a result beside it.
	const nothing = `no message given${given === undefined ? `, only ${jsonExcerpt(error)}` : ''}`;
	return { code: given, message: typeof message === 'string' ? excerpt(message) : nothing, data };
}

function readCode(code: unknown): number | string | undefined {
	if (typeof code === 'string') return valueExcerpt(code);
	return typeof code === 'number' ? code : undefined;
}

/**
 * The error of the XRP Ledger: `{ status: "error", error: "actNotFound", error_message: "Account not found." }`.
 * @returns `undefined` for a result that is not an error
 */
export function readMemberInResult(result: unknown): Member | undefined {
	if (!isRecord(result) || result.status !== 'error') return undefined;
	const { error, error_message: message } = result;
	const code = typeof error === 'string' ? valueExcerpt(error) : undefined;
	return {
		code,
		message: typeof message === 'string' ? excerpt(message) : (code ?? 'no message given'),
	};
}

/** Words of servers for a result or a range of blocks above their limit: a message has one word of each pattern. */
const OF_RESULT = /\b(blocks?|range|logs|results?|response)\b/i;
const EXCEEDED =
	/\b(size|large|limit|exceed|more than\b|max(imum)?\b|too wide\b|too many (blocks|logs|results)\b)/i;

/** The same in two words that follow each other. */
const TOO_LARGE = /\btoo (large|big)\b/i;

/** Words of other services for too many calls, with codes of their own (Alchemy 429, OP Stack -32016, QuickNode -32007). */
const OVER_RATE = /\b(rate|request) limit|\btoo many requests\b/i;

const QUOTA = /\bquota\b/i;

/** A quota of such a time is a rate limit. */
const PER_TIME = /\bper (second|minute)\b|\/s\b|\brps\b/i;

/** Words of servers for too many calls, whatever the method. */
const OF_RATE = /\brps\b|\brate\b|\brequests?\b|\bcalls?\b|\bper (second|minute)\b/i;

/** Methods whose result may be too large, for which "limit exceeded" without more speaks of that (EIP-1474, -32005). */
const LARGE_RESULT = /_(getLogs|getFilterLogs|getFilterChanges)|(trace|debug)_/;

/**
 * -32005 is also what a Solana node that lags returns (`data.numSlotsBehind`, null where unknown), and what some
 * clients and services return for a range of logs or a result that is too large.
 * @param method that of the call, where it is known
 * @returns whether an error means that there were too many calls
 */
export function isRateLimitMember(member: Member, method = ''): boolean {
	const { code, message, data } = member;
	if (code === 429) return true;
	if (isOfPlan(member) && QUOTA.test(message) && PER_TIME.test(message)) return true;
	if (code !== RATE_LIMITED) return isOfServer(code) && isOfPlan(member) && OVER_RATE.test(message);
	if (isRecord(data) && 'try_again_in' in data) return true;
	if (isRecord(data) && 'numSlotsBehind' in data) return false;
	if (isOfSize(message) || /\bnode is (behind|unhealthy)\b/i.test(message)) return false;
	return OF_RATE.test(message) || !LARGE_RESULT.test(method);
}

/** Codes that are left to servers (JSON-RPC 2.0 specification, section 5.1). */
function isOfServer(code: Member['code']): boolean {
	return typeof code === 'number' && code >= -32099 && code <= -32000;
}

/** @returns whether a message is about a result that is too large, rather than about calls that are too many */
export function isOfSize(message: string): boolean {
	return TOO_LARGE.test(message) || (OF_RESULT.test(message) && EXCEEDED.test(message));
}

/**
 * Codes with which servers refuse a batch, in whole or for the calls that are left: not a valid request, timed out,
 * response too large (go-ethereum, rpc/errors.go), and not readable.
 */
const TOO_MUCH = new Set<number | string | undefined>([-32600, -32002, -32003, -32700]);

/** @returns whether an error in a batch may be about the batch instead of its call */
export function isTooMuch({ code, message }: Member): boolean {
	return (
		TOO_MUCH.has(code) ||
		/\bbatch\b|\btoo (large|big)\b|\btimed? ?out\b|\bdeadline\b/i.test(message)
	);
}

/** @returns the wait in milliseconds that the data of a rate limit error gives */
export function readTryAgainMs(data: unknown): number | undefined {
	if (!isRecord(data) || typeof data.try_again_in !== 'string') return undefined;
	return parseGoDuration(data.try_again_in);
}

/** Code of EVM clients for a contract that reverted (go-ethereum, `revertError`). */
export const REVERTED = 3;

/** @returns whether an error means a used-up quota */
export function isQuotaMember(member: Member): boolean {
	return isOfPlan(member) && isQuota(member.message);
}

/** The message of a contract that reverts says nothing about the plan. */
function isOfPlan({ code, message }: Member): boolean {
	return code !== REVERTED && !/\brevert/i.test(message);
}

/**
 * @returns whether a message reports a used-up monthly quota, which is not worth a retry (platform documentation,
 * error reference)
 */
export function isQuota(message: string): boolean {
	return QUOTA.test(message) && !PER_TIME.test(message);
}
