import { Alarm } from './alarm';
import type { BatchSplit } from './batchLimit';
import { CallQueue, type Address, type CallGroup, type WaitingCall } from './callQueue';
import type { Clock } from './clock';
import { HostState, type Request } from './hostState';
import { decideRetry, retryAfterOf, type Decision } from './retryPolicy';
import type { CallEnd, Conclusion, HostOptions } from './scheduledCall';

/** What all hosts of a run share. */
export interface Run {
	readonly clock: Clock;
	/** @returns a number from 0 to 1 */
	random(): number;
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
	private readonly queue = new CallQueue();

	private readonly state: HostState;

	private readonly alarm: Alarm;

	private isPumpPlanned = false;

	private isCancelled = false;

	/** Calls were rejected or asked to wait; and the waiting calls have not been checked since. */
	private hasRefused = false;

	private mayBeHopeless = false;

	constructor(
		options: HostOptions,
		private readonly run: Run,
	) {
		this.state = new HostState(options);
		this.alarm = new Alarm(run.clock, () => this.pump());
	}

	/** Adds a call. Those that are added in the same turn can be sent together. */
	add(waiting: WaitingCall): void {
		if (this.isCancelled) {
			settle(waiting, 'cancelled');
			return;
		}
		this.queue.add(waiting, this.run.clock.now());
		this.mayBeHopeless ||= this.hasRefused;
		if (this.isPumpPlanned) return;
		this.isPumpPlanned = true;
		queueMicrotask(() => {
			this.isPumpPlanned = false;
			this.pump();
		});
	}

	/** Sends what may be sent now, and arranges for this to be done again when more may. */
	pump(): void {
		const now = this.run.clock.now();
		this.giveUpHopeless(now);
		let next = this.next(now);
		while ('group' in next) {
			void this.send(next.group, next.calls, now);
			next = this.next(now);
		}
		this.alarm.set(next.notBefore);
		// Nothing can fill the quota any more.
		const isStuck =
			next.notBefore === Infinity && this.state.inFlight === 0 && this.run.admits(this);
		if (isStuck) for (const call of this.queue.removeAll()) settle(call, 'quotaUsedUp');
	}

	/** Settles everything that waits, and what is added later. */
	cancel(): void {
		this.isCancelled = true;
		for (const call of this.queue.removeAll()) settle(call, 'cancelled');
		this.alarm.set(Infinity);
	}

	private next(now: number): Next {
		if (this.queue.waiting.size === 0 || !this.run.admits(this)) return { notBefore: Infinity };
		const hostAt = this.state.notBefore(now);
		if (hostAt > now) return { notBefore: hostAt };
		let soonest = Infinity;
		let second: Next | undefined;
		for (const group of this.queue.waiting) {
			const next = this.nextOf(group, now);
			if (!('group' in next)) soonest = Math.min(soonest, next.notBefore);
			// Where nothing ever got through, something may be wrong: others come first.
			else if (group.address.limits.isSuspect) second ??= next;
			else return next;
		}
		return second ?? { notBefore: soonest };
	}

	private nextOf(group: CallGroup, now: number): Next {
		const due = group.due(this.state.mayRepeat(group.address), now);
		if (due.calls === 0) return due;
		const room = this.state.room(group.address, due.calls, now);
		return 'calls' in room ? { group, calls: room.calls } : room;
	}

	private async send(group: CallGroup, most: number, now: number): Promise<void> {
		const calls = this.queue.take(group, most, this.state.mayRepeat(group.address));
		const request = this.state.sent(group.address, calls, now);
		this.run.sent();
		for (const call of calls) {
			if (call.attempts === 0) call.judgedAt = now;
			call.attempts += 1;
		}
		const end = await calls[0].call.send(calls.map(({ call }) => call.payload));
		const endedAt = this.run.clock.now();
		this.state.ended(request, end, this.run.random(), endedAt);
		if (end.ends.some(isRefusal)) this.hasRefused = this.mayBeHopeless = true;
		this.conclude(request, end.ends, endedAt);
		this.pump();
		this.run.ended();
	}

	private conclude(request: Request, ends: ReadonlyArray<CallEnd<unknown>>, now: number): void {
		const { address, calls, sentAt } = request;
		const maySplit = this.state.batches.maySplit(calls[0].split);
		let split: BatchSplit | undefined;
		for (const [index, waiting] of calls.entries()) {
			const { ending, reply } = ends[index];
			waiting.last = { reply, durationMs: now - sentAt };
			if (ending.kind === 'refused') address.refusal = waiting.last;
			const decision = decideRetry(
				ending,
				{
					idempotent: waiting.call.idempotent,
					options: waiting.call.retry,
					retriesUsed: waiting.retriesUsed,
					together: maySplit ? calls.length : 1,
					isStuck: this.state.limits.isStuck(address.limits, waiting.judgedAt),
				},
				this.run.random(),
			);
			if (!decision.again || this.isCancelled) {
				if (ending.kind === 'answered') this.state.batches.answered(waiting.split);
				settle(waiting, conclusionOf(decision), retryAfterOf(ending));
				continue;
			}
			if (decision.together < Infinity) {
				waiting.split = split ??= this.split(ends, decision.together);
			}
			if (ending.kind === 'refused') waiting.judgedAt = now;
			else waiting.isRepeat = true;
			if (ending.kind === 'failed') waiting.mayHaveBeenProcessed ||= ending.mayHaveBeenProcessed;
			if (decision.isRetry) waiting.retriesUsed += 1;
			waiting.notBefore = now + decision.delayMs;
			waiting.together = Math.min(waiting.together, decision.together);
			this.queue.add(waiting, now);
			// Rejections in the meantime may have made it hopeless.
			this.mayBeHopeless ||= this.hasRefused;
		}
	}

	/** What was answered at once is not sent again, so such a batch never counts as answered in parts. */
	private split(ends: ReadonlyArray<CallEnd<unknown>>, partSize: number): BatchSplit {
		const isUnderstood = ends[0].ending.kind !== 'skipped';
		const split = { unanswered: ends.length, partSize, isUnderstood };
		this.state.batches.split(split);
		return split;
	}

	/** Settles waiting calls where nothing gets through any more, or the wait is longer than the user accepts. */
	private giveUpHopeless(now: number): void {
		if (!this.mayBeHopeless) return;
		this.mayBeHopeless = false;
		for (const group of this.queue.waiting) {
			const { limits, refusal } = group.address;
			const pauseMs = this.state.limits.askedUntil(limits) - now;
			const refusals = this.isPaused(group.address, now)
				? this.state.limits.ownRefusals(limits)
				: 0;
			if (pauseMs <= 0 && refusals <= 0) continue;
			const isPausedTooLong = ({ call }: WaitingCall): boolean =>
				pauseMs > call.retry.maxRetryWaitMs;
			const isRefused = ({ call }: WaitingCall): boolean => refusals > call.retry.maxRetries;
			for (const waiting of this.queue.remove(group, isPausedTooLong))
				settle(waiting, 'pauseTooLong', pauseMs);
			for (const waiting of this.queue.remove(group, isRefused)) {
				waiting.last ??= refusal;
				settle(waiting, 'othersRefused');
			}
		}
	}

	/**
	 * Rejections in a row count during the pause that follows them. When it is over, one call tests whether the server
	 * accepts anything again, and what comes meanwhile waits for its end.
	 */
	private isPaused(address: Address, now: number): boolean {
		const room = this.state.room(address, 1, now);
		return 'notBefore' in room && room.notBefore < Infinity;
	}
}

function conclusionOf(decision: Decision): Conclusion {
	return decision.again ? 'cancelled' : (decision.because ?? 'replied');
}

function isRefusal({ ending }: CallEnd<unknown>): boolean {
	return ending.kind === 'refused' || retryAfterOf(ending) > 0;
}

function settle(waiting: WaitingCall, conclusion: Conclusion, retryAfterMs?: number): void {
	const { attempts, last, mayHaveBeenProcessed } = waiting;
	waiting.settle({
		conclusion,
		reply: last?.reply,
		attempts,
		mayHaveBeenProcessedBefore: mayHaveBeenProcessed,
		durationMs: last?.durationMs ?? 0,
		retryAfterMs,
	});
}
