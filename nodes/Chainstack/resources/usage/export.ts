import { platformOptions } from '../../../shared/fields/options';
import { makeUnusableAnswerProblem } from '../../../shared/managementApi/answerProblem';
import type { Query } from '../../../shared/managementApi/query';
import { defineOperation, FileResult } from '../../../shared/run/operation';
import { field } from '../../../shared/values/field';
import { toDay } from '../../../shared/values/dateTime';
import { reportProperties, buildReportQuery } from './reportQuery';

export const exportReport = defineOperation({
	name: 'Export',
	value: 'export',
	action: 'Export usage report',
	description:
		'Download the usage of nodes as a CSV file; to work with the numbers in the workflow, get the report instead',
	effect: 'reads',
	properties: [
		...reportProperties,
		field('string', 'Put Output File in Field', 'binaryPropertyName', {
			default: 'data',
			required: true,
			hint: 'The name of the output binary field to put the file in',
		}),
		platformOptions(),
	],
	async execute(values, { api, clock }) {
		const query = buildReportQuery(values, clock.wallMs());
		const csv = await api.text('/v2/reporting/node-usage/export/', 'usage report', query);
		// A report without rows still has its heading; web pages and JSON come from elsewhere.
		if (!/^\s*[^\s<{[]/.test(csv)) throw makeUnusableAnswerProblem(200, csv, 'a CSV file');
		// Below the heading. Quoted texts may contain line breaks, which do not end a row.
		const lines = csv.replace(/"[^"]*"/g, 'x').split(/\r\n|\r|\n/);
		const rows = lines.filter((line) => line.trim() !== '').length - 1;
		const fileName = buildFileName(query);
		const facts = { fileName, mimeType: 'text/csv', bytes: Buffer.byteLength(csv), rows };
		return new FileResult(facts, values.binaryPropertyName, csv);
	},
});

function buildFileName({ date_from: from, date_to: to }: Query): string {
	const first = from === undefined ? '' : toDay(String(from));
	const last = to === undefined ? '' : toDay(String(to));
	if (first && last) return `node-usage-${first}_${last}.csv`;
	if (first) return `node-usage-from-${first}.csv`;
	return last ? `node-usage-until-${last}.csv` : 'node-usage-report.csv';
}
