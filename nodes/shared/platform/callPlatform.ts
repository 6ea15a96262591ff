import type { IHttpRequestMethods } from 'n8n-workflow';

import type { RequestContext } from '../http/exchange';
import type { OriginGate } from '../http/originGate';
import { mayHaveBeenProcessed, type Exchanged } from '../http/outcome';
import { sendWithRetries } from '../http/retries';
import type { RetryOptions } from '../http/retryOptions';
import { isRecord, parsedOrUndefined } from '../pure/json';
import type { Problem } from '../pure/problem';
import { answerProblem } from './answerProblem';
import { exchangeProblem, mayExist } from './exchangeProblem';
import type { Query } from './query';
import { requestBody, timeouts, type CallBody } from './requestBody';

/** What a client needs from the run it belongs to. */
export interface Connection extends RetryOptions {
	context: RequestContext;
	gate: OriginGate;
	/** Is told server time minus local time, in milliseconds, with every answer that has a Date header. */
	noteClock(offsetMs: number): void;
}

/** The half of the credential that the management API needs; the key itself is added by n8n. */
export interface PlatformCredential {
	/** Address of the API without a slash at the end; paths start with `/v1` or `/v2`. */
	baseUrl: URL;
	allowUnauthorizedCerts: boolean;
}

/** One call of the management API. */
export interface PlatformCall {
	method: IHttpRequestMethods;
	/** Absolute address, or a path that starts with `/v1` or `/v2`. */
	address: string;
	query?: Query;
	body?: CallBody;
	/** False for calls that create something. */
	idempotent: boolean;
	/** What the call is about, such as `node ND-1-2-3`. */
	subject?: string;
	/** Media type wanted, unless it is JSON. */
	accept?: string;
}

/** A success. */
export interface PlatformAnswer {
	status: number;
	text: string;
	/** The body, if it is JSON. */
	json: unknown;
}

/**
 * Makes a call and turns everything but a success into a Problem.
 * @throws Problem; its `effect` is `unclear` when something may have been created all the same
 */
export async function callPlatform(
	connection: Connection,
	{ baseUrl, allowUnauthorizedCerts }: PlatformCredential,
	call: PlatformCall,
): Promise<PlatformAnswer> {
	const { maxRetries, maxRetryWaitMs, timeoutMs } = connection;
	const { address } = call;
	const exchanged = await sendWithRetries(
		connection.context,
		connection.gate,
		{
			method: call.method,
			url: address.startsWith('/') ? baseUrl.href.replace(/\/$/, '') + address : address,
			query: call.query,
			headers: {
				Accept: call.accept ?? 'application/json',
				...(call.body && 'json' in call.body && { 'Content-Type': 'application/json' }),
			},
			body: requestBody(call.body),
			authenticated: true,
			allowUnauthorizedCerts,
			...timeouts(call.body, timeoutMs),
		},
		{ idempotent: call.idempotent, maxRetries, maxRetryWaitMs },
	);
	const { outcome } = exchanged;
	const serverTime = outcome.kind === 'answer' ? Date.parse(outcome.headers.date ?? '') : NaN;
	if (!Number.isNaN(serverTime)) connection.noteClock(serverTime - Date.now());
	if (outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300) {
		const json = parsedOrUndefined(outcome.text);
		const { status, text } = outcome;
		if (!saysError(json)) return { status, text, json };
		throw afterCall(call, answerProblem(outcome, call.subject), true);
	}
	if (wasDeletedBefore(call, exchanged)) return { status: 204, text: '', json: undefined };
	const about = { host: baseUrl.host, subject: call.subject, maxRetryWaitMs };
	throw afterCall(call, exchangeProblem(exchanged, about), mayHaveBeenProcessed(outcome));
}

/** @returns whether an answer is a resource: all of them have an ID */
export function hasId({ id }: Record<string, unknown>): boolean {
	return typeof id === 'string' && id !== '';
}

function afterCall(call: PlatformCall, problem: Problem, isEffectUnclear: boolean): Problem {
	const mayHaveCreated = !call.idempotent && isEffectUnclear;
	return mayHaveCreated ? mayExist(call.subject ?? 'object', problem) : problem;
}

/** A success that carries an error is none; and n8n takes a result with that member for a failed item. */
function saysError(json: unknown): boolean {
	return isRecord(json) && Boolean(json.error ?? json.errors) && !hasId(json);
}

function wasDeletedBefore({ method }: PlatformCall, { outcome, attempts }: Exchanged): boolean {
	return method === 'DELETE' && attempts > 1 && outcome.kind === 'answer' && outcome.status === 404;
}
