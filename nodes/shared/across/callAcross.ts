import { buildFamilyCall } from '../endpoints/familyCall';
import type { RpcReply, RpcRequest } from '../jsonRpc/rpcClient';
import type { OperationContext } from '../run/operationContext';
import { STOPPED, waitForAbort } from '../scheduler/clock';
import { backoff } from '../scheduler/retryPolicy';
import { Cancelled, Problem } from '../text/problem';
import { classifyReply, type Why } from './answerClass';
import type { Attempt, Excluded, CallPlan, Candidate } from './attempt';
import { chooseAgain, decide, excludeLagging, makeFailure } from './decision';
import { MOVED, type OpenCall } from './endpointRecord';
import { findExcluded } from './heads';
import { pinBlocks } from './pinnedBlock';
import { readKnown } from './transactionHash';

/** The reply of an endpoint that is not asked. */
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

/**
 * Makes a call among several endpoints.
 * @param timeLimitMs for the call as a whole
 * @throws Problem when there is no answer, or no agreement, and Cancelled
 */
export async function callAcross(
	candidates: readonly Candidate[],
	plan: CallPlan,
	context: OperationContext,
	timeLimitMs?: number,
): Promise<Decided> {
	const decideCall = async (limited: OperationContext): Promise<Decided> => {
		const isPinned = plan.strategy === 'agreement';
		const pinned = isPinned ? await pinBlocks(candidates, plan, limited) : plan;
		return await new Rounds(candidates, pinned, limited).run();
	};
	if (timeLimitMs === undefined) return await decideCall(context);
	const limit = `within the ${timeLimitMs / 1000} s of 'Time Limit'`;
	const cancel = context.clock.timeout(timeLimitMs);
	const isOver = (): boolean => cancel.aborted && !context.cancel.aborted;
	const decided = await decideCall(context.within(cancel)).catch((error: unknown) => {
		if (!(error instanceof Cancelled && isOver())) throw error;
		throw new Problem(`No answer to ${plan.method} ${limit}`, {
			hint: "Raise 'Time Limit' in the options, or lower 'Timeout per Endpoint', so that the next endpoint is asked earlier",
			isNetworkFault: true,
		});
	});
	const [{ reply, ...answered }, ...others] = decided.agreed;
	if (reply.answer.kind !== 'cancelled' || !isOver()) return decided;
	const answer = { kind: 'unreachable', reason: `no response ${limit}` } as const;
	return { ...decided, agreed: [{ ...answered, reply: { ...reply, answer } }, ...others] };
}

/** Asks endpoints until a call is decided: each once before any is asked again, after a pause. */
class Rounds {
	private readonly attempts: Attempt[] = [];

	/** The last attempt at each endpoint, without those that are asked again or were called off. */
	private readonly said = new Map<Candidate, Attempt>();

	private round = 0;

	constructor(
		private readonly candidates: readonly Candidate[],
		private readonly plan: CallPlan,
		private readonly context: OperationContext,
	) {}

	/** @throws Problem when there is no answer, or no agreement, and Cancelled */
	async run(): Promise<Decided> {
		const { candidates, plan, context } = this;
		const { cancel, retryOptions } = context;
		let asked = candidates;
		for (; ; this.round += 1) {
			await this.askOnce(asked, plan.excluded ?? (await findExcluded(candidates, plan, context)));
			const agreed = this.decide();
			if (agreed !== undefined)
				return { agreed, attempts: this.attempts, blockNumber: plan.blockNumber };
			if (cancel.aborted) throw new Cancelled();
			const last = this.listLast();
			asked = chooseAgain(plan, last).map(({ candidate }) => candidate);
			if (asked.length === 0 || this.round >= retryOptions.maxRetries)
				throw makeFailure(plan, last);
			await sleepTogether(backoff(this.round + 1, 1), context);
		}
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
		return decide(plan, last, isOver ? 0 : candidates.length - last.length);
	}

	/** Asks endpoints once each, until the call is decided; those that are still asked then are called off. */
	private async askOnce(asked: readonly Candidate[], excluded: Excluded): Promise<void> {
		const { strategy, isWrite } = this.plan;
		const { context, said } = this;
		const isForAll = strategy === 'agreement' || strategy === 'sendToAll';
		for (const candidate of asked) said.delete(candidate);
		const left = new Set(asked);
		const running = new Map<Candidate, Promise<Attempt>>();
		const end = new AbortController();
		let slow: Promise<void> | undefined;
		const note = (attempt: Attempt): void => {
			this.attempts.push(attempt);
			if (attempt.class !== 'cancelled') said.set(attempt.candidate, attempt);
		};
		const askNext = (): void => {
			const candidate = this.chooseNext(left);
			left.delete(candidate);
			running.set(candidate, this.ask(candidate, excluded, end.signal));
			if (strategy === 'fastest' && !isWrite)
				slow = sleepTogether(candidate.record.usualMs, context);
		};
		do askNext();
		while (isForAll && left.size > 0);
		while (running.size > 0) {
			const waits: Array<Promise<Attempt | void>> = [...running.values()];
			if (slow !== undefined && left.size > 0) waits.push(slow);
			const next = await Promise.race(waits);
			if (next !== undefined) {
				running.delete(next.candidate);
				note(next);
				if (this.decide() !== undefined) break;
			}
			if (context.cancel.aborted) left.clear();
			if (left.size > 0) askNext();
		}
		end.abort(STOPPED);
		for (const ended of running.values()) note(await ended);
	}

	/** From the second round on, endpoints share the calls that wait for their limits. */
	private chooseNext(left: ReadonlySet<Candidate>): Candidate {
		const { plan, round, context } = this;
		const now = context.clock.now();
		const isLast = ({ record }: Candidate) => Number(record.isLast(plan.method, now));
		const load = ({ record }: Candidate) => (round === 0 ? 0 : record.open.size);
		const [next] = [...left].sort((a, b) => isLast(a) - isLast(b) || load(a) - load(b));
		return next;
	}

	/** @param end calls it off */
	private async ask(candidate: Candidate, excluded: Excluded, end: AbortSignal): Promise<Attempt> {
		const { plan, context, round } = this;
		const { rpc, clock, retryOptions, cancel } = context;
		const { resolved, record } = candidate;
		const skip = (why: Why): Attempt => ({ candidate, class: 'leftOut', ...why, reply: NOT_SENT });
		if ('absent' in resolved) return skip({ state: 'notRunning', reason: resolved.absent });
		const why = excluded.get(candidate);
		if (why !== undefined) return skip(why);
		const before = this.attempts.filter((each) => each.candidate === candidate).at(-1);
		const { method, isWrite } = plan;
		const call: OpenCall = {
			moving: new AbortController(),
			keepsLimits: round > 0,
			isUnderWay: false,
		};
		const { endpoint, ...asked } = buildFamilyCall(resolved.endpoint, plan.params, plan.path);
		const request: RpcRequest = {
			...asked,
			method,
			id: 1,
			isWrite,
			// Earlier it came to nothing, maybe because of calls that were sent with it.
			isAlone: before?.class === 'failure' && before.state !== 'rateLimited',
			// In the first round nothing is repeated, because others can still be asked. Later the wait for a limit is kept in
			// full; a call that fails goes to the next endpoint, and to this one in the next round.
			retryOptions: call.keepsLimits
				? { ...retryOptions, retryForMs: 0 }
				: { ...retryOptions, maxRetries: 0, maxRetryWaitMs: 0, isFixed: true },
			noteUnderWay: (isUnderWay) => {
				call.isUnderWay = isUnderWay;
			},
		};
		const from = clock.now();
		const signal = AbortSignal.any([cancel, end, call.moving.signal]);
		record.open.add(call);
		const replied = await rpc.call(endpoint, request, signal);
		record.open.delete(call);
		const isMoved = replied.answer.kind === 'cancelled' && signal.reason === MOVED;
		const reply = isMoved ? { ...replied, answer: MOVED } : replied;
		const attempt = { candidate, ...classifyReply(reply, plan), reply };
		if (!isMoved) record.noteEnd(method, attempt, from, clock.now());
		return plan.strategy === 'sendToAll' ? readKnown(attempt, plan.params) : attempt;
	}
}

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
