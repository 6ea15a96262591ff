import type { Random } from './random.mts';
import type { RateLimit } from './rateLimits.mts';
import { START_MS } from './virtualClock.mts';

/** How a server reports that there are too many calls. */
export const REFUSALS = [
	'each call',
	'each call, with a wait',
	'the request, -32005 with a wait',
	'the request, 429',
	'the request, 429 with seconds',
	'the request, 429 with a date',
	'batches only',
] as const;

/** A kind of rejection. */
export type Refusal = (typeof REFUSALS)[number];

/** Permanent faults of an address. */
export const TROUBLES = ['429', '429 with seconds', '401', '404', '503', 'reset', 'hang'] as const;

/** A fault of an address. */
export type Trouble = (typeof TROUBLES)[number];

/** How often, from 0 to 1, a request fails although nothing is wrong with it. */
export interface Faults {
	reset: number;
	hang: number;
	truncated: number;
	unavailable: number;
	/** Answers of a batch in another order, missing, duplicated, or with foreign IDs. */
	shuffled: number;
	missing: number;
	double: number;
	foreign: number;
}

/** How a simulated host behaves. */
export interface ServerOptions {
	/** Its limit, for all addresses or for each. */
	limit?: (address: string) => RateLimit;
	refusal: Refusal;
	/** The maximum number of requests it processes at once; more are rejected. */
	concurrency: number;
	/** Time for the way there, for processing, and for the way back. */
	latencyMs: number;
	/** Additional time for each call of a request. */
	perCallMs: number;
	/** Maximum additional random time. */
	jitterMs: number;
	/** Does not understand batches. */
	refusesBatches: boolean;
	faults: Faults;
	troubles: ReadonlyMap<string, Trouble>;
}

/** One call as it arrived. */
export interface Call {
	id: number;
	method: string;
	/** What identifies the calls of a run. */
	tag: number;
}

/** The outcome of a request. */
export type Reply =
	| { kind: 'answer'; status: number; headers: Record<string, string>; body: string }
	| { kind: 'reset' }
	| { kind: 'hang' };

/** Calls of this method end the connection. */
export const POISON = 'poison';

/** A host that answers JSON-RPC, has limits and makes mistakes. It has no clock of its own. */
export class SimulatedServer {
	/** How often each call was processed, by tag. */
	readonly processed = new Map<number, number>();

	/** How often each call failed by chance, by tag. */
	readonly faulted = new Map<number, number>();

	private inWork = 0;

	constructor(
		private readonly options: ServerOptions,
		private readonly random: Random,
	) {}

	/** @returns how long a request takes before its answer leaves, in milliseconds */
	workMs(calls: number): number {
		const { perCallMs, jitterMs } = this.options;
		return perCallMs * calls + this.random.next() * jitterMs;
	}

	/** Notes that a request has arrived. @returns whether it is rejected because there are too many */
	begin(): boolean {
		this.inWork += 1;
		return this.inWork > this.options.concurrency;
	}

	/** Notes that a request is finished. */
	end(): void {
		this.inWork -= 1;
	}

	/** Processes a request. */
	handle(address: string, body: string, isTooMany: boolean, now: number): Reply {
		const trouble = this.options.troubles.get(address);
		if (trouble !== undefined) return inTrouble(trouble);
		if (isTooMany) return answer(429, '');
		const parsed = JSON.parse(body) as RawCall | RawCall[];
		const calls = [parsed].flat().map(callOf);
		const { refusesBatches } = this.options;
		const fault = this.fault(calls);
		if (fault !== undefined) {
			for (const { tag } of calls) count(this.faulted, tag);
			return fault;
		}
		if (refusesBatches && Array.isArray(parsed))
			return answer(200, errorOf(null, -32600, 'no batches'));
		if (calls.some(({ method }) => method === POISON)) return this.reset(calls);
		const limit = this.options.limit?.(address);
		const room = limit?.room(now) ?? Infinity;
		if (calls.length > room)
			return this.refuse(limit as RateLimit, calls, Array.isArray(parsed), now);
		if (this.options.refusal === 'batches only' && limit !== undefined && Array.isArray(parsed))
			return answer(429, '');
		limit?.take(calls.length, now);
		return this.answerAll(calls, Array.isArray(parsed), calls.length);
	}

	private fault(calls: Call[]): Reply | undefined {
		const { faults } = this.options;
		if (this.random.chance(faults.reset)) return this.reset(calls);
		if (this.random.chance(faults.hang)) return { kind: 'hang' };
		return this.random.chance(faults.unavailable) ? answer(503, 'no time') : undefined;
	}

	private refuse(limit: RateLimit, calls: Call[], isBatch: boolean, now: number): Reply {
		const { refusal } = this.options;
		switch (refusal) {
			case 'each call':
			case 'each call, with a wait': {
				const room = Math.max(0, limit.room(now));
				limit.take(room, now);
				const waitMs = refusal === 'each call' ? undefined : limit.waitFor(1, now);
				return this.answerAll(calls, isBatch, room, waitMs);
			}
			case 'the request, -32005 with a wait': {
				const error = errorOf(null, -32005, 'too many', limit.waitFor(calls.length, now));
				return answer(200, error);
			}
			case 'the request, 429 with seconds':
				return answer(429, '', { 'retry-after': '1' });
			case 'the request, 429 with a date':
				return answer(429, '', {
					date: new Date(START_MS).toUTCString(),
					'retry-after': new Date(START_MS + 1000).toUTCString(),
				});
			case 'the request, 429':
			case 'batches only':
				return answer(429, '');
		}
	}

	/** Answers the first calls and rejects the others. */
	private answerAll(calls: Call[], isBatch: boolean, room: number, waitMs?: number): Reply {
		const elements = calls.map((call, index) => {
			if (index >= room) return errorOf(call.id, -32005, 'too many', waitMs);
			count(this.processed, call.tag);
			return { jsonrpc: '2.0', id: call.id, result: call.tag };
		});
		const { faults } = this.options;
		const body = isBatch ? this.spoiled(elements) : elements[0];
		const text = JSON.stringify(body);
		if (this.random.chance(faults.truncated)) return answer(200, text.slice(0, text.length / 2));
		return answer(200, body);
	}

	private spoiled(elements: object[]): object[] {
		const { faults } = this.options;
		const spoiled = elements.flatMap((element): object[] => {
			if (this.random.chance(faults.missing)) return [];
			if (this.random.chance(faults.double)) return [element, element];
			return [this.random.chance(faults.foreign) ? { ...element, id: 'foreign' } : element];
		});
		return this.random.chance(faults.shuffled) ? spoiled.reverse() : spoiled;
	}

	/** Some connections break before processing, some after it. */
	private reset(calls: Call[]): Reply {
		if (this.random.chance(0.5)) for (const { tag } of calls) count(this.processed, tag);
		return { kind: 'reset' };
	}
}

interface RawCall {
	id: number;
	method: string;
	params: [number];
}

function count(counts: Map<number, number>, tag: number): void {
	counts.set(tag, (counts.get(tag) ?? 0) + 1);
}

function callOf({ id, method, params }: RawCall): Call {
	return { id, method, tag: params[0] };
}

function inTrouble(trouble: Trouble): Reply {
	switch (trouble) {
		case 'reset':
		case 'hang':
			return { kind: trouble };
		case '429 with seconds':
			return answer(429, '', { 'retry-after': '1' });
		default:
			return answer(Number(trouble), '');
	}
}

function errorOf(id: number | null, code: number, message: string, waitMs?: number): object {
	const data = waitMs === undefined ? {} : { data: { try_again_in: `${waitMs.toFixed(3)}ms` } };
	return { jsonrpc: '2.0', id, error: { code, message, ...data } };
}

function answer(status: number, body: unknown, headers: Record<string, string> = {}): Reply {
	const text = typeof body === 'string' ? body : JSON.stringify(body);
	return { kind: 'answer', status, headers, body: text };
}
