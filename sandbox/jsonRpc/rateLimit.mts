/** Counts calls per second and endpoint. */
export class RateLimit {
	readonly #windows = new Map<string, { endsAt: number; used: number }>();

	/**
	 * Takes up to `calls` from what this second still allows.
	 * @returns how many are allowed, and in how many milliseconds the next second begins
	 */
	take(key: string, calls: number, perSecond: number): { allowed: number; waitMs: number } {
		const now = performance.now();
		let window = this.#windows.get(key);
		if (window === undefined || now >= window.endsAt) {
			window = { endsAt: now + 1000, used: 0 };
			this.#windows.set(key, window);
		}
		const allowed = Math.max(0, Math.min(calls, perSecond - window.used));
		window.used += allowed;
		return { allowed, waitMs: window.endsAt - now };
	}

	/** Forgets what was used. */
	clear(): void {
		this.#windows.clear();
	}
}

/** A time as Go prints it: `413ms`, below a millisecond `820µs`. */
export function goDuration(ms: number): string {
	if (ms < 1) return `${Math.max(1, Math.round(ms * 1000))}µs`;
	return ms < 1000 ? `${Math.ceil(ms)}ms` : `${(ms / 1000).toFixed(3).replace(/\.?0+$/, '')}s`;
}
