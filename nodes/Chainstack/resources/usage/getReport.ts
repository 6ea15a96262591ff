import type { IDataObject } from 'n8n-workflow';

import { resultsOf } from '../../../shared/platform/pages';
import type { PlatformClient } from '../../../shared/platform/platformClient';
import type { Query } from '../../../shared/platform/query';
import { defineOperation } from '../../../shared/session/operation';
import { returnAllProperties, takeUpToLimit } from '../../../shared/session/pagination';
import { platformOptions } from '../options';
import { reportProperties, reportQuery } from './reportQuery';

const NODE_USAGE = '/v2/reporting/node-usage/';

export const getReport = defineOperation({
	name: 'Get Report',
	value: 'getReport',
	action: 'Get usage report',
	description:
		'Retrieve the usage of nodes by day or hour, with the totals of the whole period; requires a key with the Admin role',
	effect: 'reads',
	properties: [
		{
			displayName: 'Output',
			name: 'output',
			type: 'options',
			options: [
				{
					name: 'Rows',
					value: 'rows',
					description: 'One item per row, ready for a table',
				},
				{
					name: 'Rows and Totals in One Item',
					value: 'report',
					description:
						"'rows', 'totals' of all rows, including those beyond the limit, and their 'count'",
				},
			],
			default: 'rows',
			description: 'What the output items contain',
		},
		...returnAllProperties,
		...reportProperties,
		platformOptions(),
	],
	async execute(values, { api, clock, hint }) {
		const query = reportQuery(values, clock.wallMs());
		if (values.output === 'rows') {
			return await takeUpToLimit(api.list(NODE_USAGE, query), values);
		}
		const first = await api.get(NODE_USAGE, 'usage report', query);
		const rows = await takeUpToLimit(rowsOf(first, api, query), values);
		const count = typeof first.count === 'number' ? first.count : rows.length;
		if (rows.length < count && !values.returnAll) {
			hint(
				`The output holds ${rows.length} of ${count} rows, because of 'Limit'; the totals cover all.`,
			);
		} else if (rows.length < count) {
			hint(`The service reported ${count} rows, but returned only ${rows.length} of them.`);
		}
		return { rows, totals: first.totals ?? {}, count };
	},
});

/** The rows of the first page, which was already read for the totals, then those of the others. */
async function* rowsOf(
	first: IDataObject,
	api: PlatformClient,
	query: Query,
): AsyncGenerator<IDataObject> {
	yield* resultsOf(first, 'a usage report');
	if (first.next) yield* api.list(NODE_USAGE, { ...query, page: 2 });
}
