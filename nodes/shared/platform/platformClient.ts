import type { IDataObject, IHttpRequestMethods, IHttpRequestOptions } from 'n8n-workflow';

import { isUnclear, type Exchanged, type Outcome } from '../http/outcome';
import { askedWait, sendWithRetries, type RetryPolicy } from '../http/retries';
import { answerProblem, unusableAnswer } from '../pure/answerProblem';
import { inWords } from '../pure/duration';
import { networkProblem, timeOutProblem } from '../pure/networkProblem';
import { Cancelled, Problem } from '../pure/problem';
import { parseBaseUrl, type ChainstackCredential } from './credential';
import type { Connection } from './settings';

/** Values of a query; the platform's filters are all plain. */
export type Query = Readonly<Record<string, string | number | boolean>>;

interface Call {
	method: IHttpRequestMethods;
	/** Absolute address, or a path that starts with `/v1` or `/v2`. */
	address: string;
	query?: Query;
	body?: { json: IDataObject } | { form: Readonly<Record<string, string>> };
	replay: RetryPolicy['replay'];
	/** What the request is about, such as `node ND-1-2-3`. */
	subject?: string;
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
	 * @throws Problem; its `effect` is `unclear` when the new thing may exist all the same
	 */
	async create(path: string, thing: string, json: IDataObject): Promise<IDataObject> {
		const call: Call = {
			method: 'POST',
			address: path,
			subject: thing,
			body: { json },
			replay: 'withoutEffect',
		};
		const answer = await this.call(call);
		if (isRecord(answer.json)) return answer.json;
		throw mayExist(thing, unusableAnswer(answer.status, answer.text, 'a JSON object'));
	}

	/**
	 * POST of a multipart form that makes something new, like {@link create}.
	 * @returns whatever JSON the service answered
	 */
	async createFromForm(
		path: string,
		thing: string,
		form: Readonly<Record<string, string>>,
	): Promise<unknown> {
		const call: Call = {
			method: 'POST',
			address: path,
			subject: thing,
			body: { form },
			replay: 'withoutEffect',
		};
		const answer = await this.call(call);
		if (answer.json !== undefined) return answer.json;
		throw mayExist(thing, unusableAnswer(answer.status, answer.text, 'JSON'));
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
					Accept: 'application/json',
					...(call.body && 'json' in call.body && { 'Content-Type': 'application/json' }),
				},
				body: call.body && (() => bodyOf(call.body)),
				authenticated: true,
				allowUnauthorizedCerts: this.credential?.allowUnauthorizedCerts ?? false,
				timeLimitMs: connection.timeLimitMs,
			},
			{ replay: call.replay, retries: connection.retries, longestWaitMs: connection.longestWaitMs },
		);
		const { outcome } = exchanged;
		this.noteClock(outcome);
		if (outcome.kind === 'answer' && outcome.status >= 200 && outcome.status < 300) {
			return { status: outcome.status, text: outcome.text, json: parsed(outcome.text) };
		}
		const problem = this.problemOf(exchanged, call.subject);
		const isCreation = call.replay === 'withoutEffect';
		throw isCreation && isUnclear(outcome) ? mayExist(call.subject ?? 'object', problem) : problem;
	}

	private problemOf(
		{ outcome, attempts, refusedWaitMs }: Exchanged,
		subject: string | undefined,
	): Problem {
		switch (outcome.kind) {
			case 'answer': {
				const problem = answerProblem({ ...outcome, askedWaitMs: askedWait(outcome) }, subject);
				if (refusedWaitMs === undefined) return problem;
				const accepted = inWords(this.connection.longestWaitMs);
				return new Problem(
					`${problem.message}. It asked to wait ${inWords(refusedWaitMs)}, longer than the ${accepted} this node accepts`,
					{
						httpStatus: problem.httpStatus,
						hint: `Run the node again after ${inWords(refusedWaitMs)}, or raise 'Longest Accepted Wait' in the options`,
					},
				);
			}
			case 'notSent':
			case 'lost':
				return networkProblem(this.baseUrl.host, outcome.code, outcome.kind === 'lost', attempts);
			case 'timedOut':
				return timeOutProblem(this.baseUrl.host, outcome.limitMs, attempts);
			case 'refused':
				return new Problem(outcome.message);
			case 'cancelled':
				return new Cancelled();
		}
	}

	private noteClock(outcome: Outcome): void {
		if (outcome.kind !== 'answer') return;
		const date = Date.parse(outcome.headers.date ?? '');
		if (!Number.isNaN(date)) this.clockOffsetMs = date - Date.now();
	}
}

/**
 * The half of the credential that the management API needs.
 * @throws Problem that says which field to fill
 */
function apiHalf(credential: ChainstackCredential | undefined): ChainstackCredential {
	if (credential === undefined) {
		throw new Problem('This operation needs a Chainstack API credential, but none is chosen', {
			hint: "Choose or create one under 'Credential to connect with' and fill in 'API Key'",
		});
	}
	if (credential.apiKey === '') {
		throw new Problem("This operation needs the 'API Key', but the credential has none", {
			hint: "Fill in 'API Key' in the credential. Keys are made in the Chainstack console under Settings, API keys",
		});
	}
	return credential;
}

function bodyOf(body: Call['body']): IHttpRequestOptions['body'] {
	if (body === undefined) return undefined;
	if ('json' in body) return JSON.stringify(body.json);
	const form = new FormData();
	for (const [name, value] of Object.entries(body.form)) form.append(name, value);
	return form;
}

function mayExist(thing: string, cause: Problem): Problem {
	const start =
		cause instanceof Cancelled
			? 'The execution was cancelled while the request was under way'
			: cause.message;
	return new Problem(`The ${thing} may exist all the same: ${start}`, {
		effect: 'unclear',
		httpStatus: cause.httpStatus,
		hint: `Check in the Chainstack console whether the ${thing} was created before you send this item again`,
	});
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function asRecord(answer: { status: number; text: string; json: unknown }): IDataObject {
	if (isRecord(answer.json)) return answer.json;
	throw unusableAnswer(answer.status, answer.text, 'a JSON object');
}
