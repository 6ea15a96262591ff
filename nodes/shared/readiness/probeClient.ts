import { FAMILIES } from '../families';
import { ProbeError, type ProbeClient } from '../families/family';
import type { RpcVersion } from '../jsonRpc/answer';
import type { PlainRequest, RpcEndpoint, RpcReply, RpcRequest } from '../jsonRpc/rpcClient';
import type { OperationContext } from '../run/operationContext';
import { Cancelled } from '../text/problem';

/** Asks an endpoint the questions of a probe. */
export class EndpointProbeClient implements ProbeClient {
	/** All that came so far. */
	readonly replies: RpcReply[] = [];

	/** The one with the newest block, where that was asked for apart. */
	head?: RpcReply;

	/** The first call of JSON-RPC that was answered. */
	answeredCall?: { id: number; version: RpcVersion };

	/** @param id JSON-RPC id of the first call; the others follow it */
	constructor(
		private readonly endpoint: RpcEndpoint,
		private readonly context: Pick<OperationContext, 'rpc' | 'retryOptions'>,
		private id = 1,
	) {}

	get dialect(): string | undefined {
		return this.context.rpc.dialects.get(this.endpoint.origin);
	}

	set dialect(name: string) {
		this.context.rpc.dialects.set(this.endpoint.origin, name);
	}

	async call(method: string, params?: RpcRequest['params'], part?: 'head'): Promise<unknown> {
		const { endpoint, context, options } = this;
		const { version = '2.0', omitsEmptyParams } = FAMILIES[endpoint.family];
		const sent = params ?? (omitsEmptyParams ? undefined : []);
		const { id } = this;
		this.id += 1;
		const reply = await context.rpc.call(endpoint, {
			method,
			params: sent,
			id,
			version,
			...options,
		});
		const { kind } = reply.answer;
		if (kind === 'result' || kind === 'rpcError') this.answeredCall ??= { id, version };
		return this.readResult(reply, part);
	}

	readonly get: ProbeClient['get'] = (path) => this.request({ method: 'GET', path });

	readonly post: ProbeClient['post'] = (path, body, part) =>
		this.request({ method: 'POST', path, body }, part);

	/** See {@link ProbeClient}. */
	async request(request: Omit<PlainRequest, 'retryOptions'>, part?: 'head'): Promise<unknown> {
		const { endpoint, context, options } = this;
		const reply = await context.rpc.request(endpoint, { ...request, ...options });
		return this.readResult(reply, part);
	}

	/** The reply with the newest block; the first one where that was not asked for apart, or did not arrive. */
	get headReply(): RpcReply {
		const { head, replies } = this;
		const all = head === undefined ? replies : [head, ...replies];
		return all.find((reply) => reply.receivedAtMs !== undefined) ?? all[0];
	}

	/** The address that answered, where it did only as it was pasted. */
	get asPasted(): RpcReply['asPasted'] {
		return this.replies.find((reply) => reply.asPasted !== undefined)?.asPasted;
	}

	private get options(): Pick<PlainRequest, 'isUrgent' | 'errors' | 'retryOptions'> {
		const { errors } = FAMILIES[this.endpoint.family];
		const { retryOptions } = this.context;
		// Calls that follow an answer go before the first ones to other endpoints, so that a probe does not wait in between.
		return { isUrgent: this.replies.length > 0, errors, retryOptions };
	}

	private readResult(reply: RpcReply, part?: 'head'): unknown {
		this.replies.push(reply);
		if (part === 'head') this.head = reply;
		const { answer, mayHaveBeenProcessed, wrongPath } = reply;
		if (answer.kind === 'result') return answer.result;
		if (answer.kind === 'cancelled') throw new Cancelled(mayHaveBeenProcessed ? 'unclear' : 'none');
		throw new ProbeError(answer, null, wrongPath !== undefined);
	}
}
