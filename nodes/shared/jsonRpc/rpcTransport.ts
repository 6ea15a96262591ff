import { joinUrl } from '../addresses/urls';
import { exchange, type HttpRequest, type RequestContext } from '../http/exchange';
import type { Outcome } from '../http/outcome';
import type { Clock } from '../scheduler/clock';
import type { RequestEnd, Transport } from '../scheduler/scheduledCall';
import { readAnswer, readPlainAnswer } from './answer';
import { readBatch } from './batch';
import type { RpcAnswer } from './fault';
import type { PlainRequest, RpcEndpoint, RpcRequest } from './rpcClient';
import { SKIPPED, toEndingOfAnswer, type TransportReply } from './rpcReply';

/** Longest answer that is read, in bytes. */
const LONGEST_ANSWER = 128 * 1024 * 1024;

/** A request as it is sent. */
export interface Payload {
	endpoint: RpcEndpoint;
	request: RpcRequest | PlainRequest;
	/** Of a call: the body without the id, which depends on whether it is sent alone, and the bracket after that. */
	start?: string;
}

/** @returns what sends requests to endpoints: one as it is, several calls to one endpoint as a batch */
export function createTransport(
	context: RequestContext,
	clock: Clock,
): Transport<Payload, TransportReply> {
	return {
		send: async (payloads, cancel) => {
			for (const { request } of payloads) request.noteUnderWay?.(true);
			const outcome = await exchange(context, clock, buildHttpRequest(payloads), cancel);
			for (const { request } of payloads) request.noteUnderWay?.(false);
			return toRequestEnd(outcome, payloads);
		},
	};
}

function buildHttpRequest(payloads: readonly Payload[]): HttpRequest {
	const [{ endpoint, request }] = payloads;
	const { url, basic, allowUnauthorizedCerts } = endpoint;
	const body = buildBody(payloads);
	const target = isPlain(request)
		? { method: request.method, url: joinUrl(url, request.path) }
		: { method: 'POST' as const, url };
	return {
		...target,
		body,
		headers: {
			Accept: 'application/json',
			...(body !== undefined && { 'Content-Type': 'application/json' }),
			...(basic !== undefined && { Authorization: basic }),
		},
		authenticated: false,
		allowUnauthorizedCerts,
		timeoutMs: request.retryOptions.timeoutMs,
		maxAnswerBytes: LONGEST_ANSWER,
	};
}

function buildBody(payloads: readonly Payload[]): string | undefined {
	const [{ start, request }] = payloads;
	if (isPlain(request)) return JSON.stringify(request.body);
	if (payloads.length === 1) return `${start}${request.id}}`;
	return `[${payloads.map((each, index) => `${each.start}${index + 1}}`).join(',')}]`;
}

function toRequestEnd(outcome: Outcome, payloads: readonly Payload[]): RequestEnd<TransportReply> {
	const [{ request }] = payloads;
	const isBatch = payloads.length > 1;
	const methods = payloads.map((payload) => payload.request.method);
	const { answers, isWhole } =
		isBatch && !isPlain(request)
			? readBatch(outcome, payloads.length, request.version, methods)
			: { answers: [readAlone(outcome, request)], isWhole: true };
	const how = { isBatch, isWhole, isWrite: request.isWrite };
	const ends = answers.map((answer) => ({
		ending: toEndingOfAnswer(answer, outcome, how),
		reply: { answer: answer ?? SKIPPED, outcome },
	}));
	return { ends, isRefusedWhole: isWhole, isTimeout: outcome.kind === 'timedOut' };
}

function readAlone(outcome: Outcome, request: RpcRequest | PlainRequest): RpcAnswer {
	if (isPlain(request)) return (request.read ?? readPlainAnswer)(outcome);
	return readAnswer(outcome, request.id, request.version, request.method);
}

function isPlain(request: RpcRequest | PlainRequest): request is PlainRequest {
	return 'path' in request;
}
