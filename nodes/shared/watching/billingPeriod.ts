import { toDay } from '../values/dateTime';

const DAY_MS = 86_400_000;

/** A billing period is a month: what begins this many days after the start of one is not part of it. */
const SHORTEST_PERIOD_DAYS = 27;

/** And what begins this many days before it belongs to the one before. */
const PERIOD_DAYS = 28;

/** A report may be about the next period when it shows less than this share of the earlier usage… */
const OF_MOST = 0.5;

/** …or when its rows are only from these last days. */
const FIRST_DAYS = 2;

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
	most: number;
	before?: string;
	/** First day of what may be the next period, according to the last report. */
	next?: string;
	/** How many reports in a row had no rows, up to the last one. */
	empty?: number;
}

/**
 * Determines which billing period a usage report is about. The service does not say: the report begins with the first
 * row of the period. That row can appear late or disappear, and the service can change to the next period some hours
 * late. So the period only moves forward: when the first row is later than everything that belonged to the period
 * before, or a month later. Where it is only later, two signs are needed: much less usage, rows from the last days
 * only, the same first row in the report before, and each report without rows before it.
 *
 * @param noted what was known before
 * @param report the day of its first row; one without rows says nothing about the period
 * @param today the day by the clock of the service
 * @returns `past` for a report about the period before; `undefined` while there has never been a row
 */
export function findCurrentPeriod(
	noted: BillingPeriod | undefined,
	{ firstRow, used }: { firstRow: string | undefined; used: number },
	today: string,
): BillingPeriod | 'past' | undefined {
	if (firstRow === undefined) return noted && { ...noted, empty: (noted.empty ?? 0) + 1 };
	const begun = { start: firstRow, firstDay: firstRow, seenOn: today, most: used };
	if (noted === undefined) return begun;
	const { start, firstDay, seenOn, most, before = '', next, empty = 0 } = noted;
	if (firstRow <= before || countDays(firstRow, start) >= PERIOD_DAYS) return 'past';
	const isLater = firstRow > seenOn || countDays(firstDay, firstRow) >= SHORTEST_PERIOD_DAYS;
	const isLess = used < most * OF_MOST;
	const isOnlyLately = countDays(firstRow, today) <= FIRST_DAYS;
	const signs = Number(isLess) + Number(isOnlyLately) + empty;
	const mayBeNext = firstRow > start && signs > 0;
	const isNext = mayBeNext && (signs > 1 || next === firstRow);
	if (firstRow > start && (isLater || isNext)) return { ...begun, before: start };
	return {
		start,
		firstDay: firstRow < firstDay ? firstRow : firstDay,
		seenOn: today > seenOn ? today : seenOn,
		most: Math.max(most, used),
		...(before !== '' && { before }),
		...(mayBeNext && { next: firstRow }),
	};
}

/** When the included amount runs out at the present pace. */
export interface Forecast {
	/** The day; `null` when nothing is used, or there is no forecast. */
	runsOutOn: string | null;
	usedPerDay: number;
	/** First day of the next period, by the calendar; `null` when that is not known. */
	periodEndsOn: string | null;
	/** Its basis, or why there is none, as text to display. */
	forecastBasis: string;
	/** Whether it runs out within the period, and there is enough data to say so. */
	isBeforeEnd: boolean;
}

/**
 * There is none for the first period that was seen, or without any: its first row may be from the middle of the month,
 * because nothing was used before.
 * @param period what is known of the period
 * @param now milliseconds since the epoch, by the clock of the service
 */
export function calculateForecast(
	{ used, included }: { used: number; included: number },
	period: Pick<BillingPeriod, 'before' | 'firstDay'> | undefined,
	now: number,
): Forecast {
	const firstDay = period?.firstDay ?? toDay(now);
	const startMs = Date.parse(firstDay);
	const elapsedDays = Math.max((now - startMs) / DAY_MS, 1 / 24);
	const perDay = used / elapsedDays;
	const usedPerDay = Math.round(perDay);
	const forecastBasis = `${usedPerDay} a day on average since ${firstDay}`;
	if (period?.before === undefined)
		return {
			runsOutOn: null,
			usedPerDay,
			periodEndsOn: null,
			forecastBasis: `${forecastBasis}; no forecast until the next billing period, because it is not known when this one began`,
			isBeforeEnd: false,
		};
	const endMs = addMonth(startMs);
	const runsOutMs = perDay > 0 ? startMs + (included / perDay) * DAY_MS : Infinity;
	return {
		// Dates end in the year 275760.
		runsOutOn: runsOutMs < 8.64e15 ? toDay(runsOutMs) : null,
		usedPerDay,
		periodEndsOn: toDay(endMs),
		forecastBasis,
		isBeforeEnd: elapsedDays >= DAYS_FOR_A_PACE && runsOutMs < endMs,
	};
}

function countDays(from: string, to: string): number {
	return (Date.parse(to) - Date.parse(from)) / DAY_MS;
}

/** The same day of the next month, or its last one. */
function addMonth(milliseconds: number): number {
	const date = new Date(milliseconds);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + 1];
	const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
	return Date.UTC(year, month, Math.min(date.getUTCDate(), lastDay));
}
