import type { IDataObject, IHttpRequestMethods } from 'n8n-workflow';

import { isUnclear, type Exchanged, type Outcome } from '../http/outcome';
import type { RequestContext } from '../http/exchange';
import type { OriginGate } from '../http/originGate';
import type { Patience } from '../http/patience';
import { sendWithRetries, type RetryPolicy } from '../http/retries';
import { answerProblem, unusableAnswer } from '../pure/answerProblem';
import { isRecord, parsedOrUndefined } from '../pure/json';
import { Problem } from '../pure/problem';
import { apiHalf, parseBaseUrl, type ChainstackCredential } from './credential';
import { exchangeProblem, mayExist } from './exchangeProblem';
import { requestBody, timeLimits, type CallBody, type FormField } from './requestBody';

/** Values of a query; the platform's filters are all plain. */
export type Query = Readonly<Record<string, string | number | boolean>>;

/** What a client needs from the run it belongs to. */
export interface Connection extends Patience {
	context: RequestContext;
	gate: OriginGate;
}

interface Call {
	method: IHttpRequestMethods;
	/** Absolute address, or a path that starts with `/v1` or `/v2`. */
	address: string;
	query?: Query;
	body?: CallBody;
	replay: RetryPolicy['replay'];
	/** What the request is about, such as `node ND-1-2-3`. */
	subject?: string;
	/** Media type wanted, unless it is JSON. */
	accept?: string;
}

/**
 * The one way to the management API: authentication, JSON, forms, pages, messages. Every method throws
 * a Problem that says what the service answered, or why it could not be asked.
 */
export class PlatformClient {
	private readonly baseUrl: URL;

	/** Server time minus local time in milliseconds, as far as the last answer's Date header tells. */
	clockOffsetMs = 0;

	constructor(
		private readonly connection: Connection,
		private readonly credential: ChainstackCredential | undefined,
	) {
		this.baseUrl = parseBaseUrl(apiHalf(credential).baseUrl);
	}

	/** GET of one resource. @throws Problem, also when the answer is no JSON object */
	async get(path: string, subject: string, query?: Query): Promise<IDataObject> {
		return asRecord(
			await this.call({ method: 'GET', address: path, subject, query, replay: 'always' }),
		);
	}

	/** PATCH of one resource; a repetition does no harm. @throws Problem, also when the answer is no JSON object */
	async update(path: string, subject: string, json: IDataObject): Promise<IDataObject> {
		return asRecord(
			await this.call({
				method: 'PATCH',
				address: path,
				subject,
				body: { json },
				replay: 'always',
			}),
		);
	}

	/**
	 * POST that makes something new: sent again only if the service certainly did not act.
	 * @param isMade whether an answer proves that it was made; most things come with an ID
	 * @throws Problem; its `effect` is `unclear` when the new thing may exist all the same
	 */
	async create(
		path: string,
		thing: string,
		json: IDataObject,
		isMade: (answer: Record<string, unknown>) => boolean = hasId,
	): Promise<IDataObject> {
		const call: Call = {
			method: 'POST',
			address: path,
			subject: thing,
			body: { json },
			replay: 'withoutEffect',
		};
		const answer = await this.call(call);
		if (isRecord(answer.json) && isMade(answer.json)) return answer.json as IDataObject;
		const expected = isMade === hasId ? 'a JSON object with an ID' : 'a JSON object';
		throw mayExist(thing, unusableAnswer(answer.status, answer.text, expected));
	}

	/**
	 * POST of JSON that makes something new, like {@link create}, for answers of any shape.
	 * @returns whatever JSON the service answered
	 */
	async createAny(path: string, thing: string, json: IDataObject): Promise<unknown> {
		return await this.creation(path, thing, { json });
	}

	/**
	 * POST of a multipart form that makes something new, like {@link create}.
	 * @returns whatever JSON the service answered
	 */
	async createFromForm(path: string, thing: string, form: readonly FormField[]): Promise<unknown> {
		return await this.creation(path, thing, { form });
	}

	/**
	 * DELETE of one resource. When a repetition answers that there is none, an earlier attempt deleted it.
	 * @returns the body the service answered, if any
	 * @throws Problem
	 */
	async remove(path: string, subject: string): Promise<unknown> {
		const answer = await this.call({ method: 'DELETE', address: path, subject, replay: 'always' });
		return answer.json;
	}

	/** GET of a text that is not JSON, such as CSV. @throws Problem */
	async text(path: string, subject: string, query?: Query): Promise<string> {
		const call: Call = {
			method: 'GET',
			address: path,
			subject,
			query,
			replay: 'always',
			accept: 'text/csv, */*',
		};
		return (await this.call(call)).text;
	}

	/** GET of any JSON. @throws Problem, also when the answer is not JSON */
	async json(path: string, subject: string, query?: Query): Promise<unknown> {
		const answer = await this.call({
			method: 'GET',
			address: path,
			subject,
			query,
			replay: 'always',
		});
		if (answer.json === undefined) throw unusableAnswer(answer.status, answer.text, 'JSON');
		return answer.json;
	}

	/**
	 * Reads a list page by page, following `next` only as far as the caller goes on asking.
	 * @throws Problem, also when `next` leads away from the platform; one that leads back ends the list
	 */
	async *list(path: string, query: Query = {}): AsyncGenerator<IDataObject> {
		const seen = new Set<string>();
		let page = await this.page(path, query);
		for (;;) {
			yield* page.results;
			if (page.next === undefined || seen.has(page.next)) return;
			seen.add(page.next);
			page = await this.page(page.next);
		}
	}

	/**
	 * Reads one page of a list.
	 * @param address path of the list, or `next` of the page before
	 * @throws Problem, also when the address leads away from the platform
	 */
	async page(address: string, query?: Query): Promise<{ results: IDataObject[]; next?: string }> {
		const page = asRecord(await this.call({ method: 'GET', address, query, replay: 'always' }));
		if (!Array.isArray(page.results)) {
			throw new Problem("Chainstack answered a list without 'results'", {
				hint: "Check that 'Base URL' in the credential is the address of the API itself",
			});
		}
		const next =
			typeof page.next === 'string' && page.next !== '' ? this.nextPage(page.next) : undefined;
		return { results: page.results as IDataObject[], next };
	}

	private async creation(address: string, thing: string, body: CallBody): Promise<unknown> {
		const answer = await this.call({
			method: 'POST',
			address,
			subject: thing,
			body,
			replay: 'withoutEffect',
		});
		if (answer.json !== undefined) return answer.json;
		throw mayExist(thing, unusableAnswer(answer.status, answer.text, 'JSON'));
	}

	private nextPage(next: string): string {
		const address = new URL(next, this.baseUrl);
		if (address.origin !== this.baseUrl.origin) {
			throw new Problem(
				`The next page of the list is at ${address.host}, which is not the address of the credential`,
				{
					hint: "The API key is not sent there. Check 'Base URL' in the credential",
				},
			);
		}
		return address.href;
	}

	private async call(call: Call): Promise<{ status: number; text: string; json: unknown }> {
		const { connection } = this;
		const exchanged = await sendWithRetries(
			connection.context,
			connection.gate,
			{
				method: call.method,
				url: call.address.startsWith('/')
					? this.baseUrl.href.replace(/\/$/, '') + call.address
					: call.address,
				query: call.query,
				headers: {
					Accept: call.accept ?? 'application/json',
					...(call.body && 'json' in call.body && { 'Content-Type': 'application/json' }),
				},
				body: requestBody(call.body),
				authenticated: true,
				allowUnauthorizedCerts: this.credential?.allowUnauthorizedCerts ?? false,
				...timeLimits(call.body, connection.timeLimitMs),
			},
			{ replay: call.replay, retries: connection.retries, longestWaitMs: connection.longestWaitMs },
		);
		const { outcome } = exchanged;
		this.noteClock(outcome);
		if (outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300) {
			const json = parsedOrUndefined(outcome.text);
			if (!saysError(json)) return { status: outcome.status, text: outcome.text, json };
			const problem = answerProblem(outcome, call.subject);
			throw call.replay === 'withoutEffect' ? mayExist(call.subject ?? 'object', problem) : problem;
		}
		if (wasDeletedBefore(call, exchanged)) return { status: 204, text: '', json: undefined };
		const problem = exchangeProblem(exchanged, {
			host: this.baseUrl.host,
			subject: call.subject,
			longestWaitMs: connection.longestWaitMs,
		});
		const isCreation = call.replay === 'withoutEffect';
		throw isCreation && isUnclear(outcome) ? mayExist(call.subject ?? 'object', problem) : problem;
	}

	private noteClock(outcome: Outcome): void {
		if (outcome.kind !== 'answer') return;
		const date = Date.parse(outcome.headers.date ?? '');
		if (!Number.isNaN(date)) this.clockOffsetMs = date - Date.now();
	}
}

function wasDeletedBefore({ method }: Call, { outcome, attempts }: Exchanged): boolean {
	return method === 'DELETE' && attempts > 1 && outcome.kind === 'answer' && outcome.status === 404;
}

/** A success that carries an error is none; and n8n takes a result with that member for a failed item. */
function saysError(json: unknown): boolean {
	return isRecord(json) && Boolean(json.error ?? json.errors) && !hasId(json);
}

function hasId({ id }: Record<string, unknown>): boolean {
	return typeof id === 'string' && id !== '';
}

function asRecord(answer: { status: number; text: string; json: unknown }): IDataObject {
	if (isRecord(answer.json)) return answer.json as IDataObject;
	throw unusableAnswer(answer.status, answer.text, 'a JSON object');
}
