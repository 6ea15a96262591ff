import { Alarm } from './alarm';
import { CallQueue, type CallGroup, type TimedReply, type WaitingCall } from './callQueue';
import type { Chance, Clock } from './clock';
import { HostState, type RequestInFlight } from './hostState';
import { decideRetry, retryAfterOf, type RetryDecision, type Ending } from './retryPolicy';
import type { Conclusion, HostOptions, RequestEnd, Settled } from './scheduledCall';

/** Addresses without a call for this long are forgotten; milliseconds. */
const FORGET_AFTER_MS = 3_600_000;

/** What all hosts of a run share. */
export interface InFlightBudget {
	readonly clock: Clock;
	readonly random: Chance;
	/** @returns whether one more request may be in flight; if not, the host is pumped when one has ended */
	admits(host: Host): boolean;
	sent(): void;
	ended(): void;
}

/** What may be sent next, or when to check again. */
type Next = { group: CallGroup; calls: number } | { notBefore: number };

/**
 * Decides which calls to a host are sent when, and whether they are sent again. Each decision is made from one
 * reading of the clock, and one alarm rings when time alone can change it.
 */
export class Host {
	/** Requests in flight. */
	inFlight = 0;

	private readonly queue = new CallQueue();

	private readonly state: HostState;

	private readonly alarm: Alarm;

	private isPumpPlanned = false;

	/** Something went wrong since the waiting calls were last checked, or calls came while it does. */
	private mayBeHopeless = false;

	/** Calls that were cancelled and have not been settled yet. */
	private readonly cancelled = new Set<WaitingCall>();

	/** The last reply that left a call without an answer. */
	private failure?: TimedReply;

	private forgotAt: number;

	constructor(
		options: HostOptions,
		private readonly run: InFlightBudget,
	) {
		this.state = new HostState(options);
		this.alarm = new Alarm(run.clock, () => this.pump());
		this.forgotAt = run.clock.now();
	}

	/** Adds a call. Those that are added in the same turn can be sent together. */
	add(waiting: WaitingCall): void {
		const now = this.run.clock.now();
		if (now - this.forgotAt > FORGET_AFTER_MS) {
			this.queue.forget(now - FORGET_AFTER_MS);
			this.forgotAt = now;
		}
		// What comes when nothing waits any more is probed for on its own.
		if (this.queue.size === 0 && this.inFlight === 0) this.state.restart(now);
		this.queue.addNew(waiting, now);
		this.mayBeHopeless = true;
		this.plan();
	}

	/** Cancels a call, once all that are cancelled at the same time are known. */
	cancel(waiting: WaitingCall): void {
		waiting.isCancelled = true;
		this.cancelled.add(waiting);
		this.plan();
	}

	/** Sends what may be sent now, and arranges for this to be done again when more may. */
	pump(): void {
		const now = this.run.clock.now();
		if (this.cancelled.size > 0) this.settleCancelled(now);
		if (this.mayBeHopeless) this.giveUpHopeless(now);
		let next = this.next(now);
		while ('group' in next) {
			void this.send(next.group, next.calls, now);
			next = this.next(now);
		}
		this.alarm.set(next.notBefore);
	}

	private plan(): void {
		if (this.isPumpPlanned) return;
		this.isPumpPlanned = true;
		queueMicrotask(() => {
			this.isPumpPlanned = false;
			this.pump();
		});
	}

	private next(now: number): Next {
		if (this.queue.size === 0 || !this.run.admits(this)) return { notBefore: Infinity };
		const hostAt = this.state.notBefore(now);
		if (hostAt > now) return { notBefore: hostAt };
		return this.state.isProbed ? this.nextProbe(now) : this.nextInTurn(now);
	}

	private nextInTurn(now: number): Next {
		let soonest = Infinity;
		let second: Next | undefined;
		for (const group of this.queue.waiting()) {
			const next = this.nextOf(group, now);
			if (!('group' in next)) soonest = Math.min(soonest, next.notBefore);
			// Where nothing ever got through, and not because of others, something may be wrong: others come first.
			else if (group.address.isSuspect && !this.state.isShared) second ??= next;
			else return next;
		}
		return second ?? { notBefore: soonest };
	}

	/** Those that come first, or wait longest, may have reasons of their own: a probe is any that failed least. */
	private nextProbe(now: number): Next {
		const skipped = Math.floor(this.run.random() * this.queue.size);
		let soonest = Infinity;
		let fewest = Infinity;
		let probe: Next | undefined;
		for (const group of this.queue.waiting(skipped)) {
			const next = this.nextOf(group, now);
			// Of those that failed equally often, the urgent ones come first.
			const setbacks = this.state.setbacks(group.address) + (group.isUrgent ? 0 : 0.5);
			if (!('group' in next)) soonest = Math.min(soonest, next.notBefore);
			else if (setbacks < fewest) [fewest, probe] = [setbacks, next];
		}
		return probe ?? { notBefore: soonest };
	}

	private nextOf(group: CallGroup, now: number): Next {
		const due = group.due(now);
		if (due.calls === 0) return due;
		const room = this.state.getCapacity(group.address, due.calls, now);
		return 'calls' in room ? { group, calls: room.calls } : room;
	}

	private async send(group: CallGroup, most: number, now: number): Promise<void> {
		const { address } = group;
		const calls = this.queue.take(group, most);
		const request = this.state.sent(address, calls, now);
		const stop = new AbortController();
		this.inFlight += 1;
		this.run.sent();
		for (const call of calls) {
			if (call.attempts === 0) call.sentFirstAt = now;
			call.attempts += 1;
			call.flight = { calls, stop };
		}
		const { transport } = calls[0].call;
		const end = await transport.send(
			calls.map(({ call }) => call.payload),
			stop.signal,
		);
		const endedAt = this.run.clock.now();
		this.inFlight -= 1;
		for (const call of calls) call.flight = undefined;
		this.state.ended(request, end, this.run.random(), endedAt);
		this.mayBeHopeless ||= end.ends.some(({ ending }) => ending.kind !== 'answered');
		this.conclude(request, end, endedAt);
		this.pump();
		this.run.ended();
	}

	private conclude(
		request: RequestInFlight,
		{ ends, isTimeout }: RequestEnd<unknown>,
		now: number,
	): void {
		const { address, calls, sentAt } = request;
		const isStuck = this.state.isStuck(address);
		const split = { calls: calls.length, unanswered: calls.length };
		for (const [index, waiting] of calls.entries()) {
			const { ending, reply } = ends[index];
			waiting.last = { reply, durationMs: now - sentAt };
			this.noteReply(request, waiting, ending);
			if (waiting.isSettled) continue;
			const decision = decideRetry(
				ending,
				{
					idempotent: waiting.call.idempotent,
					options: waiting.call.retry,
					retriesUsed: waiting.retriesUsed,
					together: calls.length,
					isTimeout,
					elapsedMs: now - waiting.sentFirstAt,
					isStuck,
				},
				this.run.random(),
			);
			if (!decision.again || waiting.isCancelled) {
				settle(waiting, toConclusion(decision), { retryAfterMs: retryAfterOf(ending) });
				continue;
			}
			if (ending.kind === 'failed') {
				waiting.mayHaveBeenProcessed ||= ending.mayHaveBeenProcessed;
				if (decision.together < Infinity) waiting.split = split;
			}
			if (decision.isRetry) waiting.retriesUsed += 1;
			waiting.notBefore = now + decision.delayMs;
			waiting.together = Math.min(waiting.together, decision.together);
			this.queue.add(waiting, now);
		}
	}

	/** Keeps the reply for calls that are given up without one, and notes which batch was too large. */
	private noteReply({ address }: RequestInFlight, waiting: WaitingCall, { kind }: Ending): void {
		if (kind === 'refused') address.refusal = waiting.last;
		if (kind === 'failed') address.failure = this.failure = waiting.last;
		if (kind !== 'answered' || waiting.split === undefined) return;
		waiting.split.unanswered -= 1;
		// All of its calls were answered in smaller ones: it was too large.
		if (waiting.split.unanswered === 0) this.state.batches.tooLarge(waiting.split.calls);
	}

	/** Settles waiting calls where nothing gets through any more, or the wait is longer than the user accepts. */
	private giveUpHopeless(now: number): void {
		this.mayBeHopeless = false;
		for (const group of [...this.queue.waiting()]) {
			const { address } = group;
			const giveUp = (
				isGivenUp: (call: WaitingCall) => boolean,
				conclusion: Conclusion,
				{ last, ...details }: Pick<WaitingCall, 'last'> & Details,
			): void => {
				for (const waiting of this.queue.remove(group, isGivenUp)) {
					waiting.last ??= last;
					settle(waiting, conclusion, details);
				}
			};
			const retryAfterMs = this.state.askedUntil(address) - now;
			if (retryAfterMs > 0)
				giveUp(({ call }) => retryAfterMs > call.retry.maxRetryWaitMs, 'pauseTooLong', {
					retryAfterMs,
				});
			const { refusal: last } = address;
			if (last !== undefined && this.state.isStuck(address))
				giveUp((waiting) => this.state.isRefusedFor(address, waiting, now), 'othersRefused', {
					last,
				});
			if (this.state.isDown(address))
				giveUp((waiting) => this.state.isDownFor(address, waiting), 'othersFailed', {
					last: address.failure ?? this.failure,
				});
		}
	}

	/** Settles the calls that are cancelled, or ends their request where all of its calls are. */
	private settleCancelled(now: number): void {
		for (const group of [...this.queue.waiting()]) {
			for (const waiting of this.queue.remove(group, ({ isCancelled }) => isCancelled))
				settle(waiting, 'cancelled', {
					isInOutage: this.state.isInOutage(group.address, waiting, now),
				});
		}
		for (const waiting of this.cancelled) {
			if (waiting.flight === undefined || waiting.isSettled) continue;
			const { calls, stop } = waiting.flight;
			if (calls.every(({ isCancelled }) => isCancelled)) stop.abort();
			else settle(waiting, 'cancelled');
		}
		this.cancelled.clear();
	}
}

type Details = Pick<Settled<unknown>, 'retryAfterMs' | 'isInOutage'>;

function settle(waiting: WaitingCall, conclusion: Conclusion, details: Details = {}): void {
	const { attempts, last, mayHaveBeenProcessed } = waiting;
	waiting.isSettled = true;
	waiting.settle({
		conclusion,
		reply: last?.reply,
		attempts,
		mayHaveBeenProcessedBefore: mayHaveBeenProcessed,
		durationMs: last?.durationMs ?? 0,
		retryAfterMs: details.retryAfterMs,
		...(details.isInOutage === true && { isInOutage: true }),
	});
}

function toConclusion(decision: RetryDecision): Conclusion {
	return decision.again ? 'cancelled' : (decision.because ?? 'replied');
}
