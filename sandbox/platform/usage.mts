import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.mts';
import { pageOf, queryOf } from '../http/listing.mts';
import { Throttle } from './throttle.mts';
import { queriedRows } from './usageQuery.mts';
import { usageColumns, usageTotals } from './usageRows.mts';

const rowsPerPage = 100;
const listsPerMinute = 60;
const exportsPerMinute = 5;

/** The usage report as rows with totals and as a CSV file, both throttled. */
export function usageRoutes(app: FastifyInstance, { store, onReset }: SandboxContext): void {
	const lists = new Throttle(store.clock, listsPerMinute);
	const exports = new Throttle(store.clock, exportsPerMinute);
	onReset(() => lists.clear());
	onReset(() => exports.clear());

	app.get('/v2/reporting/node-usage/', (request) => {
		lists.pass();
		const rows = queriedRows(store, queryOf(request));
		return { ...pageOf(request, rows, rowsPerPage), totals: usageTotals(rows) };
	});

	app.get('/v2/reporting/node-usage/export/', (request, reply) => {
		exports.pass();
		const rows = queriedRows(store, queryOf(request));
		const lines = rows.map((row) => usageColumns.map((column) => cell(row[column])).join(','));
		return reply
			.type('text/csv; charset=utf-8')
			.header('content-disposition', 'attachment; filename="node-usage-report.csv"')
			.send([usageColumns.join(','), ...lines, ''].join('\r\n'));
	});
}

function cell(value: string | number | null): string {
	const text = String(value ?? '');
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
