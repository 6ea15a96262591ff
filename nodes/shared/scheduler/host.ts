import { CallQueue, countDue, type CallGroup, type WaitingCall } from './callQueue';
import { Alarm, type Chance, type Clock } from './clock';
import type { Destination, TimedReply } from './destination';
import { HostState, type RequestInFlight } from './hostState';
import type { Capacity } from './limiter';
import { decideRetry, getRetryAfterMs, type Ending } from './retryPolicy';
import type { Conclusion, HostOptions, RequestEnd, Settled } from './scheduledCall';

/** Shared by all hosts of a run. */
export interface InFlightBudget {
	readonly clock: Clock;
	readonly random: Chance;
	/** @returns whether one more request may be in flight; if not, the host dispatches when one has ended */
	hasCapacity(host: Host): boolean;
	/** Notes that a request is sent. */
	sent(): void;
	/** Notes that a request has ended. Its place is free from then on, first for the hosts that wait for one. */
	ended(): void;
}

/** So often an address is probed before it is compared with others: its first answers may be faults. */
const ASKED_AGAIN = 3;

/** What to send next, or when to look again. */
interface Choice {
	first?: { group: CallGroup; calls: number };
	soonest: number;
}

/**
 * Decides which calls to a host are sent when, and whether they are sent again. Each decision is made from one
 * reading of the clock, and one alarm rings when time alone can change it.
 */
export class Host {
	private readonly queue = new CallQueue();

	private readonly state: HostState;

	/** Whether a call was ever added that ends instead of waiting: others need not be looked through. */
	private hasFailFast = false;

	/** The shortest wait for a server that a call accepts, in milliseconds. */
	private leastWaitMs = Infinity;

	/**
	 * Every other probe goes to an address that failed before: whether first answers are faults shows where one is asked
	 * again, and whether addresses have reasons of their own where others are.
	 */
	private asksAgain = false;

	private readonly alarm: Alarm;

	private isDispatchPlanned = false;

	/** Addresses whose waiting calls are to be checked: calls came or were cancelled, or something went wrong there. */
	private readonly toCheck = new Set<Destination>();

	constructor(
		options: HostOptions,
		private readonly run: InFlightBudget,
	) {
		this.state = new HostState(options);
		this.alarm = new Alarm(run.clock, () => this.dispatch());
	}

	/** Requests in flight. */
	get inFlight(): number {
		return this.state.all.inFlight;
	}

	/** Adds a call. Those that are added in the same turn can be sent together. */
	add(waiting: WaitingCall): void {
		const now = waiting.addedAt;
		const address = this.state.getAddress(waiting.call.address, now);
		// Calls that come when nothing waits any more are probed for on their own.
		if (this.queue.size === 0 && this.inFlight === 0) this.state.restart(now);
		if (address.inFlight === 0 && !this.queue.hasGroup(waiting.call)) address.restart(now);
		if (waiting.call.ignoresWait === true)
			for (const { limiter } of [this.state.all, address]) limiter.forgetWaits(now);
		this.queue.add(waiting, address);
		if (waiting.call.failFast === true) this.hasFailFast = true;
		this.leastWaitMs = Math.min(this.leastWaitMs, waiting.call.retry.maxRetryWaitMs);
		this.plan(address);
	}

	/** Cancels a call, once all that are cancelled at the same time are known. */
	cancel(waiting: WaitingCall): void {
		waiting.isCancelled = true;
		this.plan(this.state.getAddress(waiting.call.address, this.run.clock.now()));
		queueMicrotask(() => {
			const { flight, isSettled } = waiting;
			if (flight === undefined || isSettled) return;
			if (flight.calls.every(({ isCancelled }) => isCancelled)) flight.stop.abort();
			else settle(waiting, 'cancelled');
		});
	}

	/** Sends what may be sent now, and arranges for this to be done again when more may. */
	dispatch(): void {
		const now = this.run.clock.now();
		if (this.toCheck.size > 0) this.settleWaiting(now);
		let notBefore = this.sendNext(now);
		while (notBefore <= now) notBefore = this.sendNext(now);
		if (this.hasFailFast && notBefore < Infinity) this.settleFailingFast(now);
		this.alarm.set(notBefore);
	}

	private plan(address: Destination): void {
		this.toCheck.add(address);
		if (this.isDispatchPlanned) return;
		this.isDispatchPlanned = true;
		queueMicrotask(() => {
			this.isDispatchPlanned = false;
			this.dispatch();
		});
	}

	/** Sends what comes next, if it may be sent now. @returns when something may be sent after that */
	private sendNext(now: number): number {
		if (this.queue.size === 0 || !this.run.hasCapacity(this)) return Infinity;
		const hostAt = this.state.notBefore(now);
		if (hostAt > now) return hostAt;
		const { first, soonest } = this.choose(now);
		if (first === undefined) return soonest;
		this.asksAgain = this.isProbing && !this.asksAgain;
		void this.send(first.group, first.calls, now);
		return now;
	}

	/** @returns the group to serve first, with how many calls; without one, when there may be one */
	private choose(now: number): Choice {
		let soonest = Infinity;
		let least = Infinity;
		let first: Choice['first'];
		const isHeld = this.asksAgain && this.state.isOut && this.hasFailing();
		for (const group of this.queue.inTurn()) {
			if (isHeld && this.countFailures(group.address) === 0) continue;
			const { calls, notBefore } = this.getCapacity(group, now);
			if (notBefore > now) {
				soonest = Math.min(soonest, notBefore);
				continue;
			}
			const rank = this.rank(group);
			if (rank >= least) continue;
			least = rank;
			first = { group, calls };
			if (least === 0) break;
		}
		return { first, soonest };
	}

	private getCapacity({ address, calls }: CallGroup, now: number): Capacity {
		const due = countDue(calls, now);
		if (due === 0) return { calls: 0, notBefore: calls[0].notBefore };
		return this.state.getCapacity(address, due, now);
	}

	/** @returns a number that is lower for groups to serve earlier; 0 for those that nothing puts behind others */
	private rank({ address, isUrgent }: CallGroup): number {
		const { limiter, refusal, failure } = address;
		if (!this.isProbing) {
			// Serve an address that never succeeded last: its key may be wrong.
			const isSuspect = !limiter.hasPassed && (refusal ?? failure) !== undefined;
			return isSuspect && !this.state.all.limiter.isKnown ? 1 : 0;
		}
		// Those that come first, or wait longest, may have reasons of their own: a probe is any that failed least, of
		// those an urgent one.
		const failures = this.countFailures(address);
		const rank = this.asksAgain && failures < ASKED_AGAIN ? -failures : failures;
		return rank + (isUrgent ? 0 : 0.5) + this.run.random() / 2;
	}

	/** Whether nothing gets through, so that single requests find out whether anything does again. */
	private get isProbing(): boolean {
		return this.state.isOut || this.state.all.limiter.refusals > 0;
	}

	/** @returns how often an address failed since it last answered, or was refused, whichever is probed for */
	private countFailures({ breaker, limiter }: Destination): number {
		return this.state.isOut ? breaker.failures : limiter.refusals;
	}

	/** @returns whether calls wait at an address that has failed since it last answered */
	private hasFailing(): boolean {
		for (const { address } of this.queue.inTurn()) if (this.countFailures(address) > 0) return true;
		return false;
	}

	private async send(group: CallGroup, most: number, now: number): Promise<void> {
		const calls = this.queue.take(group, most);
		const request = this.state.sent(group.address, calls, now);
		this.run.sent();
		const flight = { calls, stop: new AbortController() };
		for (const call of calls) {
			if (call.attempts === 0) call.sentFirstAt = now;
			call.attempts += 1;
			call.flight = flight;
		}
		const payloads = calls.map(({ call }) => call.payload);
		const end = await calls[0].call.transport.send(payloads, flight.stop.signal);
		const endedAt = this.run.clock.now();
		for (const call of calls) call.flight = undefined;
		this.state.ended(request, end, this.run.random(), endedAt);
		if (end.ends.some(({ ending }) => ending.kind !== 'answered')) this.toCheck.add(group.address);
		this.conclude(request, end, endedAt);
		// Its place is still taken, so that a host that waits for one gets it before this one does.
		this.dispatch();
		this.run.ended();
	}

	private conclude(
		{ address, calls, sentAt }: RequestInFlight,
		{ ends, isTimeout }: RequestEnd<unknown>,
		now: number,
	): void {
		const isStuck = this.state.isStuck(address, now);
		const batchSize = calls.length;
		const split = { calls: batchSize, unanswered: batchSize };
		for (const [index, waiting] of calls.entries()) {
			const { ending, reply } = ends[index];
			this.noteReply(waiting, address, ending, { reply, durationMs: now - sentAt });
			if (waiting.isSettled) continue;
			const { call, refusals, attempts, sentFirstAt } = waiting;
			const tried = {
				call,
				retriesUsed: Math.max(waiting.retriesUsed, isStuck ? refusals - 1 : 0),
				attempts,
				areOthersDone:
					call.retry.maxRefusals !== undefined && this.areOthersDone(waiting, address, now),
				batchSize,
				isTimeout,
				elapsedMs: now - sentFirstAt,
				isStuck,
			};
			const decision = decideRetry(ending, tried, this.run.random());
			if (typeof decision === 'string' || waiting.isCancelled) {
				const conclusion = typeof decision === 'string' ? decision : 'cancelled';
				const retryAfterMs = getRetryAfterMs(ending);
				settle(waiting, conclusion, { retryAfterMs, ...this.state.describe(address) });
				continue;
			}
			waiting.retriesUsed = tried.retriesUsed + Math.sign(decision.delayMs);
			waiting.notBefore = now + decision.delayMs;
			waiting.maxBatch = Math.min(waiting.maxBatch, decision.maxBatch);
			if (ending.kind === 'failed') {
				waiting.mayHaveBeenProcessedBefore ||= ending.mayHaveBeenProcessed;
				if (decision.maxBatch < Infinity) waiting.split = split;
			}
			this.queue.add(waiting, address);
		}
	}

	private noteReply(
		waiting: WaitingCall,
		address: Destination,
		{ kind }: Ending,
		reply: TimedReply,
	): void {
		waiting.last = reply;
		if (kind === 'answered') this.noteAnswered(waiting.split);
		if (kind === 'refused') {
			address.refusal = reply;
			waiting.refusals += 1;
		}
		if (kind === 'failed') {
			address.failure = reply;
			this.state.all.failure = reply;
		}
	}

	/** Whether others got through since a call was first sent, and none waits that was sent less often. */
	private areOthersDone(waiting: WaitingCall, { streak }: Destination, now: number): boolean {
		const { attempts, addedAt, sentFirstAt } = waiting;
		// Where its address was refused before, the call may have had to wait until the others were done.
		const wasRefused = streak !== undefined && streak.refusals > attempts;
		if (!this.state.isQuiet(wasRefused ? addedAt : sentFirstAt, now)) return false;
		for (const { calls } of this.queue.inTurn())
			if (calls.some((each) => each.attempts < attempts)) return false;
		return true;
	}

	/** Where all calls of a batch were answered in smaller ones, it was too large. */
	private noteAnswered(split: WaitingCall['split']): void {
		if (split === undefined) return;
		split.unanswered -= 1;
		if (split.unanswered === 0) this.state.batches.tooLarge(split.calls);
	}

	/** Settles those waiting calls that do not wait for a limit or an outage. */
	private settleFailingFast(now: number): void {
		for (const group of this.queue.inTurn()) {
			const { address } = group;
			const conclusion = this.state.findDelay(address, now);
			if (conclusion === undefined) continue;
			this.queue.keep(group, (waiting) => {
				if (waiting.call.failFast !== true) return true;
				this.giveUp(waiting, address, conclusion, now);
				return false;
			});
		}
	}

	/** Settles waiting calls that were cancelled, or that need not wait any longer: all of them where the host is why. */
	private settleWaiting(now: number): void {
		const isOfHost = this.state.mayConclude(this.leastWaitMs, now);
		const addresses = [...this.toCheck];
		this.toCheck.clear();
		const groups = isOfHost
			? this.queue.inTurn()
			: addresses.flatMap((address) => this.queue.groupsOf(address));
		for (const group of groups)
			this.queue.keep(group, (waiting) => this.goesOn(waiting, group, now));
	}

	/** Settles a waiting call where it is not worth waiting any longer. @returns whether it is */
	private goesOn(waiting: WaitingCall, { address }: CallGroup, now: number): boolean {
		const { state } = this;
		if (waiting.isCancelled) {
			const isInOutage = waiting.notBefore > now || state.isOut || address.breaker.failures > 0;
			settle(waiting, 'cancelled', { isInOutage });
			return false;
		}
		const conclusion = state.findConclusion(address, waiting, now);
		if (conclusion === undefined) return true;
		this.giveUp(waiting, address, conclusion, now);
		return false;
	}

	/** Settles a waiting call with what is known of its address. */
	private giveUp(
		waiting: WaitingCall,
		address: Destination,
		conclusion: Conclusion,
		now: number,
	): void {
		const { state } = this;
		if (conclusion === 'othersRefused') waiting.last ??= address.refusal;
		const failure = address.failure ?? (state.isHostDown ? state.all.failure : undefined);
		if (conclusion === 'othersFailed') waiting.last ??= failure;
		const retryAfterMs = state.askedUntil(address) - now;
		settle(waiting, conclusion, { retryAfterMs, ...state.describe(address) });
	}
}

function settle(
	waiting: WaitingCall,
	conclusion: Conclusion,
	details: Partial<Settled<unknown>> = {},
): void {
	const { attempts, mayHaveBeenProcessedBefore, last } = waiting;
	waiting.isSettled = true;
	waiting.settle({
		conclusion,
		reply: last?.reply,
		attempts,
		mayHaveBeenProcessedBefore,
		durationMs: last?.durationMs ?? 0,
		...details,
	});
}
