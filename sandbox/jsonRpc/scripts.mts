import { isJsonObject } from '../http/body.mts';
import type { JsonObject } from '../records.mts';
import type { FamilyCondition } from './familyAnswers.mts';

/** How an endpoint behaves. */
export interface RpcBehaviour {
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

const usualBehaviour = { condition: 'ready', headOffset: 0, headAge: 0, stateFrom: 0 } as const;

/** Stands for every endpoint. */
export const anyEndpoint = '*';

/** Instructions of tests to the endpoints. */
export class RpcScripts {
	/** By endpoint key and method, with a space between. */
	readonly #answers = new Map<string, { value: unknown; calls: number }>();
	/** By endpoint key. */
	readonly #behaviours = new Map<string, Partial<RpcBehaviour>>();

	/**
	 * Sets what an endpoint answers to a method instead of its client: a JSON value is the `result`,
	 * `{ $error: … }` the error; `{ $sequence: […] }` is a list of such values, one per call, of which
	 * the last one stays. Undefined gives the method back to the client.
	 */
	setAnswer(key: string, method: string, value: unknown): void {
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
		const all = this.#behaviours.get(anyEndpoint);
		const own = this.#behaviours.get(key);
		return { ...usualBehaviour, ...all, ...own };
	}

	/** The client's answer, or that of the endpoint's script. Counts as one call of the script. */
	apply(key: string, method: string, real: JsonObject): JsonObject {
		const script =
			this.#answers.get(`${key} ${method}`) ?? this.#answers.get(`${anyEndpoint} ${method}`);
		if (script === undefined) return real;
		const { value } = script;
		const steps: unknown[] =
			isJsonObject(value) && Array.isArray(value.$sequence) ? value.$sequence : [value];
		const step = steps[Math.min(script.calls, steps.length - 1)];
		script.calls += 1;
		const isError = isJsonObject(step) && '$error' in step;
		const outcome = isError ? { error: step.$error } : { result: step };
		return { jsonrpc: '2.0', id: real.id, ...outcome };
	}

	/** Forgets everything tests have set. */
	clear(): void {
		for (const each of [this.#answers, this.#behaviours]) each.clear();
	}
}
