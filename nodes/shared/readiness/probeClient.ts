import { getFamily } from '../families';
import { ProbeError, type ProbeClient } from '../families/family';
import type { PlainRequest, RpcEndpoint, RpcReply } from '../jsonRpc/rpcClient';
import type { OperationContext } from '../run/session';
import { Cancelled } from '../text/problem';

/** Asks an endpoint the questions of a probe. */
export class EndpointProbeClient implements ProbeClient {
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
		const { endpoint, context, priority } = this;
		const { version, omitsEmptyParams } = getFamily(endpoint.family);
		const sent = params ?? (omitsEmptyParams ? undefined : []);
		const request = { method, params: sent, id: this.id++, version, ...priority };
		return this.readResult(context.rpc.call(endpoint, request), part);
	}

	get(path: string): Promise<unknown> {
		return this.request({ method: 'GET', path });
	}

	post(path: string, body: unknown, part?: 'head'): Promise<unknown> {
		return this.request({ method: 'POST', path, body }, part);
	}

	/** See {@link ProbeClient}. */
	request(request: Omit<PlainRequest, 'retryOptions'>, part?: 'head'): Promise<unknown> {
		const { endpoint, context, priority } = this;
		return this.readResult(context.rpc.request(endpoint, { ...request, ...priority }), part);
	}

	private get priority(): Pick<PlainRequest, 'isUrgent' | 'retryOptions'> {
		const { retryOptions } = this.context;
		// What follows an answer goes before the first calls to other endpoints, so that a probe does not wait in between.
		return { isUrgent: this.replies.length > 0, retryOptions };
	}

	private async readResult(question: Promise<RpcReply>, part?: 'head'): Promise<unknown> {
		const reply = await question;
		this.replies.push(reply);
		if (part === 'head') this.head = reply;
		const { answer, mayHaveBeenProcessed } = reply;
		if (answer.kind === 'result') return answer.result;
		if (answer.kind === 'cancelled') throw new Cancelled(mayHaveBeenProcessed ? 'unclear' : 'none');
		throw new ProbeError(answer);
	}
}
