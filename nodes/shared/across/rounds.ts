import type { RpcEndpoint, RpcRequest } from '../jsonRpc/rpcClient';
import type { HealthSettings } from '../readiness/health';
import type { OperationContext } from '../run/session';
import { STOPPED, onAbort, waitForAbort } from '../scheduler/clock';
import { backoff, type RetryOptions } from '../scheduler/retryPolicy';
import { Cancelled, type Problem } from '../text/problem';
import { classifyReply, type CallTraits } from './answerClass';
import { canPass, makeNoAnswerProblem, type Attempt, type LeftOut, type Target } from './attempt';
import { MOVED, type OpenCall } from './endpointRecord';

type Params = unknown[] | Record<string, unknown>;

/** A call that several endpoints can answer. */
export interface AcrossCall extends CallTraits {
	params: Params;
	/** With agreement: how many endpoints have to give the same answer. */
	atLeast: number;
	/** Requirements on the endpoints; nothing is checked that is not set. */
	settings: HealthSettings;
	/** @returns the call in the form that an endpoint takes */
	requestFor(
		endpoint: RpcEndpoint,
		params: Params,
	): { endpoint: RpcEndpoint } & Pick<RpcRequest, 'params' | 'version'>;
	/** Finds out before each round which endpoints take no part, by their keys. @throws Problem */
	findLeftOut?(): Promise<ReadonlyMap<string, LeftOut>>;
}

/** How endpoints are asked, and what decides. */
export interface Plan {
	/** Who is asked next: all at once, one when another has failed, or also when an answer takes longer than usual. */
	asks: 'all' | 'next' | 'nextWhenSlow';
	/** @returns an attempt as it counts, where that differs */
	review?: (attempt: Attempt) => Attempt;
	/**
	 * @param last what each endpoint said last, in the order of preference
	 * @param open how many are still to answer, or were called off
	 * @returns those that gave what counts, once that is certain; the first of them has a reply
	 */
	decide(last: readonly Attempt[], open: number): readonly Attempt[] | undefined;
	/** @returns the attempts at endpoints that may answer if they are asked again, where those are not all that may */
	chooseAgain?(last: readonly Attempt[]): Attempt[];
	/** @returns what went wrong where nothing was decided, and not just that no endpoint answered */
	explain?(last: readonly Attempt[]): Problem;
}

type Context = Pick<OperationContext, 'rpc' | 'clock' | 'retryOptions' | 'once' | 'cancel'>;

/** One call under way among several endpoints. */
interface Asking {
	targets: readonly Target[];
	call: AcrossCall;
	plan: Plan;
	context: Context;
	attempts: Attempt[];
	/** What each endpoint said last, without those that are asked again or were called off. */
	said: Map<Target, Attempt>;
}

/**
 * Asks endpoints until the plan is decided: each once before any is asked again, and those that may answer in further
 * rounds, after a pause.
 * @returns those that gave what counts, and all attempts
 * @throws Problem of the plan, and Cancelled
 */
export async function askInRounds(
	targets: readonly Target[],
	call: AcrossCall,
	plan: Plan,
	context: Context,
): Promise<{ agreed: readonly Attempt[]; attempts: readonly Attempt[] }> {
	const asking: Asking = { targets, call, plan, context, attempts: [], said: new Map() };
	const { cancel, retryOptions } = context;
	let asked = targets;
	for (let round = 0; ; round += 1) {
		if (cancel.aborted) throw new Cancelled();
		await askOnce(asked, round, asking);
		const agreed = decide(asking);
		if (agreed !== undefined) return { agreed, attempts: asking.attempts };
		if (cancel.aborted) throw new Cancelled();
		const last = listLast(asking);
		asked = (plan.chooseAgain?.(last) ?? last.filter(canPass)).map(({ target }) => target);
		if (asked.length === 0 || round >= retryOptions.maxRetries)
			throw plan.explain?.(last) ?? makeNoAnswerProblem(call.method, last);
		await sleepTogether(backoff(round + 1, 1), context);
	}
}

function listLast({ targets, said }: Asking): Attempt[] {
	return targets.flatMap((target) => said.get(target) ?? []);
}

function decide(asking: Asking): readonly Attempt[] | undefined {
	const last = listLast(asking);
	return asking.plan.decide(last, asking.targets.length - last.length);
}

/** Asks endpoints once each, until the plan is decided; those that are still asked then are called off. */
async function askOnce(targets: readonly Target[], round: number, asking: Asking): Promise<void> {
	const { call, plan, context, said } = asking;
	const leftOut = await call.findLeftOut?.();
	const left = new Set(targets);
	const lost = new Set(targets.filter((target) => isLost(said.get(target))));
	for (const target of targets) said.delete(target);
	const running = new Map<Target, { open: OpenCall; ended: Promise<Attempt> }>();
	const stop = (): void => {
		left.clear();
		for (const { open } of running.values()) open.ending.abort(STOPPED);
	};
	const note = (attempt: Attempt): void => {
		asking.attempts.push(attempt);
		if (attempt.class !== 'cancelled') said.set(attempt.target, attempt);
	};
	let slow: Promise<void> | undefined;
	const askNext = (): void => {
		const target = chooseNext(left, call, round, context);
		left.delete(target);
		const open: OpenCall = {
			ending: new AbortController(),
			keepsLimits: round > 0,
			isAlone: lost.has(target),
			isUnderWay: false,
		};
		const ended = askEndpoint(target, call, leftOut?.get(target.key), open, context);
		running.set(target, { open, ended: plan.review ? ended.then(plan.review) : ended });
		if (plan.asks === 'nextWhenSlow') slow = sleepTogether(target.record.usualMs, context);
	};
	const release = onAbort(context.cancel, stop);
	do askNext();
	while (plan.asks === 'all' && left.size > 0);
	while (running.size > 0) {
		const answers: Array<Promise<Attempt | void>> = [...running.values()].map(({ ended }) => ended);
		const next = await Promise.race(
			slow === undefined || left.size === 0 ? answers : [...answers, slow],
		);
		if (next !== undefined) {
			running.delete(next.target);
			note(next);
			if (decide(asking) !== undefined) break;
		}
		if (left.size > 0) askNext();
	}
	release();
	stop();
	for (const { ended } of running.values()) note(await ended);
}

/** Earlier it came to nothing, maybe because of calls that were sent with it. */
function isLost(attempt: Attempt | undefined): boolean {
	return attempt?.class === 'failure' && attempt.state !== 'rateLimited';
}

/** From the second round on, endpoints share the calls that wait for their limits. */
function chooseNext(
	left: ReadonlySet<Target>,
	{ method }: AcrossCall,
	round: number,
	{ clock }: Context,
): Target {
	const ranked = [...left].map((target) => {
		const { record } = target;
		const load = round === 0 ? 0 : record.open.size;
		return { target, isLast: Number(record.isLast(method, clock.now())), load };
	});
	ranked.sort((a, b) => a.isLast - b.isLast || a.load - b.load);
	return ranked[0].target;
}

async function askEndpoint(
	target: Target,
	call: AcrossCall,
	leftOut: LeftOut | undefined,
	open: OpenCall,
	{ rpc, clock, retryOptions }: Context,
): Promise<Attempt> {
	const { resolved, record } = target;
	if ('absent' in resolved) {
		const why = { state: 'notRunning', reason: resolved.absent };
		return { target, class: 'leftOut', ...why, latencyMs: 0 };
	}
	if (leftOut !== undefined) return { target, class: 'leftOut', ...leftOut, latencyMs: 0 };
	const { method, isWrite } = call;
	const { endpoint, ...asked } = call.requestFor(resolved.endpoint, call.params);
	const request = {
		...asked,
		method,
		id: 1,
		isWrite,
		isAlone: open.isAlone,
		retryOptions: chooseRetryOptions(open, retryOptions),
		noteUnderWay: (isUnderWay: boolean) => {
			open.isUnderWay = isUnderWay;
		},
	};
	const from = clock.now();
	record.open.add(open);
	const reply = await rpc.call(endpoint, request, open.ending.signal);
	record.open.delete(open);
	const { answer, latencyMs, attempts } = reply;
	if (answer.kind === 'cancelled' && open.ending.signal.reason === MOVED) {
		const why = { state: 'unreachable', reason: 'called off, because requests there fail' };
		return { target, class: 'failure', ...why, latencyMs };
	}
	const verdict = classifyReply(reply, call);
	if (verdict.class === 'notHere') record.notHere.add(method);
	const retryAfterMs = answer.kind === 'rateLimited' ? answer.retryAfterMs : undefined;
	const now = clock.now();
	if (attempts > 0) record.noteEnd(verdict, now - from, now, retryAfterMs);
	return { target, ...verdict, reply, latencyMs };
}

/**
 * At first an endpoint that fails or rejects the call is not waited for, because others were not asked yet. Later a
 * limit is kept in full; what fails is for the next endpoint, and the next round.
 */
function chooseRetryOptions({ keepsLimits }: OpenCall, options: RetryOptions): RetryOptions {
	if (keepsLimits) return { ...options, retryForMs: 0 };
	return { ...options, maxRetries: 0, maxRetryWaitMs: 0, isFixed: true };
}

/** Those that wake up within this time do so at once, in milliseconds, so that what they send can share a request. */
const STEP_MS = 20;

/**
 * Waits, together with all others of the run that wait until about the same time, or until the call is cancelled.
 * Timers of their own would wake them one by one, and each would send its call alone.
 */
async function sleepTogether(
	milliseconds: number,
	{ clock, once, cancel }: Context,
): Promise<void> {
	const due = Math.ceil((clock.now() + milliseconds) / STEP_MS) * STEP_MS;
	const sleep = (shared: Context) => shared.clock.sleep(due - clock.now(), shared.cancel);
	const alarm = once(`alarm ${due}`, sleep, () => false);
	await Promise.race([alarm, waitForAbort(cancel)]);
}
