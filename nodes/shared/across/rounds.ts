import type { OperationContext } from '../run/session';
import { STOPPED, waitForAbort, onAbort } from '../scheduler/clock';
import { backoff } from '../scheduler/retryPolicy';
import { Cancelled, type Problem } from '../text/problem';
import { askEndpoint, getRecord, type AcrossCall, type AskContext } from './askEndpoint';
import { canPass, type Attempt, type Target } from './attempt';

/** Which answer counts. */
export interface RoundResult {
	/** It has a reply. */
	answered: Attempt;
	/** Those that count as having given it, where that is counted. */
	agreed?: readonly Attempt[];
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
	 * @returns what counts, once that is certain
	 */
	decide(last: readonly Attempt[], open: number): RoundResult | undefined;
	/** @returns the attempts at endpoints that may answer if they are asked again, where those are not all that may */
	chooseAgain?(last: readonly Attempt[]): Attempt[];
	/** @returns what went wrong where nothing was decided */
	explain(last: readonly Attempt[]): Problem;
}

/** One call under way among several endpoints. */
interface Asking {
	targets: readonly Target[];
	call: AcrossCall;
	plan: Plan;
	context: AskContext;
	attempts: Attempt[];
}

/**
 * Asks endpoints until the plan is decided: each once before any is asked again, and those that may answer in further
 * rounds, after a pause.
 * @throws Problem of the plan, and Cancelled
 */
export async function askInRounds(
	targets: readonly Target[],
	call: AcrossCall,
	plan: Plan,
	context: AskContext,
): Promise<RoundResult & { attempts: readonly Attempt[] }> {
	const asking: Asking = { targets, call, plan, context, attempts: [] };
	let asked = targets;
	for (let round = 0; ; round += 1) {
		await askOnce(asked, round, asking);
		const { attempts } = asking;
		const last = lastOfEach(asking);
		const decision = plan.decide(last, targets.length - last.length);
		if (decision !== undefined) return { ...decision, attempts };
		if (context.cancel.aborted) throw new Cancelled();
		asked = (plan.chooseAgain?.(last) ?? last.filter(canPass)).map(({ target }) => target);
		if (asked.length === 0 || round >= context.retryOptions.maxRetries) throw plan.explain(last);
		await pauseBeforeRound(round + 1, asked, context);
	}
}

/** Asks endpoints once each, until the plan is decided; those that are still asked then are called off. */
async function askOnce(targets: readonly Target[], round: number, asking: Asking): Promise<void> {
	const { call, plan, context, attempts } = asking;
	const { clock, cancel } = context;
	if (cancel.aborted) throw new Cancelled();
	const left = new Set(targets);
	const running = new Map<
		Target,
		{ from: number; ending: AbortController; ended: Promise<Attempt> }
	>();
	const stop = (): void => running.forEach(({ ending }) => ending.abort(STOPPED));
	const release = onAbort(cancel, stop);
	let waitsUntil = Infinity;
	const askNext = (): void => {
		const target = nextOf(left, call, context, round);
		left.delete(target);
		const ending = new AbortController();
		// Earlier it came to nothing, maybe because of calls that were sent with it.
		const isLost = ({ class: found, state, ...each }: Attempt): boolean =>
			each.target === target && found === 'failure' && state !== 'rateLimited';
		const isAlone = round > 0 && attempts.some(isLost);
		const asked = askEndpoint(target, call, context, { round, ending, isAlone });
		const ended = plan.review === undefined ? asked : asked.then(plan.review);
		// What is wrong with the call as a whole is thrown once.
		ended.catch(() => undefined);
		const from = clock.now();
		running.set(target, { from, ending, ended });
		if (plan.asks === 'nextWhenSlow') waitsUntil = from + getRecord(target, context).usualMs;
	};
	do askNext();
	while (plan.asks === 'all' && left.size > 0);
	while (running.size > 0) {
		const until = left.size > 0 ? waitsUntil : Infinity;
		const next = await waitForFirst(
			[...running.values()].map(({ ended }) => ended),
			until,
			context,
		);
		if (next === undefined) {
			askNext();
			continue;
		}
		running.delete(next.target);
		attempts.push(next);
		const open = new Set([...left, ...running.keys()]);
		if (plan.decide(lastOfEach(asking, open), open.size) !== undefined) {
			if (plan.asks === 'nextWhenSlow')
				for (const [target, { from }] of running)
					getRecord(target, context).noteSlow(from, clock.now());
			break;
		}
		if (left.size > 0 && !cancel.aborted) askNext();
	}
	release();
	stop();
	for (const { ended } of running.values()) attempts.push(await ended);
}

/**
 * @param open endpoints that are being asked again
 * @returns the last attempt at each endpoint that was not called off, in the order of preference
 */
function lastOfEach({ targets, attempts }: Asking, open?: ReadonlySet<Target>): Attempt[] {
	const last = new Map(attempts.map((attempt) => [attempt.target, attempt]));
	return targets.flatMap((target) => {
		const attempt = open?.has(target) ? undefined : last.get(target);
		return attempt === undefined || attempt.class === 'cancelled' ? [] : [attempt];
	});
}

/** @returns the first attempt that ends, or `undefined` when the time comes first */
async function waitForFirst(
	attempts: ReadonlyArray<Promise<Attempt>>,
	until: number,
	context: AskContext,
): Promise<Attempt | undefined> {
	if (until === Infinity) return await Promise.race(attempts);
	const timer = sleepTogether(until - context.clock.now(), context).then(() => undefined);
	const first = await Promise.race([...attempts, timer]);
	return first ?? (context.cancel.aborted ? await Promise.race(attempts) : undefined);
}

/** From the second round on, endpoints share the calls that wait for their limits. */
function nextOf(
	left: ReadonlySet<Target>,
	{ method }: AcrossCall,
	context: AskContext,
	round: number,
): Target {
	const now = context.clock.now();
	const ranked = [...left].map((target) => {
		const record = getRecord(target, context);
		const load = round === 0 ? 0 : record.open.size;
		return { target, isLast: Number(record.isLast(method, now)), load };
	});
	ranked.sort((a, b) => a.isLast - b.isLast || a.load - b.load);
	return ranked[0].target;
}

/** Waits before endpoints are asked again: ever longer, and until one of them may be asked. @throws Cancelled */
async function pauseBeforeRound(
	round: number,
	targets: readonly Target[],
	context: AskContext,
): Promise<void> {
	const { clock, cancel } = context;
	const pauses = targets.map((target) => getRecord(target, context).pausedUntil - clock.now());
	const pauseMs = Math.max(backoff(round, 1), Math.min(...pauses));
	await Promise.race([sleepTogether(pauseMs, context), waitForAbort(cancel)]);
	if (cancel.aborted) throw new Cancelled();
}

/** Those that wake up within this time do so at once, in milliseconds, so that what they send can share a request. */
const STEP_MS = 20;

type Context = Pick<OperationContext, 'clock' | 'remember' | 'cancel'>;

/**
 * Waits, together with all others of the run that wait until about the same time. Timers of their own would wake them
 * one by one, and each would send its call alone.
 */
export async function sleepTogether(milliseconds: number, context: Context): Promise<void> {
	const { clock, remember, cancel } = context;
	const due = Math.ceil((clock.now() + milliseconds) / STEP_MS) * STEP_MS;
	const alarms = remember('across alarms', () => new Map<number, Promise<void>>());
	// Whoever set the alarm may have ended before it rang.
	while (clock.now() < due && !cancel.aborted) {
		let alarm = alarms.get(due);
		if (alarm === undefined) {
			alarm = clock.sleep(due - clock.now(), cancel).then(() => void alarms.delete(due));
			alarms.set(due, alarm);
		}
		await alarm;
	}
}
