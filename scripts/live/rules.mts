import { canBeKey } from '../../nodes/shared/redact/canBeKey';
import type { Given } from './fill.mts';
import { recordsOf, type Seen, type Sightings } from './seen.mts';
import { valueAt } from './values.mts';

/** What a rule found: nothing where it holds, a text where it does not, or why it cannot tell. */
export type Finding = undefined | string | { why: string };

interface Case {
	seen: Seen;
	all: Sightings;
	given: Given;
	/** Milliseconds. */
	now: number;
}

const DAY_MS = 24 * 3_600_000;

/** What an answer has to show beyond types and values, by the names that statements use. */
export const RULES: Readonly<Record<string, (found: Case) => Finding>> = {
	'network begins with protocol': ({ seen }) => {
		const records = recordsOf(seen);
		if (records.length === 0) return { why: 'the list is empty' };
		const others = records.filter(
			({ network, protocol }) => !String(network).startsWith(`${String(protocol)}-`),
		);
		return others.length === 0 ? undefined : `not so in ${others.length} of ${records.length}`;
	},
	'one network for each blockchain': ({ seen }) => {
		const networks = new Map<unknown, unknown>();
		for (const { blockchain, network } of recordsOf(seen)) {
			const known = networks.get(blockchain) ?? network;
			if (known !== network) return 'one of them has two networks';
			networks.set(blockchain, network);
		}
		return networks.size === 0 ? { why: 'the list is empty' } : undefined;
	},
	'features are words': ({ seen }) => {
		const features = recordsOf(seen).flatMap(({ features: each }) =>
			Array.isArray(each) ? (each as unknown[]) : [],
		);
		if (features.length === 0) return { why: 'no option has features' };
		const isWord = (each: unknown): boolean => typeof each === 'string' && /^[a-z_-]+$/i.test(each);
		return features.every(isWord) ? undefined : 'some are of another form';
	},
	'addresses without the key': ({ seen }) => {
		const paths = pathsOf(seen);
		if (paths.length === 0) return { why: 'no address was seen' };
		const withKey = paths.filter((path) => path.split('/').some(canBeKey)).length;
		return withKey === 0 ? undefined : `${withKey} of ${paths.length} have something like a key`;
	},
	'addresses with a path': ({ seen }) => {
		const paths = pathsOf(seen);
		if (paths.length === 0) return { why: 'no address was seen' };
		const without = paths.filter((path) => !path.split('/').some(canBeKey)).length;
		return without === 0 ? undefined : `${without} of ${paths.length} have nothing like a key`;
	},
	'created between request and answer': ({ seen }) => {
		const answered = Date.parse(seen.headers.date ?? '');
		const age = answered - Date.parse(String(valueAt(seen.body, 'created_at')));
		if (Number.isNaN(age)) return 'there is no time to compare';
		// The answer may take as long as any, and a busy server may have the header ready for some seconds.
		const isBetween = age >= -10_000 && age <= 31_000;
		return isBetween ? undefined : `${Math.round(age / 1000)} s before the answer`;
	},
	'next is a page of this list': ({ seen }) => {
		const next = valueAt(seen.body, 'next');
		if (next === null || next === undefined) return { why: 'the list has one page' };
		if (!URL.canParse(String(next))) return 'next is no absolute address';
		const { pathname, searchParams } = new URL(String(next));
		if (!pathname.endsWith(seen.exchange.path)) return 'next has another path';
		return searchParams.has('page') ? undefined : 'next has no page in its query';
	},
	'other records than in nodes': ({ seen, all }) => {
		const first = all.seen.get('nodes');
		const known = new Set(first === undefined ? [] : recordsOf(first).map(({ id }) => id));
		const again = recordsOf(seen).filter(({ id }) => known.has(id)).length;
		return again === 0 ? undefined : `${again} of its records are on the first page too`;
	},
	'no records': ({ seen }) => {
		const { length } = recordsOf(seen);
		return length === 0 ? undefined : `${length} records`;
	},
	'same count as in nodes': sameCount('nodes'),
	'same count as in projects': sameCount('projects'),
	'nothing was answered with 429': ({ all }) => {
		const refused = [...all.seen.values()].filter(({ status }) => status === 429).length;
		return refused === 0 ? undefined : `${refused} requests were`;
	},
	'has the name that was asked for': ({ seen }) => {
		const wanted = valueAt(seen.exchange.json, 'name');
		const found = valueAt(seen.body, 'name');
		return found === wanted ? undefined : `it has ${found === undefined ? 'no' : 'another'} name`;
	},
	'has the title that was asked for': ({ seen, given }) =>
		valueAt(seen.body, 'title') === given.get('stamp') ? undefined : 'it has another title',
	'the new network is first': ({ seen, given }) => {
		const place = recordsOf(seen).findIndex(({ id }) => id === given.get('madeNetwork'));
		if (place === 0) return undefined;
		return place < 0 ? 'it is not on the first page' : `it is number ${place + 1}`;
	},
	'the new pin is there': ({ seen, given }) =>
		recordsOf(seen).some(({ id }) => id === given.get('madePin'))
			? undefined
			: 'it is not on the first page',
	'one node': ({ seen }) => {
		const nodes = valueAt(seen.body, 'nodes');
		const count = Array.isArray(nodes) ? nodes.length : 0;
		return count === 1 ? undefined : `${count} nodes`;
	},
	'one record': ({ seen }) => {
		const { length } = recordsOf(seen);
		return length === 1 ? undefined : `${length} records`;
	},
	'was not created in 2020': ({ seen }) =>
		String(valueAt(seen.body, 'created_at')).startsWith('2020')
			? 'it has the time that was sent'
			: undefined,
	'totals are at least the sums of the rows': ({ seen }) => {
		const metrics = ['compute_hours', 'gb_hour', 'request_units', 'bloxroute_requests'];
		const rows = recordsOf(seen);
		if (rows.length === 0) return { why: 'the report has no rows' };
		const sum = (metric: string): number =>
			rows.reduce((all, row) => all + (Number(row[metric]) || 0), 0);
		// Sums of rounded numbers differ a little from a rounded sum.
		const low = metrics.filter(
			(metric) => Number(valueAt(seen.body, `totals.${metric}`) ?? 0) < sum(metric) * 0.999,
		);
		return low.length === 0 ? undefined : `less for ${low.join(', ')}`;
	},
	'no row older than a month': ({ seen, now }) => olderThan(seen, now - 32 * DAY_MS),
	'no row before this month': ({ seen, now }) => {
		const today = new Date(now);
		return olderThan(seen, Date.UTC(today.getUTCFullYear(), today.getUTCMonth()));
	},
	'times are whole days': ({ seen }) => {
		const rows = recordsOf(seen);
		if (rows.length === 0) return { why: 'the report has no rows' };
		const odd = rows.filter(({ datetime }) => Date.parse(String(datetime)) % DAY_MS !== 0);
		return odd.length === 0 ? undefined : `not so in ${odd.length} of ${rows.length} rows`;
	},
	'begins with a heading': ({ seen }) => {
		const [first] = String(seen.body).split(/\r?\n/);
		return /^"?node_id\b/.test(first) ? undefined : 'its first line is no list of columns';
	},
	'has the pin': ({ seen, given }) =>
		recordsOf(seen).some(({ id }) => id === given.get('pin')) ? undefined : 'the pin is missing',
	'begins with the second pin': ({ seen, all }) => {
		const whole = all.seen.get('pins');
		const second = whole && recordsOf(whole)[1];
		if (second === undefined) return { why: 'there are fewer than two pins' };
		return recordsOf(seen)[0]?.id === second.id ? undefined : 'it begins with another';
	},
	'like the missing pin': ({ seen, all }) => {
		const missing = all.seen.get('missing pin')?.status;
		return seen.status === missing ? undefined : `status ${seen.status}, not ${missing}`;
	},
	'no ID has a slash': ({ seen }) => {
		const records = recordsOf(seen);
		if (records.length === 0) return { why: 'the list is empty' };
		return records.some(({ id }) => String(id).includes('/')) ? 'one has' : undefined;
	},
	'both IDs': ({ seen }) => {
		if (!Array.isArray(seen.body)) return 'the answer is no list';
		const ids = (seen.body as unknown[]).map((each) => valueAt(each, 'id'));
		return ids.includes(1) && ids.includes(2) ? undefined : `${ids.length} answers, not both IDs`;
	},
};

/** Paths of the addresses of the nodes in an answer. */
function pathsOf(seen: Seen): string[] {
	const addresses = recordsOf(seen).map((record) => valueAt(record, 'details.https_endpoint'));
	const valid = addresses.filter((each) => typeof each === 'string' && URL.canParse(each));
	return valid.map((address) => new URL(address as string).pathname);
}

function sameCount(other: string): (found: Case) => Finding {
	return ({ seen, all }) => {
		const first = all.seen.get(other);
		if (first === undefined) return { why: `${other} were not seen` };
		const there = valueAt(first.body, 'count');
		const here = valueAt(seen.body, 'count');
		return here === there ? undefined : `${String(here)}, not ${String(there)}`;
	};
}

function olderThan(seen: Seen, at: number): Finding {
	const rows = recordsOf(seen);
	if (rows.length === 0) return { why: 'the report has no rows' };
	const old = rows.filter(({ datetime }) => Date.parse(String(datetime)) < at);
	return old.length === 0 ? undefined : `${old.length} of ${rows.length} rows are older`;
}
