import type { Envelope, Expectation, Statement } from '../../sandbox/contract/statement.mts';
import { fill, type Given } from './fill.mts';
import { RULES, type Finding } from './rules.mts';
import { isSuccess, recordsOf, recordsOfShape, type Seen, type Sightings } from './seen.mts';
import { describeValue, isOfType, valueAt } from './values.mts';

/** What became of a statement. */
export type Verdict =
	| { is: 'confirmed' }
	| { is: 'differs'; seen: string }
	| { is: 'not reached'; why: string };

/** What a run has seen and knows. */
export interface Evidence extends Sightings {
	given: Given;
	/** Milliseconds. */
	now: number;
}

/** Compares a statement with what a run has seen. */
export function judge(statement: Statement, evidence: Evidence): Verdict {
	const { on = [], shape, expect = {}, unreachable } = statement;
	if (shape !== undefined) return toVerdict(judgeShape(shape, expect, evidence));
	const made = on.find((name) => evidence.seen.has(name));
	if (made !== undefined) return toVerdict(judgeSeen(evidence.seen.get(made)!, expect, evidence));
	const why = on.map((name) => evidence.skipped.get(name)).find((each) => each !== undefined);
	return { is: 'not reached', why: unreachable ?? why ?? 'not asked' };
}

function toVerdict(finding: Finding): Verdict {
	if (finding === undefined) return { is: 'confirmed' };
	return typeof finding === 'string'
		? { is: 'differs', seen: finding }
		: { is: 'not reached', why: finding.why };
}

function judgeShape(shape: string, expect: Expectation, evidence: Evidence): Finding {
	const records = recordsOfShape(shape, evidence);
	if (records.length === 0) return { why: 'none was seen' };
	return judgeFields(records, expect) ?? judgeRuleOfShape(records, expect, evidence);
}

/** Rules are about one answer; here, about one of all the records. */
function judgeRuleOfShape(body: object[], { rule }: Expectation, evidence: Evidence): Finding {
	if (rule === undefined) return undefined;
	const exchange = { name: '', method: '', path: '' };
	const seen: Seen = { exchange, status: 200, headers: {}, body, isJson: true };
	return RULES[rule]({ ...evidence, all: evidence, seen });
}

function judgeSeen(seen: Seen, expect: Expectation, evidence: Evidence): Finding {
	const { status } = expect;
	if (status !== undefined && ![status].flat().includes(seen.status)) return describeStatus(seen);
	// What an answer looks like is no question where another one came.
	const isMeant = isSuccess(seen) === (seen.exchange.provokes === undefined);
	if (status === undefined && !isMeant) return { why: `answered with ${describeStatus(seen)}` };
	return (
		judgeForm(seen, expect) ??
		judgeAnswer(seen, expect) ??
		judgeRecords(seen, expect, evidence) ??
		judgeRule(seen, expect, evidence)
	);
}

function describeStatus({ status, body }: Seen): string {
	const code = valueAt(body, 'error.code') ?? valueAt(body, 'errors.0.code');
	const isWord = typeof code === 'string' && /^[a-z_]{1,40}$/i.test(code);
	return `status ${status}${isWord ? ` (${code})` : ''}`;
}

function judgeForm(seen: Seen, { type, headers = {}, envelope }: Expectation): Finding {
	const { 'content-type': found = 'none' } = seen.headers;
	if (type !== undefined && !found.toLowerCase().startsWith(type)) return `it is ${found}`;
	for (const [name, wanted] of Object.entries(headers)) {
		if (!isOfType(seen.headers[name], wanted)) {
			return `header ${name}: ${describeValue(seen.headers[name], wanted)}`;
		}
	}
	if (envelope === undefined || ENVELOPES[envelope](seen.body)) return undefined;
	return `the error has another form: ${describeBody(seen)}`;
}

const ENVELOPES: Readonly<Record<Envelope, (body: unknown) => boolean>> = {
	core: (body) => isOfType(valueAt(body, 'error.message'), 'text'),
	ipfs: (body) => isOfType(valueAt(body, 'errors.0.message'), 'text'),
	faucet: (body) =>
		isOfType(valueAt(body, 'error'), 'text') || isOfType(valueAt(body, 'error.message'), 'text'),
	proxy: (body) => isOfType(body, 'text'),
};

function describeBody({ body, isJson }: Seen): string {
	if (body === '') return 'an empty body';
	if (!isJson) return /^\s*</.test(String(body)) ? 'a web page' : 'a text';
	if (Array.isArray(body)) return 'a list';
	const names = typeof body === 'object' && body !== null ? Object.keys(body) : [];
	return `JSON with ${names.slice(0, 6).join(', ') || 'nothing in it'}`;
}

function judgeAnswer(seen: Seen, { answer = {} }: Expectation): Finding {
	const entries = Object.entries(answer);
	if (entries.length === 0) return undefined;
	if (seen.errorCode !== undefined && valueAt(seen.body, 'error') === undefined) {
		return `error ${seen.errorCode}`;
	}
	if (!seen.isJson) return describeBody(seen);
	return judgeFields([seen.body], { fields: answer });
}

/** Types of values in records; of each field, the first that is of another type is described. */
function judgeFields(records: readonly unknown[], { fields = {} }: Expectation): Finding {
	const flaws = Object.entries(fields).flatMap(([path, type]) => {
		const wrong = records.filter((record) => !isOfType(valueAt(record, path), type));
		if (wrong.length === 0) return [];
		const what = path === '' ? '' : `${path} is `;
		const share = records.length > 1 ? ` in ${wrong.length} of ${records.length}` : '';
		return [`${what}${describeValue(valueAt(wrong[0], path), type)}${share}`];
	});
	return flaws.length === 0 ? undefined : flaws.join('; ');
}

function judgeRecords(seen: Seen, expect: Expectation, { given }: Evidence): Finding {
	const { fields, values, order, pageSize } = expect;
	const isAboutRecords = [fields, values, order, pageSize].some((each) => each !== undefined);
	if (!isAboutRecords) return undefined;
	const records = recordsOf(seen);
	if (records.length === 0) return { why: 'the list is empty' };
	return (
		judgeFields(records, expect) ??
		judgeValues(records, fill(values ?? {}, given)) ??
		(order === undefined ? undefined : judgeOrder(records, order)) ??
		(pageSize === undefined ? undefined : judgePageSize(seen, pageSize))
	);
}

function judgeValues(
	records: ReadonlyArray<Record<string, unknown>>,
	values: Readonly<Record<string, unknown>>,
): Finding {
	for (const [field, wanted] of Object.entries(values)) {
		const others = records.filter(({ [field]: value }) => value !== wanted).length;
		if (others > 0) return `another ${field} in ${others} of ${records.length}`;
	}
	return undefined;
}

function judgeOrder(records: ReadonlyArray<Record<string, unknown>>, order: string): Finding {
	const field = order.replace(/^-/, '');
	const found = records.map(({ [field]: value }) => value);
	if (found.length < 2) return { why: 'there are fewer than two' };
	const values = found.map((value) =>
		typeof value === 'number' ? value : Date.parse(String(value)),
	);
	if (values.some(Number.isNaN)) return `${field} is no time`;
	const sign = order.startsWith('-') ? -1 : 1;
	const place = values.findIndex(
		(value, index) => index > 0 && sign * (value - values[index - 1]) < 0,
	);
	if (place >= 0) return `number ${place + 1} is out of order`;
	const areSame = values.every((value) => value === values[0]);
	return areSame ? { why: `all have the same ${field}` } : undefined;
}

function judgePageSize(seen: Seen, size: number): Finding {
	const { length } = recordsOf(seen);
	const isLast = (valueAt(seen.body, 'next') ?? null) === null;
	if (isLast && length <= size) return { why: 'the list has one page' };
	return length === size ? undefined : `${length} records`;
}

function judgeRule(seen: Seen, { rule }: Expectation, evidence: Evidence): Finding {
	if (rule === undefined) return undefined;
	return RULES[rule]({ ...evidence, all: evidence, seen });
}
