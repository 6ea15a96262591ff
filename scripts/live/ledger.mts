import type { Made } from '../../sandbox/contract/statement.mts';
import { fillPath } from './fill.mts';
import { NoAnswer, type Received, type RunTime } from './pacedClient.mts';
import { valueAt } from './values.mts';

/** Sends a request to the platform with the key. @throws NoAnswer */
export type Ask = (method: string, path: string, signal?: AbortSignal) => Promise<Received>;

interface Entry {
	thing: string;
	id: string;
	deletion: string;
	/** Whether a node may be in it, which has to go first. */
	hasNodes: boolean;
	isGone: boolean;
}

/** How often a deletion is tried, and the pause between two times in milliseconds: a new node may refuse it at first. */
const TRIES = 6;
const PAUSE_MS = 20_000;

/** Keeps what a run made, and deletes it. */
export class Ledger {
	readonly #entries: Entry[] = [];
	/** Requests that may have made something, whose answers did not come. */
	readonly #unclear: Made[] = [];

	constructor(
		private readonly ask: Ask,
		private readonly time: RunTime,
		private readonly say: (text: string) => void,
	) {}

	/**
	 * Notes the answer to a request that makes something; undefined where none came.
	 * @returns whether it certainly made something, which may be changed and deleted
	 */
	note(made: Made, answer: Received | undefined): boolean {
		const isRefused = answer !== undefined && answer.status >= 400 && answer.status < 500;
		if (isRefused) return false;
		const id = answer && findOwnId(made, answer);
		if (id === undefined) this.#unclear.push(made);
		else this.#add(made, id);
		return id !== undefined;
	}

	/** Notes the answer to a deletion that the run made itself. */
	noteDeletion(path: string, { status }: Received): void {
		const entry = this.#entries.find((each) => each.deletion === path);
		if (entry !== undefined && isGone(status)) entry.isGone = true;
	}

	/** Notes that something is still there, whatever its deletion was answered with. */
	noteStillThere(path: string): void {
		const entry = this.#entries.find((each) => each.deletion === path);
		if (entry !== undefined) entry.isGone = false;
	}

	/** Whether anything is there, or may be. */
	get isEmpty(): boolean {
		return this.#unclear.length === 0 && this.#entries.every((entry) => entry.isGone);
	}

	/**
	 * Deletes everything that is still there, the latest first.
	 * @returns what could not be deleted, with its ID
	 */
	async deleteAll(signal: AbortSignal): Promise<string[]> {
		const lost: string[] = [];
		for (const made of this.#unclear) lost.push(...(await this.#find(made, signal)));
		const left: string[] = [];
		for (const entry of this.#entries.toReversed()) {
			if (entry.isGone) continue;
			const why = await this.#delete(entry, signal);
			if (why === undefined) this.say(`Deleted: ${entry.thing} ${entry.id}`);
			else left.push(`${entry.thing} ${entry.id} (${why})`);
		}
		return [...left, ...lost];
	}

	#add({ thing, deletion }: Made, id: string): void {
		const path = fillPath(deletion, new Map([['id', id]]));
		this.say(`Made: ${thing} ${id}`);
		this.#entries.push({
			thing,
			id,
			deletion: path,
			hasNodes: thing === 'network',
			isGone: false,
		});
	}

	/** Looks for something that may have been made. @returns what is to be said where it cannot be found out */
	async #find(made: Made, signal: AbortSignal): Promise<string[]> {
		const { thing, list, field, value } = made;
		const called = `${thing} with the ${field} ${value}`;
		const answer = await this.#try('GET', list, signal);
		const records = answer && (valueAt(answer.json, 'results') ?? answer.json);
		if (answer?.status !== 200 || !Array.isArray(records)) {
			return [`perhaps a ${called}: the list could not be read`];
		}
		for (const record of records as unknown[]) {
			const id = valueAt(record, 'id');
			if (valueAt(record, field) === value && typeof id === 'string') this.#add(made, id);
		}
		return [];
	}

	/** @returns why it could not be deleted */
	async #delete(entry: Entry, signal: AbortSignal): Promise<string | undefined> {
		let why = 'the run was stopped';
		for (let attempt = 1; attempt <= TRIES && !signal.aborted; attempt += 1) {
			if (attempt > 1) await this.time.sleep(PAUSE_MS, signal);
			if (entry.hasNodes) await this.#deleteNodes(entry, signal);
			const answer = await this.#try('DELETE', entry.deletion, signal);
			why = answer === undefined ? 'no answer' : `status ${answer.status}`;
			if (answer === undefined || !isGone(answer.status)) continue;
			const again = await this.#try('GET', entry.deletion, signal);
			if (again?.status !== 200) return undefined;
			why = `still there, although its deletion was answered with ${answer.status}`;
		}
		return why;
	}

	async #deleteNodes({ deletion }: Entry, signal: AbortSignal): Promise<void> {
		const answer = await this.#try('GET', deletion, signal);
		const nodes = valueAt(answer?.json, 'nodes');
		for (const node of Array.isArray(nodes) ? (nodes as unknown[]) : []) {
			const id = String(valueAt(node, 'id'));
			await this.#try('DELETE', `/v1/nodes/${encodeURIComponent(id)}/`, signal);
		}
	}

	async #try(method: string, path: string, signal: AbortSignal): Promise<Received | undefined> {
		return await this.ask(method, path, signal).catch((error: unknown) => {
			if (error instanceof NoAnswer) return undefined;
			throw error;
		});
	}
}

/** What is not there any more needs no deletion. */
function isGone(status: number): boolean {
	return (status >= 200 && status < 300) || status === 404;
}

/** Something with another name counts as new if it is not older than this, in milliseconds. */
const NEW_MS = 5 * 60_000;

/**
 * The ID of what an answer says was made: alone, in a list of one, or inside `data`. It has the name that was asked
 * for, or was made just now; anything else belongs to somebody, and may not be deleted.
 */
function findOwnId({ id: path, field, value }: Made, answer: Received): string | undefined {
	const { json, headers } = answer;
	const record = [json, valueAt(json, '0'), valueAt(json, 'data')].find(
		(each) => typeof valueAt(each, path) === 'string',
	);
	const id = valueAt(record, path) as string | undefined;
	const age = Date.parse(headers.date ?? '') - Date.parse(String(valueAt(record, 'created_at')));
	const isOwn = valueAt(record, field) === value || Math.abs(age) < NEW_MS;
	return id !== '' && isOwn ? id : undefined;
}
