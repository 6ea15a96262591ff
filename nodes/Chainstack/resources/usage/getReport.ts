import type { IDataObject } from 'n8n-workflow';

import { platformOptions } from '../../../shared/fields/options';
import { returnAllProperties } from '../../../shared/fields/listFields';
import { takeUpToLimit, readList } from '../../../shared/fields/readList';
import { readResults } from '../../../shared/managementApi/pages';
import type { PlatformClient } from '../../../shared/managementApi/platformClient';
import type { Query } from '../../../shared/managementApi/query';
import { defineOperation } from '../../../shared/run/operation';
import { choices, field } from '../../../shared/values/field';
import { reportProperties, buildReportQuery } from './reportQuery';

const NODE_USAGE = '/v2/reporting/node-usage/';

export const getReport = defineOperation({
	name: 'Get Report',
	value: 'getReport',
	action: 'Get usage report',
	description:
		'Retrieve the usage of nodes by day or hour, with the totals of the whole period; requires a key with the Admin role',
	effect: 'reads',
	properties: [
		field('options', 'Output', 'output', {
			options: choices({
				rows: ['Rows', 'One item per row, ready for a table'],
				report: [
					'Rows and Totals in One Item',
					"'rows', 'totals' of all rows, including those beyond the limit, and their 'count'",
				],
			}),
			default: 'rows',
			description: 'What the output items contain',
		}),
		...returnAllProperties,
		...reportProperties,
		platformOptions(),
	],
	async execute(values, context) {
		const { api, clock, hint, isTool } = context;
		const query = buildReportQuery(values, clock.wallMs());
		if (values.output === 'rows') return await readList(NODE_USAGE, query, values, context);
		const first = await api.get(NODE_USAGE, 'usage report', query);
		// The rows are in one item, which says itself how many there are.
		const alone = { isTool: false, listedPart: (): void => undefined };
		const rows = await takeUpToLimit(() => readRows(first, api, query), values, alone);
		const count = typeof first.count === 'number' ? first.count : rows.length;
		const isPart = rows.length < count;
		const note = values.returnAll
			? `The service reported ${count} rows, but returned only ${rows.length} of them.`
			: `The output holds ${rows.length} of ${count} rows, because of 'Limit'; the totals cover all.`;
		if (isPart) hint(note);
		return { ...(isPart && isTool && { note }), rows, totals: first.totals ?? {}, count };
	},
});

/** The rows of the first page, which was already read for the totals, then those of the others. */
async function* readRows(
	first: IDataObject,
	api: PlatformClient,
	query: Query,
): AsyncGenerator<IDataObject> {
	yield* readResults(first, 'a usage report');
	if (first.next) yield* api.list(NODE_USAGE, { ...query, page: 2 });
}
