import { dayMs } from '../clock.mts';
import { coreError } from '../http/errors.mts';
import type { NodeRecord } from '../records.mts';
import type { Store } from '../state.mts';
import { chainOf } from './nodeView.mts';
import { usageRows, usageType, type UsagePeriod, type UsageRow } from './usageRows.mts';

const defaultOrdering = '-datetime,node_id';

/**
 * The usage rows a query asks for, in its order.
 * @throws HttpError 400 with `fields` for dates, types or orders that are not allowed
 */
export function queriedRows(store: Store, query: Record<string, string>): UsageRow[] {
	const period = periodOf(query, store.clock.now());
	const compare = comparison(query.ordering || defaultOrdering);
	const nodes = nodesFor(store, query);
	return usageRows(store, nodes, period).sort(compare);
}

/** Without dates: the current month, which is the billing period here. */
function periodOf(query: Record<string, string>, now: number): UsagePeriod {
	const { date_from, date_to, granularity = 'day' } = query;
	if (granularity !== 'day' && granularity !== 'hour') {
		refuse('granularity', `"${granularity}" is not a valid choice.`);
	}
	const today = new Date(now);
	const startOfMonth = (offset: number): number =>
		Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + offset);
	const from = date_from ? dateOf('date_from', date_from) : startOfMonth(0);
	// A date without a time means the whole day.
	const lastDay = date_to && !date_to.includes('T') ? dayMs : 0;
	const to = date_to ? dateOf('date_to', date_to) + lastDay : now;
	if (from < startOfMonth(-1)) {
		refuse('date_from', 'Must not be before the first day of the previous calendar month.');
	}
	if (to < from) refuse('date_to', 'Must not be before date_from.');
	return { from, to, granularity };
}

function dateOf(field: string, text: string): number {
	const time = /^\d{4}-\d{2}-\d{2}(T[\d:.]+(Z|[+-]\d{2}:?\d{2})?)?$/.test(text)
		? Date.parse(text.length > 10 && !/(Z|[+-]\d{2}:?\d{2})$/.test(text) ? `${text}Z` : text)
		: Number.NaN;
	if (Number.isNaN(time)) refuse(field, 'Enter a valid ISO 8601 date.');
	return time;
}

function nodesFor(store: Store, query: Record<string, string>): NodeRecord[] {
	const { node_type } = query;
	if (node_type && node_type !== 'elastic' && node_type !== 'dedicated') {
		refuse('node_type', `"${node_type}" is not a valid choice.`);
	}
	const wanted = (field: string): ((value: string) => boolean) => {
		const values = query[field]?.split(',').map((value) => value.trim());
		return (value) => !values || query[field] === '' || values.includes(value);
	};
	const [id, protocol, chain] = [wanted('node_id'), wanted('protocol'), wanted('network')];
	return [...store.nodes.values()].filter((node) => {
		const network = store.networks.get(node.networkId);
		return (
			id(node.id) &&
			protocol(network?.protocol ?? '') &&
			chain(chainOf(network)) &&
			(!node_type || usageType(node) === node_type)
		);
	});
}

function comparison(ordering: string): (a: UsageRow, b: UsageRow) => number {
	const fields = ordering.split(',').map((text) => ({
		field: orderField(text.trim().replace(/^-/, '')),
		direction: text.trim().startsWith('-') ? -1 : 1,
	}));
	return (a, b) => {
		for (const { field, direction } of fields) {
			if (a[field] !== b[field]) return a[field] < b[field] ? -direction : direction;
		}
		return 0;
	};
}

function orderField(field: string): 'datetime' | 'node_id' {
	if (field === 'datetime' || field === 'node_id') return field;
	return refuse('ordering', `"${field}" is not a field to order by.`);
}

function refuse(field: string, complaint: string): never {
	throw coreError(400, undefined, { [field]: [complaint] });
}
