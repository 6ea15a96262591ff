import { Destination } from './destination';

/** Addresses without a call for this long are forgotten; milliseconds. */
const FORGET_AFTER_MS = 3_600_000;

/** The addresses of a host that were called lately. */
export class Addresses {
	private readonly byName = new Map<string, Destination>();

	/** Those that did not answer yet. */
	private readonly unknown = new Set<Destination>();

	/** @param onForgotten told about each that is forgotten */
	constructor(private readonly onForgotten: (address: Destination) => void) {}

	/** How many there are. */
	get size(): number {
		return this.byName.size;
	}

	/** How many of them did not answer yet. */
	get unknownSize(): number {
		return this.unknown.size;
	}

	/** @returns what is known about an address that is called now, monotonic time in milliseconds */
	get(name: string, now: number): Destination {
		const since = now - FORGET_AFTER_MS;
		let address = this.byName.get(name);
		if (address === undefined || address.usedAt < since) {
			this.forgetUnused(since);
			address = new Destination();
			this.byName.set(name, address);
			this.unknown.add(address);
		}
		address.usedAt = now;
		return address;
	}

	/** Notes that a request to an address has ended. */
	ended(address: Destination): void {
		this.unknown.delete(address);
	}

	private forgetUnused(since: number): void {
		for (const [name, address] of this.byName) {
			if (address.usedAt >= since) continue;
			this.byName.delete(name);
			this.unknown.delete(address);
			this.onForgotten(address);
		}
	}
}
