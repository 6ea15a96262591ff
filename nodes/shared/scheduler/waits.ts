import { SECOND_MS } from './clock';

/** A host waits where more than this share of its addresses was asked to, at least two. */
const SHARE = 1 / 4;

/**
 * The waits that servers asked for, by address: one binds the address that it was asked of, as it may be about its key
 * alone. Where many were asked within a second, the whole host waits. Addresses to be called for the first time count as
 * not asked: they may be others' keys, which a few bad ones that come first must not delay. All times are monotonic, in milliseconds.
 */
export class Waits {
	private readonly recent: Array<{ at: number; address: object; isAsked: boolean }> = [];

	/** Of the last second, by address: how many requests ended, and how many of them with a wait. */
	private readonly counts = new Map<object, { ended: number; asked: number }>();

	/** How many of these addresses were asked to wait. */
	private askedAddresses = 0;

	/**
	 * Notes the end of a request.
	 * @param uncalled how many addresses did not answer yet
	 * @returns whether the whole host has to wait
	 */
	ended(address: object, isAsked: boolean, unknown: number, now: number): boolean {
		this.recent.push({ at: now, address, isAsked });
		this.count(address, isAsked, 1);
		for (let [first] = this.recent; first.at <= now - SECOND_MS; [first] = this.recent) {
			this.recent.shift();
			this.count(first.address, first.isAsked, -1);
		}
		return this.askedAddresses > Math.max(1, SHARE * (this.counts.size + unknown));
	}

	private count(address: object, isAsked: boolean, by: 1 | -1): void {
		const before = this.counts.get(address) ?? { ended: 0, asked: 0 };
		const after = { ended: before.ended + by, asked: before.asked + (isAsked ? by : 0) };
		this.askedAddresses += Math.sign(after.asked) - Math.sign(before.asked);
		if (after.ended > 0) this.counts.set(address, after);
		else this.counts.delete(address);
	}
}
