import { joinUrl } from '../addresses/urls';
import { exchange, type HttpRequest, type RequestContext } from '../http/exchange';
import type { Outcome } from '../http/outcome';
import type { Clock } from '../scheduler/clock';
import type { RequestEnd, Transport } from '../scheduler/scheduledCall';
import { readAnswer, readPlainAnswer } from './answer';
import { readBatch, type BatchAnswer } from './batch';
import type { PlainRequest, RpcEndpoint, RpcRequest } from './rpcClient';
import { SKIPPED, toEndingOfAnswer, type TransportReply } from './rpcReply';

/** Longest answer that is read, in bytes. */
const LONGEST_ANSWER = 128 * 1024 * 1024;

/** Digits of an id, at most, and the bracket after it. */
export const ID_BYTES = 20;

/** A JSON-RPC call as it is sent. */
export interface Payload {
	request: RpcRequest;
	/** The body without the id, which depends on whether it is sent alone. */
	start: string;
}

/** @returns what sends calls to an endpoint: one as it is, several as a batch */
export function createCallTransport(
	context: RequestContext,
	clock: Clock,
	endpoint: RpcEndpoint,
): Transport<Payload, TransportReply> {
	return {
		send: async (payloads, cancel) => {
			for (const { request: each } of payloads) each.noteUnderWay?.(true);
			const [{ request }] = payloads;
			const { url } = endpoint;
			const { timeoutMs } = request.retryOptions;
			const sent = { method: 'POST' as const, url, body: buildBody(payloads), timeoutMs };
			const outcome = await exchange(context, clock, buildHttpRequest(endpoint, sent), cancel);
			for (const { request: each } of payloads) each.noteUnderWay?.(false);
			return readEnds(outcome, payloads);
		},
	};
}

/** @returns what sends requests without JSON-RPC to an endpoint, one by one */
export function createPlainTransport(
	context: RequestContext,
	clock: Clock,
	endpoint: RpcEndpoint,
): Transport<PlainRequest, TransportReply> {
	return {
		send: async ([{ method, path, body, retryOptions, read = readPlainAnswer }], cancel) => {
			const sent = {
				method,
				url: joinUrl(endpoint.url, path),
				body: body === undefined ? undefined : JSON.stringify(body),
				timeoutMs: retryOptions.timeoutMs,
			};
			const outcome = await exchange(context, clock, buildHttpRequest(endpoint, sent), cancel);
			return toRequestEnd(outcome, [read(outcome)], { isWhole: true });
		},
	};
}

function buildHttpRequest(
	{ basic, allowUnauthorizedCerts }: RpcEndpoint,
	sent: { method: 'GET' | 'POST'; url: string; body?: string; timeoutMs: number },
): HttpRequest {
	return {
		...sent,
		headers: {
			Accept: 'application/json',
			...(sent.body !== undefined && { 'Content-Type': 'application/json' }),
			...(basic !== undefined && { Authorization: basic }),
		},
		authenticated: false,
		allowUnauthorizedCerts,
		maxAnswerBytes: LONGEST_ANSWER,
	};
}

function buildBody(payloads: readonly Payload[]): string {
	const [{ start, request }] = payloads;
	if (payloads.length === 1) return `${start}${request.id}}`;
	return `[${payloads.map((each, index) => `${each.start}${index + 1}}`).join(',')}]`;
}

function readEnds(outcome: Outcome, payloads: readonly Payload[]): RequestEnd<TransportReply> {
	const [{ request }] = payloads;
	const { id, version, isWrite, method } = request;
	if (payloads.length === 1) {
		const answer = readAnswer(outcome, id, version, method);
		return toRequestEnd(outcome, [answer], { isWhole: true, isWrite });
	}
	const methods = payloads.map((payload) => payload.request.method);
	const { answers, isWhole } = readBatch(outcome, payloads.length, version, methods);
	return toRequestEnd(outcome, answers, { isWhole });
}

function toRequestEnd(
	outcome: Outcome,
	answers: BatchAnswer['answers'],
	{ isWhole, isWrite }: { isWhole: boolean; isWrite?: boolean },
): RequestEnd<TransportReply> {
	const how = { isBatch: answers.length > 1, isWhole, isWrite };
	const ends = answers.map((answer) => ({
		ending: toEndingOfAnswer(answer, outcome, how),
		reply: { answer: answer ?? SKIPPED, outcome },
	}));
	return { ends, isRefusedWhole: isWhole, isTimeout: outcome.kind === 'timedOut' };
}
