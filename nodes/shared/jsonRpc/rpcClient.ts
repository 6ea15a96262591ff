import { endingOf } from '../http/ending';
import { exchange, type RequestContext } from '../http/exchange';
import { mayHaveBeenProcessed, type Outcome } from '../http/outcome';
import { inWords } from '../pure/duration';
import { RequestScheduler } from '../scheduler/requestScheduler';
import type { Ending } from '../scheduler/retryPolicy';
import type { RetryOptions } from '../scheduler/retryOptions';
import type { CallEnd, HostOptions, RequestEnd, Settled } from '../scheduler/scheduledCall';
import { readAnswer, type RpcAnswer } from './answer';
import { readBatch } from './batch';
import type { EndpointAddress } from './endpointAddress';

/** Longest answer that is read, in bytes. */
const LONGEST_ANSWER = 128 * 1024 * 1024;

/** An endpoint to call. */
export interface RpcEndpoint extends EndpointAddress {
	/** Accept certificates that cannot be verified. */
	allowUnauthorizedCerts: boolean;
}

/** One call, as the caller sees it. */
export interface RpcRequest {
	method: string;
	params: unknown[];
	/** The id of the request when it travels alone; in a batch the client numbers the calls itself. */
	id: number;
	/** Changes something: sent alone, and never again once the connection stood. */
	isWrite?: boolean;
	retryOptions: RetryOptions;
}

/** What a call came to, and what it took. */
export interface RpcReply {
	answer: RpcAnswer;
	/** HTTP status of the last answer, if there was one. */
	httpStatus?: number;
	/** Round trip of the HTTP request that carried the last answer, in milliseconds. */
	latencyMs: number;
	/** How often the call was sent. */
	attempts: number;
	/** The endpoint may have acted although there is no usable answer; matters for writes. */
	mayHaveBeenProcessed: boolean;
}

/** A call as it is sent. */
interface Payload {
	request: RpcRequest;
	/** The body without the id, which depends on whether it travels alone. */
	start: string;
}

/** What is known of a call when its request has ended. */
interface Reply {
	answer: RpcAnswer;
	outcome: Outcome;
}

/**
 * Calls node endpoints. Reads of the same address that are made together travel as one batch; each caller gets
 * the answer to its own call, however the server ordered them. Never throws.
 */
export class RpcClient {
	/** @param hostOptions hold for each host that is called */
	constructor(
		private readonly context: RequestContext,
		private readonly scheduler: RequestScheduler,
		private readonly hostOptions: HostOptions,
	) {}

	/** Makes a call and waits for what it comes to. */
	async call(endpoint: RpcEndpoint, request: RpcRequest): Promise<RpcReply> {
		const { method, params, isWrite = false, retryOptions } = request;
		const address = `${endpoint.url} ${endpoint.basic ?? ''}`;
		const start = `{"jsonrpc":"2.0","method":${JSON.stringify(method)},"params":${JSON.stringify(params)},"id":`;
		const settled = await this.scheduler.run<Payload, Reply>(
			{
				payload: { request, start },
				bytes: Buffer.byteLength(start) + ID_BYTES,
				host: `rpc ${new URL(endpoint.url).origin}`,
				address,
				// Calls share a request, so they have to agree on how long it may take.
				group: `${address} ${retryOptions.timeoutMs}`,
				isAlone: isWrite,
				idempotent: !isWrite,
				retry: retryOptions,
				send: async (payloads) => await this.send(endpoint, payloads),
			},
			this.hostOptions,
		);
		return replyOf(settled);
	}

	private async send(
		endpoint: RpcEndpoint,
		payloads: readonly Payload[],
	): Promise<RequestEnd<Reply>> {
		const [{ request }] = payloads;
		const outcome = await exchange(this.context, this.scheduler.clock, {
			method: 'POST',
			url: endpoint.url,
			headers: {
				Accept: 'application/json',
				'Content-Type': 'application/json',
				...(endpoint.basic !== undefined && { Authorization: endpoint.basic }),
			},
			body: () => bodyOf(payloads),
			authenticated: false,
			allowUnauthorizedCerts: endpoint.allowUnauthorizedCerts,
			timeoutMs: request.retryOptions.timeoutMs,
			maxAnswerBytes: LONGEST_ANSWER,
		});
		return readEnds(outcome, payloads);
	}
}

/** Digits of an id, at most, and the bracket behind it. */
const ID_BYTES = 20;

function bodyOf(payloads: readonly Payload[]): string {
	const [{ start, request }] = payloads;
	if (payloads.length === 1) return `${start}${request.id}}`;
	return `[${payloads.map((each, index) => `${each.start}${index + 1}}`).join(',')}]`;
}

function readEnds(outcome: Outcome, payloads: readonly Payload[]): RequestEnd<Reply> {
	const count = payloads.length;
	const [{ request }] = payloads;
	const { answers, isWhole } =
		count === 1
			? { answers: [readAnswer(outcome, request.id)], isWhole: true }
			: readBatch(outcome, count);
	const ends = answers.map(
		(answer): CallEnd<Reply> => ({
			ending: endingOfAnswer(answer, outcome, {
				isBatch: count > 1,
				isWhole,
				isWrite: request.isWrite,
			}),
			reply: { answer: answer ?? SKIPPED, outcome },
		}),
	);
	return { ends, isRefusedWhole: isWhole };
}

/** What a call is told that was left out of a batch, should it be given up before it is sent alone. */
const SKIPPED: RpcAnswer = {
	kind: 'invalidResponse',
	reason: 'the answer to the batch left this call out',
};

function endingOfAnswer(
	answer: RpcAnswer | undefined,
	outcome: Outcome,
	{ isBatch, isWhole, isWrite = false }: { isBatch: boolean; isWhole: boolean; isWrite?: boolean },
): Ending {
	if (answer === undefined) return { kind: 'skipped' };
	switch (answer.kind) {
		case 'rateLimited': {
			const { quota, retryAfterMs } = answer;
			if (quota) return { kind: 'answered' };
			return { kind: 'refused', mayHaveBeenProcessed: isWrite, retryAfterMs };
		}
		case 'unreachable':
		case 'invalidResponse': {
			const ending = endingOf(outcome);
			if (ending.kind === 'refused') return { ...ending, mayHaveBeenProcessed: isWrite };
			if (ending.kind !== 'answered') return ending;
			if (!isBatch || !isWhole || isWrongAddress(outcome)) return { kind: 'answered' };
			// The host answered the batch, and not its calls: larger than it takes, or not understood.
			if (outcome.kind !== 'tooLarge') return { kind: 'skipped' };
			return { kind: 'failed', isReached: true, isTransient: false, mayHaveBeenProcessed: true };
		}
		case 'cancelled':
			return { kind: 'cancelled' };
		case 'result':
		case 'rpcError':
		case 'unauthorized':
			return { kind: 'answered' };
	}
}

function isWrongAddress(outcome: Outcome): boolean {
	return outcome.kind === 'answer' && outcome.status === 404;
}

function replyOf(settled: Settled<Reply>): RpcReply {
	const { reply, conclusion, attempts, durationMs } = settled;
	const outcome = reply?.outcome;
	const httpStatus = outcome?.kind === 'answer' ? outcome.status : undefined;
	const answer = finalAnswer(settled);
	const isUnreadable =
		answer.kind === 'invalidResponse' && httpStatus !== undefined && httpStatus < 300;
	const isUnclear = answer.kind === 'unreachable' || answer.kind === 'cancelled';
	return {
		answer,
		httpStatus,
		latencyMs: Math.round(durationMs),
		attempts,
		mayHaveBeenProcessed:
			conclusion !== 'cancelled' &&
			(isUnreadable || (isUnclear && outcome !== undefined && mayHaveBeenProcessed(outcome))),
	};
}

/** The last answer, with the reason why it is the last where that is not in itself. */
function finalAnswer({ reply, conclusion, retryAfterMs }: Settled<Reply>): RpcAnswer {
	const { answer } = reply ?? {};
	switch (conclusion) {
		case 'cancelled':
			return { kind: 'cancelled' };
		case 'waitTooLong':
		case 'pauseTooLong': {
			const asked = inWords(retryAfterMs ?? 0);
			const reason = `the endpoint asked to wait ${asked}, longer than 'Max Retry Wait' allows`;
			if (answer === undefined || !('reason' in answer))
				return { kind: 'rateLimited', reason, retryAfterMs, quota: false };
			return { ...answer, reason };
		}
		case 'quotaUsedUp':
			return withNote(answer, 'not repeated, because requests to this host keep failing');
		case 'othersRefused':
			return withNote(answer, 'so were all others for some time');
		case 'replied':
		case 'retriesUsedUp':
			return answer ?? SKIPPED;
	}
}

function withNote(answer: RpcAnswer | undefined, note: string): RpcAnswer {
	if (answer === undefined || !('reason' in answer))
		return { kind: 'rateLimited', reason: note, quota: false };
	return { ...answer, reason: `${answer.reason} (${note})` };
}
