import type { IExecuteFunctions, IHttpRequestOptions, IN8nHttpFullResponse } from 'n8n-workflow';

import type { Clock } from '../scheduler/clock';
import { readBoundedText, TooLarge } from './boundedText';
import type { Outcome } from './outcome';
import type { StallTimer } from './stallTimer';
import { readThrown } from './thrown';

/** Name of the credential type of this package. */
export const CREDENTIAL = 'chainstackApi';

/**
 * The part of n8n's contexts that sending a request needs. Execution, polling and load-options contexts all have it;
 * the last has no cancel signal. That signal is for whoever opens a run: it is passed on as an argument.
 */
export type RequestContext = Partial<Pick<IExecuteFunctions, 'getExecutionCancelSignal'>> & {
	helpers: Pick<IExecuteFunctions['helpers'], 'httpRequest' | 'httpRequestWithAuthentication'>;
};

/** One request; n8n's helpers may change what is in it, and can send form data only once. */
export interface HttpRequest
	extends Pick<IHttpRequestOptions, 'method' | 'url' | 'qs' | 'headers' | 'body'> {
	/** Whether the platform's API key is sent with it (the credential decides if it may be). */
	authenticated: boolean;
	allowUnauthorizedCerts: boolean;
	/** Limit for the whole attempt, from connecting to the last byte, in milliseconds; `Infinity` for none. */
	timeoutMs: number;
	/** Most bytes of the answer after unpacking. */
	maxAnswerBytes: number;
	/** Ends it when nothing moves; for uploads, which may take any time while data flows. */
	stall?: StallTimer;
}

/**
 * Makes one attempt. Redirects are not followed, because they would send the key to another place, and
 * any status is an answer.
 *
 * @param cancel ends it
 * @returns how it ended; never throws
 */
export async function exchange(
	context: RequestContext,
	clock: Clock,
	request: HttpRequest,
	cancel?: AbortSignal,
): Promise<Outcome> {
	if (cancel?.aborted) return { kind: 'cancelled', sent: false };
	const { timeoutMs, maxAnswerBytes, stall } = request;
	const deadline = Number.isFinite(timeoutMs) ? clock.timeout(timeoutMs) : undefined;
	const signals = [cancel, deadline, stall?.signal];
	const signal = AbortSignal.any(signals.filter((each) => each !== undefined));
	let status = 0;
	try {
		const response = await send(context, request, signal);
		status = response.statusCode;
		const text = await readBoundedText(response.body, maxAnswerBytes, signal);
		const headers = lowerNames(response.headers);
		return { kind: 'answer', status, headers, text, receivedAtMs: clock.wallMs() };
	} catch (error) {
		if (error instanceof TooLarge) return { kind: 'tooLarge', status, limitBytes: maxAnswerBytes };
		if (!signal.aborted) return readThrown(error, status !== 0);
		if (cancel?.aborted) return { kind: 'cancelled', sent: true };
		return stall?.signal.aborted
			? { kind: 'timedOut', limitMs: stall.limitMs, isStalled: true }
			: { kind: 'timedOut', limitMs: timeoutMs };
	}
}

function lowerNames(headers: IN8nHttpFullResponse['headers']): Record<string, string> {
	const entries = Object.entries(headers);
	return Object.fromEntries(entries.map(([name, value]) => [name.toLowerCase(), String(value)]));
}

async function send(
	context: RequestContext,
	request: HttpRequest,
	signal: AbortSignal,
): Promise<IN8nHttpFullResponse> {
	const options: IHttpRequestOptions = {
		method: request.method,
		url: request.url,
		qs: request.qs,
		headers: request.headers,
		body: request.body,
		// None. Whatever is given limits the whole of a request without redirects (axios 1.18, lib/adapters/http.js), and
		// without it n8n's default does, 300 s (@n8n/backend-network, http/axios/config.js): both would cut an upload.
		timeout: 0,
		skipSslCertificateValidation: request.allowUnauthorizedCerts,
		returnFullResponse: true,
		ignoreHttpStatusErrors: true,
		disableFollowRedirect: true,
		encoding: 'stream',
		abortSignal: signal,
	};
	const { helpers } = context;
	if (!request.authenticated) return await helpers.httpRequest(options);
	// This helper replaces the signal with that of its context, so it gets a context with ours.
	const limited = Object.create(context, {
		getExecutionCancelSignal: { value: () => signal },
	}) as IExecuteFunctions;
	return await helpers.httpRequestWithAuthentication.call(limited, CREDENTIAL, options);
}
