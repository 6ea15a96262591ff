/** Refusals in a row that the others of the host explain with a smaller chance have reasons of their own. */
const LEAST_CHANCE = 1e-4;

/** Fewer refusals in a row show nothing. */
const FEWEST = 3;

/** With a smaller chance than this, a refusal says nothing about the host. */
const DOUBTFUL = 0.1;

/** A host that refuses everything may reopen within this many times the longest time for which it did so before. */
const REOPENS_WITHIN = 4;

/** The refusals of an address since something last got through there. */
interface Streak {
	refusals: number;
	/** Chance that the limit of the host explains them: the product of the shares of others that were refused meanwhile. */
	chance: number;
	/** How many of them could be compared with others that got through. */
	compared: number;
	/** When the last one arrived, and what had become of the requests of others by then. */
	refusedAt: number;
	othersPassed: number;
	othersRefused: number;
}

/** What is compared of an address. */
export interface Compared {
	/** Its requests that were refused, over its whole life. */
	refused: number;
	streak?: Streak;
}

/**
 * Compares the addresses of a host. One that is refused again and again while others get through has reasons of its
 * own, such as a key that is used up: its refusals are no sign of a limit that all share, and waiting is in vain.
 * All times are monotonic, in milliseconds.
 */
export class Comparison {
	/** Requests to the host of which something got through, and those that were refused. */
	private passed = 0;

	private refused = 0;

	/** When the latest request was sent of which something got through. */
	private passedSentAt = -Infinity;

	/** Since when everything is refused that may be for reasons of the host. */
	private closedSince?: number;

	/** For how long it did so at most, before something got through again; milliseconds. */
	private longestClosedMs = 0;

	/** The share of others that were refused around the refusals of an address that is doubtful, or was compared last. */
	private usualShare = 1;

	/** Addresses that are probably refused for reasons of their own. */
	private readonly doubtful = new Set<Compared>();

	private readonly answering = new Set<Compared>();

	/** How many of the addresses work, of those called since nothing waited last. */
	get working(): number {
		return this.answering.size;
	}

	/** Starts anew where nothing waits any more. */
	restart(): void {
		this.answering.clear();
	}

	/** Notes a request of which something got through. */
	notePassed(address: Compared, sentAt: number): void {
		this.passed += 1;
		const closedMs = sentAt - (this.closedSince ?? sentAt);
		this.longestClosedMs = Math.max(this.longestClosedMs, closedMs);
		this.closedSince = undefined;
		this.passedSentAt = Math.max(this.passedSentAt, sentAt);
		this.forget(address);
		this.answering.add(address);
	}

	/** Notes a request that was refused. @returns whether the reason may be one of the host */
	noteRefused(address: Compared, sentAt: number, now: number): boolean {
		this.refused += 1;
		address.refused += 1;
		this.answering.delete(address);
		// A request that was in flight at the last refusal is part of it.
		if (address.streak !== undefined && sentAt < address.streak.refusedAt)
			return !this.doubtful.has(address);
		const share = this.extend(address, now);
		const isDoubtful = chanceOf(address) < DOUBTFUL;
		if (isDoubtful) this.doubtful.add(address);
		if (isDoubtful && share < 1) return false;
		this.closedSince ??= now;
		return true;
	}

	/** Adds a refusal to the streak of an address. @returns the share of others that were refused around it */
	private extend(address: Compared, now: number): number {
		const streak = address.streak ?? { refusals: 0, chance: 1, compared: 0 };
		const share = address.streak === undefined ? 1 : this.shareSince(address, address.streak, now);
		const chance = streak.chance * share;
		const compared = streak.compared + (share < 1 ? 1 : 0);
		if (compared > 0) this.usualShare = chance ** (1 / compared);
		address.streak = {
			refusals: streak.refusals + 1,
			chance,
			compared,
			refusedAt: now,
			othersPassed: this.passed,
			othersRefused: this.refused - address.refused,
		};
		return share;
	}

	/** @returns for how many milliseconds nothing was sent that got through */
	getSilentMs(now: number): number {
		return now - this.passedSentAt;
	}

	/** @returns whether it is probably by reason of its own that an address is refused */
	isDoubtful(address: Compared): boolean {
		return this.doubtful.has(address);
	}

	/** Forgets an address. */
	forget(address: Compared): void {
		address.streak = undefined;
		this.answering.delete(address);
		this.doubtful.delete(address);
	}

	/** @returns the share of the requests of others that were refused since the last refusal of an address */
	private shareSince(address: Compared, streak: Streak, now: number): number {
		if (this.passedSentAt < streak.refusedAt) return this.getShareInSilence(streak, now);
		const passed = this.passed - streak.othersPassed;
		const refused = this.refused - address.refused - streak.othersRefused;
		// That one or two others get through is little evidence.
		return Math.max((refused + 1 / 2) / (passed + refused + 1), 1 / (1 + this.working));
	}

	/**
	 * Where none of the others got through since, a refusal shows nothing: a limit that all share may be used up. But where
	 * some are refused for reasons of their own, and the host is not known to refuse everything for so long, the refusal
	 * is taken to be as unlikely as those before.
	 */
	private getShareInSilence({ chance, compared }: Streak, now: number): number {
		const isExpected = this.getSilentMs(now) <= REOPENS_WITHIN * this.longestClosedMs;
		if (this.doubtful.size === 0 || isExpected) return 1;
		return compared > 0 ? chance ** (1 / compared) : this.usualShare;
	}
}

/** @returns the chance that the limit of its host explains why an address is refused; 1 where nothing speaks against it */
export function chanceOf({ streak }: Compared): number {
	return streak?.chance ?? 1;
}

/** @returns whether an address is refused for reasons of its own */
export function hasOwnReasons({ streak }: Compared): boolean {
	return streak !== undefined && streak.refusals >= FEWEST && streak.chance < LEAST_CHANCE;
}
