/** Holds back what is sent to a host or an address. All times are monotonic, in milliseconds. */
export interface Gate {
	/** @returns before which time nothing may be sent; the past if something may be sent now */
	notBefore(now: number): number;
	/** @returns most calls in a request that is sent now, at least one; `Infinity` for no bound */
	capacity(now: number): number;
}

/** How many calls may be sent in one request, and when. */
export interface Capacity {
	calls: number;
	notBefore: number;
}

/** @returns what may be sent through several gates: the smallest capacity, and the latest moment */
export function throughAll(gates: readonly Gate[], now: number): Capacity {
	const all = { calls: Infinity, notBefore: -Infinity };
	for (const gate of gates) {
		all.notBefore = Math.max(all.notBefore, gate.notBefore(now));
		all.calls = Math.min(all.calls, gate.capacity(now));
	}
	return all;
}
