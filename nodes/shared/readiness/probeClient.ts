import { getFamily } from '../families';
import { ProbeError, type ProbeClient } from '../families/family';
import type { PlainRequest, RpcEndpoint, RpcReply } from '../jsonRpc/rpcClient';
import type { OperationContext } from '../run/session';
import { Cancelled } from '../text/problem';

/** Asks an endpoint the questions of a probe. */
export class EndpointProbeClient implements ProbeClient {
	// What follows an answer goes before the first calls to other endpoints, so that a probe does not wait in between.
	private isUrgent = false;

	/** All that came so far. */
	readonly replies: RpcReply[] = [];

	/** The one with the newest block, where that was asked for apart. */
	head?: RpcReply;

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

	call(method: string, params?: unknown[], part?: 'head'): Promise<unknown> {
		const { endpoint, context, isUrgent } = this;
		const { rpc, retryOptions } = context;
		const { version, omitsEmptyParams } = getFamily(endpoint.family);
		const sent = params ?? (omitsEmptyParams ? undefined : []);
		const request = { method, params: sent, id: this.id++, version, isUrgent, retryOptions };
		return this.readResult(rpc.call(endpoint, request), part);
	}

	get(path: string): Promise<unknown> {
		return this.request({ method: 'GET', path });
	}

	post(path: string, body: unknown, part?: 'head'): Promise<unknown> {
		return this.request({ method: 'POST', path, body }, part);
	}

	/** See {@link ProbeClient}. */
	request(request: Omit<PlainRequest, 'retryOptions'>, part?: 'head'): Promise<unknown> {
		const { endpoint, context, isUrgent } = this;
		const { rpc, retryOptions } = context;
		return this.readResult(rpc.request(endpoint, { ...request, isUrgent, retryOptions }), part);
	}

	private async readResult(question: Promise<RpcReply>, part?: 'head'): Promise<unknown> {
		const reply = await question;
		this.isUrgent = true;
		this.replies.push(reply);
		if (part === 'head') this.head = reply;
		const { answer, mayHaveBeenProcessed } = reply;
		if (answer.kind === 'result') return answer.result;
		if (answer.kind === 'cancelled') throw new Cancelled(mayHaveBeenProcessed ? 'unclear' : 'none');
		throw new ProbeError(answer);
	}
}
