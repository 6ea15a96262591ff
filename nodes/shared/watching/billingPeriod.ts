import { DAY_MS, toDay } from '../values/dateTime';

/** The service may change to the next period so many days late: until then it still reports the one before. */
const CHANGES_WITHIN_DAYS = 2;

/** A billing period is a month: what begins this many days after the start of one is not part of it. */
const SHORTEST_PERIOD_DAYS = 27;

/** The pace is known after this many days: the first hours say little about a month. */
const DAYS_FOR_A_PACE = 2;

/** The billing period as far as it is known; days as `2026-11-21`. */
export interface BillingPeriod {
	/** Day of its first row when the period was first seen. Identifies the period. */
	start: string;
	/** The earliest day for which a row was seen: rows can appear late. */
	firstDay: string;
	/** Last day on which rows of it were seen. */
	seenOn: string;
	/** Start of the period before it. */
	before?: string;
}

/**
 * Determines which billing period a usage report is about. The service does not say: the report begins with the first
 * row of the period, which can appear late. So another period has begun where the first row is later than before, and
 * from about the time when the last report about the known period came, or after that, or a month later.
 *
 * @param noted what was known before
 * @param firstRow the day of the first row of the report; one without rows says nothing about the period
 * @param today the day by the clock of the service
 * @returns `past` for a report about the period before; `undefined` while there has never been a row
 */
export function findCurrentPeriod(
	noted: BillingPeriod | undefined,
	firstRow: string | undefined,
	today: string,
): BillingPeriod | 'past' | undefined {
	if (firstRow === undefined) return noted;
	const begun = { start: firstRow, firstDay: firstRow, seenOn: today };
	if (noted === undefined) return begun;
	const { start, firstDay, seenOn, before } = noted;
	if (before !== undefined && firstRow <= before) return 'past';
	const isLater =
		countDays(firstRow, seenOn) <= CHANGES_WITHIN_DAYS ||
		countDays(firstDay, firstRow) >= SHORTEST_PERIOD_DAYS;
	if (firstRow > start && isLater) return { ...begun, before: start };
	return {
		...noted,
		firstDay: firstRow < firstDay ? firstRow : firstDay,
		seenOn: today > seenOn ? today : seenOn,
	};
}

/**
 * Calculates when the included amount runs out at the present pace. There is no forecast for the first period that was
 * seen, or without any: its first row may be from the middle of the month, because nothing was used before.
 * @param period what is known of the period
 * @param now milliseconds since the epoch, by the clock of the service
 * @returns days, `null` where nothing is used or there is no forecast: when it runs out, and the first of the next
 * period; its basis as text; and whether it certainly runs out within the period
 */
export function calculateForecast(
	{ used, included }: { used: number; included: number },
	period: Pick<BillingPeriod, 'before' | 'firstDay'> | undefined,
	now: number,
) {
	const firstDay = period?.firstDay ?? toDay(now);
	const startMs = Date.parse(firstDay);
	const elapsedDays = Math.max((now - startMs) / DAY_MS, 1 / 24);
	const perDay = used / elapsedDays;
	const usedPerDay = Math.round(perDay);
	const pace = `${usedPerDay} a day on average since ${firstDay}`;
	const isKnown = period?.before !== undefined;
	const why =
		'no forecast until the next billing period, because it is not known when this one began';
	const endMs = addMonth(startMs);
	const runsOutMs = perDay > 0 ? startMs + (included / perDay) * DAY_MS : Infinity;
	return {
		// Dates end in the year 275760.
		runsOutOn: isKnown && runsOutMs < 8.64e15 ? toDay(runsOutMs) : null,
		usedPerDay,
		periodEndsOn: isKnown ? toDay(endMs) : null,
		forecastBasis: isKnown ? pace : `${pace}; ${why}`,
		isBeforeEnd: isKnown && elapsedDays >= DAYS_FOR_A_PACE && runsOutMs < endMs,
	};
}

function countDays(from: string, to: string): number {
	return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The same day of the next month, or its last one. */
function addMonth(milliseconds: number): number {
	const date = new Date(milliseconds);
	const year = date.getUTCFullYear();
	const nextMonth = date.getUTCMonth() + 1;
	const sameDay = Date.UTC(year, nextMonth, date.getUTCDate());
	const lastDay = Date.UTC(year, nextMonth + 1, 0);
	return Math.min(sameDay, lastDay);
}
