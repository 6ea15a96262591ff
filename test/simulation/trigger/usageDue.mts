/**
 * The reports due about usage: the rules, in readable form and independent of the code that implements them.
 *
 * An observation is a poll with complete answers about which organization the API key belongs to and what it has used.
 *
 * 1. A level belongs to an organization, an included amount and a billing period. It is reported once, by the first
 *    observation of that period in which that much is used.
 * 2. The first observation of a level only remembers whether it is reached, unless the user wants it reported. Levels
 *    of another organization are other levels; the earlier ones are forgotten. Levels of another included amount are
 *    other levels too, but where the level was watched for one amount, it is not the first observation for another.
 * 3. A downward correction takes nothing back, and a level that is reached again is not reported again.
 * 4. A period begins with the first observation of a report about it that has rows, and can only be followed by a later
 *    one. A report about an earlier period is no observation. One without rows is about the period before.
 * 5. The forecast is reached when, at the average since the earliest day seen in the period, the included amount will be
 *    used up before that day of the next month. It is not made before two days have passed, and not in the first
 *    period that is seen.
 * 6. What n8n saved last counts as remembered after a kill.
 *
 * This observer knows which period a report is about. The trigger does not: the service does not state it, so it
 * concludes it from the rows.
 */

const DAY_MS = 86_400_000;
const DAYS_FOR_A_FORECAST = 2;

export type Level = number | 'forecast';

/** The answers that a poll received. */
export interface UsageObservation {
	organization: string;
	included: number;
	used: number;
	/** Number of the billing period that the report is about; absent where it has no rows. */
	period?: number;
	/** First day that has a row, in milliseconds since 1970. */
	firstDay?: number;
	/** The time of the service, in milliseconds since 1970. */
	now: number;
}

/** A level that is due. */
export interface DueLevel {
	organization: string;
	included: number;
	level: Level;
	/** `undefined` while nothing has ever been used. */
	period: number | undefined;
	used: number;
}

interface Known {
	organization?: string;
	included?: number;
	period?: number;
	firstDay?: number;
	/** Whether a period was seen before this one. */
	hasBefore?: boolean;
	/** Whether each level of each included amount is reached. */
	levels: Array<[string, boolean]>;
}

/** A perfect observer that receives each observation and returns what is due. */
export class UsageObserver {
	private known: Known = { levels: [] };

	private saved: Known = { levels: [] };

	constructor(
		private readonly levels: readonly Level[],
		private readonly tellsFirst: boolean,
	) {}

	observe(observation: UsageObservation): DueLevel[] {
		const { known } = this;
		const { organization, included, period, firstDay, used } = observation;
		if (organization !== known.organization) this.known = { levels: [] };
		else if (period !== undefined && period < (known.period ?? period)) return [];
		Object.assign(this.known, { organization, included });
		this.enter(period, firstDay);
		const before = new Map(this.known.levels);
		const due: DueLevel[] = [];
		for (const level of this.levels) {
			const wasReached = before.get(`${level} of ${included}`) ?? this.startOf(level, before);
			const isReached = this.isReached(level, observation);
			const isFirst = wasReached === undefined;
			if (isReached && (isFirst ? this.tellsFirst : !wasReached))
				due.push({ organization, included, level, period: this.known.period, used });
			before.set(`${level} of ${included}`, isReached || wasReached === true);
		}
		this.known.levels = [...before];
		return due;
	}

	/** A level that was watched for another included amount is not reached for this one yet. */
	private startOf(level: Level, before: ReadonlyMap<string, boolean>): false | undefined {
		const isKnown = [...before.keys()].some((key) => key.startsWith(`${level} of `));
		return isKnown ? false : undefined;
	}

	forget(): void {
		this.saved = { levels: [] };
	}

	save(): void {
		this.saved = structuredClone(this.known);
	}

	restart(): void {
		this.known = structuredClone(this.saved);
	}

	private enter(period: number | undefined, firstDay: number | undefined): void {
		const { known } = this;
		if (period === undefined || firstDay === undefined) return;
		if (known.period !== undefined && period === known.period) {
			known.firstDay = Math.min(known.firstDay ?? firstDay, firstDay);
			return;
		}
		// A value that was seen before there was any row belongs to no period.
		known.hasBefore = known.period !== undefined;
		known.levels = known.levels
			.filter(([key]) => key.endsWith(` of ${known.included}`))
			.map(([key]) => [key, false]);
		known.period = period;
		known.firstDay = firstDay;
	}

	private isReached(level: Level, { used, included, now }: UsageObservation): boolean {
		if (level !== 'forecast') return used * 100 >= included * level;
		const { firstDay, hasBefore } = this.known;
		if (firstDay === undefined || !hasBefore || used === 0) return false;
		const passed = (now - firstDay) / DAY_MS;
		if (passed < DAYS_FOR_A_FORECAST) return false;
		const lasts = (included * passed) / used;
		return lasts < (sameDayNextMonth(firstDay) - firstDay) / DAY_MS;
	}
}

/** The day with the same number, or the last one of a month that is shorter. */
function sameDayNextMonth(day: number): number {
	const date = new Date(day);
	const next = new Date(day);
	next.setUTCMonth(date.getUTCMonth() + 1);
	// In a shorter month the date has overflowed into the following one.
	while (next.getUTCDate() !== date.getUTCDate() && next.getUTCDate() < 15)
		next.setUTCDate(next.getUTCDate() - 1);
	return next.getTime();
}
