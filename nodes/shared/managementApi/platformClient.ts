import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { exchange, type HttpRequest, type RequestContext } from '../http/exchange';
import {
	measureClockAheadMs,
	mayHaveBeenProcessed,
	toEnding,
	type Answer,
	type Outcome,
} from '../http/outcome';
import type { RequestScheduler } from '../scheduler/requestScheduler';
import type { RetryOptions } from '../scheduler/retryPolicy';
import type { HostOptions, Transport } from '../scheduler/scheduledCall';
import { isRecord, parseOrUndefined } from '../text/json';
import { toProblem } from '../text/problem';
import { trimEnd } from '../text/strings';
import { makeUnexpectedAnswerProblem, makeUnusableAnswerProblem } from './answerProblem';
import { makeExchangeProblem, makeMayExistProblem } from './exchangeProblem';
import { readRecords, readResults, type Page } from './pages';
import { buildBody, chooseTimeouts, type CallBody, type Query } from './requestParts';

/** Longest answer that is read, in bytes. */
const LONGEST_ANSWER = 64 * 1024 * 1024;

/** The address of one resource ends with its ID. */
const BY_ID = /\/[A-Z]{2,3}(-\d+)+\/$/;

/** The run that a client belongs to, and the platform. */
export interface Connection {
	/** Address of the API without a slash at the end; paths start with `/v1` or `/v2`. */
	baseUrl: URL;
	allowUnauthorizedCerts: boolean;
	context: RequestContext;
	scheduler: RequestScheduler;
	hostOptions: HostOptions;
	retryOptions: RetryOptions;
	/** Cancels the calls. */
	cancel?: AbortSignal;
}

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

/**
 * The only way to the management API: authentication, JSON, forms, pages, messages. Every method throws
 * a Problem that says what the service answered, or why it could not be called.
 */
export class PlatformClient {
	/** Server time minus local time in milliseconds, by the last answer's Date header. */
	clockOffsetMs = 0;

	constructor(private readonly connection: Connection) {}

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
	 * @returns the records of the list after the change
	 */
	async updateAll(path: string, subject: string, json: IDataObject): Promise<IDataObject[]> {
		const details = { subject, json, idempotent: true };
		const first = this.toPage(await this.call('POST', path, details), path);
		const records: IDataObject[] = [];
		for await (const record of readRecords(first, this)) records.push(record);
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
		read = (json: unknown): T | undefined => (hasId(json) ? (json as T) : undefined),
	): Promise<T> {
		const { status, text, json } = await this.call('POST', path, { subject: thing, ...body });
		const made = read(json);
		if (made !== undefined) return made;
		throw makeMayExistProblem(thing, makeUnusableAnswerProblem(status, text, 'what was created'));
	}

	/**
	 * DELETE of one resource. After an attempt with an unclear outcome, what can no longer be found was deleted.
	 * @param whenRefused what to do when the service refuses, such as what has to be deleted first
	 */
	async remove(path: string, subject: string, whenRefused?: string): Promise<void> {
		await this.call('DELETE', path, { subject }).catch((error: unknown) => {
			const problem = toProblem(error);
			const isRefused = [400, 409].includes(problem.httpStatus ?? 0);
			throw isRefused && whenRefused ? problem.with({ hint: whenRefused }) : problem;
		});
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
	 * @throws Problem, also when `next` has to be followed and leads away from the platform
	 */
	async *list(
		path: string,
		query?: Query,
		noteCount?: (count: number) => void,
	): AsyncGenerator<IDataObject> {
		yield* readRecords(await this.page(path, query), this, noteCount);
	}

	/**
	 * Reads one page of a list.
	 * @param address path of the list, or `next` of the page before, wherever it leads: the credential adds the key for
	 * its own origin alone, and refuses to send requests elsewhere
	 */
	async page(address: string, query?: Query): Promise<Page> {
		return this.toPage(await this.call('GET', address, { query }), address);
	}

	/** A list that does not come in pages is a page of its own. */
	private toPage(answer: Success, address: string): Page {
		const { json } = answer;
		const page = Array.isArray(json) ? { results: json, count: json.length } : toRecord(answer);
		const { next, count } = page;
		const here = this.toUrl(address);
		if (next && !URL.canParse(String(next), here))
			throw makeUnexpectedAnswerProblem("a list whose 'next' is not an address");
		return {
			results: readResults(page, 'a list'),
			...(next && { next: new URL(String(next), here).href }),
			...(typeof count === 'number' && { count }),
		};
	}

	/** Paths, which start with `/v1` or `/v2`, are appended to the base URL. */
	private toUrl(address: string): string {
		const { href } = this.connection.baseUrl;
		return address.startsWith('/') ? trimEnd(href, '/') + address : address;
	}

	/** Has a request sent, and repeated where that is allowed. The platform's limits apply to all paths together. */
	private async call(
		method: IHttpRequestMethods,
		address: string,
		details: CallDetails,
	): Promise<Success> {
		const { scheduler, hostOptions, retryOptions: retry, cancel, baseUrl } = this.connection;
		const { subject, idempotent = method !== 'POST' } = details;
		const url = this.toUrl(address);
		const host = `platform ${new URL(url).origin}`;
		const place = { host, address: host, group: host, bytes: 0, isAlone: true };
		const payload = { ...details, method, url };
		const settled = await scheduler.run(
			{ ...place, payload, transport: this.transport, retry, idempotent },
			hostOptions,
			cancel,
		);
		const { reply, attempts } = settled;
		const answer = reply?.kind === 'answer' ? reply : undefined;
		const aheadMs = answer && measureClockAheadMs(answer);
		if (aheadMs !== undefined) this.clockOffsetMs = -aheadMs;
		const isSuccess = answer !== undefined && answer.status >= 200 && answer.status < 300;
		const json = isSuccess ? parseOrUndefined(answer.text) : undefined;
		if (isSuccess && !isError(json)) return { ...answer, json };
		// An attempt whose answer was lost may have deleted it; a rejected one has not.
		if (method === 'DELETE' && answer?.status === 404 && settled.mayHaveBeenProcessedBefore)
			return { ...answer, json: undefined };
		const about = { subject, isById: BY_ID.test(address) };
		const problem = makeExchangeProblem(settled, { ...retry, host: baseUrl.host, ...about });
		const mayExist =
			!idempotent && attempts > 0 && (isSuccess || (reply && mayHaveBeenProcessed(reply)));
		throw mayExist ? makeMayExistProblem(subject ?? 'object', problem) : problem;
	}

	private readonly transport: Transport<
		CallDetails & Pick<HttpRequest, 'method' | 'url'>,
		Outcome
	> = {
		send: async ([call], cancel) => {
			const { context, scheduler, retryOptions, allowUnauthorizedCerts } = this.connection;
			const { method, url, query, accept = 'application/json' } = call;
			const type = call.json && { 'Content-Type': 'application/json' };
			const request = {
				...{ method, url, qs: { ...query }, headers: { Accept: accept, ...type } },
				...{ authenticated: true, allowUnauthorizedCerts, maxAnswerBytes: LONGEST_ANSWER },
				...chooseTimeouts(call, retryOptions.timeoutMs),
			};
			const reply = await buildBody(call).then(
				(body) => exchange(context, scheduler.clock, { ...request, body }, cancel),
				// Nothing is sent where a file cannot be read.
				(thrown): Outcome => {
					const { message, hint } = toProblem(thrown);
					return { kind: 'blocked', message, hint };
				},
			);
			const ends = [{ ending: toEnding(reply), reply }];
			return { ends, isRefusedWhole: true, isTimeout: reply.kind === 'timedOut' };
		},
	};
}

function toRecord({ status, text, json }: Success): IDataObject {
	if (isRecord(json)) return json as IDataObject;
	throw makeUnusableAnswerProblem(status, text, 'a JSON object');
}

/** @returns whether JSON is a resource: all of them have an ID */
function hasId(json: unknown): boolean {
	return isRecord(json) && typeof json.id === 'string' && json.id !== '';
}

/** A success that carries an error is not one; and n8n takes a result with that member for a failed item. */
function isError(json: unknown): boolean {
	return isRecord(json) && Boolean(json.error ?? json.errors) && !hasId(json);
}
