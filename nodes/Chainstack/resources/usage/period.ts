import { Problem } from '../../../shared/text/problem';
import { parseDateTime, toDay } from '../../../shared/values/dateTime';

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Converts a period to the form that is sent; both ends may be left open.
 *
 * @param name a calendar month in UTC, in which the service counts, or `dates` for the following two
 * @param dateFrom date or date and time; without a zone it is UTC
 * @param dateTo the same; a date without a time includes the whole day
 * @param now wall-clock time in milliseconds
 * @throws Problem for dates beside a month, of which one would have no effect; and for what is not a date, is no longer
 *   kept, or ends before it begins
 */
export function resolvePeriod(
	name: 'dates' | 'lastMonth' | 'thisMonth',
	dateFrom: string | undefined,
	dateTo: string | undefined,
	now: number,
): { date_from?: string; date_to?: string } {
	const today = new Date(now);
	const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
	const earliest = Date.UTC(year, month - 1);
	if (name !== 'dates' && (dateFrom || dateTo))
		throw new Problem(
			`'${dateFrom ? 'Date From' : 'Date To'}' is filled in, but 'Period' is a calendar month`,
			{ hint: "Set 'Period' to 'Billing Period or Dates', or remove the dates from the filters" },
		);
	if (name === 'thisMonth') return { date_from: toDay(Date.UTC(year, month)) };
	// Day 0 is the last one of the month before.
	if (name === 'lastMonth')
		return { date_from: toDay(earliest), date_to: toDay(Date.UTC(year, month, 0)) };
	const from = dateFrom ? parseDateTime(dateFrom, 'Date From') : undefined;
	const to = dateTo ? parseDateTime(dateTo, 'Date To') : undefined;
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
