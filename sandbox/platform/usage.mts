import type { FastifyInstance } from 'fastify';
import { limitOf } from '../contract/contract.mts';
import { coreError, HttpError } from '../http/errors.mts';
import { pageOf, queryOf } from '../http/listing.mts';
import { dayMs, hourMs, isoTime, minuteMs, type NodeRecord } from '../records.mts';
import type { Store } from '../state.mts';
import { chainOf } from './nodeView.mts';

const listsPerMinute = limitOf('usage.limit');
const exportsPerMinute = limitOf('export.limit');
const defaultOrdering = '-datetime,node_id';

const metrics = ['compute_hours', 'gb_hour', 'request_units', 'bloxroute_requests'] as const;
/** Columns in the order in which rows and the CSV file have them. */
const columns = [
	'node_id',
	'node_name',
	'datetime',
	'node_type',
	'protocol',
	'network',
	...metrics,
] as const;

/** Usage of one node in one day or hour. Null where a metric does not apply to the node. */
type UsageRow = Record<(typeof columns)[number], string | number | null>;

/** The usage report as rows with totals and as a CSV file, both throttled. */
export function usageRoutes(app: FastifyInstance, store: Store): void {
	app.get('/v2/reporting/node-usage/', (request) => {
		throttle(store, 'list', listsPerMinute);
		const rows = queriedRows(store, queryOf(request));
		const totals = Object.fromEntries(metrics.map((metric) => [metric, total(rows, metric)]));
		return { ...pageOf(request, rows, app.contract.pageSizeOf('usage.pageSize')), totals };
	});

	app.get('/v2/reporting/node-usage/export/', (request, reply) => {
		throttle(store, 'export', exportsPerMinute);
		const rows = queriedRows(store, queryOf(request));
		const lines = rows.map((row) => columns.map((column) => cell(row[column])).join(','));
		return reply
			.type('text/csv; charset=utf-8')
			.header('content-disposition', 'attachment; filename="node-usage-report.csv"')
			.send([columns.join(','), ...lines, ''].join('\r\n'));
	});
}

/** @throws HttpError 429 with Retry-After (seconds) when the last minute had its share of requests */
function throttle(store: Store, name: string, perMinute: number): void {
	const now = store.now();
	const passed = (store.passedAt.get(name) ?? []).filter((at) => now - at < minuteMs);
	if (passed.length >= perMinute) {
		const seconds = Math.ceil((passed[0] + minuteMs - now) / 1000);
		const message = `Request was throttled. Expected available in ${seconds} seconds.`;
		throw new HttpError(429, coreError(429, message).body, { 'retry-after': String(seconds) });
	}
	store.passedAt.set(name, [...passed, now]);
}

function cell(value: string | number | null): string {
	const text = String(value ?? '');
	return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Sum of a metric; null where no row has it. */
function total(rows: UsageRow[], metric: (typeof metrics)[number]): number | null {
	const values = rows.map((row) => row[metric]).filter((value) => typeof value === 'number');
	return values.length === 0 ? null : rounded(values.reduce((a, b) => a + b, 0));
}

/**
 * The usage rows a query asks for, in its order: made up, yet the same at every call, and in sums the
 * same by day and by hour. They begin with a node's creation and end with the present hour.
 * @throws HttpError 400 with `fields` for dates, types or orders that are not allowed
 */
function queriedRows(store: Store, query: Record<string, string>): UsageRow[] {
	const { from, to, stepMs } = periodOf(query, store.now());
	const compare = comparison(query.ordering || defaultOrdering);
	const now = store.now();
	const rows = nodesFor(store, query).flatMap((node) => {
		const found: UsageRow[] = [];
		const first = startOf(Math.max(from, node.createdAt), stepMs);
		for (let at = first; at < Math.min(to, now); at += stepMs) {
			const hours = Array.from({ length: stepMs / hourMs }, (_, hour) => at + hour * hourMs);
			const isUsed = (hour: number): boolean =>
				hour >= startOf(node.createdAt, hourMs) && hour <= now;
			found.push(usageRow(store, node, at, hours.filter(isUsed)));
		}
		return found;
	});
	return rows.sort(compare);
}

function usageRow(store: Store, node: NodeRecord, at: number, hours: number[]): UsageRow {
	const network = store.networks.get(node.networkId);
	const sum = (text: string, most: number): number =>
		hours.reduce((all, hour) => all + (hashText(`${text}${hour}`) % most), 0);
	const type = usageType(node);
	return {
		node_id: node.id,
		node_name: node.name,
		datetime: isoTime(at),
		node_type: type,
		protocol: network?.protocol ?? null,
		network: network === undefined ? null : chainOf(network),
		compute_hours: type === 'dedicated' ? hours.length : null,
		gb_hour: type === 'dedicated' ? rounded(hours.length * 812.5) : null,
		request_units: type === 'elastic' ? sum(`${node.id} `, 5000) : null,
		bloxroute_requests: network?.protocol === 'ethereum' ? sum(`bx${node.id}`, 20) : null,
	};
}

/** Whether a node is paid by request (elastic) or by time (dedicated). */
const usageType = ({ type }: NodeRecord) => (type === 'shared' ? 'elastic' : 'dedicated');

/** Without dates: the current month, which is the billing period here. Times in milliseconds. */
function periodOf(query: Record<string, string>, now: number) {
	const { date_from, date_to, granularity = 'day' } = query;
	checkChoice('granularity', granularity, ['day', 'hour']);
	const today = new Date(now);
	const startOfMonth = (offset: number): number =>
		Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset);
	const from = date_from ? dateOf('date_from', date_from) : startOfMonth(0);
	const to = date_to ? dateOf('date_to', date_to) : now;
	if (from < startOfMonth(-1)) {
		refuse('date_from', 'Must not be before the first day of the previous calendar month.');
	}
	if (to <= from) refuse('date_to', 'Must be later than date_from.');
	return { from, to, stepMs: granularity === 'day' ? dayMs : hourMs };
}

function dateOf(field: string, text: string): number {
	// `date-time` of the API description is that of RFC 3339, with a time and a zone.
	const isDateTime = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text);
	const at = isDateTime ? Date.parse(text) : Number.NaN;
	return Number.isNaN(at) ? refuse(field, 'Enter a valid date/time.') : at;
}

function nodesFor(store: Store, query: Record<string, string>): NodeRecord[] {
	const { node_type } = query;
	if (node_type) checkChoice('node_type', node_type, ['elastic', 'dedicated']);
	const isWanted = (field: string, value = ''): boolean =>
		!query[field] || query[field].split(',').some((each) => each.trim() === value);
	return [...store.nodes.values()].filter((node) => {
		const network = store.networks.get(node.networkId);
		return (
			isWanted('node_id', node.id) &&
			isWanted('protocol', network?.protocol) &&
			isWanted('network', chainOf(network)) &&
			isWanted('node_type', usageType(node))
		);
	});
}

function comparison(ordering: string): (a: UsageRow, b: UsageRow) => number {
	const fields = ordering.split(',').map((text) => {
		const field = text.trim().replace(/^-/, '');
		if (field !== 'datetime' && field !== 'node_id') {
			return refuse('ordering', `"${field}" is not a field to order by.`);
		}
		return { field, direction: text.trim().startsWith('-') ? -1 : 1 } as const;
	});
	return (a, b) => {
		const differs = fields.find(({ field }) => a[field] !== b[field]);
		if (differs === undefined) return 0;
		const { field, direction } = differs;
		return String(a[field]) < String(b[field]) ? -direction : direction;
	};
}

function checkChoice(field: string, value: string, choices: string[]): void {
	if (!choices.includes(value)) refuse(field, `"${value}" is not a valid choice.`);
}

function refuse(field: string, complaint: string): never {
	throw coreError(400, undefined, { [field]: [complaint] });
}

function startOf(at: number, stepMs: number): number {
	return Math.floor(at / stepMs) * stepMs;
}

function rounded(value: number): number {
	return Math.round(value * 1000) / 1000;
}

/** A number for a text (FNV-1a, 32 bits). */
function hashText(text: string): number {
	let hash = 0x811c9dc5;
	for (const char of text) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
	return hash >>> 0;
}
