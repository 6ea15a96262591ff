import { exchange, type RequestContext } from '../http/exchange';
import type { OriginGate } from '../http/originGate';
import { mayHaveBeenProcessed, type Outcome } from '../http/outcome';
import { wait } from '../http/waiting';
import { Allowance, type Shipment } from './allowance';
import { readAnswer, type RpcAnswer } from './answer';
import { readBatch } from './batch';
import {
	callBody,
	CallQueue,
	type PendingCall,
	type RpcEndpoint,
	type RpcReply,
	type RpcRequest,
	type RpcServer,
} from './callQueue';
import { nextStep, retryAfterIn, tooLong } from './nextStep';

/** Settings of a client. */
export interface RpcSettings {
	/** Most calls in one request; 1 sends each alone. */
	batchSize: number;
	/** Most calls per second to one origin, each call of a batch counted; `Infinity` for no limit. */
	callsPerSecond: number;
}

/** What came back for the calls of one request. */
interface Arrival {
	outcome: Outcome;
	latencyMs: number;
	server: RpcServer;
}

/**
 * Calls node endpoints. Reads of the same address that are made together travel as one batch; each
 * caller gets the answer to its own call, however the server ordered them. Never throws.
 */
export class RpcClient {
	private readonly servers = new Map<string, RpcServer>();

	private readonly queues = new Map<string, CallQueue>();

	constructor(
		private readonly context: RequestContext,
		private readonly gate: OriginGate,
		private readonly settings: RpcSettings,
	) {}

	/** Makes a call and waits for what it comes to. */
	async call(endpoint: RpcEndpoint, request: RpcRequest): Promise<RpcReply> {
		return await new Promise((settle) => {
			const alone = request.isWrite === true;
			this.enqueue({ endpoint, request, attempts: 0, failures: 0, alone, settle });
		});
	}

	private enqueue(call: PendingCall): void {
		const queue = this.queueOf(call);
		queue.add(call);
		if (queue.isScheduled) return;
		queue.isScheduled = true;
		// After the present turn, so that all items that start together are in the queue.
		queueMicrotask(() => {
			queue.isScheduled = false;
			this.announce(queue);
		});
	}

	/** Calls share a request, so they have to agree on how long it may take. */
	private queueOf({ endpoint, request }: PendingCall): CallQueue {
		const { url, basic } = endpoint;
		const key = `${url} ${basic ?? ''} ${request.retryOptions.timeoutMs}`;
		const known = this.queues.get(key);
		if (known !== undefined) return known;
		const server = this.serverOf(new URL(url).origin);
		const queue = new CallQueue(server, this.settings.batchSize);
		server.queues.push(queue);
		this.queues.set(key, queue);
		return queue;
	}

	private serverOf(origin: string): RpcServer {
		const known = this.servers.get(origin);
		if (known !== undefined) return known;
		const allowance = new Allowance(this.settings.callsPerSecond);
		const server: RpcServer = { origin, allowance, queues: [], hasWaker: false };
		this.servers.set(origin, server);
		return server;
	}

	/** Announces as many requests to the gate as the queue needs; each takes its calls when it is let in. */
	private announce(queue: CallQueue): void {
		const needed = queue.requestsNeeded();
		for (; queue.announced < needed; queue.announced += 1) void this.sendNext(queue);
	}

	private async sendNext(queue: CallQueue): Promise<void> {
		const { server } = queue;
		const sendTaken = async (): Promise<true> => {
			queue.announced -= 1;
			const calls = queue.take(server.allowance.room());
			if (calls.length > 0) await this.send(calls, queue);
			return true;
		};
		const passed = await this.gate.pass(server.origin, sendTaken, queue.maxRetryWaitMs());
		if (passed !== true) {
			queue.announced -= 1;
			giveUp(
				queue,
				passed === undefined
					? { kind: 'cancelled', sent: false }
					: { kind: 'held', forMs: passed.forMs },
			);
		}
		this.goOn(server);
	}

	/** Sends what found no room before and has it now, or sees to it that this is done in time. */
	private goOn(server: RpcServer): void {
		const waiting = server.queues.filter(({ isEmpty }) => !isEmpty);
		if (waiting.length === 0) return;
		if (server.allowance.room() > 0) {
			for (const queue of waiting) this.announce(queue);
			return;
		}
		const inMs = server.allowance.msToMoreRoom();
		if (inMs === undefined || server.hasWaker) return;
		server.hasWaker = true;
		void wait(Math.ceil(inMs), this.cancel()).then((waited) => {
			server.hasWaker = false;
			if (waited) this.goOn(server);
			else for (const queue of server.queues) giveUp(queue, { kind: 'cancelled', sent: false });
		});
	}

	private async send(calls: PendingCall[], queue: CallQueue): Promise<void> {
		const { server } = queue;
		const shipment = server.allowance.take(calls.length);
		const outcome = await this.exchange(calls);
		const latencyMs = performance.now() - shipment.sentAt;
		for (const call of calls) call.attempts += 1;
		const answers =
			calls.length === 1
				? [readAnswer(outcome, calls[0].request.id)]
				: readBatch(outcome, calls.length);
		if (answers.every((answer) => answer === undefined)) queue.singlesOnly = true;
		const arrival = { outcome, latencyMs, server };
		this.learn(answers, shipment, arrival);
		const next = calls.map((call, index) => this.conclude(call, answers[index], arrival));
		this.sendAgain(
			calls.filter((_, index) => next[index] !== undefined),
			Math.max(0, ...next.map((ms) => ms ?? 0)),
		);
	}

	/** Notes how many calls the server took; calls that wait for one that takes none are given up. */
	private learn(
		answers: ReadonlyArray<RpcAnswer | undefined>,
		shipment: Shipment,
		arrival: Arrival,
	): void {
		const { allowance, queues } = arrival.server;
		const refusals = answers.filter((answer) => answer?.kind === 'rateLimited');
		const retryAfterMs = Math.max(0, ...refusals.map((answer) => retryAfterIn(answer) ?? 0));
		allowance.give(shipment, { refused: refusals.length, retryAfterMs });
		const [refusal] = refusals;
		if (refusal === undefined || allowance.refusalsInARow === 0) return;
		const isHopeless = ({ request }: PendingCall): boolean =>
			allowance.refusalsInARow > request.retryOptions.maxRetries;
		for (const queue of queues)
			for (const call of queue.takeThose(isHopeless)) finish(call, refusal, arrival);
	}

	/** Calls that travelled together wait together, so that they can travel together again. */
	private sendAgain(calls: readonly PendingCall[], waitMs: number): void {
		if (waitMs === 0) {
			for (const call of calls) this.enqueue(call);
			return;
		}
		void wait(waitMs, this.cancel()).then((waited) => {
			for (const call of calls) {
				if (waited) this.enqueue(call);
				else finish(call, { kind: 'cancelled' });
			}
		});
	}

	private async exchange(calls: PendingCall[]): Promise<Outcome> {
		const { endpoint, request } = calls[0];
		const body =
			calls.length === 1
				? callBody(request, request.id)
				: `[${calls.map((call, index) => callBody(call.request, index + 1)).join(',')}]`;
		return await exchange(this.context, {
			method: 'POST',
			url: endpoint.url,
			headers: {
				Accept: 'application/json',
				'Content-Type': 'application/json',
				...(endpoint.basic !== undefined && { Authorization: endpoint.basic }),
			},
			body: () => body,
			authenticated: false,
			allowUnauthorizedCerts: endpoint.allowUnauthorizedCerts,
			timeoutMs: request.retryOptions.timeoutMs,
		});
	}

	/**
	 * Settles a call, unless it has to be sent again.
	 * @returns how long to wait before that in milliseconds; 0 where the origin is held instead
	 */
	private conclude(
		call: PendingCall,
		answer: RpcAnswer | undefined,
		arrival: Arrival,
	): number | undefined {
		if (answer === undefined) {
			call.alone = true;
			return 0;
		}
		const { outcome, server } = arrival;
		if (answer.kind === 'unreachable') call.failures += 1;
		const next = nextStep(call, answer, outcome, server.allowance);
		if (next.holdMs !== undefined) this.gate.hold(server.origin, next.holdMs);
		if (next.repeats) return next.waitMs;
		finish(call, next.answer, arrival);
		return undefined;
	}

	private cancel(): AbortSignal | undefined {
		return this.context.getExecutionCancelSignal?.();
	}
}

function giveUp(queue: CallQueue, outcome: Outcome): void {
	for (const call of queue.takeThose(() => true)) {
		const answer = readAnswer(outcome, call.request.id);
		finish(call, outcome.kind === 'held' ? tooLong(answer, outcome.forMs) : answer);
	}
}

function finish(call: PendingCall, answer: RpcAnswer, arrival?: Arrival): void {
	const outcome = arrival?.outcome;
	const status = outcome?.kind === 'answer' ? outcome.status : undefined;
	const isUnreadable = answer.kind === 'invalidResponse' && status !== undefined && status < 300;
	call.settle({
		answer,
		httpStatus: status,
		latencyMs: Math.round(arrival?.latencyMs ?? 0),
		attempts: call.attempts,
		mayHaveBeenProcessed:
			isUnreadable ||
			((answer.kind === 'unreachable' || answer.kind === 'cancelled') &&
				outcome !== undefined &&
				mayHaveBeenProcessed(outcome)),
	});
}
