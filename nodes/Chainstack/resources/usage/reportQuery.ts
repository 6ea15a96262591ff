import { defineFilters, textsFilter } from '../../../shared/fields/listFields';
import { buildQuery, type Query } from '../../../shared/managementApi/requestParts';
import { checkId } from '../../../shared/managementApi/resourceIds';
import { parseList } from '../../../shared/text/strings';
import { choices, field, type Property, type ValuesOf } from '../../../shared/values/field';
import { resolvePeriod } from './period';

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
		options: [
			{ name: 'Day', value: 'day' },
			{ name: 'Hour', value: 'hour' },
		],
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
		textsFilter(
			'networks',
			'Networks',
			'Only nodes on these networks, separated by commas',
			'ethereum-mainnet, bsc-mainnet',
		),
		textsFilter(
			'nodeIds',
			'Node IDs',
			'Only these nodes, separated by commas',
			'ND-123-456-789, ND-999-456-111',
		),
		field('options', 'Node Type', 'nodeType', {
			options: [
				{ name: 'Dedicated', value: 'dedicated' },
				{ name: 'Elastic', value: 'elastic' },
			],
			default: 'elastic',
			description: 'Only nodes billed by time (dedicated) or by request (elastic)',
		}),
		textsFilter(
			'protocols',
			'Protocols',
			'Only nodes of these protocols, separated by commas',
			'ethereum, bsc',
		),
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
export function reportQuery(
	values: Readonly<ValuesOf<typeof reportProperties>>,
	nowMs: number,
): Query {
	const { period, granularity, ordering, filters } = values;
	const { dateFrom, dateTo, networks = '', nodeIds = '', nodeType, protocols = '' } = filters;
	return buildQuery({
		...resolvePeriod(period, dateFrom, dateTo, nowMs),
		granularity,
		network: parseList(networks).join(','),
		nodeId: parseList(nodeIds)
			.map((id) => checkId(id, 'node'))
			.join(','),
		nodeType,
		ordering,
		protocol: parseList(protocols).join(','),
	});
}
