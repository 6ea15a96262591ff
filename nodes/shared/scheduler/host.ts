import { CallQueue, countDue, type CallGroup, type WaitingCall } from './callQueue';
import { Alarm, type Chance, type Clock } from './clock';
import type { Destination } from './destination';
import type { Capacity } from './gate';
import { HostState } from './hostState';
import { Patience } from './patience';
import type { HostOptions } from './scheduledCall';
import { giveUp, goesOn, settle, settleEnded, type HostKnowledge } from './settling';

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

	private readonly patience: Patience;

	private readonly knowledge: HostKnowledge;

	/** Whether a call was ever added that ends instead of waiting: others need not be looked through. */
	private hasFailFast = false;

	/** The shortest wait for a server that a call accepts, in milliseconds. */
	private leastWaitMs = Infinity;

	/** The next probe goes to an address that failed before. */
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
		this.patience = new Patience(this.state);
		this.knowledge = { state: this.state, patience: this.patience, queue: this.queue };
		this.alarm = new Alarm(run.clock, () => this.dispatch());
	}

	/** Requests in flight. */
	get inFlight(): number {
		return this.state.concurrency.size;
	}

	/** Adds a call. Those that are added in the same turn can be sent together. */
	add(waiting: WaitingCall): void {
		const now = waiting.addedAt;
		if (this.queue.size === 0 && this.inFlight === 0) this.state.busySince = now;
		const address = this.state.addresses.get(waiting.call.address, now);
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
		this.plan(this.state.addresses.get(waiting.call.address, this.run.clock.now()));
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
		const ofHost = this.state.getCapacity(now);
		if (ofHost.notBefore > now) return ofHost.notBefore;
		const { first, soonest } = this.choose(ofHost.calls, now);
		if (first === undefined) return soonest;
		this.asksAgain = this.state.isClosed && !this.asksAgain;
		void this.send(first.group, first.calls, now);
		return now;
	}

	/**
	 * @param most calls that a request to the host may hold
	 * @returns the group to serve first, with how many calls; without one, when there may be one
	 */
	private choose(most: number, now: number): Choice {
		const { isClosed } = this.state;
		let soonest = Infinity;
		let least = Infinity;
		let first: Choice['first'];
		for (const group of this.queue.inTurn()) {
			const { calls, notBefore } = this.getCapacity(group, now);
			if (notBefore > now) {
				soonest = Math.min(soonest, notBefore);
				continue;
			}
			const rank = isClosed ? this.rankProbe(group) : 0;
			if (rank >= least) continue;
			least = rank;
			first = { group, calls: Math.min(calls, most) };
			if (least === 0) break;
		}
		return { first, soonest };
	}

	/** @returns how many of the calls that wait in a group may be sent in one request, as far as its address decides */
	private getCapacity({ address, calls }: CallGroup, now: number): Capacity {
		const due = countDue(calls, now);
		if (due === 0) return { calls: 0, notBefore: calls[0].notBefore };
		const { calls: most, notBefore } = this.state.getCapacityAt(address, now);
		return { calls: Math.min(due, most), notBefore };
	}

	/**
	 * A probe goes to an address that failed least, as those that come first, or wait longest, may have reasons of their
	 * own. Every other one goes to an address that failed a few times: its first answers may be faults. In an outage those
	 * come first that were refused just before it: somebody was there.
	 * @returns a number that is lower for groups to serve earlier
	 */
	private rankProbe({ address }: CallGroup): number {
		const { failures, isRefusing } = address.breaker;
		const { isOut, failedSince } = this.state.all.breaker;
		if (isOut && isRefusing && address.usedAt < failedSince) return 0;
		const rank = this.asksAgain && failures < ASKED_AGAIN ? -failures : failures;
		return rank + this.run.random() / 2;
	}

	private async send(group: CallGroup, most: number, now: number): Promise<void> {
		const { state, run } = this;
		const calls = this.queue.take(group, most);
		const request = state.sent(group.address, calls, now);
		run.sent();
		const flight = { calls, stop: new AbortController() };
		for (const call of calls) {
			if (call.attempts === 0) {
				call.sentFirstAt = now;
				call.seen = state.comparison.soFar;
			}
			call.attempts += 1;
			call.flight = flight;
		}
		const payloads = calls.map(({ call }) => call.payload);
		const end = await calls[0].call.transport.send(payloads, flight.stop.signal);
		const endedAt = run.clock.now();
		for (const call of calls) call.flight = undefined;
		state.ended(request, end, run.random(), endedAt);
		if (end.ends.some(({ ending }) => ending.kind !== 'answered')) this.toCheck.add(group.address);
		settleEnded(this.knowledge, request, end, { random: run.random(), now: endedAt });
		// Its place is still taken, so that a host that waits for one gets it before this one does.
		this.dispatch();
		run.ended();
	}

	/** Settles those waiting calls that do not wait for a limit or an outage. */
	private settleFailingFast(now: number): void {
		for (const group of this.queue.inTurn()) {
			const { address } = group;
			const conclusion = this.patience.findDelay(address, now);
			if (conclusion === undefined) continue;
			this.queue.keep(group, (waiting) => {
				if (waiting.call.failFast !== true) return true;
				giveUp(this.knowledge, waiting, { address, conclusion, now });
				return false;
			});
		}
	}

	/** Settles waiting calls that were cancelled, or that need not wait any longer: all of them where the host is why. */
	private settleWaiting(now: number): void {
		const isOfHost = this.patience.mayConclude(this.leastWaitMs, now);
		const addresses = [...this.toCheck];
		this.toCheck.clear();
		const groups = isOfHost
			? this.queue.inTurn()
			: addresses.flatMap((address) => this.queue.groupsOf(address));
		for (const group of groups)
			this.queue.keep(group, (waiting) => goesOn(this.knowledge, waiting, group.address, now));
	}
}
