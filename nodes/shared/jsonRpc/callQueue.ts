import type { RetryOptions } from '../http/retryOptions';
import type { Allowance } from './allowance';
import type { RpcAnswer } from './answer';
import { sizeOfBatch } from './batch';
import type { EndpointAddress } from './endpointAddress';

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

/** A call on its way. */
export interface PendingCall {
	endpoint: RpcEndpoint;
	request: RpcRequest;
	attempts: number;
	/** Attempts that found the endpoint out of reach. */
	failures: number;
	/** Travels without others: it is a write, or its batch was not answered properly. */
	alone: boolean;
	settle: (reply: RpcReply) => void;
}

/** What all addresses of one origin share. */
export interface RpcServer {
	origin: string;
	allowance: Allowance;
	queues: CallQueue[];
	/** Whether somebody waits for the time when more may be sent. */
	hasWaker: boolean;
}

/** The calls to one address that wait to be sent. */
export class CallQueue {
	private calls: PendingCall[] = [];

	/** How many of the calls travel without others; counted, because each request asks and thousands may wait. */
	private alone = 0;

	/** Requests that were announced to the gate and have not taken their calls yet. */
	announced = 0;

	isScheduled = false;

	/** Whether calls travel one by one: the user wants it, or the server does not understand batches. */
	singlesOnly: boolean;

	constructor(
		readonly server: RpcServer,
		private readonly batchSize: number,
	) {
		this.singlesOnly = batchSize === 1;
	}

	get isEmpty(): boolean {
		return this.calls.length === 0;
	}

	add(call: PendingCall): void {
		this.calls.push(call);
		if (call.alone) this.alone += 1;
	}

	/** @returns the longest pause the next call accepts, in milliseconds */
	maxRetryWaitMs(): number | undefined {
		return this.calls[0]?.request.retryOptions.maxRetryWaitMs;
	}

	/** @returns how many requests it takes to send what waits */
	requestsNeeded(): number {
		const alone = this.singlesOnly ? this.calls.length : this.alone;
		return alone + Math.ceil((this.calls.length - alone) / this.batchSize);
	}

	/** Takes the next calls that travel together, at most as many as the server has room for. */
	take(room: number): PendingCall[] {
		const [first] = this.calls;
		if (room === 0 || first === undefined) return [];
		if (this.singlesOnly || first.alone) return this.takeFirst(1);
		const next = this.calls.slice(0, Math.min(this.batchSize, room));
		const firstAlone = this.alone === 0 ? -1 : next.findIndex(({ alone }) => alone);
		const together = firstAlone === -1 ? next : next.slice(0, firstAlone);
		return this.takeFirst(
			sizeOfBatch(together.map(({ request }, index) => callBody(request, index + 1))),
		);
	}

	/** Takes the calls that are to be given up. */
	takeThose(areGivenUp: (call: PendingCall) => boolean): PendingCall[] {
		const taken = this.calls.filter(areGivenUp);
		if (taken.length > 0) this.calls = this.calls.filter((call) => !areGivenUp(call));
		this.alone = this.calls.filter(({ alone }) => alone).length;
		return taken;
	}

	private takeFirst(count: number): PendingCall[] {
		const taken = this.calls.splice(0, count);
		this.alone -= taken.filter(({ alone }) => alone).length;
		return taken;
	}
}

/** @returns a call as JSON text */
export function callBody({ method, params }: RpcRequest, id: number): string {
	return JSON.stringify({ jsonrpc: '2.0', method, params, id });
}
