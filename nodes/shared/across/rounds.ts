import { buildFamilyCall } from '../endpoints/familyCall';
import type { RpcReply, RpcRequest } from '../jsonRpc/rpcClient';
import type { OperationContext } from '../run/operationContext';
import { STOPPED, waitForAbort } from '../scheduler/clock';
import { backoff } from '../scheduler/retryPolicy';
import { Cancelled, Problem } from '../text/problem';
import { classifyReply, type Why } from './answerClass';
import type { Attempt, Excluded, CallPlan, Candidate } from './attempt';
import { confirmChain } from './chainCheck';
import { chooseAgain, decide, excludeLagging, makeFailure } from './decision';
import { Overtaking } from './overtaking';
import { Staging } from './staging';
import { readKnown } from './transactionHash';
import { Turnstile } from './turnstile';

/** The reply of an endpoint that is not called. */
const NOT_SENT: RpcReply = {
	answer: { kind: 'unreachable', reason: 'left out' },
	latencyMs: 0,
	attempts: 0,
	mayHaveBeenProcessed: false,
};

/** The result of a call. */
export interface Decided {
	/** Those that count as having given the answer, which is that of the first. */
	agreed: readonly Attempt[];
	attempts: readonly Attempt[];
	/** The block that all were asked about. */
	blockNumber?: bigint;
}

/** Calls endpoints until a call is decided: each once before any is called again, after a pause. */
export class Rounds {
	private readonly attempts: Attempt[] = [];

	/** The last attempt at each endpoint, without those that are called again or were cancelled. */
	private readonly said = new Map<Candidate, Attempt>();

	private readonly staging: Staging;

	private readonly turnstile?: Turnstile;

	private readonly overtaking: Overtaking;

	private round = 0;

	/** The endpoints that were called because another one was slow. */
	private readonly overtakers = new Set<Candidate>();

	/** @throws Problem when endpoints are on different chains, or cannot agree on a block */
	constructor(
		private readonly candidates: readonly Candidate[],
		private plan: CallPlan,
		private readonly context: OperationContext,
	) {
		const { session, clock } = context;
		this.staging = new Staging(candidates, plan, context);
		this.overtaking = session.remember('overtaking', () => new Overtaking());
		this.overtaking.begin();
		if (!this.staging.needsHeads) return;
		const key = JSON.stringify(['turnstile', candidates.map((each) => each.key)]);
		this.turnstile = session.remember(key, () => new Turnstile(clock));
	}

	/** @throws Problem when there is no answer, or no agreement, and Cancelled */
	async run(): Promise<Decided> {
		const { context, candidates } = this;
		const { cancel, retryOptions, clock } = context;
		let again: readonly Candidate[] = candidates;
		let since = -Infinity;
		while (true) {
			await this.turnstile?.enter(cancel);
			const startedAt = clock.now();
			const problem = await this.runOnce(again, since).finally(() => this.turnstile?.leave());
			const agreed = problem === undefined ? this.decide() : undefined;
			const last = this.listLast();
			if (agreed !== undefined) return this.conclude(agreed, last);
			if (cancel.aborted) throw new Cancelled();
			if (problem === undefined)
				again = chooseAgain(this.plan, last).map(({ candidate }) => candidate);
			if (again.length === 0 || this.round >= retryOptions.maxRetries)
				throw problem ?? makeFailure(this.plan, last);
			since = startedAt;
			this.round += 1;
			await sleepTogether(backoff(this.round, 1), context);
		}
	}

	/** @returns why no endpoint was called, if none was */
	private async runOnce(again: readonly Candidate[], since: number): Promise<Problem | undefined> {
		const stage = await this.staging.prepare(since);
		if (stage instanceof Problem) return stage;
		const { plan, excluded, isAnew } = stage;
		this.plan = plan;
		if (isAnew) this.said.clear();
		await this.callEach(isAnew ? this.candidates : again, excluded);
		return undefined;
	}

	private conclude(agreed: readonly Attempt[], last: readonly Attempt[]): Decided {
		const judged = new Map(last.map((attempt) => [attempt.reply, attempt]));
		const attempts = this.attempts.map((attempt) => judged.get(attempt.reply) ?? attempt);
		return { agreed, attempts, blockNumber: this.plan.blockNumber };
	}

	private listLast(): readonly Attempt[] {
		const last = this.candidates.flatMap((candidate) => this.said.get(candidate) ?? []);
		return this.plan.strategy === 'agreement' ? excludeLagging(this.plan, last) : last;
	}

	private decide(): readonly Attempt[] | undefined {
		const { plan, context, candidates } = this;
		const last = this.listLast();
		// Where a transaction was sent to all, those that may have accepted it count, even when time is up for the others.
		const isOver = plan.strategy === 'sendToAll' && context.cancel.aborted;
		const mayFollow = this.round < context.retryOptions.maxRetries;
		return decide(plan, last, isOver ? 0 : candidates.length - last.length, mayFollow);
	}

	private get isForAll(): boolean {
		const { strategy } = this.plan;
		return strategy === 'agreement' || strategy === 'sendToAll';
	}

	/** Calls endpoints once each, until the call is decided; calls that are still open then are cancelled. */
	private async callEach(again: readonly Candidate[], excluded: Excluded): Promise<void> {
		const left = new Set(again);
		const running = new Map<Candidate, Promise<Attempt>>();
		const end = new AbortController();
		const callNext = (): Candidate => {
			const candidate = this.chooseNext(left);
			left.delete(candidate);
			running.set(candidate, this.call(candidate, excluded, end.signal));
			return candidate;
		};
		for (const candidate of again) this.said.delete(candidate);
		try {
			let latest = callNext();
			while (this.isForAll && left.size > 0) callNext();
			while (running.size > 0) {
				const next = await this.waitForNext(running, left.size > 0 ? latest : undefined);
				const isOvertaking = next === undefined;
				if (!isOvertaking && this.isDecidedBy(next, running)) return;
				if (this.context.cancel.aborted) left.clear();
				if (left.size === 0) continue;
				latest = callNext();
				if (isOvertaking) this.overtakers.add(latest);
			}
		} finally {
			end.abort(STOPPED);
			await this.noteRest(running.values());
		}
	}

	private async noteRest(running: Iterable<Promise<Attempt>>): Promise<void> {
		for (const ended of await Promise.allSettled(running))
			if (ended.status === 'fulfilled') this.note(ended.value);
	}

	/** Notes an attempt that has ended. @returns whether the call is decided */
	private isDecidedBy(next: Attempt, running: Map<Candidate, Promise<Attempt>>): boolean {
		running.delete(next.candidate);
		this.note(next);
		const isDecided = this.decide() !== undefined;
		const hasOvertaken = this.overtakers.has(next.candidate) && running.size > 0;
		if (isDecided && hasOvertaken) this.overtaking.succeed();
		return isDecided;
	}

	/**
	 * @param slow the endpoint that may be overtaken, if one may
	 * @returns the next attempt that ends, or nothing when another endpoint is to be called as well
	 */
	private async waitForNext(
		running: ReadonlyMap<Candidate, Promise<Attempt>>,
		slow: Candidate | undefined,
	): Promise<Attempt | undefined> {
		const { plan, context, overtaking } = this;
		const next = Promise.race(running.values());
		if (slow === undefined || plan.strategy !== 'fastest' || plan.isWrite) return await next;
		let waitMs = slow.record.usualMs;
		while (true) {
			const ended = await Promise.race([next, sleepTogether(waitMs, context)]);
			if (ended !== undefined) return ended;
			if (overtaking.tryNext()) return undefined;
			waitMs = RECONSIDER_MS;
		}
	}

	private note(attempt: Attempt): void {
		this.attempts.push(attempt);
		if (attempt.class !== 'cancelled') this.said.set(attempt.candidate, attempt);
	}

	/** From the second round on, endpoints share the calls that wait for their limits. */
	private chooseNext(left: ReadonlySet<Candidate>): Candidate {
		const { plan, round, context } = this;
		const now = context.clock.now();
		const isLast = ({ record }: Candidate) => Number(record.isLast(plan.method, now));
		const load = ({ record }: Candidate) => (round === 0 ? 0 : record.open);
		const [next] = [...left].sort((a, b) => isLast(a) - isLast(b) || load(a) - load(b));
		return next;
	}

	/** @param end cancels it */
	private async call(candidate: Candidate, excluded: Excluded, end: AbortSignal): Promise<Attempt> {
		const { plan, context, candidates } = this;
		const { rpc, clock, cancel } = context;
		const { resolved, record } = candidate;
		const skip = (why: Why): Attempt => ({ candidate, class: 'excluded', ...why, reply: NOT_SENT });
		if ('absent' in resolved) return skip({ state: 'notRunning', reason: resolved.absent });
		const why = excluded.get(candidate);
		if (why !== undefined) return skip(why);
		if (!this.staging.needsHeads) await confirmChain(candidate, candidates, context);
		const { endpoint, ...asked } = buildFamilyCall(resolved.endpoint, plan.params, plan.path);
		const from = clock.now();
		const signal = AbortSignal.any([cancel, end]);
		record.open += 1;
		const reply = await rpc.call(endpoint, { ...asked, ...this.buildRequest(candidate) }, signal);
		record.open -= 1;
		const attempt = { candidate, ...classifyReply(reply, plan), reply };
		record.noteEnd(plan.method, attempt, from, clock.now());
		return plan.strategy === 'sendToAll' ? readKnown(attempt, plan.params) : attempt;
	}

	/**
	 * In the first round nothing waits for a limit or is repeated, because others can still be called. Later a limit is
	 * waited for; a call that fails goes to the next endpoint, and to this one in the next round.
	 */
	private buildRequest(candidate: Candidate): Omit<RpcRequest, 'params' | 'version'> {
		const { plan, round, context, attempts } = this;
		const { method, isWrite } = plan;
		const { retryOptions } = context;
		const before = attempts.filter((each) => each.candidate === candidate).at(-1);
		const failFast = round === 0 && plan.strategy !== 'agreement';
		return {
			method,
			id: 1,
			isWrite,
			// Earlier it came to nothing, maybe because of calls that were sent with it.
			isAlone: before?.class === 'failure' && before.state !== 'rateLimited',
			failFast,
			retryOptions: failFast
				? { ...retryOptions, isFixed: true }
				: { ...retryOptions, retryForMs: 0 },
		};
	}
}

/** When a call that nobody may overtake yet is looked at again, in milliseconds. */
const RECONSIDER_MS = 50;

/** Those that wake up within this time do so at once, in milliseconds, so that what they send can share a request. */
const STEP_MS = 20;

/**
 * Waits, together with all others of the run that wait until about the same time, or until the call is cancelled.
 * Timers of their own would wake them one by one, and each would send its call alone.
 */
async function sleepTogether(
	milliseconds: number,
	{ clock, once, cancel }: OperationContext,
): Promise<void> {
	const due = Math.ceil((clock.now() + milliseconds) / STEP_MS) * STEP_MS;
	const sleep = (shared: OperationContext) => shared.clock.sleep(due - clock.now(), shared.cancel);
	const alarm = once(`alarm ${due}`, sleep, () => false);
	await Promise.race([alarm, waitForAbort(cancel)]);
}
