import { rpcErrorText } from '../jsonRpc/answer';
import { exactNumber } from '../jsonRpc/hex';
import { jsonExcerpt, excerpt } from '../pure/excerpt';
import { Cancelled, Problem } from '../pure/problem';
import { whenFired } from '../scheduler/clock';
import type { OperationContext } from '../session/session';
import { EMPTY } from './answerClass';
import { askEndpoint, type AcrossCall } from './askEndpoint';
import { lastOfEach, mayPass, said, sharedAnswer, type Attempt } from './attempt';
import { comparable } from './comparable';
import { pauseBefore, wasLost, type Decided } from './inTurn';
import type { Target } from './target';

type Context = Pick<OperationContext, 'rpc' | 'clock' | 'retryOptions' | 'remember' | 'cancel'>;

/** The maximum number of characters shown of what a group said. */
const LONGEST_SAYING = 120;

/** Passed as the reason, because Node.js otherwise creates an exception with a stack each time. */
const STOPPED = 'stopped';

/** What is asked for. */
export interface Wanted {
	/** How many endpoints have to give the same answer. */
	atLeast: number;
	/** The block that all are asked about, where there is one. */
	blockNumber?: bigint;
}

/**
 * Asks all endpoints at once, and waits until enough of them have given the same answer and no other can be given by as
 * many. Those that failed are asked again while that can help.
 * @throws Problem that lists who said what, and Cancelled
 */
export async function askForAgreement(
	targets: readonly Target[],
	call: AcrossCall,
	context: Context,
	wanted: Wanted,
): Promise<Decided> {
	const attempts: Attempt[] = [];
	let asked = targets;
	for (let round = 0; ; round += 1) {
		attempts.push(...(await oneRound(asked, call, context, { round, wanted, earlier: attempts })));
		const last = byPreference(targets, attempts);
		const group = settled(groupsOf(last), 0, wanted.atLeast) ?? unanimous(last, wanted);
		if (group !== undefined) {
			const [answered] = group;
			const { blockNumber } = wanted;
			return {
				answered,
				attempts: attempts.map((each) => withVerdict(each, group)),
				agreed: group.length,
				...(blockNumber !== undefined && { blockNumber }),
			};
		}
		asked = worthAsking(last, wanted);
		if (asked.length === 0 || round >= context.retryOptions.maxRetries)
			throw noAgreement(call.method, last, wanted);
		await pauseBefore(round + 1, asked, call, context);
	}
}

function withVerdict(attempt: Attempt, group: Group): Attempt {
	const isOther = attempt.class === 'answer' && !group.includes(attempt);
	return isOther ? { ...attempt, state: 'disagreed' } : attempt;
}

/** Endpoints that gave the same answer, in the order of preference. */
type Group = readonly Attempt[];

/** @returns answers by what they say, the most frequent first */
export function groupsOf(attempts: readonly Attempt[]): Group[] {
	const groups = new Map<string, Attempt[]>();
	for (const attempt of attempts) {
		const saying = sayingOf(attempt);
		if (saying !== undefined) groups.set(saying, [...(groups.get(saying) ?? []), attempt]);
	}
	return [...groups.values()].sort((a, b) => b.length - a.length);
}

/**
 * @param open how many answers are still to come
 * @returns the group that is large enough, once no other can become as large
 */
export function settled(
	groups: readonly Group[],
	open: number,
	atLeast: number,
): Group | undefined {
	const [first = [], second = []] = groups;
	return first.length >= atLeast && first.length > second.length + open ? first : undefined;
}

/** An error is the same where code and data are: clients word it differently. */
function sayingOf({ class: found, reply }: Attempt): string | undefined {
	if (found !== 'answer' || reply === undefined) return undefined;
	const { answer } = reply;
	if (answer.kind === 'result') return `result ${comparable(answer.result)}`;
	if (answer.kind !== 'rpcError') return undefined;
	return `error ${comparable({ code: answer.code, data: answer.data })}`;
}

/** Where nobody knows of anything, or everybody says the same error, that is the answer. */
function unanimous(last: readonly Attempt[], { atLeast }: Wanted): Group | undefined {
	if (last.some((each) => each.class === 'answer')) return undefined;
	const shared = sharedAnswer(last);
	if (shared === undefined) return undefined;
	const same = last.filter((each) => each.class === shared.class && each.state === shared.state);
	return same.length >= atLeast ? same : undefined;
}

/** An endpoint that knows of nothing may only be late where another knows. */
function worthAsking(last: readonly Attempt[], { atLeast }: Wanted): Target[] {
	const [best = []] = groupsOf(last);
	const again = last.filter((each) => mayPass(each) || (each.state === EMPTY && best.length > 0));
	return best.length + again.length >= atLeast ? again.map(({ target }) => target) : [];
}

function byPreference(targets: readonly Target[], attempts: readonly Attempt[]): Attempt[] {
	const last = lastOfEach(attempts);
	return targets.flatMap((each) => last.filter(({ target }) => target === each));
}

async function oneRound(
	targets: readonly Target[],
	call: AcrossCall,
	context: Context,
	{ round, wanted, earlier }: { round: number; wanted: Wanted; earlier: readonly Attempt[] },
): Promise<Attempt[]> {
	const endings: AbortController[] = [];
	const stop = (): void => endings.forEach((ending) => ending.abort(STOPPED));
	const release = whenFired(call.cancel, stop);
	const ended: Attempt[] = [];
	const before = lastOfEach(earlier).filter(({ target }) => !targets.includes(target));
	const running = new Map(
		targets.map((target) => {
			const ending = new AbortController();
			endings.push(ending);
			const turn = { round, ending, isAlone: round > 0 && wasLost(target, earlier) };
			const asking = askEndpoint(target, call, context, turn);
			// What is wrong with the call as a whole is thrown once.
			asking.catch(() => undefined);
			return [target, asking];
		}),
	);
	while (running.size > 0) {
		const next = await Promise.race(running.values());
		running.delete(next.target);
		ended.push(next);
		if (settled(groupsOf([...before, ...ended]), running.size, wanted.atLeast)) break;
		if (call.cancel.aborted) throw new Cancelled();
	}
	release();
	stop();
	return [...ended, ...(await Promise.all(running.values()))];
}

function noAgreement(method: string, last: readonly Attempt[], wanted: Wanted): Problem {
	const { atLeast, blockNumber } = wanted;
	const at = blockNumber === undefined ? '' : ` at block ${exactNumber(blockNumber)}`;
	const groups = groupsOf(last).map((group) => {
		const who = group.map(({ target }) => target.label).join(', ');
		return `${group.length} said ${excerptOf(group[0])} (${who})`;
	});
	const others = last
		.filter((each) => sayingOf(each) === undefined)
		.map((each) => `${each.target.label}: ${said(each)}`);
	return new Problem(
		`No agreement on ${method}${at}: ${atLeast} of ${last.length} endpoints have to give the same answer. ${[...groups, ...others].join(' | ')}`,
		{
			hint:
				groups.length > 1
					? 'Do not act on any of these answers. Find out which endpoint is right with JSON-RPC, Check Health'
					: 'Check the endpoints with JSON-RPC, Check Health, or add another one',
		},
	);
}

function excerptOf({ reply }: Attempt): string {
	if (reply?.answer.kind === 'result') return jsonExcerpt(reply.answer.result, LONGEST_SAYING);
	return reply?.answer.kind === 'rpcError'
		? excerpt(rpcErrorText(reply.answer), LONGEST_SAYING)
		: '';
}
