import { exchange, type RequestContext } from '../http/exchange';
import type { Outcome } from '../http/outcome';
import { RequestScheduler } from '../scheduler/requestScheduler';
import type { RetryOptions } from '../scheduler/retryOptions';
import type { CallEnd, CallToSend, HostOptions, RequestEnd } from '../scheduler/scheduledCall';
import { readAnswer, readPlainAnswer, type RpcAnswer, type RpcVersion } from './answer';
import { readBatch } from './batch';
import { callWherePasted, pastedNote, type TriedAddresses } from './addressTrial';
import type { EndpointAddress } from './endpointAddress';
import { endingOfAnswer, replyOf, SKIPPED, type Reply, type RpcReply } from './rpcReply';
import { urlBelow } from './urlBelow';

export type { RpcReply } from './rpcReply';

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
	/** A list, or an object where they have names; left out where there are none to send. */
	params?: unknown[] | Readonly<Record<string, unknown>>;
	/** The id of the request when it is sent alone; in a batch the client numbers the calls itself. */
	id: number;
	/** Changes something: sent alone, and never again once a connection was made. */
	isWrite?: boolean;
	/** Version of JSON-RPC, 2.0 by default. */
	version?: RpcVersion;
	retryOptions: RetryOptions;
}

/** One request to an endpoint that has no JSON-RPC. It only reads. */
export interface PlainRequest {
	method: 'GET' | 'POST';
	/** What follows the address of the endpoint, without a leading slash; with a query where one is needed. */
	path: string;
	/** Sent as JSON. */
	body?: unknown;
	retryOptions: RetryOptions;
	/** Reads an answer; without it, every success has to be JSON. */
	read?: (outcome: Outcome) => RpcAnswer;
}

/** A call as it is sent. */
interface Payload {
	request: RpcRequest;
	/** The body without the id, which depends on whether it is sent alone. */
	start: string;
}

/**
 * Calls node endpoints. Reads from the same address that are made together are sent as one batch; each caller gets
 * the answer to its own call, however the server ordered them. Never throws.
 */
export class RpcClient {
	/** Which of its interfaces a host turned out to serve, by origin, where a family of chains has several. */
	readonly dialects = new Map<string, string>();

	/**
	 * @param hostOptions apply to each host that is called
	 * @param tried addresses that were tried as they were pasted; of this run, unless they are kept for longer
	 * @param note told which address answered where it is not the one with the path appended
	 */
	constructor(
		private readonly context: RequestContext,
		private readonly scheduler: RequestScheduler,
		private readonly hostOptions: HostOptions,
		private readonly tried: TriedAddresses = new Map(),
		private readonly note: (message: string) => void = () => undefined,
	) {}

	/** Makes a call and waits for its reply; at the address as it was pasted where the path appended to it is wrong. */
	async call(endpoint: RpcEndpoint, request: RpcRequest): Promise<RpcReply> {
		const send = async (at: RpcEndpoint, asked: RpcRequest): Promise<RpcReply> =>
			await this.callAt(at, asked);
		const reply = await callWherePasted(endpoint, request, { send, tried: this.tried });
		if (reply.asPasted !== undefined) this.note(pastedNote(endpoint, reply.asPasted));
		return reply;
	}

	private async callAt(endpoint: RpcEndpoint, request: RpcRequest): Promise<RpcReply> {
		const { method, params, isWrite = false, version = '2.0', retryOptions } = request;
		const given = params === undefined ? '' : `"params":${JSON.stringify(params)},`;
		const start = `{"jsonrpc":"${version === 'bare' ? '2.0' : version}","method":${JSON.stringify(method)},${given}"id":`;
		return await this.run<Payload>(endpoint, {
			payload: { request, start },
			bytes: Buffer.byteLength(start) + ID_BYTES,
			// Calls share a request, so they have to agree on how long it may take.
			group: `${retryOptions.timeoutMs} ${version}`,
			isAlone: isWrite || version === 'bare',
			idempotent: !isWrite,
			retry: retryOptions,
			send: async (payloads) => await this.send(endpoint, payloads),
		});
	}

	/** Makes a request without JSON-RPC and waits for its reply. */
	async request(endpoint: RpcEndpoint, request: PlainRequest): Promise<RpcReply> {
		const body = request.body === undefined ? undefined : JSON.stringify(request.body);
		return await this.run(endpoint, {
			payload: request,
			// Only what is sent together is measured.
			bytes: 0,
			group: 'plain',
			isAlone: true,
			idempotent: true,
			retry: request.retryOptions,
			send: async () => {
				const outcome = await this.exchange(endpoint, {
					method: request.method,
					url: urlBelow(endpoint.url, request.path),
					body,
					timeoutMs: request.retryOptions.timeoutMs,
				});
				const answer = (request.read ?? readPlainAnswer)(outcome);
				const ending = endingOfAnswer(answer, outcome, { isBatch: false, isWhole: true });
				return { ends: [{ ending, reply: { answer, outcome } }], isRefusedWhole: true };
			},
		});
	}

	private async run<C>(
		endpoint: RpcEndpoint,
		call: Omit<CallToSend<C, Reply>, 'host' | 'address'>,
	): Promise<RpcReply> {
		const address = `${endpoint.url} ${endpoint.basic ?? ''}`;
		const settled = await this.scheduler.run<C, Reply>(
			{
				...call,
				host: `rpc ${new URL(endpoint.url).origin}`,
				address,
				group: `${address} ${call.group}`,
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
		const outcome = await this.exchange(endpoint, {
			method: 'POST',
			url: endpoint.url,
			body: bodyOf(payloads),
			timeoutMs: request.retryOptions.timeoutMs,
		});
		return readEnds(outcome, payloads);
	}

	private async exchange(
		{ basic, allowUnauthorizedCerts }: RpcEndpoint,
		{
			method,
			url,
			body,
			timeoutMs,
		}: { method: 'GET' | 'POST'; url: string; body?: string; timeoutMs: number },
	): Promise<Outcome> {
		return await exchange(this.context, this.scheduler.clock, {
			method,
			url,
			headers: {
				Accept: 'application/json',
				...(body !== undefined && { 'Content-Type': 'application/json' }),
				...(basic !== undefined && { Authorization: basic }),
			},
			body: () => body,
			authenticated: false,
			allowUnauthorizedCerts,
			timeoutMs,
			maxAnswerBytes: LONGEST_ANSWER,
		});
	}
}

/** Digits of an id, at most, and the bracket after it. */
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
			? { answers: [readAnswer(outcome, request.id, request.version)], isWhole: true }
			: readBatch(outcome, count, request.version);
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
