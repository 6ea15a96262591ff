import { dayMs, hourMs, isoTime } from '../clock.mts';
import { hashText } from '../random.mts';
import type { NodeRecord } from '../records.mts';
import type { Store } from '../state.mts';
import { chainOf } from './nodeView.mts';

/** Usage of one node in one day or hour. Null where a metric does not apply to the node. */
export interface UsageRow {
	node_id: string;
	node_name: string;
	/** ISO 8601, start of the day or hour. */
	datetime: string;
	node_type: 'elastic' | 'dedicated';
	protocol: string | null;
	network: string | null;
	compute_hours: number | null;
	gb_hour: number | null;
	request_units: number | null;
	bloxroute_requests: number | null;
}

export type UsageTotals = Pick<
	UsageRow,
	'compute_hours' | 'gb_hour' | 'request_units' | 'bloxroute_requests'
>;

/** Columns in the order in which rows and the CSV file have them. */
export const usageColumns: Array<keyof UsageRow> = [
	...(['node_id', 'node_name', 'datetime', 'node_type', 'protocol', 'network'] as const),
	...(['compute_hours', 'gb_hour', 'request_units', 'bloxroute_requests'] as const),
];

/** Which rows are wanted; times in milliseconds since the epoch, `to` excluded. */
export interface UsagePeriod {
	from: number;
	to: number;
	granularity: 'day' | 'hour';
}

/**
 * The usage of these nodes: made up, yet the same at every call, and in sums the same by day and by
 * hour. It begins with the node's creation and ends with the present hour.
 */
export function usageRows(store: Store, nodes: NodeRecord[], period: UsagePeriod): UsageRow[] {
	const stepMs = period.granularity === 'day' ? dayMs : hourMs;
	const now = store.clock.now();
	return nodes.flatMap((node) => {
		const rows: UsageRow[] = [];
		const first = Math.max(period.from, node.createdAt);
		for (let at = startOf(first, stepMs); at < Math.min(period.to, now); at += stepMs) {
			const hours: number[] = [];
			for (let hour = at; hour < at + stepMs; hour += hourMs) {
				if (hour >= startOf(node.createdAt, hourMs) && hour <= now) hours.push(hour);
			}
			rows.push(usageRow(store, node, at, hours));
		}
		return rows;
	});
}

/** Sums of the metrics; null where no row has the metric. */
export function usageTotals(rows: UsageRow[]): UsageTotals {
	const sum = (column: keyof UsageTotals): number | null => {
		const values = rows.map((row) => row[column]).filter((value) => value !== null);
		return values.length === 0 ? null : rounded(values.reduce((a, b) => a + b, 0));
	};
	return {
		compute_hours: sum('compute_hours'),
		gb_hour: sum('gb_hour'),
		request_units: sum('request_units'),
		bloxroute_requests: sum('bloxroute_requests'),
	};
}

/** Whether a node is paid by request (elastic) or by time (dedicated). */
export function usageType(node: NodeRecord): UsageRow['node_type'] {
	return node.type === 'shared' ? 'elastic' : 'dedicated';
}

function usageRow(store: Store, node: NodeRecord, at: number, hours: number[]): UsageRow {
	const network = store.networks.get(node.networkId);
	const type = usageType(node);
	const requests = hours.reduce((sum, hour) => sum + (hashText(`${node.id} ${hour}`) % 5000), 0);
	const bloxroute = hours.reduce((sum, hour) => sum + (hashText(`bx${node.id}${hour}`) % 20), 0);
	return {
		node_id: node.id,
		node_name: node.name,
		datetime: isoTime(at),
		node_type: type,
		protocol: network?.protocol ?? null,
		network: network === undefined ? null : chainOf(network),
		compute_hours: type === 'dedicated' ? hours.length : null,
		gb_hour: type === 'dedicated' ? rounded(hours.length * 812.5) : null,
		request_units: type === 'elastic' ? requests : null,
		bloxroute_requests: network?.protocol === 'ethereum' ? bloxroute : null,
	};
}

function startOf(at: number, stepMs: number): number {
	return Math.floor(at / stepMs) * stepMs;
}

function rounded(value: number): number {
	return Math.round(value * 1000) / 1000;
}
