import { answer, errorOf, resultOf, type Call, type Reply } from './answers.mts';
import { restError, wholeRefusal, type BatchLimit } from './batchRefusals.mts';
import { outageAt, type Outage } from './outages.mts';
import type { Random } from './random.mts';
import type { RateLimit } from './rateLimits.mts';
import type { Scenario } from './scenario.mts';
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

/** The part of a scenario that a host knows; its limit is for all addresses or for each. */
export type ServerOptions = Omit<Scenario, 'limit'> & {
	limit?: (address: string) => RateLimit;
	/** Addresses with a fault of their own. */
	troubles: ReadonlyMap<string, Trouble>;
};

/** A request as it arrived. */
export interface Arrived {
	address: string;
	calls: Call[];
	isBatch: boolean;
	/** More are in work than the server accepts at once. */
	isTooMany: boolean;
	/** The number of the backend that got it. */
	backend: number;
}

/** Calls of this method end the connection. */
export const POISON = 'poison';

/** A host that answers JSON-RPC, has limits and makes mistakes. It has no clock of its own. */
export class SimulatedServer {
	/** How often each call was processed, by tag. */
	readonly processed = new Map<number, number>();

	/** How often each call failed by chance, by tag. */
	readonly faulted = new Map<number, number>();

	private inWork = 0;

	private readonly freeAt: number[];

	constructor(
		private readonly options: ServerOptions,
		private readonly random: Random,
	) {
		const { workers } = options;
		this.freeAt = workers === Infinity ? [] : Array.from({ length: workers }, () => 0);
	}

	/** @returns how long a request that arrives now takes before its answer leaves, in milliseconds */
	workMs(calls: number, now: number): number {
		const { perCallMs, jitterMs, batches, workers } = this.options;
		const isCut = batches?.kind === '-32002 for the rest';
		const worked = isCut ? Math.min(calls, batches.most) : calls;
		const workMs = perCallMs * worked + this.random.next() * jitterMs;
		if (workers === Infinity) return workMs;
		// A worker is free at the time at which the last request that it was given ends.
		const next = this.freeAt.indexOf(Math.min(...this.freeAt));
		this.freeAt[next] = Math.max(now, this.freeAt[next]) + workMs;
		return this.freeAt[next] - now;
	}

	/** Notes that a request has arrived. @returns whether it is rejected because there are too many, and its backend */
	begin(): Pick<Arrived, 'isTooMany' | 'backend'> {
		this.inWork += 1;
		const { concurrency, backends } = this.options;
		const backend = backends > 1 ? this.random.integer(0, backends - 1) : 0;
		return { isTooMany: this.inWork > concurrency, backend };
	}

	/** Notes that a request is finished. @returns what leaves the server: nothing when it broke down meanwhile */
	end(reply: Reply, { backend, calls }: Arrived, now: number): Reply {
		this.inWork -= 1;
		const outage = outageAt(this.options.outages, backend, now);
		if (reply.kind !== 'answer' || outage === undefined || outage.kind === 'rate limited')
			return reply;
		if (outage.backend !== undefined) this.noteFault(calls);
		const isBroken = outage.kind === 'refused' || outage.kind === 'reset';
		return isBroken ? { kind: 'reset' } : answer(Number(outage.kind), '');
	}

	/** Processes a request. */
	handle(request: Arrived, now: number): Reply {
		const { address, calls, isBatch, isTooMany, backend } = request;
		const { troubles, troubledFromMs, outages, faults } = this.options;
		const outage = outageAt(outages, backend, now);
		if (outage !== undefined) return this.outOfService(outage, calls, isBatch);
		const trouble = troubles.get(address);
		if (trouble !== undefined && now >= troubledFromMs) return inTrouble(trouble);
		if (isTooMany) return answer(429, '');
		const fault = this.fault(calls, faults);
		if (fault !== undefined) {
			this.noteFault(calls);
			return fault;
		}
		const batches = isBatch ? this.batchesAt(now) : undefined;
		const answered = batches === undefined ? calls.length : Math.min(calls.length, batches.most);
		if (batches !== undefined && answered < calls.length) {
			const refused = wholeRefusal(batches.kind, calls);
			if (refused !== undefined) return refused;
		}
		if (calls.some(({ method }) => method === POISON)) return this.reset(calls);
		const limit = this.options.limit?.(address);
		const capacity = limit?.capacity(now) ?? Infinity;
		if (answered > capacity) return this.refuse(limit as RateLimit, calls, isBatch, now);
		if (this.options.refusal === 'batches only' && limit !== undefined && isBatch)
			return this.rejection();
		limit?.take(answered, now);
		return this.answerAll(calls, isBatch, answered, (id) =>
			restError(batches?.kind ?? '-32600 for each', id),
		);
	}

	private batchesAt(now: number): BatchLimit | undefined {
		const { batches } = this.options;
		return batches !== undefined && now < (batches.untilMs ?? Infinity) ? batches : undefined;
	}

	private outOfService({ kind, backend }: Outage, calls: Call[], isBatch: boolean): Reply {
		if (kind === 'rate limited') return this.refuseAll(calls, isBatch);
		if (backend !== undefined) this.noteFault(calls);
		if (kind === 'reset' || kind === 'refused') return { kind };
		return answer(Number(kind), '<html>gateway</html>');
	}

	private refuseAll(calls: Call[], isBatch: boolean): Reply {
		const { refusal } = this.options;
		if (!refusal.startsWith('each call')) return this.rejection();
		return this.answerAll(calls, isBatch, 0, (id) => errorOf(id, -32005, 'too many'));
	}

	private fault(calls: Call[], faults: Faults): Reply | undefined {
		if (this.random.chance(faults.reset)) return this.reset(calls);
		if (this.random.chance(faults.hang)) return { kind: 'hang' };
		return this.random.chance(faults.unavailable) ? answer(503, 'no time') : undefined;
	}

	private noteFault(calls: Call[]): void {
		for (const { tag } of calls) count(this.faulted, tag);
	}

	private rejection(headers: Record<string, string> = {}): Reply {
		return answer(429, this.options.refusalText, headers);
	}

	private refuse(limit: RateLimit, calls: Call[], isBatch: boolean, now: number): Reply {
		const { refusal } = this.options;
		switch (refusal) {
			case 'each call':
			case 'each call, with a wait': {
				const capacity = Math.max(0, limit.capacity(now));
				limit.take(capacity, now);
				const waitMs = refusal === 'each call' ? undefined : limit.waitFor(1, now);
				const refused = (id: number): object => errorOf(id, -32005, 'too many', waitMs);
				return this.answerAll(calls, isBatch, capacity, refused);
			}
			case 'the request, -32005 with a wait': {
				const error = errorOf(null, -32005, 'too many', limit.waitFor(calls.length, now));
				return answer(200, error);
			}
			case 'the request, 429 with seconds':
				return this.rejection({ 'retry-after': '1' });
			case 'the request, 429 with a date':
				return this.rejection({
					date: new Date(START_MS).toUTCString(),
					'retry-after': new Date(START_MS + 1000).toUTCString(),
				});
			case 'the request, 429':
			case 'batches only':
				return this.rejection();
		}
	}

	/** Answers the first calls, and the others with an error. */
	private answerAll(
		calls: Call[],
		isBatch: boolean,
		answered: number,
		errorFor: (id: number) => object,
	): Reply {
		const elements = calls.map((call, index) => {
			if (index >= answered) return errorFor(call.id);
			count(this.processed, call.tag);
			return { jsonrpc: '2.0', id: call.id, result: resultOf(call) };
		});
		const { faults } = this.options;
		const body = isBatch ? this.damage(elements) : elements[0];
		const text = JSON.stringify(body);
		if (this.random.chance(faults.truncated)) return answer(200, text.slice(0, text.length / 2));
		return answer(200, body);
	}

	private damage(elements: object[]): object[] {
		const { faults } = this.options;
		const damaged = elements.flatMap((element): object[] => {
			if (this.random.chance(faults.missing)) return [];
			if (this.random.chance(faults.double)) return [element, element];
			return [this.random.chance(faults.foreign) ? { ...element, id: 'foreign' } : element];
		});
		return this.random.chance(faults.shuffled) ? damaged.reverse() : damaged;
	}

	/** Some connections break before processing, some after it. */
	private reset(calls: Call[]): Reply {
		if (this.random.chance(0.5)) for (const { tag } of calls) count(this.processed, tag);
		return { kind: 'reset' };
	}
}

function count(counts: Map<number, number>, tag: number): void {
	counts.set(tag, (counts.get(tag) ?? 0) + 1);
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
