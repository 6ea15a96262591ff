import { parseGoDuration } from '../text/duration';
import { excerpt, jsonExcerpt, valueExcerpt } from '../text/excerpt';
import { isRecord } from '../text/json';

/** The error that an answer holds. */
export interface Member {
	code?: number | string;
	message: string;
	data?: unknown;
}

/** An error, and what is read from it apart. */
export interface SaidError {
	/** As it is shown: long texts are marked to be cut. */
	member: Member;
	/** The words of its message as they came; empty where it has none. */
	text: string;
	/** The name of its cause (NEAR, error.cause.name). */
	name?: string;
}

/**
 * The error of a JSON-RPC answer. Proxies also put an `error` of their own into the bodies of their responses; without
 * `jsonrpc` it counts only where the status says that the server itself answered.
 * @param status HTTP status of the answer
 * @returns `undefined` where there is none
 */
export function readErrorMember(
	{ error, jsonrpc }: Record<string, unknown>,
	status: number,
): SaidError | undefined {
	if (error === undefined || error === null || !isOwnAnswer(jsonrpc, status)) return undefined;
	const { code, message, data, cause } = isRecord(error) ? error : { message: error || undefined };
	const given = readCode(code);
	const name = isRecord(cause) && typeof cause.name === 'string' ? cause.name : undefined;
	if (typeof message === 'string')
		return { member: { code: given, message: excerpt(message), data }, text: message, name };
	// Whatever it is, an answer that holds it is not a success, even with a result beside it.
	const nothing = `no message given${given === undefined ? `, only ${jsonExcerpt(error)}` : ''}`;
	return { member: { code: given, message: nothing, data }, text: '', name };
}

function isOwnAnswer(jsonrpc: unknown, status: number): boolean {
	return jsonrpc === '2.0' || (jsonrpc === undefined && status >= 200 && status < 300);
}

function readCode(code: unknown): number | string | undefined {
	if (typeof code === 'string') return valueExcerpt(code);
	return typeof code === 'number' ? code : undefined;
}

/**
 * The error of servers that only resemble JSON-RPC, inside the result or beside it: `{ status: "error", error:
 * "actNotFound", error_message: "Account not found." }` (XRP Ledger), `{ ok: false, error: "…", code: 422 }` (toncenter),
 * `{ Error: "class …" }` (java-tron, Util.java).
 * @returns `undefined` for a body that is not an error
 */
export function readBareError(body: Record<string, unknown>): SaidError | undefined {
	const { result, ok, code, error, Error: fault } = body;
	if (typeof fault === 'string') return makeSaid(undefined, fault);
	if (ok === false) return makeSaid(readCode(code), [error, result].find(isText));
	if (!isRecord(result) || result.status !== 'error') return undefined;
	const name = isText(result.error) ? valueExcerpt(result.error) : undefined;
	return makeSaid(name, [result.error_message, name].find(isText));
}

function makeSaid(code: number | string | undefined, message: string | undefined): SaidError {
	const shown = message === undefined ? 'no message given' : excerpt(message);
	return { member: { code, message: shown }, text: message ?? '' };
}

function isText(value: unknown): value is string {
	return typeof value === 'string' && value !== '';
}

/** A wait in words, such as "try again in 4ms" or "retry after 30 seconds". */
const WAIT_IN_WORDS = /\b(?:again|retry|wait)(?: \w+){0,2} (\d+(?:\.\d+)?) ?(ms|s|m)/i;

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 };

/**
 * @returns the wait in milliseconds that an error gives: `try_again_in` (platform documentation, error reference),
 * `rate.backoff_seconds` (Infura documentation, rate limits), or in words (alloy, rpc/json-rpc, response/error.rs)
 */
export function readWaitMs({ member: { data }, text }: SaidError): number | undefined {
	const inData = isRecord(data) ? readDataWaitMs(data) : undefined;
	if (inData !== undefined) return inData;
	const [, amount, unit] = WAIT_IN_WORDS.exec(text) ?? [];
	return unit === undefined ? undefined : Number(amount) * UNIT_MS[unit.toLowerCase()];
}

function readDataWaitMs(data: Record<string, unknown>): number | undefined {
	if (typeof data.try_again_in === 'string') return parseGoDuration(data.try_again_in);
	const seconds = isRecord(data.rate) ? data.rate.backoff_seconds : undefined;
	return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : undefined;
}
