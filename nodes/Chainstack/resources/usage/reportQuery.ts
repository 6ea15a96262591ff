import { defineFilters, textsFilter } from '../../../shared/fields/listFields';
import { buildQuery, type Query } from '../../../shared/managementApi/query';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { Problem } from '../../../shared/text/problem';
import { parseList } from '../../../shared/text/strings';
import {
	formatDateTime,
	parseDateTime,
	toDay,
	type DateTime,
} from '../../../shared/values/dateTime';
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
				'Only usage from this time on; the earliest is the first day of the previous calendar month. A date without a time, as it is when picked, means the day from its first moment. A time without a time zone is UTC, as in the report.',
		}),
		field('dateTime', 'Date To', 'dateTo', {
			description:
				'Only usage until this time. A date without a time, as it is when picked, includes the whole day. A time without a time zone is UTC.',
		}),
		textsFilter('networks', 'Networks', 'nodes on these networks', 'ethereum-mainnet, bsc-mainnet'),
		textsFilter('nodeIds', 'Node IDs', 'these nodes', 'ND-123-456-789, ND-999-456-111'),
		textsFilter('protocols', 'Protocols', 'nodes of these protocols', 'ethereum, bsc'),
		field('options', 'Type', 'type', {
			options: choices({ dedicated: 'Dedicated', elastic: 'Elastic' }),
			default: 'elastic',
			description: 'Only nodes billed by time (dedicated) or by request (elastic)',
		}),
	),
	field('options', 'Sort', 'sort', {
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
	const { period, granularity, sort: ordering, filters } = values;
	const { networks = '', nodeIds = '', type: nodeType, protocols = '' } = filters;
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

/** The two ends of a period as they are sent; both may be left open. */
interface Period {
	dateFrom?: string;
	dateTo?: string;
}

/**
 * Converts a period to the form that is sent: date-times with their zone, to its last second, so that it is right
 * whether the service counts the end or not (platform documentation, list node usage).
 *
 * @param name a calendar month in UTC, in which the service counts, or `dates` for the two that are given: dates, or
 * dates and times, without a zone in UTC; an end without a time includes the whole day
 * @param now wall-clock time in milliseconds
 * @throws Problem for dates beside a month, of which one would have no effect; and for what is not a date, is no longer
 *   kept, or ends before it begins
 */
function resolvePeriod(
	name: 'dates' | 'lastMonth' | 'thisMonth',
	filters: Period,
	now: number,
): Period {
	if (name === 'dates') return resolveDates(filters, startOfMonth(now, -1));
	const given = filters.dateFrom ? 'Date From' : 'Date To';
	if (filters.dateFrom || filters.dateTo)
		throw new Problem(`'${given}' is filled in, but 'Period' is a calendar month`, {
			hint: "Set 'Period' to 'Billing Period or Dates', or remove the dates from the filters",
		});
	const thisMonth = startOfMonth(now, 0);
	if (name === 'thisMonth') return { dateFrom: formatDateTime(thisMonth) };
	return {
		dateFrom: formatDateTime(startOfMonth(now, -1)),
		dateTo: formatDateTime(thisMonth - 1000),
	};
}

/** @param earliest the first moment for which usage is kept, in milliseconds since 1970 */
function resolveDates({ dateFrom, dateTo }: Period, earliest: number): Period {
	const from = dateFrom ? parseDateTime(dateFrom, 'Date From') : undefined;
	const to = dateTo ? parseDateTime(dateTo, 'Date To') : undefined;
	if (from !== undefined) checkKept('Date From', from, from.startMs, earliest);
	if (to !== undefined) checkKept('Date To', to, to.endMs, earliest);
	if (from !== undefined && to !== undefined && from.startMs >= to.endMs)
		throw new Problem(
			`'Date To' has to be later than 'Date From', but it is ${to.text}, and 'Date From' is ${from.text}`,
			{ hint: 'Swap the two, or leave one of them out' },
		);
	return {
		dateFrom: from && formatDateTime(from.startMs),
		dateTo: to && formatDateTime(to.endMs),
	};
}

/** @throws Problem for a time of which nothing is kept any more */
function checkKept(field: string, { text }: DateTime, atMs: number, earliest: number): void {
	if (atMs >= earliest) return;
	const day = toDay(earliest);
	throw new Problem(`'${field}' is ${text}, but usage is available only from ${day} (UTC) on`, {
		hint: `Enter ${day} or later: the service keeps the current and the previous calendar month, in UTC. In an expression, use $now.toUTC()`,
	});
}

/** @returns the first moment of a calendar month in UTC: this one, or one so many months later */
function startOfMonth(now: number, offset: number): number {
	const today = new Date(now);
	return Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset);
}
