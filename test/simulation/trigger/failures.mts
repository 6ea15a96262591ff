/**
 * Which polls have to fail: the rules, independent of the code that implements them.
 *
 * 1. Polls that could not check are an outage; one with a rejected key is another than one with unreadable lists, or
 *    with a selection of which nothing exists. As many good polls in a row as confirm a recovery end it, at least two.
 *    A poll that finds chosen objects deleted that were known before it is a good one.
 * 2. An outage fails one poll: the third in a row with an unreadable list, the first of the others. While it lasts, it
 *    fails another at each interval of the reminders, or once a day. A reason fails at most one poll an hour, also in a
 *    new outage. A poll that reports something does not fail; the next one without a report does.
 * 3. An activation starts over. The poll of a start of n8n never fails.
 * 4. Spells are known only within one process, unless n8n saves after each poll.
 */

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const ALLOWED = { misconfigured: 0, rejected: 0, unreadable: 2 } as const;

/** Why a poll could not check. */
export type Trouble = keyof typeof ALLOWED;

interface Outage {
	inRow: number;
	good: number;
	hasFailed: boolean;
}

/** What is known of polls that could not check. */
interface Known {
	open: Map<Trouble, Outage>;
	failedAt: Map<Trouble, number>;
}

const nothing = (): Known => ({ open: new Map(), failedAt: new Map() });

/** A perfect observer of polls that cannot check. */
export class FailureObserver {
	/** Outages so far that had to fail a poll. */
	spells = 0;

	private known = nothing();

	private saved = nothing();

	/** @param goodPolls how many polls in a row confirm a recovery */
	constructor(
		private readonly savesEachPoll: boolean,
		private readonly againMs = DAY_MS,
		public goodPolls = 1,
	) {}

	/**
	 * @param trouble why the poll could not check, if it could not
	 * @returns whether it has to fail
	 */
	poll(
		trouble: Trouble | undefined,
		at: number,
		{ isActivation, isStart, hasItems }: Record<'isActivation' | 'isStart' | 'hasItems', boolean>,
	): boolean {
		if (isActivation) this.known = nothing();
		const { open, failedAt } = this.known;
		if (trouble === undefined) {
			this.noteGood();
			return false;
		}
		const outage = open.get(trouble) ?? { inRow: 0, good: 0, hasFailed: false };
		open.set(trouble, outage);
		outage.inRow += 1;
		outage.good = 0;
		const passed = at - (failedAt.get(trouble) ?? -Infinity);
		const isDue = outage.hasFailed
			? passed >= Math.max(this.againMs, HOUR_MS)
			: outage.inRow > ALLOWED[trouble] && passed >= HOUR_MS;
		if (!isDue || isStart || hasItems) return false;
		if (!outage.hasFailed) this.spells += 1;
		outage.hasFailed = true;
		failedAt.set(trouble, at);
		return true;
	}

	private noteGood(): void {
		const { open } = this.known;
		for (const [trouble, outage] of open) {
			outage.inRow = 0;
			outage.good += 1;
			if (outage.good >= Math.max(2, this.goodPolls)) open.delete(trouble);
		}
	}

	save(): void {
		this.saved = this.savesEachPoll ? structuredClone(this.known) : nothing();
	}

	forget(): void {
		this.saved = nothing();
	}

	restart(): void {
		this.known = structuredClone(this.saved);
	}
}
