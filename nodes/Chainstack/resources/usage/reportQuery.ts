import { defineFilters, textsFilter } from '../../../shared/fields/listFields';
import { buildQuery, type Query } from '../../../shared/managementApi/query';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { Problem } from '../../../shared/text/problem';
import { parseList } from '../../../shared/text/strings';
import { DAY_MS, parseDateTime, toDay } from '../../../shared/values/dateTime';
import { choices, field, type Property, type ValuesOf } from '../../../shared/values/field';

/** The fields that decide which rows a report has, and in which order. */
export const reportProperties = [
	field('options', 'Period', 'period', {
		options: choices({
			dates: [
				'Billing Period or Dates',
				'From Date From to Date To in the filters; without dates, the current billing period',
			],
			lastMonth: ['Last Month', 'The previous calendar month (UTC)'],
			thisMonth: ['This Month', 'From the first day of this calendar month (UTC) until now'],
		}),
		default: 'dates',
		description: 'Which period the report covers',
	}),
	field('options', 'Granularity', 'granularity', {
		options: choices({ day: 'Day', hour: 'Hour' }),
		default: 'day',
		description: 'How much time one row covers; a row is the usage of one node in that time',
	}),
	defineFilters(
		field('dateTime', 'Date From', 'dateFrom', {
			description:
				'Only usage from this time on; the earliest is the first day of the previous calendar month. A time without a time zone is UTC, as in the report.',
		}),
		field('dateTime', 'Date To', 'dateTo', {
			description:
				'Only usage until this time. A time without a time zone is UTC; a date without a time, such as 2026-11-20, includes the whole day.',
		}),
		textsFilter('networks', 'Networks', 'nodes on these networks', 'ethereum-mainnet, bsc-mainnet'),
		textsFilter('nodeIds', 'Node IDs', 'these nodes', 'ND-123-456-789, ND-999-456-111'),
		field('options', 'Node Type', 'nodeType', {
			options: choices({ dedicated: 'Dedicated', elastic: 'Elastic' }),
			default: 'elastic',
			description: 'Only nodes billed by time (dedicated) or by request (elastic)',
		}),
		textsFilter('protocols', 'Protocols', 'nodes of these protocols', 'ethereum, bsc'),
	),
	field('options', 'Sort', 'ordering', {
		options: [
			{ name: 'Newest First', value: '-datetime,node_id' },
			{ name: 'Node, Then Newest First', value: 'node_id,-datetime' },
			{ name: 'Node, Then Oldest First', value: 'node_id,datetime' },
			{ name: 'Oldest First', value: 'datetime,node_id' },
		],
		default: '-datetime,node_id',
		description: 'The order of the rows',
	}),
] as const satisfies readonly Property[];

/**
 * The query of a report.
 * @param nowMs the current time in milliseconds since 1970
 * @throws Problem for dates and IDs that the service would not accept
 */
export function buildReportQuery(
	values: Readonly<ValuesOf<typeof reportProperties>>,
	nowMs: number,
): Query {
	const { period, granularity, ordering, filters } = values;
	const { networks = '', nodeIds = '', nodeType, protocols = '' } = filters;
	const ids = parseList(nodeIds).map((id) => checkId(id, 'node'));
	return buildQuery({
		...resolvePeriod(period, filters, nowMs),
		granularity,
		network: parseList(networks).join(','),
		nodeId: ids.join(','),
		nodeType,
		ordering,
		protocol: parseList(protocols).join(','),
	});
}

/**
 * Converts a period to the form that is sent; both ends may be left open.
 *
 * @param name a calendar month in UTC, in which the service counts, or `dates` for the two that are given: dates, or
 * dates and times, without a zone in UTC; an end without a time includes the whole day
 * @param now wall-clock time in milliseconds
 * @throws Problem for dates beside a month, of which one would have no effect; and for what is not a date, is no longer
 *   kept, or ends before it begins
 */
function resolvePeriod(
	name: 'dates' | 'lastMonth' | 'thisMonth',
	{ dateFrom, dateTo }: { dateFrom?: string; dateTo?: string },
	now: number,
): { dateFrom?: string; dateTo?: string } {
	const today = new Date(now);
	const [year, month] = [today.getUTCFullYear(), today.getUTCMonth()];
	const earliest = toDay(Date.UTC(year, month - 1));
	if (name !== 'dates' && (dateFrom || dateTo))
		throw new Problem(
			`'${dateFrom ? 'Date From' : 'Date To'}' is filled in, but 'Period' is a calendar month`,
			{ hint: "Set 'Period' to 'Billing Period or Dates', or remove the dates from the filters" },
		);
	if (name === 'thisMonth') return { dateFrom: toDay(Date.UTC(year, month)) };
	// Day 0 is the last one of the month before.
	if (name === 'lastMonth') return { dateFrom: earliest, dateTo: toDay(Date.UTC(year, month, 0)) };
	const from = dateFrom ? parseDateTime(dateFrom, 'Date From') : undefined;
	const to = dateTo ? parseDateTime(dateTo, 'Date To') : undefined;
	if (from !== undefined && from.at < Date.parse(earliest))
		throw new Problem(
			`'Date From' is ${from.text}, but usage is available only from ${earliest} (UTC) on`,
			{
				hint: `Enter ${earliest} or later: the service keeps the current and the previous calendar month, in UTC. In an expression, use $now.toUTC()`,
			},
		);
	if (from !== undefined && to !== undefined && from.at > to.at + (to.isDay ? DAY_MS - 1 : 0))
		throw new Problem(`'Date From' is ${from.text}, later than 'Date To', which is ${to.text}`, {
			hint: 'Swap the two, or leave one of them out',
		});
	return { dateFrom: from?.text, dateTo: to?.text };
}
