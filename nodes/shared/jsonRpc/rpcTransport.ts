import { joinUrl } from '../addresses/urls';
import { exchange, type HttpRequest, type RequestContext } from '../http/exchange';
import type { Outcome } from '../http/outcome';
import type { Clock } from '../scheduler/clock';
import type { RequestEnd, Transport } from '../scheduler/scheduledCall';
import { readAnswer, readPlainAnswer } from './answer';
import { readBatch } from './batch';
import type { RpcAnswer } from './fault';
import type { Asked } from './meaning';
import type { PlainRequest, RpcEndpoint, RpcRequest } from './rpcRequest';
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

/**
 * @param answered origins that have answered, whose names can be resolved; added to
 * @returns what sends requests to endpoints: one as it is, several calls to one endpoint as a batch
 */
export function createTransport(
	context: RequestContext,
	clock: Clock,
	answered: Set<string>,
): Transport<Payload, TransportReply> {
	return {
		send: async (payloads, cancel) => {
			const outcome = await exchange(context, clock, buildHttpRequest(payloads), cancel);
			const [{ endpoint }] = payloads;
			if (outcome.kind === 'answer') answered.add(endpoint.origin);
			return toRequestEnd(outcome, payloads, answered.has(endpoint.origin));
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

function toRequestEnd(
	outcome: Outcome,
	payloads: readonly Payload[],
	hasAnswered: boolean,
): RequestEnd<TransportReply> {
	const [{ request }] = payloads;
	const isBatch = payloads.length > 1;
	const { answers, isWhole } =
		isBatch && !isPlain(request)
			? readBatch(
					outcome,
					payloads.map((each) => toAsked(each.request)),
					request.version,
				)
			: { answers: [readAlone(outcome, request)], isWhole: true };
	const how = { isBatch, isWhole, isWrite: request.isWrite, hasAnswered };
	const ends = answers.map((answer) => ({
		ending: toEndingOfAnswer(answer, outcome, how),
		reply: { answer: answer ?? SKIPPED, outcome },
	}));
	return { ends, isRefusedWhole: isWhole, isTimeout: outcome.kind === 'timedOut' };
}

function readAlone(outcome: Outcome, request: RpcRequest | PlainRequest): RpcAnswer {
	const asked = toAsked(request);
	if (!isPlain(request)) return readAnswer(outcome, request.id, request.version, asked);
	return request.read === undefined ? readPlainAnswer(outcome, asked) : request.read(outcome);
}

function toAsked(request: RpcRequest | PlainRequest): Asked {
	const { isWrite, errors } = request;
	const method = isPlain(request) ? undefined : request.method;
	return { method, isWrite, errors };
}

function isPlain(request: RpcRequest | PlainRequest): request is PlainRequest {
	return 'path' in request;
}
