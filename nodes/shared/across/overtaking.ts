/** Calls of a run that may be made in addition before it shows whether that helps. */
const FIRST = 3;

/** The share of all calls that may be made in addition without helping. */
const SHARE = 0.05;

/**
 * Decides for a run whether a slow call is made at the next endpoint as well. That helps if this one is slower than
 * others; if all are slow, it only multiplies the calls. So few are made at first, and more only as others were overtaken.
 */
export class Overtaking {
	private calls = 0;

	private made = 0;

	private overtook = 0;

	/** Notes a call, which may be overtaken. */
	begin(): void {
		this.calls += 1;
	}

	/** @returns whether one more call may be made in addition; it is counted then */
	tryNext(): boolean {
		const helpedNot = this.made - this.overtook;
		if (helpedNot >= FIRST + SHARE * this.calls + this.overtook) return false;
		this.made += 1;
		return true;
	}

	/** Notes that a call made in addition gave the answer. */
	succeed(): void {
		this.overtook += 1;
	}
}
