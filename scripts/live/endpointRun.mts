import type { FamilyName } from '../../nodes/shared/addresses/chains';
import type { EndpointAddress } from '../../nodes/shared/addresses/endpointAddress';
import { joinUrl } from '../../nodes/shared/addresses/urls';
import { FAMILIES } from '../../nodes/shared/families';
import type { Answer } from '../../nodes/shared/http/outcome';
import { extraName, hasCalls, questionName } from '../../sandbox/contract/endpoints.mts';
import { QUESTIONS, type Question } from '../../sandbox/contract/questions.mts';
import { checkAnswers, keyOf } from './checkAnswers.mts';
import { fill, fillPath, missingNames, type Given } from './fill.mts';
import { NoAnswer, type PacedClient, type Received } from './pacedClient.mts';
import type { Seen, Sightings } from './seen.mts';
import { valueAt } from './values.mts';

/** An endpoint that is asked, and how. */
export interface EndpointTarget {
	family: FamilyName;
	address: EndpointAddress;
	client: PacedClient;
	/** Ends the run. */
	stop: AbortSignal;
}

/** A call of JSON-RPC and its answer, for the corpus of answers. */
export interface RecordedCall {
	family: FamilyName;
	method: string;
	/** Scheme, host and port. */
	origin: string;
	status: number;
	body: string;
}

/** A method that no node has. */
const UNKNOWN_METHOD = 'contract_noSuchMethod';

/** Asks one endpoint what the file of its family assumes. */
export class EndpointRun implements Sightings {
	readonly seen = new Map<string, Seen>();
	readonly skipped = new Map<string, string>();
	/** The calls that were made, oldest first. */
	readonly calls: RecordedCall[] = [];
	/** Answers by question as a probe asks them. */
	readonly #answers = new Map<string, Answer>();
	readonly #given: Given = new Map();

	/** Where it is asked. */
	#url: string;

	constructor(private readonly target: EndpointTarget) {
		this.#url = target.address.url;
	}

	/** Asks everything. */
	async ask(): Promise<void> {
		const { family } = this.target;
		await this.#findUrl();
		for (const question of QUESTIONS[family]) await this.#askQuestion(question);
		if (this.#answers.size === 0) return;
		await this.#check();
		if (hasCalls(family)) {
			await this.#askCall(extraName.unknown(family), UNKNOWN_METHOD);
			await this.#askBatch();
		}
		await this.#askWithWrongKey();
	}

	async #askQuestion(question: Question): Promise<void> {
		const { family } = this.target;
		const name = questionName(family, question);
		const [unknown] = missingNames([question.ask, question.params ?? null], this.#given);
		if (unknown !== undefined) {
			this.skipped.set(name, 'what it asks about was not answered');
			return;
		}
		const params = fill(question.params, this.#given);
		const [, method, path] = /^(GET|POST) (.*)$/.exec(question.ask) ?? [];
		const body =
			method === undefined
				? await this.#askCall(name, question.ask, params)
				: await this.#askPath(name, method, fillPath(path, this.#given), params);
		for (const [given, place] of Object.entries(question.gives ?? {})) {
			const value = valueAt(body, place);
			if (typeof value === 'string' || typeof value === 'number') this.#given.set(given, value);
		}
	}

	/** @returns the result */
	async #askCall(name: string, method: string, params?: unknown): Promise<unknown> {
		const { family, address } = this.target;
		const answer = await this.#send(name, 'POST', this.#url, this.#call(1, method, params));
		if (answer === undefined) return undefined;
		this.#answers.set(keyOf(method, params), toAnswer(answer));
		const { status, text: body } = answer;
		this.calls.push({ family, method, origin: address.origin, status, body });
		const error = valueAt(answer.json, 'error');
		const hasError = error !== undefined && error !== null;
		// An error is shown whole where one is expected, and as its code where a result is.
		const isExpected = name === extraName.unknown(family);
		const result = hasError ? (isExpected ? answer.json : null) : valueAt(answer.json, 'result');
		const errorCode = hasError ? String(valueAt(error, 'code')) : undefined;
		this.#note(name, answer, { body: result, errorCode });
		return result;
	}

	/** A call in the form of the family. */
	#call(id: number, method: string, params: unknown): object {
		const { version = '2.0', omitsEmptyParams } = FAMILIES[this.target.family];
		const sent = params ?? (omitsEmptyParams ? undefined : []);
		return { ...(version !== 'bare' && { jsonrpc: version }), id, method, params: sent };
	}

	/** @returns the body */
	async #askPath(name: string, method: string, path: string, params?: unknown): Promise<unknown> {
		const url = joinUrl(this.#url, path);
		const answer = await this.#send(name, method, url, params);
		if (answer === undefined) return undefined;
		this.#answers.set(keyOf(`${method} ${path}`, params), toAnswer(answer));
		this.#note(name, answer, { body: answer.json ?? answer.text });
		return answer.json;
	}

	async #askBatch(): Promise<void> {
		const { family } = this.target;
		const [first] = QUESTIONS[family];
		const calls = [1, 2].map((id) => this.#call(id, first.ask, first.params));
		const name = extraName.batch(family);
		const answer = await this.#send(name, 'POST', this.#url, calls);
		if (answer !== undefined) this.#note(name, answer, { body: answer.json ?? answer.text });
	}

	/**
	 * Finds out where the endpoint answers: with the path that the package appends, or as it was pasted. The package
	 * tries them in this order too.
	 */
	async #findUrl(): Promise<void> {
		const { family, address } = this.target;
		const { asPasted, url } = address;
		const name = extraName.address(family);
		this.skipped.set(name, 'the usual path answers, or is part of the address');
		if (asPasted === undefined || !hasCalls(family)) return;
		const [first] = QUESTIONS[family];
		const call = this.#call(1, first.ask, first.params);
		const usual = await this.#send(name, 'POST', url, call);
		if (usual === undefined || usual.json !== undefined) return;
		const answer = await this.#send(name, 'POST', asPasted.url, call);
		if (answer === undefined) return;
		this.#note(name, answer, { body: answer.json ?? answer.text });
		if (answer.json !== undefined) this.#url = asPasted.url;
	}

	/** Only where there is a key in the path that can be another. */
	async #askWithWrongKey(): Promise<void> {
		const { family, address } = this.target;
		const name = extraName.wrongKey(family);
		const key = address.secrets.find((secret) => this.#url.includes(`/${secret}`));
		if (key === undefined) {
			this.skipped.set(name, 'no address with a key in its path was given');
			return;
		}
		const url = this.#url.replace(`/${key}`, `/${'0'.repeat(key.length)}`);
		const [first] = QUESTIONS[family];
		const answer = await this.#send(name, 'POST', url, this.#call(1, first.ask, first.params));
		const body = answer?.json ?? answer?.text;
		if (answer !== undefined) this.#note(name, answer, { body });
	}

	/** Lets the package judge the answers that came. */
	async #check(): Promise<void> {
		const { family, address } = this.target;
		const name = extraName.check(family);
		const body = await checkAnswers(family, address, this.#answers);
		const exchange = { name, method: 'POST', path: '' };
		this.seen.set(name, { exchange, status: 200, headers: {}, body, isJson: true });
	}

	async #send(
		name: string,
		method: string,
		url: string,
		json: unknown,
	): Promise<Received | undefined> {
		const { address, client, stop } = this.target;
		const headers: Record<string, string> = { accept: 'application/json' };
		if (json !== undefined) headers['content-type'] = 'application/json';
		if (address.basic !== undefined) headers.authorization = address.basic;
		const body = json === undefined ? undefined : JSON.stringify(json);
		const request = { method, url, headers, body, isRead: true };
		return await client.send(request, stop).catch((error: unknown) => {
			if (!(error instanceof NoAnswer)) throw error;
			this.skipped.set(name, error.message);
			return undefined;
		});
	}

	#note(name: string, { status, headers, json }: Received, what: Partial<Seen>): void {
		const isJson = json !== undefined;
		const isRefused = name === extraName.wrongKey(this.target.family);
		const exchange = { name, method: 'POST', path: '', provokes: isRefused ? 401 : undefined };
		this.seen.set(name, { exchange, status, headers, isJson, body: undefined, ...what });
	}
}

function toAnswer({ status, headers, text, receivedAtMs }: Received): Answer {
	return { kind: 'answer', status, headers: { ...headers }, text, receivedAtMs };
}
