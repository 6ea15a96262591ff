import type { EndpointAddress } from '../addresses/endpointAddress';
import type { RequestContext } from '../http/exchange';
import type { Outcome } from '../http/outcome';
import type { RequestScheduler } from '../scheduler/requestScheduler';
import type { RetryOptions } from '../scheduler/retryPolicy';
import type { HostOptions, Transport } from '../scheduler/scheduledCall';
import type { RpcVersion } from './answer';
import type { RpcAnswer } from './fault';
import { PathTrial, type PathVerdict } from './pathTrial';
import { toReply, type RpcReply, type TransportReply } from './rpcReply';
import { createTransport, type Payload } from './rpcTransport';

export type { RpcReply } from './rpcReply';

/** Digits of an id, at most, and the bracket after it. */
const ID_BYTES = 20;

/** An endpoint to call. */
export interface RpcEndpoint extends EndpointAddress {
	allowUnauthorizedCerts: boolean;
}

/** Traits that all requests to an endpoint have. */
interface EndpointRequest {
	/** Changes something: sent alone, and never again once a connection was made. */
	isWrite?: boolean;
	/** Sent without others, although it only reads: calls that were sent with it may have kept it from being answered. */
	isAlone?: boolean;
	/** Something that has begun waits for it, so it goes before other calls. */
	isUrgent?: boolean;
	/** Ends at once instead of waiting for a limit or an outage, and is not repeated: another endpoint can be called. */
	failFast?: boolean;
	/** Called when the request is sent and when it ends; a queued call can be cancelled safely. */
	noteUnderWay?: (isUnderWay: boolean) => void;
	retryOptions: RetryOptions;
}

/** One call, as the caller sees it. */
export interface RpcRequest extends EndpointRequest {
	method: string;
	/** A list, or an object where they have names; left out where there are none to send. */
	params?: unknown[] | Readonly<Record<string, unknown>>;
	/** The id of the request when it is sent alone; in a batch the client numbers the calls itself. */
	id: number;
	/** Version of JSON-RPC, 2.0 by default. */
	version?: RpcVersion;
}

/** One request to an endpoint that has no JSON-RPC, sent alone. */
export interface PlainRequest extends EndpointRequest {
	method: 'GET' | 'POST';
	/** The part after the address of the endpoint, without a leading slash; with a query where one is needed. */
	path: string;
	/** Sent as JSON. */
	body?: unknown;
	/** Reads an answer; without it, every success has to be JSON. */
	read?: (outcome: Outcome) => RpcAnswer;
}

/** Facts that were found out about endpoints; of one run, unless it is kept for longer. */
export class EndpointFacts {
	/** Where JSON-RPC is answered, of addresses to which a path was appended. */
	readonly paths = new Map<string, PathVerdict>();

	/** Which of its interfaces a host turned out to serve, by origin, where a family of chains has several. */
	readonly dialects = new Map<string, string>();
}

/** The calls of node endpoints. */
export type RpcCalls = Pick<RpcClient, 'call' | 'request' | 'dialects'>;

/**
 * Calls node endpoints. Reads from the same address that are made together are sent as one batch; each caller gets
 * the answer to its own call, however the server ordered them. Never throws.
 */
export class RpcClient {
	get dialects(): Map<string, string> {
		return this.facts.dialects;
	}

	private readonly transport: Transport<Payload, TransportReply>;

	private readonly trial: PathTrial;

	/**
	 * @param hostOptions apply to each host that is called
	 * @param facts read and added to
	 * @param note told which address answered where it is not the one with the path appended
	 * @param cancel cancels the calls that are given no signal of their own
	 */
	constructor(
		context: RequestContext,
		private readonly scheduler: RequestScheduler,
		private readonly hostOptions: HostOptions,
		private readonly facts = new EndpointFacts(),
		note: (message: string) => void = () => undefined,
		private readonly cancel?: AbortSignal,
	) {
		this.transport = createTransport(context, scheduler.clock);
		this.trial = new PathTrial(facts.paths, note);
	}

	/**
	 * Makes a call and waits for its reply. Where the path appended to an address seems wrong, the address is tried as it
	 * was pasted.
	 */
	async call(endpoint: RpcEndpoint, request: RpcRequest, cancel?: AbortSignal): Promise<RpcReply> {
		const send = (at: RpcEndpoint): Promise<RpcReply> => this.callAt(at, request, cancel);
		return await this.trial.call(endpoint, send, request.isWrite === true);
	}

	private callAt(
		endpoint: RpcEndpoint,
		request: RpcRequest,
		cancel?: AbortSignal,
	): Promise<RpcReply> {
		const { method, params, version = '2.0' } = request;
		const given = params === undefined ? '' : `"params":${JSON.stringify(params)},`;
		const start = `{"jsonrpc":"${version === 'bare' ? '2.0' : version}","method":${JSON.stringify(method)},${given}"id":`;
		return this.run({ endpoint, request, start }, version, cancel);
	}

	/** Makes a request without JSON-RPC and waits for its reply. */
	request(endpoint: RpcEndpoint, request: PlainRequest, cancel?: AbortSignal): Promise<RpcReply> {
		return this.run({ endpoint, request }, 'bare', cancel);
	}

	private run(payload: Payload, version: RpcVersion, cancel = this.cancel): Promise<RpcReply> {
		const { endpoint, request, start = '' } = payload;
		const { origin, url, basic = '' } = endpoint;
		const { isWrite = false, isAlone = false, isUrgent, failFast, retryOptions } = request;
		const address = `${url} ${basic}`;
		const call = {
			payload,
			bytes: Buffer.byteLength(start) + ID_BYTES,
			host: `rpc ${origin}`,
			address,
			// Calls share a request, so they have to agree on how long it may take.
			group: `${address} ${retryOptions.timeoutMs} ${version}`,
			isAlone: isWrite || isAlone || version === 'bare',
			idempotent: !isWrite,
			retry: retryOptions,
			isUrgent,
			failFast,
			transport: this.transport,
		};
		return this.scheduler
			.run(call, this.hostOptions, cancel)
			.then((settled) => toReply(settled, retryOptions.isFixed));
	}
}
