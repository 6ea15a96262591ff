import { CREATIONS, READS } from '../../sandbox/contract/exchanges.mts';
import type { Exchange } from '../../sandbox/contract/statement.mts';
import { fill, fillPath, missingNames, type Given } from './fill.mts';
import { Ledger } from './ledger.mts';
import { NoAnswer, type PacedClient, type Received, type RunTime } from './pacedClient.mts';
import type { Seen, Sightings } from './seen.mts';
import { valueAt } from './values.mts';

/** The platform, and how a run speaks to it. */
export interface PlatformTarget {
	/** Without a slash at its end. */
	baseUrl: string;
	apiKey: string;
	client: PacedClient;
	time: RunTime;
	say: (text: string) => void;
	/** Ends the run, but not the deletion of what it made. */
	stop: AbortSignal;
	/** Ends that too. */
	stopDeletion: AbortSignal;
}

/** After so many requests in a row without an answer, the rest is not asked. */
const MOST_UNANSWERED = 3;

/** Time between two looks at what comes up, and how long it may take, in milliseconds. */
const LOOK_MS = 10_000;
const READY_MS = 15 * 60_000;

/** Why a request was not made, by the name that nothing gave. */
const LACKING: Readonly<Record<string, string>> = {
	bucket: 'no bucket was given (--bucket)',
	chain: 'no network names its chain',
	madePin: 'no pin was made',
	madeRule: 'no rule was made',
	madeNetwork: 'no network was made',
	madeNode: 'no node was made',
	nextNodes: 'the list has one page',
	pin: 'there is no pin',
	pinBucket: 'there is no pin',
	pinFolder: 'the first pin is in no folder',
	pinTitle: 'there is no pin',
	project: 'there is no project',
	projectName: 'there is no project',
	secondNode: 'there are fewer than two nodes',
	spendProject: 'only with --create',
	stamp: 'only with --create',
};

/** A key in the form of the real ones, which belongs to nobody. */
const WRONG_KEY = 'contractcheck.this-key-does-not-exist';

/** Makes the exchanges of the contract with the platform, one after another. */
export class PlatformRun implements Sightings {
	readonly seen = new Map<string, Seen>();
	readonly skipped = new Map<string, string>();
	readonly ledger: Ledger;
	#unanswered = 0;

	constructor(
		private readonly target: PlatformTarget,
		readonly given: Given,
	) {
		const ask = (method: string, path: string, signal?: AbortSignal): Promise<Received> =>
			this.#send({ name: '', method, path }, signal);
		this.ledger = new Ledger(ask, target.time, target.say);
	}

	/** The status with which the platform answers a request with the key; undefined where it does not answer. */
	async tryKey(): Promise<number | undefined> {
		const [first] = READS;
		await this.#make(first);
		return this.seen.get(first.name)?.status;
	}

	/** Makes the requests that change nothing. */
	async read(): Promise<void> {
		for (const exchange of READS.slice(1)) await this.#make(exchange);
	}

	/** Makes one network, rule and pin, and deletes them. */
	async create(): Promise<void> {
		for (const exchange of CREATIONS) await this.#make(exchange);
	}

	/** Says of what was not made why. */
	skipCreation(why: string): void {
		for (const { name } of CREATIONS) this.skipped.set(name, why);
	}

	async #make(exchange: Exchange): Promise<void> {
		const { given, target } = this;
		const { name, needs = [], path, query, json, form } = exchange;
		const request = { path, query, json, form };
		const unknown = [...missingNames(request, given), ...needs.filter((each) => !given.has(each))];
		if (target.stop.aborted) this.skipped.set(name, 'the run was stopped');
		else if (this.#unanswered >= MOST_UNANSWERED)
			this.skipped.set(name, 'the service did not answer any more');
		else if (unknown.length > 0)
			this.skipped.set(name, LACKING[unknown[0]] ?? 'there is no network or node');
		else await this.#exchange({ ...fill(exchange, given), path: fillPath(path, given) });
	}

	/** @param exchange with its texts filled in */
	async #exchange(exchange: Exchange): Promise<void> {
		const { name, makes, method, path, provokes } = exchange;
		const answer = await this.#answer(exchange).catch((error: unknown) => {
			if (!(error instanceof NoAnswer)) throw error;
			this.skipped.set(name, error.message);
			return undefined;
		});
		this.#unanswered = answer === undefined ? this.#unanswered + 1 : 0;
		const isKnown = makes === undefined || this.ledger.note(makes, answer);
		if (answer === undefined) return;
		if (method === 'DELETE') this.ledger.noteDeletion(path, answer);
		const isStillThere = method === 'GET' && provokes === 404 && answer.status === 200;
		if (isStillThere) this.ledger.noteStillThere(path);
		this.#note(exchange, answer);
		if (isKnown && answer.status < 300) this.#learn(exchange, answer.json);
	}

	#note(exchange: Exchange, { status, headers, json, text }: Received): void {
		const isJson = json !== undefined;
		this.seen.set(exchange.name, { exchange, status, headers, body: isJson ? json : text, isJson });
	}

	#learn({ gives = {} }: Exchange, json: unknown): void {
		for (const [given, path] of Object.entries(gives)) {
			const value = valueAt(json, path);
			const isUsable = typeof value === 'number' || (typeof value === 'string' && value !== '');
			if (isUsable && !this.given.has(given)) this.given.set(given, value);
		}
	}

	/** The answer to a request; one that is repeated, until it is another or takes too long. */
	async #answer(exchange: Exchange): Promise<Received> {
		const { untilNot, method } = exchange;
		const { stop, time } = this.target;
		// What makes something goes to its end, so that it is known what to delete.
		const signal = method === 'GET' ? stop : undefined;
		const until = time.now() + READY_MS;
		let answer = await this.#send(exchange, signal);
		while (
			untilNot !== undefined &&
			untilNot.is.includes(String(valueAt(answer.json, untilNot.path))) &&
			time.now() < until &&
			!stop.aborted
		) {
			await time.sleep(LOOK_MS, stop);
			answer = await this.#send(exchange, signal);
		}
		return answer;
	}

	async #send(exchange: Exchange, signal?: AbortSignal): Promise<Received> {
		const { client, baseUrl } = this.target;
		const { method, path, query, json, form, key } = exchange;
		const search = query === undefined ? '' : `?${new URLSearchParams(query).toString()}`;
		const headers: Record<string, string> = { accept: 'application/json, text/csv' };
		if (key !== 'none') headers.authorization = `Bearer ${this.#keyOf(key)}`;
		if (json !== undefined) headers['content-type'] = 'application/json';
		const text = json === undefined ? undefined : JSON.stringify(json);
		const body = form === undefined ? text : toForm(form);
		const isRead = method === 'GET';
		const url = baseUrl + path + search;
		return await client.send({ method, url, headers, body, isRead }, signal);
	}

	#keyOf(key: Exchange['key']): string {
		return key === 'wrong' ? WRONG_KEY : this.target.apiKey;
	}
}

/** A value in angle brackets is a file of that name, whose content is the name. */
function toForm(fields: NonNullable<Exchange['form']>): FormData {
	const form = new FormData();
	for (const [name, value] of fields) {
		const file = /^<(.+)>$/.exec(value)?.[1];
		if (file === undefined) form.append(name, value);
		else form.append(name, new File([`${file}\n`], file, { type: 'text/plain' }));
	}
	return form;
}
