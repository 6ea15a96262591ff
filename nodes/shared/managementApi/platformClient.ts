import type { IDataObject } from 'n8n-workflow';

import type { Clock } from '../scheduler/clock';
import { isRecord } from '../text/json';
import { Problem } from '../text/problem';
import { makeUnexpectedAnswerProblem, makeUnusableAnswerProblem } from './answerProblem';
import {
	callPlatform,
	hasId,
	buildUrl,
	type Connection,
	type PlatformAnswer,
	type PlatformCall,
} from './callPlatform';
import { makeMayExistProblem } from './exchangeProblem';
import { readRecords, readResults, type Page } from './pages';
import type { CallBody, Query } from './requestParts';

/** Statuses by which the service says that something prevents a DELETE. */
const REFUSALS = [400, 409];

/**
 * The only way to the management API: authentication, JSON, forms, pages, messages. Every method throws
 * a Problem that says what the service answered, or why it could not be called.
 */
export class PlatformClient {
	constructor(private readonly connection: Connection) {}

	/** Server time minus local time in milliseconds, as given by the last answer's Date header. */
	get clockOffsetMs(): number {
		return this.connection.clockOffsetMs ?? 0;
	}

	/** The clock that the offset is counted from. */
	get clock(): Clock {
		return this.connection.scheduler.clock;
	}

	/** GET of one resource. @throws Problem, also when the answer is not a JSON object */
	async get(path: string, subject: string, query?: Query): Promise<IDataObject> {
		return toRecord(await this.read(path, subject, query));
	}

	/** PATCH of one resource; repeating it does no harm. @throws Problem, also when the answer is not a JSON object */
	async update(path: string, subject: string, json: IDataObject): Promise<IDataObject> {
		const body = { json };
		return toRecord(await this.call({ method: 'PATCH', address: path, subject, body }));
	}

	/**
	 * POST that changes everything in a list; repeating it does no harm.
	 * @returns the records of the list after the change
	 * @throws Problem
	 */
	async updateAll(path: string, subject: string, json: IDataObject): Promise<IDataObject[]> {
		const call = { method: 'POST', address: path, subject, idempotent: true } as const;
		const answer = await this.call({ ...call, body: { json } });
		const records: IDataObject[] = [];
		for await (const record of this.recordsFrom(this.pageIn(answer, path))) records.push(record);
		return records;
	}

	/**
	 * POST that makes something new: sent again only if the service certainly did not act.
	 * @param read reads an answer, `undefined` if it does not prove that it was made; most things come with an ID
	 * @throws Problem; its `effect` is `unclear` when the new thing may exist anyway
	 */
	async create<T = IDataObject>(
		path: string,
		thing: string,
		body: CallBody,
		read: (json: unknown) => T | undefined = readResource<T>,
	): Promise<T> {
		const call = { method: 'POST', address: path, subject: thing, body } as const;
		const { status, text, json } = await this.call(call);
		const made = read(json);
		if (made !== undefined) return made;
		throw makeMayExistProblem(thing, makeUnusableAnswerProblem(status, text, 'what was created'));
	}

	/**
	 * DELETE of one resource. After an attempt with an unclear outcome, what can no longer be found was deleted.
	 * @param whenRefused what to do when the service refuses, such as what has to be deleted first
	 * @returns the body the service answered, if any
	 * @throws Problem
	 */
	async remove(path: string, subject: string, whenRefused?: string): Promise<unknown> {
		const request = { method: 'DELETE', address: path, subject } as const;
		const answer = await this.call(request).catch((error: unknown) => {
			const isRefused = error instanceof Problem && REFUSALS.includes(error.httpStatus ?? 0);
			throw isRefused && whenRefused !== undefined ? error.with({ hint: whenRefused }) : error;
		});
		return answer.json;
	}

	/** GET of a text that is not JSON, such as CSV. @throws Problem */
	async text(path: string, subject: string, query?: Query): Promise<string> {
		return (await this.read(path, subject, query, 'text/csv, */*')).text;
	}

	/** GET of any JSON. @throws Problem, also when the answer is not JSON */
	async json(path: string, subject: string, query?: Query): Promise<unknown> {
		const answer = await this.read(path, subject, query);
		if (answer.json === undefined)
			throw makeUnusableAnswerProblem(answer.status, answer.text, 'JSON');
		return answer.json;
	}

	/**
	 * Reads a list, page by page where it comes in pages, following `next` only while the caller keeps asking.
	 * @param noteCount is called for each page with the number of records in the whole list
	 * @throws Problem, also when `next` has to be followed and leads away from the platform
	 */
	async *list(
		path: string,
		query: Query = {},
		noteCount?: (count: number) => void,
	): AsyncGenerator<IDataObject> {
		yield* this.recordsFrom(await this.page(path, query), noteCount);
	}

	/**
	 * Reads one page of a list.
	 * @param address path of the list, or `next` of the page before, wherever it leads: the credential adds the key for
	 * its own origin alone, and refuses to send requests elsewhere
	 * @throws Problem
	 */
	async page(address: string, query?: Query): Promise<Page> {
		return this.pageIn(await this.read(address, undefined, query), address);
	}

	private recordsFrom(
		first: Page,
		noteCount?: (count: number) => void,
	): AsyncGenerator<IDataObject> {
		return readRecords(first, (address) => this.page(address), noteCount);
	}

	/** A list that does not come in pages is a page of its own. */
	private pageIn(answer: PlatformAnswer, address: string): Page {
		const page = Array.isArray(answer.json)
			? { results: answer.json, count: answer.json.length }
			: toRecord(answer);
		const { next, count } = page;
		const here = buildUrl(this.connection.baseUrl, address);
		if (next && !URL.canParse(String(next), here))
			throw makeUnexpectedAnswerProblem("a list whose 'next' is not an address", answer.status);
		return {
			results: readResults(page, 'a list', answer.status),
			...(next && { next: new URL(String(next), here).href }),
			...(typeof count === 'number' && { count }),
		};
	}

	private read(
		address: string,
		subject?: string,
		query?: Query,
		accept?: string,
	): Promise<PlatformAnswer> {
		return this.call({ method: 'GET', address, subject, query, accept });
	}

	private call(call: PlatformCall): Promise<PlatformAnswer> {
		return callPlatform(this.connection, call);
	}
}

function toRecord(answer: PlatformAnswer): IDataObject {
	if (isRecord(answer.json)) return answer.json as IDataObject;
	throw makeUnusableAnswerProblem(answer.status, answer.text, 'a JSON object');
}

function readResource<T>(json: unknown): T | undefined {
	return isRecord(json) && hasId(json) ? (json as T) : undefined;
}
