import type { RequestContext } from '../http/exchange';
import type { RequestScheduler } from '../scheduler/requestScheduler';
import type { HostOptions, Transport } from '../scheduler/scheduledCall';
import type { RpcVersion } from './answer';
import { PathTrial, type PathVerdict } from './pathTrial';
import { toReply, type RpcReply, type TransportReply } from './rpcReply';
import type { PlainRequest, RpcEndpoint, RpcRequest } from './rpcRequest';
import { createTransport, type Payload } from './rpcTransport';

export type { RpcReply } from './rpcReply';
export type { PlainRequest, RpcEndpoint, RpcRequest } from './rpcRequest';

/** Digits of an id, at most, and the bracket after it. */
const ID_BYTES = 20;

/** Facts that were found out about endpoints; of one run, unless it is kept for longer. */
export class EndpointFacts {
	/** Where JSON-RPC is answered, of addresses to which a path was appended. */
	readonly paths = new Map<string, PathVerdict>();

	/** Which of its interfaces a host turned out to serve, by origin, where a family of chains has several. */
	readonly dialects = new Map<string, string>();

	/** Origins that have answered, whose names can be resolved. */
	readonly answered = new Set<string>();
}

/** The calls of node endpoints. */
export type RpcCalls = Pick<RpcClient, 'call' | 'request' | 'dialects'>;

/** What a client shares with others. */
export interface RpcClientParts {
	/** Read and added to. */
	facts?: EndpointFacts;
	/** Told which address answered where it is not the one with the path appended. */
	note?: (message: string) => void;
	/** Cancels the calls that are given no signal of their own. */
	cancel?: AbortSignal;
}

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

	private readonly facts: EndpointFacts;

	private readonly cancel?: AbortSignal;

	/** @param hostOptions apply to each host that is called */
	constructor(
		context: RequestContext,
		private readonly scheduler: RequestScheduler,
		private readonly hostOptions: HostOptions,
		{ facts = new EndpointFacts(), note = () => undefined, cancel }: RpcClientParts = {},
	) {
		this.facts = facts;
		this.cancel = cancel;
		this.transport = createTransport(context, scheduler.clock, facts.answered);
		this.trial = new PathTrial(facts.paths, note);
	}

	/**
	 * Makes a call and waits for its reply. Where the path appended to an address seems wrong, the address is tried as it
	 * was pasted.
	 */
	async call(endpoint: RpcEndpoint, request: RpcRequest, cancel?: AbortSignal): Promise<RpcReply> {
		const again = { ...request, isUrgent: true };
		const send = (at: RpcEndpoint): Promise<RpcReply> =>
			this.callAt(at, at === endpoint ? request : again, cancel);
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
		const { isWrite = false, isAlone = false, isUrgent, ignoresWait, failFast } = request;
		const { retryOptions } = request;
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
			ignoresWait,
			failFast,
			transport: this.transport,
		};
		return this.scheduler
			.run(call, this.hostOptions, cancel)
			.then((settled) => toReply(settled, retryOptions.isFixed));
	}
}
