import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import {
	measureClockAheadMs,
	mayHaveBeenProcessed,
	type Answer,
	type Outcome,
} from '../http/outcome';
import type { Settled } from '../scheduler/scheduledCall';
import { parseExactly } from '../text/exactJson';
import { isRecord } from '../text/json';
import { Cancelled, type Problem } from '../text/problem';
import { trimEnd } from '../text/strings';
import { makeUnexpectedAnswerProblem, makeUnusableAnswerProblem } from './answerProblem';
import { findRecord, hasId, saysError } from './answerRecord';
import { makeExchangeProblem, makeMayExistProblem } from './exchangeProblem';
import { readRecords, readResults, type Page } from './pages';
import { PlatformTransport, type Connection } from './platformTransport';
import type { Query } from './query';
import type { CallBody } from './requestBody';

/** The address of one resource ends with its ID. */
const BY_ID = /\/[A-Z]{2,3}(-\d+)+\/$/;

/** One call of the management API, besides its method and its address. */
interface CallDetails extends CallBody {
	query?: Query;
	/** Whether repeating it does no harm; without this, that holds for all but a POST. */
	idempotent?: boolean;
	/** Subject of the call, such as `node ND-1-2-3`. */
	subject?: string;
	/** Media type wanted, unless it is JSON. */
	accept?: string;
}

/** A success, with its body parsed if that is JSON. */
type Success = Answer & { json: unknown };

/** A call that did not succeed. */
interface Failed {
	problem: Problem;
	/** Whether any of its attempts may have had an effect. */
	mayHaveActed: boolean;
}

/**
 * The only way to the management API: authentication, JSON, forms, pages, messages. Every method throws
 * a Problem that says what the service answered, or why it could not be called.
 */
export class PlatformClient {
	/** Server time minus local time in milliseconds, by the last answer's Date header. */
	clockOffsetMs = 0;

	private readonly transport: PlatformTransport;

	constructor(private readonly connection: Connection) {
		this.transport = new PlatformTransport(connection);
	}

	/** GET of one resource. @throws Problem, also when the answer is not a JSON object */
	async get(path: string, subject: string, query?: Query): Promise<IDataObject> {
		return toRecord(await this.call('GET', path, { subject, query }));
	}

	/** PATCH of one resource; repeating it does no harm. @throws Problem, also when the answer is not a JSON object */
	async update(path: string, subject: string, json: IDataObject): Promise<IDataObject> {
		return toRecord(await this.call('PATCH', path, { subject, json }));
	}

	/**
	 * POST that changes everything in a list; repeating it does no harm.
	 * @param list path of the list
	 * @param action what follows that path in the address of the change, such as `bulk-update-status/`
	 * @param change the subject, and the body
	 * @returns the records of the list after the change
	 */
	async updateAll(
		list: string,
		action: string,
		change: { subject: string; json: IDataObject },
	): Promise<IDataObject[]> {
		const answer = await this.call('POST', list + action, { ...change, idempotent: true });
		const records: IDataObject[] = [];
		for await (const record of readRecords(this.toPage(answer, list), this)) records.push(record);
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
		read = (json: unknown): T | undefined => findRecord(json, hasId) as T | undefined,
	): Promise<T> {
		const { status, text, json } = await this.call('POST', path, { subject: thing, ...body });
		const made = read(json);
		if (made !== undefined) return made;
		throw makeMayExistProblem(thing, makeUnusableAnswerProblem(status, text, 'what was created'));
	}

	/**
	 * DELETE of one resource. After an attempt with an unclear outcome it is asked for: what can no longer be found was
	 * deleted.
	 * @param whenRefused what to do when the service refuses, such as what has to be deleted first
	 * @throws Problem; after an unclear outcome it says whether the resource was still there
	 */
	async remove(path: string, subject: string, whenRefused?: string): Promise<void> {
		const ended = await this.attempt('DELETE', path, { subject });
		if ('status' in ended) return;
		const { problem, mayHaveActed } = ended;
		if (mayHaveActed && !(problem instanceof Cancelled)) {
			// An attempt whose answer was lost may have deleted it; a rejected one has not.
			if (problem.httpStatus === 404) return;
			const hint = await this.lookFor(path, subject);
			if (hint === undefined) return;
			throw problem.with({ hint });
		}
		const isRefused = [400, 409].includes(problem.httpStatus ?? 0);
		throw isRefused && whenRefused ? problem.with({ hint: whenRefused }) : problem;
	}

	/** GET of a text that is not JSON, such as CSV. */
	async text(path: string, subject: string, query?: Query): Promise<string> {
		return (await this.call('GET', path, { subject, query, accept: 'text/csv, */*' })).text;
	}

	/** GET of any JSON. @throws Problem, also when the answer is not JSON */
	async json(path: string, subject: string): Promise<unknown> {
		const { status, text, json } = await this.call('GET', path, { subject });
		if (json === undefined) throw makeUnusableAnswerProblem(status, text, 'JSON');
		return json;
	}

	/**
	 * Reads a list, page by page where it comes in pages, following `next` only while the caller keeps asking.
	 * @param noteCount is called for each page with the number of records in the whole list
	 * @throws Problem
	 */
	async *list(
		path: string,
		query?: Query,
		noteCount?: (count: number) => void,
	): AsyncGenerator<IDataObject> {
		yield* readRecords(await this.page(path, query), this, noteCount);
	}

	/** Reads the first page of a list. @throws Problem */
	async page(path: string, query?: Query): Promise<Page> {
		return this.toPage(await this.call('GET', path, { query }), path);
	}

	/**
	 * Reads a further page of a list.
	 * @param next `next` of the page before
	 * @returns an empty page where that is not there any more, because what it had was deleted in the meantime
	 * @throws Problem
	 */
	async nextPage(next: string): Promise<Page> {
		const ended = await this.attempt('GET', next, {});
		if ('status' in ended) return this.toPage(ended, next);
		if (ended.problem.httpStatus === 404) return { results: [] };
		throw ended.problem;
	}

	/**
	 * A list that does not come in pages is a page of its own. Of `next` only the query counts: behind a proxy, it may
	 * name another scheme, host or path than the one that can be reached, and the key is for that one only.
	 */
	private toPage(answer: Success, address: string): Page {
		const { json } = answer;
		if (Array.isArray(json))
			return { results: readResults({ results: json }, 'a list'), count: json.length };
		const { next, count, ...rest } = toRecord(answer);
		const page: Page = { results: readResults(rest, 'a list') };
		if (typeof count === 'number') page.count = count;
		page.next = next ? findNext(String(next), this.toUrl(address), address) : undefined;
		return page;
	}

	/** Paths, which start with `/v1` or `/v2`, are appended to the base URL. */
	private toUrl(path: string): string {
		return trimEnd(this.connection.baseUrl.href, '/') + path;
	}

	/**
	 * Looks for something whose deletion had an unclear outcome, once.
	 * @returns how to go on, `undefined` where it is gone
	 */
	private async lookFor(path: string, subject: string): Promise<string | undefined> {
		const ended = await this.attempt('GET', path, { subject });
		if ('status' in ended)
			return `The ${subject} was still there right after that. Delete it again`;
		if (ended.problem.httpStatus === 404) return undefined;
		return `The ${subject} may have been deleted: it could not be looked for (${ended.problem.message}). Check before you go on`;
	}

	/** Makes a call that has to succeed. @throws Problem */
	private async call(
		method: IHttpRequestMethods,
		path: string,
		details: CallDetails,
	): Promise<Success> {
		const ended = await this.attempt(method, path, details);
		if ('status' in ended) return ended;
		throw ended.problem;
	}

	/** Makes a call. Never throws. */
	private async attempt(
		method: IHttpRequestMethods,
		path: string,
		{ subject, ...details }: CallDetails,
	): Promise<Success | Failed> {
		const idempotent = details.idempotent ?? method !== 'POST';
		const call = { ...details, method, url: this.toUrl(path), idempotent };
		const settled = await this.transport.run(call);
		const { reply } = settled;
		if (reply?.kind === 'answer') {
			this.noteServerTime(reply);
			const json = isSuccess(reply) ? parseExactly(reply.text) : undefined;
			if (isSuccess(reply) && !saysError(json)) return { ...reply, json };
		}
		const { retryOptions, baseUrl } = this.connection;
		const about = { ...retryOptions, host: baseUrl.host, subject, isById: BY_ID.test(path) };
		const problem = makeExchangeProblem(settled, about);
		const mayHaveActed = mayHaveEffect(settled);
		if (idempotent || !mayHaveActed) return { problem, mayHaveActed };
		return { problem: makeMayExistProblem(subject ?? 'object', problem), mayHaveActed };
	}

	private noteServerTime(answer: Answer): void {
		const aheadMs = measureClockAheadMs(answer);
		if (aheadMs !== undefined) this.clockOffsetMs = -aheadMs;
	}
}

function isSuccess({ status }: Answer): boolean {
	return status >= 200 && status < 300;
}

/** @returns whether any attempt at a call that did not succeed may have had an effect */
function mayHaveEffect({ reply, attempts, mayHaveBeenProcessedBefore }: Settled<Outcome>): boolean {
	if (mayHaveBeenProcessedBefore) return true;
	if (reply === undefined || attempts === 0) return false;
	if (reply.kind === 'answer' && isSuccess(reply)) return true;
	return mayHaveBeenProcessed(reply);
}

/**
 * @returns path and query of the next page; `undefined` where `next` has no query, because that is the first page
 * @throws Problem where `next` is no address
 */
function findNext(next: string, here: string, address: string): string | undefined {
	if (!URL.canParse(next, here))
		throw makeUnexpectedAnswerProblem("a list whose 'next' is not an address");
	const { search } = new URL(next, here);
	const [path] = address.split('?');
	return search === '' ? undefined : path + search;
}

function toRecord({ status, text, json }: Success): IDataObject {
	if (isRecord(json)) return json as IDataObject;
	throw makeUnusableAnswerProblem(status, text, 'a JSON object');
}
