const DAY_MS = 86_400_000;

/** A billing period is a month: what begins this many days after another one is not part of it. */
const SHORTEST_PERIOD_DAYS = 27;

/** A pace is known after this many days: the first hours say little about a month. */
const DAYS_FOR_A_PACE = 2;

/** What is known of the billing period; days as `2026-11-21`. */
export interface BillingPeriod {
	/** Day of its first row, when it was first seen. */
	start: string;
	/** Last day on which rows of it were seen. */
	seenOn: string;
}

/**
 * Tells which billing period a usage report is about. The service does not say: the report begins with the first
 * row of the period. That row can appear late or go away, so the period only moves forward, and only when the
 * first row is later than everything that belonged to the period before.
 *
 * @param noted what was known before
 * @param firstRow day of the first row; `undefined` for a report without rows, which says nothing
 * @param today the day by the clock of the service
 */
export function currentPeriod(
	noted: BillingPeriod | undefined,
	firstRow: string | undefined,
	today: string,
): BillingPeriod {
	if (noted === undefined) return { start: firstRow ?? today, seenOn: today };
	if (firstRow === undefined) return noted;
	const isLater = firstRow > noted.seenOn || days(noted.start, firstRow) >= SHORTEST_PERIOD_DAYS;
	if (firstRow > noted.start && isLater) return { start: firstRow, seenOn: today };
	return { start: noted.start, seenOn: today > noted.seenOn ? today : noted.seenOn };
}

/** When the included amount runs out at the present pace. */
export interface Forecast {
	/** The day, or `null` when nothing is used. */
	runsOutOn: string | null;
	usedPerDay: number;
	/** First day of the next period, by the calendar. */
	periodEndsOn: string;
	/** What it is based on, for people. */
	forecastBasis: string;
	/** Whether it runs out within the period, and there is enough to base that on. */
	isBeforeEnd: boolean;
}

/** @param now milliseconds since the epoch, by the clock of the service */
export function forecastOf(
	{ used, included }: { used: number; included: number },
	{ start }: BillingPeriod,
	now: number,
): Forecast {
	const startMs = Date.parse(start);
	const elapsedDays = Math.max((now - startMs) / DAY_MS, 1 / 24);
	const perDay = used / elapsedDays;
	const endMs = monthAfter(startMs);
	const runsOutMs = perDay > 0 ? startMs + (included / perDay) * DAY_MS : Infinity;
	const usedPerDay = Math.round(perDay);
	return {
		// Dates end in the year 275760.
		runsOutOn: runsOutMs < 8.64e15 ? dayOf(runsOutMs) : null,
		usedPerDay,
		periodEndsOn: dayOf(endMs),
		forecastBasis: `${usedPerDay} a day on average since ${start}`,
		isBeforeEnd: elapsedDays >= DAYS_FOR_A_PACE && runsOutMs < endMs,
	};
}

/** @returns the day as `2026-11-21`, in UTC */
export function dayOf(milliseconds: number): string {
	return new Date(milliseconds).toISOString().slice(0, 10);
}

function days(from: string, to: string): number {
	return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The same day of the next month, or its last one. */
function monthAfter(milliseconds: number): number {
	const date = new Date(milliseconds);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
	const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
	return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay));
}
