import type { Destination, TimedReply } from './destination';
import type { Tally } from './ownReasons';
import type { CallToSend, Settled } from './scheduledCall';

/** Node endpoints take bodies of up to 1 MB (platform documentation, limits). */
const LARGEST_BODY_BYTES = 1_000_000;

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
	/** How often it was rejected. */
	refusals: number;
	/** When it was sent for the first time. */
	sentFirstAt: number;
	/** An attempt that was not answered may have been processed. */
	mayHaveBeenProcessedBefore: boolean;
	/** Not sent before this time. */
	notBefore: number;
	/** Most calls in its next request. */
	maxBatch: number;
	/** Its request, and what ends that, while it is in flight. */
	flight?: { calls: readonly WaitingCall[]; stop: AbortController };
	/** What had become of the requests to its host when it was first sent, or when its last request ended. */
	seen: Tally;
	/** Its last reply. */
	last?: TimedReply;
	/** The one before it. */
	before?: TimedReply;
}

/** Waiting calls to an address that may share a request. */
export interface CallGroup {
	readonly name: string;
	readonly address: Destination;
	readonly isUrgent: boolean;
	/** At least one, in the order in which they may be sent. */
	calls: WaitingCall[];
}

/** Groups by their names. */
type Lane = Map<string, CallGroup>;

/**
 * The waiting calls to a host. Groups are served in turn: first those with urgent calls, last those of addresses that
 * never let anything through, since their keys may be wrong.
 */
export class CallQueue {
	/** Groups with waiting calls, the next one first. */
	private readonly urgent: Lane = new Map();

	private readonly usual: Lane = new Map();

	private readonly suspect: Lane = new Map();

	/** The lane that each group waits in. */
	private readonly lanes = new Map<CallGroup, Lane>();

	private readonly byAddress = new Map<Destination, Set<CallGroup>>();

	/** How many groups have waiting calls. */
	get size(): number {
		return this.lanes.size;
	}

	/** @returns groups with waiting calls, the next one first; groups may be removed meanwhile */
	*inTurn(): Generator<CallGroup, void> {
		yield* this.urgent.values();
		yield* this.usual.values();
		yield* this.suspect.values();
	}

	/** @returns the groups with waiting calls to an address */
	groupsOf(address: Destination): CallGroup[] {
		return [...(this.byAddress.get(address) ?? [])];
	}

	/** Adds a call to its group, after those that may be sent at the same time. */
	add(waiting: WaitingCall, address: Destination): void {
		const { isUrgent = false, group: name } = waiting.call;
		let group = this.find(name, isUrgent);
		if (group === undefined) {
			group = { name, address, isUrgent, calls: [] };
			this.append(group);
		}
		const { calls } = group;
		calls.splice(countDue(calls, waiting.notBefore), 0, waiting);
	}

	/** Takes the first calls of a group to send together, up to a number; it is served again after all others. */
	take(group: CallGroup, most: number): WaitingCall[] {
		let count = 0;
		let bytes = 2;
		let limit = most;
		for (const { call, maxBatch } of group.calls) {
			limit = Math.min(limit, call.isAlone ? 1 : maxBatch);
			bytes += call.bytes + 1;
			// A call too large for any batch is sent alone.
			if (count > 0 && (count >= limit || bytes > LARGEST_BODY_BYTES)) break;
			count += 1;
		}
		const taken = group.calls.splice(0, count);
		this.remove(group);
		if (group.calls.length > 0) this.append(group);
		return taken;
	}

	/** Drops the calls of a group that no longer wait. */
	keep(group: CallGroup, isKept: (call: WaitingCall) => boolean): void {
		group.calls = group.calls.filter(isKept);
		if (group.calls.length === 0) this.remove(group);
	}

	private find(name: string, isUrgent: boolean): CallGroup | undefined {
		return isUrgent ? this.urgent.get(name) : (this.usual.get(name) ?? this.suspect.get(name));
	}

	private append(group: CallGroup): void {
		const usual = group.address.isSuspect ? this.suspect : this.usual;
		const lane = group.isUrgent ? this.urgent : usual;
		lane.set(group.name, group);
		this.lanes.set(group, lane);
		const same = this.byAddress.get(group.address) ?? new Set();
		this.byAddress.set(group.address, same.add(group));
	}

	private remove(group: CallGroup): void {
		this.lanes.get(group)?.delete(group.name);
		this.lanes.delete(group);
		const same = this.byAddress.get(group.address);
		same?.delete(group);
		if (same?.size === 0) this.byAddress.delete(group.address);
	}
}

/** @returns how many of the calls, from the first one on, may be sent at a time */
export function countDue(calls: readonly WaitingCall[], now: number): number {
	let count = calls.length;
	while (count > 0 && calls[count - 1].notBefore > now) count -= 1;
	return count;
}
