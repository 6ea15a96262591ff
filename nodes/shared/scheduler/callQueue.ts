import { CircuitBreaker } from './circuitBreaker';
import { Fifo } from './fifo';
import { Limiter } from './limiter';
import type { CallToSend, Settled } from './scheduledCall';

/** Node endpoints take bodies of up to 1 MB (platform documentation, limits). */
const LARGEST_BODY_BYTES = 1_000_000;

/** What is known about an address. */
export class Address {
	readonly limiter = new Limiter();

	readonly breaker = new CircuitBreaker();

	/** Requests in flight. */
	inFlight = 0;

	/** How often in a row it was refused while others got through to its host. */
	refusedBeside = 0;

	/** When a call was last added, monotonic time in milliseconds. */
	usedAt = -Infinity;

	/** The last replies that refused a call, and that left one without an answer. */
	refusal?: TimedReply;

	failure?: TimedReply;

	/** Forgets an outage: what comes when nothing waits any more is probed for on its own. */
	restart(now: number): void {
		this.breaker.restart(now);
		this.limiter.restart(now);
	}

	/** Nothing ever got through, and nothing was refused. */
	get isUnknown(): boolean {
		return !this.limiter.hasPassed && this.refusal === undefined;
	}

	/** Something went wrong, and nothing ever got through. */
	get isSuspect(): boolean {
		return !this.limiter.hasPassed && (this.refusal !== undefined || this.failure !== undefined);
	}
}

/** The reply to a call, and how long its request took, in milliseconds. */
export interface TimedReply {
	reply: unknown;
	durationMs: number;
}

/** A batch that was not answered. */
export interface Split {
	calls: number;
	/** Those of its calls that have not been answered since. */
	unanswered: number;
}

/** A call on its way through the scheduler. */
export interface WaitingCall {
	readonly call: CallToSend<unknown, unknown>;
	settle(settled: Settled<unknown>): void;
	/** When it was added, monotonic time in milliseconds. */
	readonly addedAt: number;
	isCancelled: boolean;
	/** It has its conclusion, though its request may still be in flight. */
	isSettled: boolean;
	attempts: number;
	retriesUsed: number;
	/** When it was sent for the first time. */
	sentFirstAt: number;
	/** An attempt that was not answered may have been processed. */
	mayHaveBeenProcessed: boolean;
	/** Not sent before this time. */
	notBefore: number;
	/** Most calls in its next request. */
	together: number;
	/** Its request, and what ends that, while it is in flight. */
	flight?: { calls: readonly WaitingCall[]; stop: AbortController };
	/** The unanswered batch that it was part of. */
	split?: Split;
	/** Its last reply. */
	last?: TimedReply;
}

/** The waiting calls that may share a request, in the order in which they came. */
export class CallGroup {
	private readonly ready = new Fifo<WaitingCall>();

	/** Those that have to wait before they are sent again. */
	private readonly delayed = new Fifo<WaitingCall>();

	constructor(
		readonly address: Address,
		readonly isUrgent: boolean,
	) {}

	get size(): number {
		return this.ready.length + this.delayed.length;
	}

	/** Puts a call at the end. */
	add(call: WaitingCall, now: number): void {
		(call.notBefore > now ? this.delayed : this.ready).push(call);
	}

	/** @returns how many calls can be sent now, and when the next delayed one can */
	due(now: number): { calls: number; notBefore: number } {
		let soonest = Infinity;
		for (const { notBefore } of this.delayed) soonest = Math.min(soonest, notBefore);
		if (soonest <= now) {
			for (const call of this.delayed.remove(({ notBefore }) => notBefore <= now))
				this.add(call, now);
			return this.due(now);
		}
		return { calls: this.ready.length, notBefore: soonest };
	}

	/** Takes the next calls to send together, up to a number. */
	take(most: number): WaitingCall[] {
		let count = 0;
		let bytes = 2;
		let limit = most;
		for (const { call, together } of this.ready) {
			limit = Math.min(limit, call.isAlone ? 1 : together);
			bytes += call.bytes + 1;
			// A call too large for any batch is sent alone.
			if (count > 0 && (count >= limit || bytes > LARGEST_BODY_BYTES)) break;
			count += 1;
		}
		return this.ready.take(count);
	}

	/** Takes the calls that are to be given up. */
	remove(isGivenUp: (call: WaitingCall) => boolean): WaitingCall[] {
		return [this.ready, this.delayed].flatMap((calls) => calls.remove(isGivenUp));
	}
}

/** The waiting calls to a host, by group; groups are served in turn, those with urgent calls first. */
export class CallQueue {
	private readonly addresses = new Map<string, Address>();

	private readonly groups = new Map<string, CallGroup>();

	private readonly urgent = new Set<CallGroup>();

	private readonly others = new Set<CallGroup>();

	/** How many groups have waiting calls. */
	get size(): number {
		return this.urgent.size + this.others.size;
	}

	/**
	 * Groups with waiting calls, the next one first.
	 * @param skipped how many of them come last instead
	 */
	*waiting(skipped = 0): Generator<CallGroup, void> {
		if (skipped === 0) {
			yield* this.urgent;
			yield* this.others;
			return;
		}
		const groups = [...this.urgent, ...this.others];
		yield* groups.slice(skipped);
		yield* groups.slice(0, skipped);
	}

	/** Adds a call that comes for the first time. */
	addNew(waiting: WaitingCall, now: number): void {
		const { size, address } = this.groupOf(waiting.call);
		if (size === 0 && address.inFlight === 0) address.restart(now);
		this.add(waiting, now);
	}

	/** Puts a call at the end of its group. */
	add(waiting: WaitingCall, now: number): void {
		const group = this.groupOf(waiting.call);
		group.address.usedAt = now;
		this.waitingLike(group).add(group);
		group.add(waiting, now);
	}

	/** Takes calls of a group to send together; it is served again after all others. */
	take(group: CallGroup, most: number): WaitingCall[] {
		const calls = group.take(most);
		const waiting = this.waitingLike(group);
		waiting.delete(group);
		if (group.size > 0) waiting.add(group);
		return calls;
	}

	/** Takes the calls of a group that are to be given up. */
	remove(group: CallGroup, isGivenUp: (call: WaitingCall) => boolean): WaitingCall[] {
		const removed = group.remove(isGivenUp);
		if (group.size === 0) this.waitingLike(group).delete(group);
		return removed;
	}

	/** Forgets the addresses that have had no call since a time. */
	forget(since: number): void {
		for (const [name, group] of this.groups) {
			const { usedAt, inFlight } = group.address;
			if (usedAt < since && inFlight === 0 && group.size === 0) this.groups.delete(name);
		}
		const used = new Set([...this.groups.values()].map(({ address }) => address));
		for (const [name, address] of this.addresses) {
			if (!used.has(address)) this.addresses.delete(name);
		}
	}

	private waitingLike({ isUrgent }: CallGroup): Set<CallGroup> {
		return isUrgent ? this.urgent : this.others;
	}

	private getAddress({ address: name }: WaitingCall['call']): Address {
		let address = this.addresses.get(name);
		if (address === undefined) this.addresses.set(name, (address = new Address()));
		return address;
	}

	private groupOf(call: WaitingCall['call']): CallGroup {
		const isUrgent = call.isUrgent === true;
		const name = `${call.group}${isUrgent ? ' urgent' : ''}`;
		let group = this.groups.get(name);
		if (group === undefined)
			this.groups.set(name, (group = new CallGroup(this.getAddress(call), isUrgent)));
		return group;
	}
}
