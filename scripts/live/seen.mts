import { findOperation, shapeOf, successOf } from '../../sandbox/contract/described.mts';
import type { Exchange } from '../../sandbox/contract/statement.mts';
import type { Received } from './pacedClient.mts';
import { valueAt } from './values.mts';

/** An exchange that was made: what was sent, its texts filled in, and what came back. */
export interface Seen {
	exchange: Exchange;
	status: number;
	headers: Received['headers'];
	/** Parsed; the text where it is no JSON. */
	body: unknown;
	isJson: boolean;
	/** Why a result is missing, where the answer says so in the place of one. */
	errorCode?: string;
}

/** What a run has seen, by the names of exchanges, and why others were not made. */
export interface Sightings {
	seen: Map<string, Seen>;
	skipped: Map<string, string>;
}

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The records of an answer: those of a page or list, or the one that it is. */
export function recordsOf({ body }: Seen): Json[] {
	const list = [body, valueAt(body, 'results'), valueAt(body, 'options')].find(Array.isArray);
	if (list !== undefined) return (list as unknown[]).filter(isObject);
	return isObject(body) && !('results' in body) ? [body] : [];
}

/** Whether an answer is a success. */
export function isSuccess({ status }: Pick<Seen, 'status'>): boolean {
	return status >= 200 && status < 300;
}

/** Records of one shape in all answers that have it, those in other records included. */
export function recordsOfShape(shape: string, { seen }: Sightings): Json[] {
	return [...seen.values()].filter(isSuccess).flatMap((each) => {
		const { method, path } = each.exchange;
		const operation = findOperation(method, path);
		if (operation === undefined) return [];
		const { answers } = successOf(operation);
		const own = SHAPE_OF_ANSWER[answers] ?? shapeOf(answers);
		const inside = own === 'network' && shape === 'node' ? 'nodes' : undefined;
		const records = own === shape || inside !== undefined ? recordsOf(each) : [];
		if (inside === undefined) return records;
		return records.flatMap(({ [inside]: nodes }) =>
			Array.isArray(nodes) ? (nodes as unknown[]).filter(isObject) : [],
		);
	});
}

const SHAPE_OF_ANSWER: Readonly<Record<string, string>> = { ruleList: 'rule', pinList: 'pin' };
