import { describe, expect, it } from 'vitest';

import { Address } from '../../../nodes/shared/scheduler/callQueue';
import { HostState, type Request } from '../../../nodes/shared/scheduler/hostState';
import type { Ending } from '../../../nodes/shared/scheduler/retryPolicy';
import type { HostOptions } from '../../../nodes/shared/scheduler/scheduledCall';
import { waitingCall, type WaitingCallDetails } from '../fixtures/waitingCall.mts';

const MANY = 1_000_000;

/** The random number, where it does not matter. */
const RANDOM = 0.5;

const ANSWERED: Ending = { kind: 'answered' };

const REFUSED: Ending = { kind: 'refused', mayHaveBeenProcessed: false };

/** The server was reached, but is out of service. */
const OUT_OF_ORDER: Ending = {
	kind: 'failed',
	isReached: true,
	isTransient: true,
	mayHaveBeenProcessed: true,
};

/** No connection was made. */
const NOT_REACHED: Ending = { ...OUT_OF_ORDER, isReached: false, mayHaveBeenProcessed: false };

/** A host without any limit set by the user. */
function hostState(options: Partial<HostOptions> = {}): HostState {
	return new HostState({
		maxConcurrency: Infinity,
		isAdaptive: false,
		callsPerSecond: Infinity,
		batchSize: Infinity,
		...options,
	});
}

/** Sends a request with this many calls. */
function send(
	state: HostState,
	address: Address,
	now: number,
	calls = 1,
	details: WaitingCallDetails = {},
): Request {
	const waiting = Array.from({ length: calls }, (_, index) => waitingCall(`${index}`, details));
	return state.sent(address, waiting, now);
}

/** Ends a request all of whose calls end in the same way. */
function end(state: HostState, request: Request, ending: Ending, now: number): void {
	const ends = request.calls.map(() => ({ ending, reply: '' }));
	state.ended(request, { ends, isRefusedWhole: false }, RANDOM, now);
}

/** Sends a call, and ends it 10 ms later. @returns the time of the end */
function exchange(
	state: HostState,
	address: Address,
	now: number,
	ending: Ending,
	details?: WaitingCallDetails,
): number {
	end(state, send(state, address, now, 1, details), ending, now + 10);
	return now + 10;
}

/** @returns whether a call to an address may be sent now */
function isFree(state: HostState, address: Address, now: number): boolean {
	return state.notBefore(now) <= now && 'calls' in state.room(address, 1, now);
}

describe('a host about which nothing is known', () => {
	it('has room for everything that waits', () => {
		const state = hostState();
		expect(state.notBefore(0)).toBeLessThanOrEqual(0);
		expect(state.room(new Address(), MANY, 0)).toEqual({ calls: MANY });
	});

	it('counts the requests that are in flight', () => {
		const state = hostState();
		const requests = [1, 2, 3].map((now) => send(state, new Address(), now));
		expect(state.inFlight).toBe(3);
		for (const [index, ending] of [ANSWERED, REFUSED, NOT_REACHED].entries())
			end(state, requests[index], ending, 10);
		expect(state.inFlight).toBe(0);
	});
});

describe('a bound that the user sets', () => {
	it('applies to requests in flight, whatever their address', () => {
		const state = hostState({ maxConcurrency: 2 });
		const [first] = [send(state, new Address(), 0), send(state, new Address(), 0)];
		expect(state.notBefore(1e9)).toBe(Infinity);
		end(state, first, ANSWERED, 1e9);
		expect(state.notBefore(1e9)).toBeLessThanOrEqual(1e9);
	});

	it.each([1, 7])('applies to the calls in a request: %d', (batchSize) => {
		expect(hostState({ batchSize }).room(new Address(), MANY, 0)).toEqual({ calls: batchSize });
	});

	it.each([1, 3, 100, 2.5, 0.5, 0.01])('applies to calls per second: %d', (callsPerSecond) => {
		const state = hostState({ callsPerSecond });
		const addresses = [new Address(), new Address()];
		const seconds = Math.max(10, 10 / callsPerSecond);
		let sent = 0;
		for (let now = 0; now < seconds * 1000; ) {
			const notBefore = state.notBefore(now);
			if (notBefore > now) {
				now = notBefore;
				continue;
			}
			const room = state.room(addresses[sent % 2], 2, now) as { calls: number };
			send(state, addresses[sent % 2], now, room.calls);
			sent += room.calls;
		}
		// The first ones do not have to wait.
		expect(sent).toBeGreaterThanOrEqual(Math.floor(callsPerSecond * seconds));
		expect(sent).toBeLessThanOrEqual(Math.ceil(callsPerSecond * (seconds + 1)));
	});

	it('allows a request no more calls than may still be sent in this second', () => {
		const state = hostState({ callsPerSecond: 10 });
		const address = new Address();
		send(state, address, 0, 7);
		expect(state.room(address, MANY, 500)).toEqual({ calls: 3 });
		send(state, address, 500, 3);
		expect(state.notBefore(999)).toBe(1000);
		expect(state.room(address, MANY, 1000)).toEqual({ calls: 7 });
	});
});

describe('a failure', () => {
	it('without a connection delays all addresses of the host', () => {
		const state = hostState();
		const now = exchange(state, new Address(), 0, NOT_REACHED);
		expect(state.notBefore(now)).toBeGreaterThan(now);
	});

	it('of a server that was reached delays its address, and no other', () => {
		const state = hostState();
		const [address, other] = [new Address(), new Address()];
		const now = exchange(state, address, 0, OUT_OF_ORDER);
		expect(isFree(state, address, now)).toBe(false);
		expect(isFree(state, other, now)).toBe(true);
	});

	it('delays its address at any time', () => {
		const state = hostState();
		const address = new Address();
		const now = exchange(state, address, 1e6, OUT_OF_ORDER);
		expect(isFree(state, address, now)).toBe(false);
	});

	it('of a probe, or its cancellation, makes room for the next one', () => {
		for (const failed of [OUT_OF_ORDER, NOT_REACHED]) {
			const state = hostState();
			const address = new Address();
			exchange(state, address, 0, failed);
			exchange(state, address, 10_000, { kind: 'cancelled' });
			expect(isFree(state, address, 10_010)).toBe(true);
		}
	});

	it.each([
		[1000, false],
		[1001, true],
	])('delays nothing if it took longer than a second: %d ms', (tookMs, isLong) => {
		for (const ending of [OUT_OF_ORDER, NOT_REACHED]) {
			const state = hostState();
			const address = new Address();
			end(state, send(state, address, 0), ending, tookMs);
			expect(isFree(state, address, tookMs)).toBe(isLong);
		}
	});

	it.each([OUT_OF_ORDER, NOT_REACHED])('that is permanent delays nothing', (ending) => {
		const state = hostState();
		const address = new Address();
		const now = exchange(state, address, 0, { ...ending, isTransient: false } as Ending);
		expect(isFree(state, address, now)).toBe(true);
	});

	it('no longer delays anything after an answer', () => {
		const state = hostState();
		const address = new Address();
		const requests = [0, 1, 2].map((now) => send(state, address, now));
		end(state, requests[0], NOT_REACHED, 20);
		end(state, requests[1], OUT_OF_ORDER, 20);
		expect(isFree(state, address, 20)).toBe(false);
		end(state, requests[2], ANSWERED, 21);
		expect(isFree(state, address, 21)).toBe(true);
	});

	it('does not include a cancellation', () => {
		const state = hostState();
		const address = new Address();
		const now = exchange(state, address, 0, { kind: 'cancelled' });
		expect(isFree(state, address, now)).toBe(true);
	});

	it('with a wait that the server asks for delays its address for that long', () => {
		const state = hostState();
		const [address, other] = [new Address(), new Address()];
		const now = exchange(state, address, 0, { ...OUT_OF_ORDER, retryAfterMs: 5000 } as Ending);
		expect(state.room(address, 1, now + 4999)).toEqual({ notBefore: now + 5000 });
		expect(state.room(address, 1, now + 5000)).toEqual({ calls: 1 });
		expect(isFree(state, other, now)).toBe(true);
	});
});

describe('a rejection', () => {
	it('limits its address, and no other', () => {
		const state = hostState();
		const [address, other] = [new Address(), new Address()];
		const now = exchange(state, address, 0, REFUSED);
		expect(isFree(state, address, now)).toBe(false);
		expect(isFree(state, other, now)).toBe(true);
	});

	it('is respected for the longest wait that any of its calls was given', () => {
		const state = hostState();
		const address = new Address();
		const request = send(state, address, 0, 3);
		const ends = [10, 700, 50].map((retryAfterMs) => ({
			ending: { ...REFUSED, retryAfterMs } as Ending,
			reply: '',
		}));
		state.ended(request, { ends, isRefusedWhole: false }, RANDOM, 10);
		expect(state.limits.askedUntil(address.limits)).toBe(710);
	});

	it('is not assumed when some calls of a batch were left out: the others succeeded', () => {
		const state = hostState();
		const address = new Address();
		const ends = [{ kind: 'skipped' } as const, ANSWERED].map((ending) => ({ ending, reply: '' }));
		state.ended(send(state, address, 0, 2), { ends, isRefusedWhole: false }, RANDOM, 10);
		expect(state.room(address, MANY, 10)).toEqual({ calls: MANY });
		expect(address.limits.hasPassed).toBe(true);
	});

	it('is not assumed when a batch was not processed, and neither is a success', () => {
		const state = hostState();
		const address = new Address();
		end(state, send(state, address, 0, 5), { kind: 'skipped' }, 10);
		expect(state.room(address, MANY, 10)).toEqual({ calls: MANY });
		expect(address.limits.hasPassed).toBe(false);
	});
});

describe('the number of requests in flight', () => {
	/** How many requests may be in flight after one has ended when the limit was reached. */
	function limitAfter(ending: Ending, hasPassed: boolean, isAlone = false): number {
		const state = hostState({ isAdaptive: true });
		const address = new Address();
		const other = isAlone ? address : new Address();
		exchange(state, other, 0, ANSWERED);
		if (hasPassed) exchange(state, address, 20, ANSWERED);
		let last = send(state, address, 1000);
		while (state.notBefore(1000) <= 1000) last = send(state, address, 1000);
		end(state, last, ending, 1010);
		while (state.notBefore(1010) <= 1010) send(state, other, 1010);
		return state.inFlight;
	}

	it('grows with an answer', () => {
		expect(limitAfter(ANSWERED, true)).toBeGreaterThan(limitAfter({ kind: 'cancelled' }, true));
	});

	it('shrinks when an address fails that has worked, but not because of one that never did', () => {
		expect(limitAfter(OUT_OF_ORDER, true)).toBeLessThan(limitAfter({ kind: 'cancelled' }, true));
		expect(limitAfter(OUT_OF_ORDER, false)).toBe(limitAfter({ kind: 'cancelled' }, false));
	});

	it.each([true, false])('shrinks when no connection is made (worked before: %s)', (hasPassed) => {
		const ending = { ...NOT_REACHED, isTransient: false } as Ending;
		expect(limitAfter(ending, hasPassed)).toBeLessThan(
			limitAfter({ kind: 'cancelled' }, hasPassed),
		);
	});

	it('shrinks when the only address of a host is rejected, but not because of one of several', () => {
		const unchanged = (isAlone: boolean): number =>
			limitAfter({ kind: 'cancelled' }, true, isAlone);
		expect(limitAfter(REFUSED, true, true)).toBeLessThan(unchanged(true));
		expect(limitAfter(REFUSED, true, false)).toBe(unchanged(false));
	});
});

describe('repetitions', () => {
	const again = { isRepeat: true, attempts: 1 };

	/** Repeats calls that fail until no more are allowed. @returns how often */
	function repeat(state: HostState, address: Address, from: number, ending: Ending): number {
		let repetitions = 0;
		for (let now = from; state.mayRepeat(address); now += 100) {
			exchange(state, address, now, ending, again);
			repetitions += 1;
			if (repetitions > 10_000) throw new Error('there is no bound');
		}
		return repetitions;
	}

	it.each([2, 15])('of one call are as many as the user sets: %d', (maxRetries) => {
		const state = hostState();
		const address = new Address();
		exchange(state, address, 0, NOT_REACHED, { maxRetries });
		expect(repeat(state, address, 100, NOT_REACHED)).toBeGreaterThanOrEqual(maxRetries);
	});

	it('to a host that answers nothing are few in total, however many addresses it has', () => {
		const state = hostState();
		const addresses = Array.from({ length: 100 }, () => new Address());
		for (const address of addresses) exchange(state, address, 0, OUT_OF_ORDER, { maxRetries: 4 });
		let repetitions = 0;
		for (const address of addresses) repetitions += repeat(state, address, 1000, OUT_OF_ORDER);
		expect(repetitions).toBeGreaterThan(0);
		expect(repetitions).toBeLessThan(50);
	});

	it('to addresses that fail do not use the quota of the others while the host answers those', () => {
		const state = hostState();
		const [good, bad] = [new Address(), new Address()];
		let now = exchange(state, good, 0, ANSWERED, { maxRetries: 4 });
		for (let count = 0; count < 100 && state.mayRepeat(bad); count += 1) {
			now = exchange(state, bad, now + 10, OUT_OF_ORDER, again);
			now = exchange(state, good, now + 10, ANSWERED);
		}
		expect(state.mayRepeat(bad)).toBe(false);
		expect(state.mayRepeat(good)).toBe(true);
	});

	it('to an address that failed before the host answered again do not use the quota of the host', () => {
		const state = hostState();
		const [early, late] = [new Address(), new Address()];
		exchange(state, early, 0, OUT_OF_ORDER, { maxRetries: 4 });
		exchange(state, new Address(), 100, ANSWERED, { maxRetries: 4 });
		// Several addresses, because each has a quota of its own.
		for (const address of [late, new Address(), new Address()]) {
			exchange(state, address, 200, OUT_OF_ORDER, { maxRetries: 4 });
			repeat(state, address, 300, OUT_OF_ORDER);
		}
		expect(state.mayRepeat(late)).toBe(false);
		expect(state.mayRepeat(new Address())).toBe(true);
		expect(state.mayRepeat(early)).toBe(true);
		const fresh = new Address();
		exchange(state, fresh, 10_000, OUT_OF_ORDER, { maxRetries: 4 });
		expect(state.mayRepeat(fresh)).toBe(false);
	});

	it('to an address whose last failure was sent after the last answer use the quota of the host', () => {
		const state = hostState();
		const [address, other] = [new Address(), new Address()];
		const early = send(state, address, 0);
		exchange(state, other, 100, ANSWERED);
		exchange(state, address, 200, OUT_OF_ORDER);
		// Sent before the answer, but ends after what was sent later.
		end(state, early, OUT_OF_ORDER, 900);
		for (const each of Array.from({ length: 3 }, () => new Address())) {
			exchange(state, each, 5000, OUT_OF_ORDER, { maxRetries: 4 });
			repeat(state, each, 10_000, OUT_OF_ORDER);
		}
		expect(state.mayRepeat(address)).toBe(false);
	});

	it('in one request count once', () => {
		const [alone, together] = [1, 50].map((calls) => {
			const state = hostState();
			const address = new Address();
			exchange(state, address, 0, NOT_REACHED, { maxRetries: 4 });
			let requests = 0;
			for (; state.mayRepeat(address); requests += 1) send(state, address, 1000, calls, again);
			return requests;
		});
		expect(together).toBe(alone);
	});

	it('may continue after an answer', () => {
		const state = hostState();
		const address = new Address();
		exchange(state, address, 0, NOT_REACHED, { maxRetries: 4 });
		repeat(state, address, 100, NOT_REACHED);
		exchange(state, address, 100_000, ANSWERED);
		expect(state.mayRepeat(address)).toBe(true);
	});
});

describe('batches', () => {
	it('may be split repeatedly once the host has answered, even with a permanent failure', () => {
		const state = hostState({ batchSize: 100 });
		state.batches.split({ unanswered: 100, partSize: 10, isUnderstood: true });
		exchange(state, new Address(), 0, { ...NOT_REACHED, isTransient: false } as Ending);
		expect(state.batches.maySplit(undefined)).toBe(false);
		exchange(state, new Address(), 0, { ...OUT_OF_ORDER, isTransient: false } as Ending);
		expect(state.batches.maySplit(undefined)).toBe(true);
	});
});
