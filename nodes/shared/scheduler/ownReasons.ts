/** Refusals in a row that the others of the host explain with a smaller chance have reasons of their own. */
const LEAST_CHANCE = 1e-4;

/** Fewer refusals in a row show nothing. */
const FEWEST = 3;

/** A host that refuses everything may reopen within this many times the longest time for which it did so before. */
const REOPENS_WITHIN = 4;

/** With a smaller chance than this, a refusal says nothing about the host. */
const DOUBTFUL = 0.1;

/** How many requests to a host were let through, at least in part, and how many were turned away. */
export interface Tally {
	passed: number;
	refused: number;
}

/** The refusals of an address since something last got through there. */
interface Streak {
	refusals: number;
	/** Chance that the limit of the host explains them: the product of the shares of others that were refused meanwhile. */
	chance: number;
	/** The last of these shares where others got through; 1 before that. */
	share: number;
	/** When the last one arrived; what had become of the requests of others by then. */
	refusedAt: number;
	others: Tally;
}

/** What is compared of an address. */
export interface Compared {
	/** Its requests that were refused, over its whole life. */
	refused: number;
	streak?: Streak;
}

/**
 * Compares the addresses of a host. One that is turned away again and again while others get through has reasons of its
 * own, such as a key that is used up: its refusals are no sign of a limit that all share, and waiting is in vain.
 * All times are monotonic, in milliseconds.
 */
export class Comparison {
	private tally: Tally = { passed: 0, refused: 0 };

	/** When the latest request was sent of which something got through. */
	private passedSentAt = -Infinity;

	/** For how long nothing got through at most, while something was refused, before something did again; milliseconds. */
	private longestClosedMs = 0;

	/** Since when everything is refused. */
	private closedSince?: number;

	private readonly answering = new Set<Compared>();

	/** Addresses that were turned away since something last got through there, and those of them with reasons of their own. */
	private readonly turnedAway = new Set<Compared>();

	private readonly withReasons = new Set<Compared>();

	/** How many of the addresses were let through when they were last called. */
	get working(): number {
		return this.answering.size;
	}

	/** What became of the requests until now. */
	get soFar(): Tally {
		return this.tally;
	}

	/** @returns for how many milliseconds everything has been refused */
	getClosedMs(now: number): number {
		return now - (this.closedSince ?? now);
	}

	/** Notes a request of which something got through. */
	notePassed(address: Compared, sentAt: number): void {
		this.longestClosedMs = Math.max(this.longestClosedMs, sentAt - (this.closedSince ?? sentAt));
		this.closedSince = undefined;
		this.passedSentAt = Math.max(this.passedSentAt, sentAt);
		const { passed, refused } = this.tally;
		this.tally = { passed: passed + 1, refused };
		this.forget(address);
		this.answering.add(address);
	}

	/** Notes a request that was turned away. @returns whether the reason may be one of the host */
	noteRefused(address: Compared, sentAt: number, now: number): boolean {
		const { passed, refused } = this.tally;
		this.tally = { passed, refused: refused + 1 };
		address.refused += 1;
		this.answering.delete(address);
		this.turnedAway.add(address);
		this.closedSince ??= now;
		// A request that was in flight at the last refusal is part of it.
		const isPart = address.streak !== undefined && sentAt < address.streak.refusedAt;
		const isCompared = isPart || this.extend(address, now) < 1;
		if (hasOwnReasons(address)) this.withReasons.add(address);
		return !isCompared || !isDoubtful(address);
	}

	/**
	 * @param mark a former tally
	 * @param own how many of the requests that were refused since are not of others
	 * @returns the share of others that were turned away since; 1 where none of them got through, which shows nothing
	 */
	shareSince(mark: Tally, own: number): number {
		const passed = this.tally.passed - mark.passed;
		const refused = this.tally.refused - mark.refused - own;
		// That one or two others get through is little evidence.
		return passed === 0 ? 1 : (refused + 1 / 2) / (passed + refused + 1);
	}

	/** Forgets an address. */
	forget(address: Compared): void {
		address.streak = undefined;
		for (const each of [this.answering, this.turnedAway, this.withReasons]) each.delete(address);
	}

	/** Adds a refusal to the streak of an address. @returns the share of others that were refused around it */
	private extend(address: Compared, now: number): number {
		const { streak } = address;
		const { passed, refused } = this.tally;
		const others = { passed, refused: refused - address.refused };
		const share = streak === undefined ? 1 : this.shareOfOthers(address, streak, now);
		address.streak = {
			refusals: (streak?.refusals ?? 0) + 1,
			chance: (streak?.chance ?? 1) * share,
			share: share < 1 ? share : (streak?.share ?? 1),
			refusedAt: now,
			others,
		};
		return share;
	}

	/**
	 * Where no other was called since that got through, a limit that all share may be used up. Unless the host is silent
	 * for much longer than it ever was before it opened again: then a refusal is as unlikely as the one before, and
	 * doubtful where most addresses that are turned away have reasons of their own.
	 */
	private shareOfOthers({ refused }: Compared, streak: Streak, now: number): number {
		if (this.passedSentAt >= streak.refusedAt)
			return Math.max(this.shareSince(streak.others, refused), 1 / (1 + this.working));
		const silentMs = now - this.passedSentAt;
		if (silentMs <= REOPENS_WITHIN * this.longestClosedMs) return 1;
		const haveMostReasons = this.withReasons.size > this.turnedAway.size / 2;
		return haveMostReasons ? Math.min(streak.share, DOUBTFUL) : streak.share;
	}
}

/** @returns whether an address is probably refused for reasons of its own */
export function isDoubtful({ streak }: Compared): boolean {
	return streak !== undefined && streak.chance < DOUBTFUL;
}

/** @returns whether an address is refused for reasons of its own */
export function hasOwnReasons({ streak }: Compared): boolean {
	return streak !== undefined && streak.refusals >= FEWEST && streak.chance < LEAST_CHANCE;
}
