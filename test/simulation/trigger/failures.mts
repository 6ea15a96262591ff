/**
 * Which polls have to fail: the rules, independent of the code that implements them.
 *
 * 1. Polls in a row that could not check are a spell; one with a rejected key is another than one with unreadable
 *    lists, or with a selection of which nothing exists. Only a poll that checks ends them.
 * 2. A spell fails one poll: the third with an unreadable list, the first of the others. While it lasts, it fails
 *    another at each interval of the reminders, or once a day.
 * 3. An activation starts over. The poll of a start of n8n never fails.
 * 4. Spells are known only within one process, unless n8n saves after each poll.
 */

const DAY_MS = 86_400_000;

const ALLOWED = { misconfigured: 0, rejected: 0, unreadable: 2 } as const;

/** Why a poll could not check. */
export type Trouble = keyof typeof ALLOWED;

interface Spell {
	polls: number;
	failedAt?: number;
}

/** A perfect observer of polls that cannot check. */
export class FailureObserver {
	/** Spells so far that had to fail a poll. */
	spells = 0;

	private open = new Map<Trouble, Spell>();

	private saved = new Map<Trouble, Spell>();

	constructor(
		private readonly savesEachPoll: boolean,
		private readonly againMs = DAY_MS,
	) {}

	/**
	 * @param trouble why the poll could not check, if it could not
	 * @returns whether it has to fail
	 */
	poll(
		trouble: Trouble | undefined,
		at: number,
		{ isActivation, isStart }: { isActivation: boolean; isStart: boolean },
	): boolean {
		if (isActivation) this.open.clear();
		if (trouble === undefined) {
			this.open.clear();
			return false;
		}
		const spell = this.open.get(trouble) ?? { polls: 0 };
		spell.polls += 1;
		this.open.set(trouble, spell);
		const { failedAt, polls } = spell;
		const isDue = failedAt === undefined ? polls > ALLOWED[trouble] : at - failedAt >= this.againMs;
		if (!isDue || isStart) return false;
		if (failedAt === undefined) this.spells += 1;
		spell.failedAt = at;
		return true;
	}

	save(): void {
		this.saved = this.savesEachPoll ? structuredClone(this.open) : new Map();
	}

	forget(): void {
		this.saved = new Map();
	}

	restart(): void {
		this.open = structuredClone(this.saved);
	}
}
