import { Cancelled } from '../pure/problem';
import { firing, whenFired } from '../scheduler/clock';
import { backoff } from '../scheduler/retryPolicy';
import type { OperationContext } from '../session/session';
import { askEndpoint, standingOf, type AcrossCall } from './askEndpoint';
import { lastOfEach, mayPass, nobodyAnswered, sharedAnswer, type Attempt } from './attempt';
import { sleepTogether } from './sleepTogether';
import type { Target } from './target';

/** What came of a call: the attempt whose answer counts, and all others. */
export interface Decided {
	/** It has a reply. */
	answered: Attempt;
	attempts: readonly Attempt[];
	/** How many endpoints gave this answer, where that was counted. */
	agreed?: number;
	/** Decimal; the block that all were asked about. */
	blockNumber?: bigint;
}

type Context = Pick<OperationContext, 'rpc' | 'clock' | 'retryOptions' | 'remember' | 'cancel'>;

/** Passed as the reason, because Node.js otherwise creates an exception with a stack each time. */
const STOPPED = 'stopped';

/**
 * Asks one endpoint after the other until one answers: in the order of preference, those that failed lately last. Each
 * is asked once before any is asked again.
 * @param isHedged whether the next one is also asked when the answer takes longer than usual
 * @throws Problem that says per endpoint what went wrong, and Cancelled
 */
export async function askInTurn(
	targets: readonly Target[],
	call: AcrossCall,
	context: Context,
	{ isHedged }: { isHedged: boolean },
): Promise<Decided> {
	const attempts: Attempt[] = [];
	let asked = targets;
	for (let round = 0; ; round += 1) {
		const ended = await oneRound(asked, call, context, { round, isHedged, earlier: attempts });
		attempts.push(...ended);
		const own = ended.find((each) => each.class === 'answer' || each.class === 'unclear');
		const last = lastOfEach(attempts);
		const byPreference = targets.flatMap((each) => last.filter(({ target }) => target === each));
		const answered = own ?? sharedAnswer(byPreference);
		if (answered !== undefined) return { answered, attempts };
		asked = last.filter(mayPass).map(({ target }) => target);
		if (asked.length === 0 || round >= context.retryOptions.maxRetries)
			throw nobodyAnswered(call.method, attempts);
		await pauseBefore(round + 1, asked, call, context);
	}
}

/**
 * Waits before endpoints are asked again: ever longer, and until one of them may be asked.
 * @throws Cancelled
 */
export async function pauseBefore(
	round: number,
	targets: readonly Target[],
	{ cancel }: AcrossCall,
	context: Context,
): Promise<void> {
	const { clock } = context;
	const pauses = targets.map((target) => standingOf(target, context).pausedUntil - clock.now());
	const pauseMs = Math.max(backoff(round, 1), Math.min(...pauses));
	await Promise.race([sleepTogether(pauseMs, context), firing(cancel)]);
	if (cancel.aborted) throw new Cancelled();
}

/** @returns whether the last attempt at an endpoint came to nothing, maybe because of calls that were sent with it */
export function wasLost(target: Target, attempts: readonly Attempt[]): boolean {
	return attempts.some(
		(each) => each.target === target && each.class === 'failure' && each.state !== 'rateLimited',
	);
}

async function oneRound(
	targets: readonly Target[],
	call: AcrossCall,
	context: Context,
	{ round, isHedged, earlier }: { round: number; isHedged: boolean; earlier: readonly Attempt[] },
): Promise<Attempt[]> {
	const { clock } = context;
	const left = new Set(targets);
	const running = new Map<
		Target,
		{ from: number; ending: AbortController; ended: Promise<Attempt> }
	>();
	const ended: Attempt[] = [];
	const stop = (): void => running.forEach(({ ending }) => ending.abort(STOPPED));
	const release = whenFired(call.cancel, stop);
	let latest: Target | undefined;
	const start = (): void => {
		const target = nextOf(left, call, context, round);
		left.delete(target);
		latest = target;
		const ending = new AbortController();
		const turn = { round, ending, isAlone: round > 0 && wasLost(target, earlier) };
		const asking = askEndpoint(target, call, context, turn);
		// What is wrong with the call as a whole is thrown once.
		asking.catch(() => undefined);
		running.set(target, { from: clock.now(), ending, ended: asking });
	};
	start();
	while (running.size > 0) {
		const next = await firstOf(
			[...running.values()].map((each) => each.ended),
			isHedged && left.size > 0 ? timeLeft(latest, running, context) : undefined,
			context,
			call.cancel,
		);
		if (next === undefined) {
			start();
			continue;
		}
		running.delete(next.target);
		ended.push(next);
		if (next.class === 'answer' || next.class === 'unclear') break;
		if (call.cancel.aborted) throw new Cancelled();
		if (left.size > 0) start();
	}
	release();
	stop();
	const answer = ended.at(-1);
	if (answer?.class === 'answer')
		for (const [target, { from }] of running)
			standingOf(target, context).wasSlow(from, clock.now());
	const others = await Promise.all([...running.values()].map((each) => each.ended));
	return [...ended, ...others];
}

/** @returns milliseconds until what the endpoint that was asked last usually takes is over */
function timeLeft(
	target: Target | undefined,
	running: ReadonlyMap<Target, { from: number }>,
	context: Context,
): number {
	const from = target && running.get(target)?.from;
	if (target === undefined || from === undefined) return 0;
	return Math.max(0, from + standingOf(target, context).usualMs - context.clock.now());
}

/** @returns the first attempt that ends, or `undefined` when the time is over first */
async function firstOf(
	attempts: ReadonlyArray<Promise<Attempt>>,
	withinMs: number | undefined,
	context: Context,
	cancel: AbortSignal,
): Promise<Attempt | undefined> {
	if (withinMs === undefined) return await Promise.race(attempts);
	const timer = sleepTogether(withinMs, context).then(() => undefined);
	const first = await Promise.race([...attempts, timer]);
	return first ?? (cancel.aborted ? await Promise.race(attempts) : undefined);
}

/** From the second round on, endpoints share the calls that wait for their limits. */
function nextOf(
	left: ReadonlySet<Target>,
	{ method }: AcrossCall,
	context: Context,
	round: number,
): Target {
	const now = context.clock.now();
	const ranked = [...left].map((target, index) => {
		const standing = standingOf(target, context);
		const isLast = Number(standing.isLast(method, now));
		const load = round === 0 ? 0 : standing.open.size;
		return { target, order: [isLast, load, index] };
	});
	ranked.sort(({ order: a }, { order: b }) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
	return ranked[0].target;
}
