import type { FastifyRequest } from 'fastify';
import { coreError } from './errors.mts';

/** One page of a list, as the core API gives it; `next` and `previous` are absolute URLs. */
export interface Page<T> {
	count: number;
	next: string | null;
	previous: string | null;
	results: T[];
}

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
 * The page the request asks for.
 * @throws HttpError 404 when there is no such page
 */
export function pageOf<T>(request: FastifyRequest, all: T[], size: number): Page<T> {
	const pages = Math.max(1, Math.ceil(all.length / size));
	const asked = queryOf(request).page ?? '1';
	const number = asked === 'last' ? pages : Number(asked);
	if (!Number.isInteger(number) || number < 1 || number > pages) {
		throw coreError(404, 'Invalid page.');
	}
	return {
		count: all.length,
		next: number < pages ? pageUrl(request, number + 1) : null,
		previous: number > 1 ? pageUrl(request, number - 1) : null,
		results: all.slice((number - 1) * size, number * size),
	};
}

function pageUrl(request: FastifyRequest, number: number): string {
	const url = urlOf(request);
	if (number === 1) url.searchParams.delete('page');
	else url.searchParams.set('page', String(number));
	return url.href;
}

/** What `order_by` compares. */
export interface Orderable {
	name: string;
	createdAt: number;
}

/** Sorted by `order_by` = name or created_at, `-` first for descending; others change nothing. */
export function ordered<T extends Orderable>(all: T[], orderBy: string | undefined): T[] {
	const descending = orderBy?.startsWith('-') ?? false;
	const field = orderBy?.replace(/^-/, '');
	const compare: Record<string, (a: T, b: T) => number> = {
		name: (a, b) => a.name.localeCompare(b.name, 'en'),
		created_at: (a, b) => a.createdAt - b.createdAt,
	};
	if (field === undefined || !Object.hasOwn(compare, field)) return all;
	const sorted = [...all].sort(compare[field]);
	return descending ? sorted.reverse() : sorted;
}

/**
 * Those records for which every filter that the query uses matches. A filter compares exactly, the
 * way Django's filters do unless told otherwise; a query parameter without a filter is ignored.
 */
export function filtered<T>(
	all: T[],
	query: Record<string, string>,
	filters: Record<string, (record: T) => string | undefined>,
): T[] {
	const used = Object.entries(filters).filter(([name]) => (query[name] ?? '') !== '');
	return all.filter((record) => used.every(([name, value]) => value(record) === query[name]));
}
