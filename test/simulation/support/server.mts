import { answer, resultOf, workedAnswer, type Call, type Reply } from './answers.mts';
import { restError, wholeRefusal, type BatchLimit } from './batchRefusals.mts';
import { beyondConcurrency, Places } from './excess.mts';
import { outageAt, type Outage } from './outages.mts';
import type { Random } from './random.mts';
import type { RateLimit } from './rateLimits.mts';
import { isOfCalls, rejection, tooMany } from './refusals.mts';
import type { Scenario } from './scenario.mts';
import { inTrouble, SERVER_ERRORS, type Trouble } from './troubles.mts';
import { costOf, workMs } from './work.mts';

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
export type ServerOptions = Omit<Scenario, 'limit' | 'troubles'> & {
	limit?: (address: string) => RateLimit;
	counts?: 'requests' | 'units';
	/** Addresses with a fault of their own. */
	troubles: ReadonlyMap<string, Trouble>;
	/** How many of the first requests to an address meet a fault. */
	firstFaults: ReadonlyMap<string, number>;
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

	/** Where requests wait for their turn. */
	readonly places: Places;

	private inWork = 0;

	private readonly freeAt: number[];

	/** When the address of its name is known. */
	private resolvedAt?: number;

	/** How many of the first requests to an address still meet a fault. */
	private readonly firstFaults: Map<string, number>;

	constructor(
		private readonly options: ServerOptions,
		private readonly random: Random,
	) {
		const { workers, excess, concurrency, firstFaults } = options;
		this.freeAt = workers === Infinity ? [] : Array.from({ length: workers }, () => 0);
		this.places = new Places(excess === 'wait' ? concurrency : Infinity);
		this.firstFaults = new Map(firstFaults);
	}

	/** @returns for how long a request that is sent now waits for the address of the host, in milliseconds */
	resolveMs(now: number): number {
		this.resolvedAt ??= now + this.options.resolveMs;
		return Math.max(0, this.resolvedAt - now);
	}

	/** @returns how long an answer takes from now on before it leaves, with work on calls, in milliseconds */
	workMs(calls: readonly Call[], now: number): number {
		const neededMs = workMs(this.options, { calls, inWork: this.inWork, now }, this.random);
		if (calls.length === 0) return 0;
		if (this.options.workers === Infinity) return neededMs;
		// A worker is free at the time at which the last request that it was given ends.
		const next = this.freeAt.indexOf(Math.min(...this.freeAt));
		this.freeAt[next] = Math.max(now, this.freeAt[next]) + neededMs;
		return this.freeAt[next] - now;
	}

	/** Notes that a request has arrived. @returns whether it is rejected because there are too many, and its backend */
	begin(address: string): Pick<Arrived, 'isTooMany' | 'backend'> {
		this.inWork += 1;
		const { concurrency, excess } = this.options;
		const isTooMany = excess !== 'wait' && this.inWork > concurrency;
		return { isTooMany, backend: this.backendOf(address) };
	}

	/** Notes that a request is finished. @returns what leaves the server: nothing when it broke down meanwhile */
	end(reply: Reply, { backend, calls }: Arrived, now: number): Reply {
		this.inWork -= 1;
		const outage = outageAt(this.options.outages, backend, now);
		const stays = outage?.kind === 'rate limited' || outage?.kind === 'no name server';
		if (reply.kind !== 'answer' || outage === undefined || stays) return reply;
		if (outage.backend !== undefined && !this.options.isSticky) this.noteFault(calls);
		const isBroken = outage.kind === 'refused' || outage.kind === 'reset';
		return isBroken ? { kind: 'reset' } : answer(Number(outage.kind), '');
	}

	/** Processes a request. */
	handle(request: Arrived, now: number): Reply {
		const { calls, isBatch, isTooMany, backend } = request;
		const outage = outageAt(this.options.outages, backend, now);
		if (outage !== undefined) return this.outOfService(outage, request, now);
		const fault = this.ownFault(request, now);
		if (fault !== undefined) return fault;
		const { excess } = this.options;
		if (isTooMany && excess !== 'wait') return beyondConcurrency(excess);
		const byChance = this.fault(calls);
		if (byChance !== undefined) {
			this.noteFault(calls);
			return byChance;
		}
		const batches = isBatch ? this.batchesAt(now) : undefined;
		const answered = batches === undefined ? calls.length : Math.min(calls.length, batches.most);
		if (batches !== undefined && answered < calls.length) {
			const refused = wholeRefusal(batches.kind, calls);
			if (refused !== undefined) return refused;
		}
		if (calls.some(({ method }) => method === POISON)) return this.reset(calls);
		const refused = this.limited(request, answered, now);
		if (refused !== undefined) return refused;
		return this.answerAll(request, answered, (id) =>
			restError(batches?.kind ?? '-32600 for each', id),
		);
	}

	/** @returns the number of the backend that a request to an address reaches */
	backendOf(address: string): number {
		const { backends, isSticky } = this.options;
		if (backends === 1) return 0;
		return isSticky ? numberOf(address) % backends : this.random.integer(0, backends - 1);
	}

	/** @returns the fault of an address, which it has for good or at first */
	private ownFault(request: Arrived, now: number): Reply | undefined {
		const { address, calls } = request;
		const { troubles, troubledFromMs, first, questions } = this.options;
		const trouble = troubles.get(address);
		if (trouble !== undefined && now >= troubledFromMs)
			return inTrouble(trouble, request, questions);
		const left = this.firstFaults.get(address) ?? 0;
		if (left === 0 || first === undefined) return undefined;
		this.firstFaults.set(address, left - 1);
		this.noteFault(calls);
		return inTrouble(first.fault, request, questions);
	}

	private batchesAt(now: number): BatchLimit | undefined {
		const { batches } = this.options;
		return batches !== undefined && now < (batches.untilMs ?? Infinity) ? batches : undefined;
	}

	private outOfService({ kind, backend }: Outage, request: Arrived, now: number): Reply {
		if (kind === 'rate limited') return this.refuse(request, undefined, now);
		if (backend !== undefined && !this.options.isSticky) this.noteFault(request.calls);
		if (kind === 'no name server') return { kind: 'unresolved' };
		if (kind === 'reset' || kind === 'refused') return { kind };
		return answer(Number(kind), '<html>gateway</html>');
	}

	private fault(calls: Call[]): Reply | undefined {
		const { faults } = this.options;
		if (this.random.chance(faults.reset)) return this.reset(calls);
		if (this.random.chance(faults.hang)) return { kind: 'hang' };
		if (!this.random.chance(faults.unavailable)) return undefined;
		return answer(Number(this.random.pick(SERVER_ERRORS)), 'no time');
	}

	private noteFault(calls: Call[]): void {
		for (const { tag } of calls) count(this.faulted, tag);
	}

	/** Counts a request. @returns its refusal, where there is no capacity for those of its calls that would be answered */
	private limited(request: Arrived, answered: number, now: number): Reply | undefined {
		const limit = this.options.limit?.(request.address);
		if (limit === undefined) return undefined;
		const cost = costOf(this.options, request.calls.slice(0, answered));
		if (cost > limit.capacity(now)) return this.refuse(request, limit, now);
		if (this.options.refusal === 'batches only' && request.isBatch)
			return this.refuse(request, undefined, now);
		limit.take(cost, now);
		return undefined;
	}

	/** @param limit the one that is the reason; `undefined` where everything is refused */
	private refuse(request: Arrived, limit: RateLimit | undefined, now: number): Reply {
		const { refusal, refusalText, questions } = this.options;
		const { calls } = request;
		const waitMs = limit?.waitFor(costOf(this.options, calls), now) ?? 1000;
		if (!isOfCalls(refusal)) {
			limit?.refused(costOf(this.options, calls), now);
			return rejection(refusal, { text: refusalText, waitMs, questions });
		}
		const answered = limit === undefined ? 0 : this.takeFitting(calls, limit, now);
		limit?.refused(costOf(this.options, calls.slice(answered)), now);
		const untilNextMs = limit?.waitFor(1, now) ?? 1000;
		const saysWait = refusal === 'each call, with a wait';
		return this.answerAll(request, answered, (id) =>
			tooMany(id, questions, saysWait ? untilNextMs : undefined),
		);
	}

	/** @returns how many of the first calls of a request there is capacity for */
	private takeFitting(calls: readonly Call[], limit: RateLimit, now: number): number {
		if (this.options.counts === 'requests') return 0;
		let fitting = 0;
		for (const call of calls) {
			const cost = costOf(this.options, [call]);
			if (cost > limit.capacity(now)) break;
			limit.take(cost, now);
			fitting += 1;
		}
		return fitting;
	}

	/** Answers the first calls, and the others with an error. */
	private answerAll(
		{ calls, isBatch }: Arrived,
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
		const isCut = this.random.chance(faults.truncated);
		return workedAnswer(isCut ? text.slice(0, text.length / 2) : text, answered);
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

/** @returns the number in the key of an address */
function numberOf(address: string): number {
	return Number(/key-(\d+)/.exec(address)?.[1] ?? 0);
}
