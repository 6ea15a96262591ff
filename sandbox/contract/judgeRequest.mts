import { findOperation, operationName, type Described } from './described.mts';
import { DIFFERENCES } from './differences.mts';

/** What is wrong with a field of a request, by the vendor's description. */
export interface Flaw {
	/** `GET /v1/nodes/{id}/`. */
	operation: string;
	place: 'query' | 'body';
	field: string;
	flaw:
		| 'not described'
		| 'read-only'
		| 'missing'
		| 'no date-time'
		| 'not a listed value'
		| 'no integer'
		| 'no boolean'
		| 'no list'
		| 'no object'
		| 'no text';
}

/** A request, its body parsed. */
export interface JudgedRequest {
	method: string;
	path: string;
	query: Readonly<Record<string, string>>;
	/** Fields of the body; absent where there is none that can be read. */
	body?: Readonly<Record<string, unknown>>;
}

/** RFC 3339, which `date-time` of OpenAPI means: a date, a time and a zone. */
export const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/** Everything in which a request differs from the vendor's description; of an operation it lacks, nothing is said. */
export function judgeRequest({ method, path, query, body = {} }: JudgedRequest): Flaw[] {
	const described = findOperation(method, path);
	if (described === undefined) return [];
	const operation = operationName(described);
	const flaws: Flaw[] = [];
	for (const [field, value] of Object.entries(query)) {
		const flaw = judgeQuery(value, described.query?.[field]);
		if (flaw !== undefined) flaws.push({ operation, place: 'query', field, flaw });
	}
	for (const [field, value] of Object.entries(body)) {
		const flaw = judgeField(value, described.body?.fields[field]);
		if (flaw !== undefined) flaws.push({ operation, place: 'body', field, flaw });
	}
	for (const field of described.body?.required ?? []) {
		if (!(field in body)) flaws.push({ operation, place: 'body', field, flaw: 'missing' });
	}
	return flaws;
}

/** Whether another source has what a flaw is about. */
export function isAcceptedElsewhere(flaw: Flaw): boolean {
	return DIFFERENCES.some((each) => isSame(each, flaw));
}

function isSame(one: Flaw, other: Flaw): boolean {
	return (
		one.operation === other.operation &&
		one.place === other.place &&
		one.field === other.field &&
		one.flaw === other.flaw
	);
}

function judgeQuery(value: string, described: Described | undefined): Flaw['flaw'] | undefined {
	if (described === undefined) return 'not described';
	const { type } = described;
	// An empty parameter counts as none.
	if (value === '') return undefined;
	if (type === 'integer' && !/^\d+$/.test(value)) return 'no integer';
	if (type === 'boolean' && !/^(true|false)$/i.test(value)) return 'no boolean';
	// A leading hyphen reverses an order (reference pages of the lists).
	return judgeText(value.replace(/^-/, ''), described);
}

function judgeField(value: unknown, described: Described | undefined): Flaw['flaw'] | undefined {
	if (described === undefined) return 'not described';
	const { type, readOnly } = described;
	if (readOnly === true) return 'read-only';
	// What may be null, and how long a text is, is judged where it is read.
	if (value === null) return undefined;
	if (type === 'array' && !Array.isArray(value)) return 'no list';
	if (type === 'object' && typeof value !== 'object') return 'no object';
	if (type !== 'string') return undefined;
	return typeof value === 'string' ? judgeText(value, described) : 'no text';
}

function judgeText(value: string, { format, enum: listed }: Described): Flaw['flaw'] | undefined {
	if (format === 'date-time' && !DATE_TIME.test(value)) return 'no date-time';
	return listed !== undefined && !listed.includes(value) ? 'not a listed value' : undefined;
}
