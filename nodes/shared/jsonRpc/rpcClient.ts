import { backOff } from '../http/backOff';
import { exchange, type RequestContext } from '../http/exchange';
import type { OriginGate } from '../http/originGate';
import { isUnclear, type Outcome } from '../http/outcome';
import { wait } from '../http/waiting';
import { inWords } from '../pure/duration';
import { Allowance } from './allowance';
import { isWorthAsking, readAnswer, type RpcAnswer } from './answer';
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
			this.enqueue({ endpoint, request, attempts: 0, failures: 0, progressSeen: 0, alone, settle });
		});
	}

	private enqueue(call: PendingCall): void {
		const queue = this.queueOf(call.endpoint);
		queue.add(call);
		if (queue.isScheduled) return;
		queue.isScheduled = true;
		// After the present turn, so that all items that start together are in the queue.
		queueMicrotask(() => {
			queue.isScheduled = false;
			this.announce(queue);
		});
	}

	private queueOf(endpoint: RpcEndpoint): CallQueue {
		const { url, basic } = endpoint;
		const key = `${url} ${basic ?? ''}`;
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
		const server = { origin, allowance, answered: 0, queues: [] };
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
		const passed = await this.gate.pass(server.origin, sendTaken, queue.longestWaitMs());
		if (passed !== true) {
			queue.announced -= 1;
			const outcome: Outcome =
				passed === undefined
					? { kind: 'cancelled', sent: false }
					: { kind: 'held', forMs: passed.forMs };
			for (const call of queue.takeAll()) this.giveUp(call, outcome);
		}
		// What found no room may have it now.
		for (const waiting of server.queues)
			if (!waiting.isEmpty && server.allowance.room() > 0) this.announce(waiting);
	}

	private giveUp(call: PendingCall, outcome: Outcome): void {
		const answer = readAnswer(outcome, call.request.id);
		finish(call, outcome.kind === 'held' ? tooLong(answer, outcome.forMs) : answer);
	}

	private async send(calls: PendingCall[], queue: CallQueue): Promise<void> {
		const { server } = queue;
		const mayGo = await server.allowance.take(calls.length, this.cancel());
		const sentAt = performance.now();
		const outcome: Outcome = mayGo
			? await this.exchange(calls)
			: { kind: 'cancelled', sent: false };
		const latencyMs = performance.now() - sentAt;
		for (const call of calls) call.attempts += 1;
		const answers =
			calls.length === 1
				? [readAnswer(outcome, calls[0].request.id)]
				: readBatch(outcome, calls.length);
		if (answers.every((answer) => answer === undefined)) queue.singlesOnly = true;
		const refused = answers.filter((answer) => answer?.kind === 'rateLimited').length;
		server.allowance.give(calls.length, { refused, sentAt });
		const next = calls.map((call, index) =>
			this.conclude(call, answers[index], { outcome, latencyMs, server }),
		);
		this.sendAgain(
			calls.filter((_, index) => next[index] !== undefined),
			Math.max(0, ...next.map((ms) => ms ?? 0)),
		);
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
			timeLimitMs: request.patience.timeLimitMs,
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
		const { server, outcome } = arrival;
		const { retries, longestWaitMs } = call.request.patience;
		const askedMs = 'askedMs' in answer ? answer.askedMs : undefined;
		if (answer.kind === 'rateLimited' && server.answered > call.progressSeen) call.failures = 0;
		if (!isWorthAsking(answer)) server.answered += 1;
		call.progressSeen = server.answered;
		call.failures += 1;
		if (askedMs !== undefined) this.gate.hold(server.origin, askedMs);
		if (askedMs !== undefined && askedMs > longestWaitMs)
			finish(call, tooLong(answer, askedMs), arrival);
		else if (!mayRepeat(call, answer, outcome) || call.failures > retries)
			finish(call, answer, arrival);
		else return this.pauseBefore(call, answer, askedMs, server);
		return undefined;
	}

	private pauseBefore(
		call: PendingCall,
		answer: RpcAnswer,
		askedMs: number | undefined,
		server: RpcServer,
	): number {
		const waitMs = backOff(call.failures, askedMs, Math.random());
		if (answer.kind !== 'rateLimited' && askedMs === undefined) return waitMs;
		this.gate.hold(server.origin, waitMs);
		return 0;
	}

	private cancel(): AbortSignal | undefined {
		return this.context.getExecutionCancelSignal?.();
	}
}

/** A write is repeated only when the connection never stood. */
function mayRepeat({ request }: PendingCall, answer: RpcAnswer, outcome: Outcome): boolean {
	return isWorthAsking(answer) && (!request.isWrite || outcome.kind === 'notSent');
}

function tooLong(answer: RpcAnswer, askedMs: number): RpcAnswer {
	const reason = `the endpoint asked to wait ${inWords(askedMs)}, longer than 'Longest Accepted Wait' allows`;
	return 'reason' in answer ? { ...answer, reason } : answer;
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
		isUnclear:
			isUnreadable ||
			((answer.kind === 'unreachable' || answer.kind === 'cancelled') &&
				outcome !== undefined &&
				isUnclear(outcome)),
	});
}
