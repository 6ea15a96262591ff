import { Problem } from '../../../shared/text/problem';
import { parseDateTime, toDay } from '../../../shared/values/dateTime';

/** A period of the report as sent; both ends may be left open. */
export interface Period {
	date_from?: string;
	date_to?: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Checks a period and converts it to the form that is sent.
 *
 * @param dateFrom date or date and time; without a zone it is UTC, in which the service counts days
 * @param dateTo the same; a date without a time includes the whole day
 * @param now wall-clock time in milliseconds
 * @throws Problem for what is not a date, is no longer kept, or ends before it begins
 */
export function checkPeriod(
	dateFrom: string | undefined,
	dateTo: string | undefined,
	now: number,
): Period {
	const from = dateFrom ? parseDateTime(dateFrom, 'Date From') : undefined;
	const to = dateTo ? parseDateTime(dateTo, 'Date To') : undefined;
	const today = new Date(now);
	const earliest = Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1);
	if (from !== undefined && from.at < earliest)
		throw new Problem(
			`'Date From' is ${from.text}, but usage is available only from ${toDay(earliest)} (UTC) on`,
			{
				hint: `Enter ${toDay(earliest)} or later: the service keeps the current and the previous calendar month, in UTC. In an expression, use $now.toUTC()`,
			},
		);
	if (from !== undefined && to !== undefined && from.at > to.at + (to.isDay ? DAY_MS - 1 : 0))
		throw new Problem(`'Date From' is ${from.text}, later than 'Date To', which is ${to.text}`, {
			hint: 'Swap the two, or leave one of them out',
		});
	return { date_from: from?.text, date_to: to?.text };
}

/** Periods that can be chosen by name; usage is kept for these two months. */
export type NamedPeriod = 'thisMonth' | 'lastMonth';

/** @returns a calendar month in UTC, in which the service counts */
export function resolveNamedPeriod(name: NamedPeriod, now: number): Period {
	const today = new Date(now);
	const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
	if (name === 'thisMonth') return { date_from: toDay(Date.UTC(year, month)) };
	// Day 0 is the last one of the month before.
	return { date_from: toDay(Date.UTC(year, month - 1)), date_to: toDay(Date.UTC(year, month, 0)) };
}
