import { exchange, type RequestContext } from '../http/exchange';
import { backOff } from '../http/backOff';
import type { OriginGate } from '../http/originGate';
import type { Outcome } from '../http/outcome';
import { wait } from '../http/waiting';
import type { Patience } from '../http/patience';
import { inWords } from '../pure/duration';
import type { EndpointAddress } from '../pure/endpointAddress';
import { isWorthAsking, readAnswer, type RpcAnswer } from './answer';
import { readBatch, sizeOfBatch } from './batch';

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
	patience: Patience;
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
}

interface PendingCall {
	endpoint: RpcEndpoint;
	request: RpcRequest;
	attempts: number;
	/** Attempts that count against the user's limit. */
	failures: number;
	/** Progress of the origin when the call was last turned away, see {@link RpcClient.answersFrom}. */
	progressSeen: number;
	/** Travels without others: its batch was not answered properly. */
	alone: boolean;
	settle: (reply: RpcReply) => void;
}

interface Queue {
	origin: string;
	calls: PendingCall[];
	/** Requests that were announced to the gate and have not taken their calls yet. */
	announced: number;
	isScheduled: boolean;
	/** The server does not understand batches. */
	singlesOnly: boolean;
}

/**
 * Calls node endpoints. Calls to the same address that are made together travel as one batch; each
 * caller gets the answer to its own call, however the server ordered them. Never throws.
 */
export class RpcClient {
	private readonly queues = new Map<string, Queue>();

	/**
	 * Answers that got through, per origin. A server that lets 25 calls a second pass turns most of a
	 * thousand away many times; as long as others get through, being turned away is queueing and not failing.
	 */
	private readonly answersFrom = new Map<string, number>();

	/** @param batchSize most calls in one request; 1 sends each alone */
	constructor(
		private readonly context: RequestContext,
		private readonly gate: OriginGate,
		private readonly batchSize: number,
	) {}

	/** Makes a call that only reads, so that it may be batched and repeated. */
	async call(endpoint: RpcEndpoint, request: RpcRequest): Promise<RpcReply> {
		return await new Promise((settle) => {
			this.enqueue({
				endpoint,
				request,
				attempts: 0,
				failures: 0,
				progressSeen: 0,
				alone: false,
				settle,
			});
		});
	}

	private enqueue(call: PendingCall): void {
		const key = `${call.endpoint.url} ${call.endpoint.basic ?? ''}`;
		let queue = this.queues.get(key);
		if (queue === undefined) {
			queue = {
				origin: new URL(call.endpoint.url).origin,
				calls: [],
				announced: 0,
				isScheduled: false,
				singlesOnly: this.batchSize === 1,
			};
			this.queues.set(key, queue);
		}
		queue.calls.push(call);
		if (queue.isScheduled) return;
		queue.isScheduled = true;
		// After the present turn, so that all items that start together are in the queue.
		queueMicrotask(() => this.announce(queue));
	}

	/** Announces as many requests to the gate as the queue needs; each takes its calls when it is let in. */
	private announce(queue: Queue): void {
		queue.isScheduled = false;
		const lone = queue.singlesOnly
			? queue.calls.length
			: queue.calls.filter((call) => call.alone).length;
		const needed = lone + Math.ceil((queue.calls.length - lone) / this.batchSize);
		for (; queue.announced < needed; queue.announced += 1) void this.sendNext(queue);
	}

	private async sendNext(queue: Queue): Promise<void> {
		const sent = await this.gate.pass(queue.origin, async () => {
			queue.announced -= 1;
			const calls = takeBatch(queue, this.batchSize);
			if (calls.length > 0) await this.send(calls, queue);
			return true;
		});
		if (sent === undefined) {
			for (const call of queue.calls.splice(0)) finish(call, { kind: 'cancelled' }, undefined, 0);
		}
	}

	private async send(calls: PendingCall[], queue: Queue): Promise<void> {
		for (const call of calls) call.attempts += 1;
		const startedAt = performance.now();
		const outcome = await this.exchange(calls);
		const latencyMs = performance.now() - startedAt;
		const answers =
			calls.length === 1
				? [readAnswer(outcome, calls[0].request.id)]
				: readBatch(outcome, calls.length);
		if (answers.every((answer) => answer === undefined)) queue.singlesOnly = true;
		calls.forEach((call, index) =>
			this.conclude(call, answers[index], { outcome, latencyMs, origin: queue.origin }),
		);
	}

	private async exchange(calls: PendingCall[]): Promise<Outcome> {
		const { endpoint, request } = calls[0];
		const single = calls.length === 1;
		const bodies = calls.map((call, index) =>
			bodyOf(call.request, single ? call.request.id : index + 1),
		);
		return await exchange(this.context, {
			method: 'POST',
			url: endpoint.url,
			headers: {
				Accept: 'application/json',
				'Content-Type': 'application/json',
				...(endpoint.basic !== undefined && { Authorization: endpoint.basic }),
			},
			body: () => (single ? bodies[0] : `[${bodies.join(',')}]`),
			authenticated: false,
			allowUnauthorizedCerts: endpoint.allowUnauthorizedCerts,
			timeLimitMs: request.patience.timeLimitMs,
		});
	}

	/** Settles a call, or sends it on its way again. */
	private conclude(
		call: PendingCall,
		answer: RpcAnswer | undefined,
		{ outcome, latencyMs, origin }: { outcome: Outcome; latencyMs: number; origin: string },
	): void {
		if (answer === undefined) {
			call.alone = true;
			this.enqueue(call);
			return;
		}
		const progress = this.answersFrom.get(origin) ?? 0;
		if (!isWorthAsking(answer)) this.answersFrom.set(origin, progress + 1);
		const { retries, longestWaitMs } = call.request.patience;
		const askedMs = answer.kind === 'rateLimited' ? answer.askedMs : undefined;
		if (answer.kind === 'rateLimited' && progress > call.progressSeen) call.failures = 0;
		call.progressSeen = progress;
		call.failures += 1;
		const isTooLong = askedMs !== undefined && askedMs > longestWaitMs;
		if (!isWorthAsking(answer) || call.failures > retries || isTooLong) {
			finish(call, isTooLong ? tooLong(answer, askedMs) : answer, outcome, latencyMs);
			return;
		}
		const waitMs = backOff(call.failures, askedMs, Math.random());
		if (answer.kind === 'rateLimited') {
			this.gate.hold(origin, waitMs);
			this.enqueue(call);
			return;
		}
		void wait(waitMs, this.context.getExecutionCancelSignal?.()).then((waited) => {
			if (waited) this.enqueue(call);
			else finish(call, { kind: 'cancelled' }, undefined, 0);
		});
	}
}

/** Takes the next calls that travel together off the queue. */
function takeBatch(queue: Queue, batchSize: number): PendingCall[] {
	if (queue.singlesOnly || queue.calls[0]?.alone) return queue.calls.splice(0, 1);
	const firstAlone = queue.calls.findIndex((call) => call.alone);
	const together = queue.calls.slice(
		0,
		Math.min(batchSize, firstAlone === -1 ? Infinity : firstAlone),
	);
	return queue.calls.splice(
		0,
		sizeOfBatch(together.map((call, index) => bodyOf(call.request, index + 1))),
	);
}

function tooLong(answer: RpcAnswer, askedMs: number): RpcAnswer {
	const reason = `the endpoint asked to wait ${inWords(askedMs)}, longer than 'Longest Accepted Wait' allows`;
	return answer.kind === 'rateLimited' ? { ...answer, reason } : answer;
}

function finish(
	call: PendingCall,
	answer: RpcAnswer,
	outcome: Outcome | undefined,
	latencyMs: number,
): void {
	call.settle({
		answer,
		httpStatus: outcome?.kind === 'answer' ? outcome.status : undefined,
		latencyMs: Math.round(latencyMs),
		attempts: call.attempts,
	});
}

function bodyOf(request: RpcRequest, id: number): string {
	return JSON.stringify({ jsonrpc: '2.0', method: request.method, params: request.params, id });
}
