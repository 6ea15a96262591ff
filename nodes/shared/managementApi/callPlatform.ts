import type { IHttpRequestMethods } from 'n8n-workflow';

import {
	exchange,
	type HttpRequest,
	type RequestBody,
	type RequestContext,
} from '../http/exchange';
import { measureClockAheadMs, mayHaveBeenProcessed, toEnding, type Outcome } from '../http/outcome';
import type { RequestScheduler } from '../scheduler/requestScheduler';
import type { RetryOptions } from '../scheduler/retryOptions';
import type { HostOptions, Settled, Transport } from '../scheduler/scheduledCall';
import { isRecord, parseOrUndefined } from '../text/json';
import type { Problem } from '../text/problem';
import { trimEnd } from '../text/strings';
import { makeAnswerProblem } from './answerProblem';
import { makeExchangeProblem, makeMayExistProblem } from './exchangeProblem';
import type { CallBody, FormField, Query } from './requestParts';

const LONGEST_ANSWER = 64 * 1024 * 1024;

/** The part of the credential that the management API needs; the key itself is added by n8n. */
export interface PlatformCredential {
	/** Address of the API without a slash at the end; paths start with `/v1` or `/v2`. */
	baseUrl: URL;
	allowUnauthorizedCerts: boolean;
}

/** The run that a client belongs to, and the platform. */
export interface Connection extends PlatformCredential {
	context: RequestContext;
	scheduler: RequestScheduler;
	hostOptions: HostOptions;
	retryOptions: RetryOptions;
	/** Cancels the calls, unless the scheduler's own signal is meant. */
	cancel?: AbortSignal;
	/** Server time minus local time in milliseconds, written with every answer that has a Date header. */
	clockOffsetMs?: number;
}

/** One call of the management API. */
export interface PlatformCall {
	method: IHttpRequestMethods;
	/** Absolute address, or a path that starts with `/v1` or `/v2`. */
	address: string;
	query?: Query;
	body?: CallBody;
	/** Whether repeating it does no harm; without this, that holds for all but a POST. */
	idempotent?: boolean;
	/** Subject of the call, such as `node ND-1-2-3`. */
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
 * Makes a call and turns anything but a success into a Problem.
 * @throws Problem; its `effect` is `unclear` when something may have been created anyway
 */
export async function callPlatform(
	connection: Connection,
	call: PlatformCall,
): Promise<PlatformAnswer> {
	const { baseUrl, allowUnauthorizedCerts } = connection;
	const request: HttpRequest = {
		method: call.method,
		url: buildUrl(baseUrl, call.address),
		query: call.query,
		headers: {
			Accept: call.accept ?? 'application/json',
			...(call.body && 'json' in call.body && { 'Content-Type': 'application/json' }),
		},
		body: requestBody(call.body),
		authenticated: true,
		allowUnauthorizedCerts,
		maxAnswerBytes: LONGEST_ANSWER,
		...chooseTimeouts(call.body, connection.retryOptions.timeoutMs),
	};
	const settled = await schedule(connection, call, request);
	const { reply } = settled;
	const isSent = settled.conclusion !== 'cancelled' && reply !== undefined;
	const outcome: Outcome = isSent ? reply : { kind: 'cancelled', sent: false };
	const aheadMs = outcome.kind === 'answer' ? measureClockAheadMs(outcome) : undefined;
	if (aheadMs !== undefined) connection.clockOffsetMs = -aheadMs;
	if (outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300) {
		const json = parseOrUndefined(outcome.text);
		const { status, text } = outcome;
		// A success that carries an error is not one; and n8n takes a result with that member for a failed item.
		const saysError = isRecord(json) && Boolean(json.error ?? json.errors) && !hasId(json);
		if (!saysError) return { status, text, json };
		throw noteMayExist(call, makeAnswerProblem(outcome, call.subject), true);
	}
	// An attempt whose answer was lost may have deleted it; a rejected one has not.
	const isNotFound = outcome.kind === 'answer' && outcome.status === 404;
	if (call.method === 'DELETE' && isNotFound && settled.mayHaveBeenProcessedBefore)
		return { status: 204, text: '', json: undefined };
	const about = { ...connection.retryOptions, host: baseUrl.host, subject: call.subject };
	throw noteMayExist(call, makeExchangeProblem(settled, about), mayHaveBeenProcessed(outcome));
}

/** @returns the whole address of a call: paths are appended to the base URL, whole addresses are used as they are */
export function buildUrl(baseUrl: URL, address: string): string {
	return address.startsWith('/') ? trimEnd(baseUrl.href, '/') + address : address;
}

/** @returns whether an answer is a resource: all of them have an ID */
export function hasId({ id }: Record<string, unknown>): boolean {
	return typeof id === 'string' && id !== '';
}

function noteMayExist(call: PlatformCall, problem: Problem, isEffectUnclear: boolean): Problem {
	const mayHaveCreated = !isIdempotent(call) && isEffectUnclear;
	return mayHaveCreated ? makeMayExistProblem(call.subject ?? 'object', problem) : problem;
}

function isIdempotent({ method, idempotent }: PlatformCall): boolean {
	return idempotent ?? method !== 'POST';
}

/** Has a request sent, and repeated where that is allowed. The platform's limits apply to all paths together. */
async function schedule(
	{ context, scheduler, hostOptions, retryOptions, cancel }: Connection,
	sent: PlatformCall,
	request: HttpRequest,
): Promise<Settled<Outcome>> {
	const host = `platform ${new URL(request.url).origin}`;
	const transport: Transport<HttpRequest, Outcome> = {
		send: async ([each], signal) => {
			const reply = await exchange(context, scheduler.clock, each, signal);
			const ends = [{ ending: toEnding(reply), reply }];
			return { ends, isRefusedWhole: true, isTimeout: reply.kind === 'timedOut' };
		},
	};
	const call = { host, address: host, group: host, bytes: 0, isAlone: true };
	return await scheduler.run(
		{ ...call, payload: request, retry: retryOptions, transport, idempotent: isIdempotent(sent) },
		hostOptions,
		cancel,
	);
}

/** Uploads may take any time while they make progress; this is how long they may stall, in milliseconds. */
const UPLOAD_IDLE_MS = 60_000;

/** @returns what creates the body for one attempt */
export function requestBody(body: CallBody | undefined): HttpRequest['body'] {
	if (body === undefined) return undefined;
	// As text: n8n does not send an empty object at all.
	if ('json' in body) return () => JSON.stringify(body.json);
	return () => buildFormData(body.form);
}

/** @returns the limits of a request: uploads may take long, but not stall */
export function chooseTimeouts(
	body: CallBody | undefined,
	timeoutMs: number,
): Pick<HttpRequest, 'timeoutMs' | 'idleTimeoutMs'> {
	const uploads =
		body !== undefined &&
		'form' in body &&
		body.form.some(([, value]) => typeof value !== 'string');
	return uploads ? { timeoutMs: Infinity, idleTimeoutMs: UPLOAD_IDLE_MS } : { timeoutMs };
}

async function buildFormData(fields: readonly FormField[]): Promise<RequestBody> {
	const form = new FormData();
	for (const [name, value] of fields) {
		// A form rewrites the line breaks of its texts; a part without a file name arrives as a text too, but as it is.
		const isChanged = typeof value === 'string' && /[\r\n]/.test(value);
		if (isChanged) form.append(name, new File([value], '', { type: 'text/plain; charset=utf-8' }));
		// Without a file name of its own: with one, append() would read and copy the whole file.
		else form.append(name, typeof value === 'string' ? value : await value.open());
	}
	return form;
}
