import { AddressLimits } from './addressLimits';
import type { BatchSplit } from './batchLimit';
import { Fifo } from './fifo';
import { CircuitBreaker } from './circuitBreaker';

import { RetryQuota } from './retryQuota';
import type { CallToSend, Settled } from './scheduledCall';

/** Node endpoints take bodies of up to 1 MB (platform documentation, limits). */
const LARGEST_BODY_BYTES = 1_000_000;

/** What is known about an address. */
export class Address {
	readonly limits = new AddressLimits();

	readonly breaker = new CircuitBreaker();

	readonly quota = new RetryQuota();

	/** When the last request that failed was sent; monotonic time in milliseconds. */
	failedAt = -Infinity;

	/** The last reply that rejected a call. */
	refusal?: { reply: unknown; durationMs: number };
}

/** A call on its way through the scheduler. */
export interface WaitingCall {
	readonly call: CallToSend<unknown, unknown>;
	settle(settled: Settled<unknown>): void;
	attempts: number;
	retriesUsed: number;
	/** When it was sent for the first time, or last rejected. */
	judgedAt: number;
	/** An attempt that was not answered may have been processed. */
	mayHaveBeenProcessed: boolean;
	/** It failed before, so sending it again draws on the retry quota. */
	isRepeat: boolean;
	/** Not sent before this time. */
	notBefore: number;
	/** Most calls in its next request. */
	together: number;
	/** The unanswered batch that it was part of. */
	split?: BatchSplit;
	/** The last reply. */
	last?: { reply: unknown; durationMs: number };
}

/** The waiting calls that may share a request, in the order in which they came. */
export class CallGroup {
	private readonly ready = new Fifo<WaitingCall>();

	private readonly repeats = new Fifo<WaitingCall>();

	/** Those that have to wait before they are sent again. */
	private readonly delayed = new Fifo<WaitingCall>();

	constructor(readonly address: Address) {}

	get size(): number {
		return this.ready.length + this.repeats.length + this.delayed.length;
	}

	/** Puts a call at the end. */
	add(call: WaitingCall, now: number): void {
		if (call.notBefore > now) this.delayed.push(call);
		else (call.isRepeat ? this.repeats : this.ready).push(call);
	}

	/**
	 * @param mayRepeat whether the retry quota has anything left
	 * @returns how many calls can be sent now, and when the next delayed one can
	 */
	due(mayRepeat: boolean, now: number): { calls: number; notBefore: number } {
		let soonest = Infinity;
		for (const { notBefore } of this.delayed) soonest = Math.min(soonest, notBefore);
		if (soonest <= now) {
			for (const call of this.delayed.remove(({ notBefore }) => notBefore <= now))
				this.add(call, now);
			return this.due(mayRepeat, now);
		}
		return {
			calls: this.ready.length + (mayRepeat ? this.repeats.length : 0),
			notBefore: soonest,
		};
	}

	/** Takes the next calls to send together, up to a number. */
	take(most: number, mayRepeat: boolean): WaitingCall[] {
		const queue = mayRepeat && this.repeats.length > 0 ? this.repeats : this.ready;
		let count = 0;
		let bytes = 2;
		let limit = most;
		for (const { call, together } of queue) {
			limit = Math.min(limit, call.isAlone ? 1 : together);
			bytes += call.bytes + 1;
			// A call too large for any batch is sent alone.
			if (count > 0 && (count >= limit || bytes > LARGEST_BODY_BYTES)) break;
			count += 1;
		}
		return queue.take(count);
	}

	/** Takes the calls that are to be given up. */
	remove(isGivenUp: (call: WaitingCall) => boolean): WaitingCall[] {
		return [this.ready, this.repeats, this.delayed].flatMap((calls) => calls.remove(isGivenUp));
	}
}

/** The waiting calls to a host, by group; groups are served in turn. */
export class CallQueue {
	private readonly addresses = new Map<string, Address>();

	private readonly groups = new Map<string, CallGroup>();

	/** Groups with waiting calls, the next one first. */
	readonly waiting = new Set<CallGroup>();

	/** Puts a call at the end of its group. */
	add(waiting: WaitingCall, now: number): void {
		const group = this.groupOf(waiting.call);
		this.waiting.add(group);
		group.add(waiting, now);
	}

	/** Takes calls of a group to send together; it is served again after all others. */
	take(group: CallGroup, most: number, mayRepeat: boolean): WaitingCall[] {
		const calls = group.take(most, mayRepeat);
		this.waiting.delete(group);
		if (group.size > 0) this.waiting.add(group);
		return calls;
	}

	/** Takes the calls of a group that are to be given up. */
	remove(group: CallGroup, isGivenUp: (call: WaitingCall) => boolean): WaitingCall[] {
		const removed = group.remove(isGivenUp);
		if (group.size === 0) this.waiting.delete(group);
		return removed;
	}

	/** Takes all calls. */
	removeAll(): WaitingCall[] {
		return [...this.waiting].flatMap((group) => this.remove(group, () => true));
	}

	private addressOf({ address: name }: WaitingCall['call']): Address {
		let address = this.addresses.get(name);
		if (address === undefined) this.addresses.set(name, (address = new Address()));
		return address;
	}

	private groupOf(call: WaitingCall['call']): CallGroup {
		let group = this.groups.get(call.group);
		if (group === undefined)
			this.groups.set(call.group, (group = new CallGroup(this.addressOf(call))));
		return group;
	}
}
