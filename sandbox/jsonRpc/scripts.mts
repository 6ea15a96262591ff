import { isJsonObject } from '../http/body.mts';
import type { JsonObject } from '../records.mts';
import type { FamilyCondition } from './familyAnswers.mts';

/**
 * What an endpoint answers instead of its client. A plain JSON value is the `result`. An object with
 * one of these members does more:
 * `$answer` lays its members over the client's answer (`{ $answer: { id: 4242 } }`) ·
 * `$omit` removes members (`{ $omit: ['result'] }`), and may stand beside `$answer` ·
 * `$whole` is the complete answer, whatever it is ·
 * `$sequence` is a list of such values, one per call; the last one stays ·
 * `$real` is the client's own answer, for use in a sequence.
 */
export type ScriptedAnswer = unknown;

/** How an endpoint treats batches and limits. */
export interface RpcBehaviour {
	/** Order of the answers to a batch; `partial` leaves out every second one. */
	batches: 'ordered' | 'reversed' | 'shuffled' | 'partial' | 'refused';
	/** HTTP status of a refused batch. */
	batchRefusalStatus: number;
	/** Calls per second; every element of a batch counts. 0 = unlimited. */
	rateLimitPerSecond: number;
	/**
	 * HTTP status when the limit is exceeded. With 200 the calls of a batch that still fit are
	 * answered; with 429 none is.
	 */
	rateLimitStatus: 200 | 429;
	/** How a node is that is not of EVM. */
	condition: FamilyCondition;
	/** The id of the chain, where it is to be another than that of the node's network. */
	chainId?: number;
	/** How many blocks the head that is claimed is ahead of the real one, or behind it. */
	headOffset: number;
	/** How old the head looks, in seconds; 0 = as old as it is. */
	headAge: number;
	/** The first block whose state is there; older ones are pruned. */
	stateFrom: number;
}

const usualBehaviour: RpcBehaviour = {
	...{ batches: 'ordered', batchRefusalStatus: 200, rateLimitPerSecond: 0, rateLimitStatus: 200 },
	...{ condition: 'ready', headOffset: 0, headAge: 0, stateFrom: 0 },
};

/** Stands for every endpoint. */
export const anyEndpoint = '*';

/** What tests have told the endpoints to do. */
export class RpcScripts {
	/** By endpoint key and method, with a space between. */
	readonly #answers = new Map<string, { value: ScriptedAnswer; calls: number }>();
	/** By endpoint key. */
	readonly #behaviours = new Map<string, Partial<RpcBehaviour>>();

	/** By endpoint key, the second that is counted. */
	readonly #windows = new Map<string, { endsAt: number; used: number }>();

	/** Sets the answer of an endpoint to a method; undefined gives the method back to the client. */
	setAnswer(key: string, method: string, value: ScriptedAnswer): void {
		const place = `${key} ${method}`;
		if (value === undefined) this.#answers.delete(place);
		else this.#answers.set(place, { value, calls: 0 });
	}

	/** Changes how an endpoint behaves; what is not given stays as it is. */
	setBehaviour(key: string, behaviour: Partial<RpcBehaviour>): void {
		this.#behaviours.set(key, { ...this.#behaviours.get(key), ...behaviour });
	}

	/** How an endpoint behaves. */
	behaviour(key: string): RpcBehaviour {
		const [all, own] = [this.#behaviours.get(anyEndpoint), this.#behaviours.get(key)];
		return { ...usualBehaviour, ...all, ...own };
	}

	/** The client's answer as the endpoint's script changes it. Counts as one call of the script. */
	apply(key: string, method: string, real: JsonObject): unknown {
		const script =
			this.#answers.get(`${key} ${method}`) ?? this.#answers.get(`${anyEndpoint} ${method}`);
		if (script === undefined) return real;
		const { value } = script;
		const steps = isJsonObject(value) && Array.isArray(value.$sequence) ? value.$sequence : [value];
		const step: ScriptedAnswer = steps[Math.min(script.calls, steps.length - 1)];
		script.calls += 1;
		return scripted(step, real);
	}

	/**
	 * Takes up to `calls` from what this second still allows at an endpoint.
	 * @param perSecond 0 = unlimited
	 * @returns how many are allowed, and in how many milliseconds the next second begins
	 */
	take(key: string, calls: number, perSecond: number): { allowed: number; waitMs: number } {
		if (perSecond <= 0) return { allowed: calls, waitMs: 0 };
		const now = performance.now();
		const last = this.#windows.get(key);
		const window = last && now < last.endsAt ? last : { endsAt: now + 1000, used: 0 };
		this.#windows.set(key, window);
		const allowed = Math.max(0, Math.min(calls, perSecond - window.used));
		window.used += allowed;
		return { allowed, waitMs: window.endsAt - now };
	}

	/** Forgets everything tests have set. */
	clear(): void {
		this.#answers.clear();
		this.#behaviours.clear();
		this.#windows.clear();
	}
}

function scripted(step: ScriptedAnswer, real: JsonObject): unknown {
	if (!isJsonObject(step)) return { jsonrpc: '2.0', id: real.id, result: step };
	if ('$real' in step) return real;
	if ('$whole' in step) return step.$whole;
	if (!('$answer' in step || '$omit' in step)) return { jsonrpc: '2.0', id: real.id, result: step };
	const answer = { ...real, ...(isJsonObject(step.$answer) ? step.$answer : {}) };
	for (const name of Array.isArray(step.$omit) ? step.$omit : []) delete answer[String(name)];
	return answer;
}
