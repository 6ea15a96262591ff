import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { JsonObject, NamedRecord } from '../records.mts';
import type { Store } from '../state.mts';
import { readBody, type BodyCheck } from './body.mts';
import { coreError } from './errors.mts';

/** The absolute URL of a request, with the host the client used. */
export function urlOf(request: FastifyRequest): URL {
	// Joined as text: taken as a relative URL, a path that begins with two slashes is a host.
	return new URL(`http://${request.headers.host ?? 'localhost'}/${request.url.replace(/^\//, '')}`);
}

/** Query parameters, each with its last value (as Django reads repeated ones). */
export function queryOf(request: FastifyRequest): Record<string, string> {
	return Object.fromEntries(urlOf(request).searchParams);
}

/**
 * The page of a list that the request asks for, each of its objects as `view` shows it; `next` and
 * `previous` are absolute URLs.
 * @throws HttpError 404 when there is no such page
 */
export function pageOf<T>(
	request: FastifyRequest,
	all: T[],
	size: number,
	view: (each: T) => unknown = (each) => each,
) {
	const pages = Math.max(1, Math.ceil(all.length / size));
	const number = Number(queryOf(request).page ?? '1');
	const exists = (page: number): boolean => Number.isInteger(page) && page >= 1 && page <= pages;
	if (!exists(number)) {
		throw coreError(request.server.contract.statusOf('pages.beyond'), 'Invalid page.');
	}
	const urlOfPage = (page: number): string | null => {
		const url = urlOf(request);
		if (page === 1) url.searchParams.delete('page');
		else url.searchParams.set('page', String(page));
		return exists(page) ? url.href : null;
	};
	return {
		count: all.length,
		next: urlOfPage(number + 1),
		previous: urlOfPage(number - 1),
		results: all.slice((number - 1) * size, number * size).map(view),
	};
}

/** Sorted by `order_by` = name or created_at, `-` first for descending; others change nothing. */
function ordered<T extends NamedRecord>(all: T[], orderBy = ''): T[] {
	const sorted = all.toSorted((a, b) => {
		if (/^-?name$/.test(orderBy)) return a.name.localeCompare(b.name, 'en');
		return /^-?created_at$/.test(orderBy) ? a.createdAt - b.createdAt : 0;
	});
	return /^-(name|created_at)$/.test(orderBy) ? sorted.reverse() : sorted;
}

/** The filters of a list: the fields that query parameters are compared with. */
type FieldsOf<T> = (record: T) => object;

/** Those records whose fields the query names, if they have them, are exactly as it says. */
export function filtered<T>(all: T[], query: Record<string, string>, fieldsOf: FieldsOf<T>): T[] {
	const used = Object.entries(query).filter(
		([name, value]) => value !== '' && !['page', 'order_by'].includes(name),
	);
	// Fields are worked out from other records: for each of many, that takes long.
	if (used.length === 0) return all;
	return all.filter((record) => {
		const fields = new Map<string, unknown>(Object.entries(fieldsOf(record)));
		return used.every(([name, value]) => !fields.has(name) || fields.get(name) === value);
	});
}

/** A request to one object. */
export type WithId = FastifyRequest<{ Params: { id: string } }>;

/** How objects of one kind are listed, shown, created and deleted. */
interface ObjectKind<T> {
	records: Map<string, T>;
	view: (record: T) => JsonObject;
	fieldsOf?: FieldsOf<T>;
	/** Reads what a request says about an object to create, and returns what creates it. */
	create: (check: BodyCheck) => () => T;
	/** Whether a PATCH changes the description besides the name; the rest is silently ignored. */
	isDescribed?: boolean;
	/** @throws HttpError when the object is still needed */
	delete: (record: T) => void;
}

/**
 * The object of a request.
 * @throws HttpError 404 when there is none with this id
 */
export function findRecord<T>(records: ReadonlyMap<string, T>, id: string): T {
	const record = records.get(id);
	if (record === undefined) throw coreError(404);
	return record;
}

/** The routes that every kind of object with a name has: list, create, get, rename and delete. */
export function objectRoutes<T extends NamedRecord & { description?: string }>(
	app: FastifyInstance,
	path: string,
	store: Store,
	{ records, view, fieldsOf = () => ({}), isDescribed = false, ...kind }: ObjectKind<T>,
): void {
	const find = ({ params }: WithId): T => findRecord(records, params.id);

	app.get(path, (request) => {
		const query = queryOf(request);
		// Django takes `True` and `true` for a boolean in a query.
		if (query.archive) query.archive = query.archive.toLowerCase();
		const found = ordered(filtered([...records.values()], query, fieldsOf), query.order_by);
		return pageOf(request, found, store.settings.pageSize, view);
	});

	app.post(path, (request) => view(readBody(request, kind.create)()));

	app.get(`${path}:id/`, (request: WithId) => view(find(request)));

	app.patch(`${path}:id/`, (request: WithId) => {
		const record = find(request);
		const { name, description } = readBody(request, (check) => ({
			name: check.optional('name'),
			description: isDescribed ? check.optional('description', { blank: true }) : undefined,
		}));
		record.name = name ?? record.name;
		if (isDescribed) record.description = description ?? record.description;
		return view(record);
	});

	app.delete(`${path}:id/`, (request: WithId, reply) => {
		kind.delete(find(request));
		return reply.send();
	});
}
