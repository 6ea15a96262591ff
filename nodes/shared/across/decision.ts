import { classifyFailure, findLastingHint, formatRpcError } from '../jsonRpc/fault';
import { toExactNumber } from '../jsonRpc/quantities';
import { excerpt, jsonExcerpt } from '../text/excerpt';
import { Problem } from '../text/problem';
import { EMPTY } from './answerClass';
import { describeAttempt, listGroups, type Attempt, type CallPlan } from './attempt';
import { toComparable } from './comparable';

/** The part of a plan that decides about its call. */
type Rule = Pick<CallPlan, 'strategy' | 'atLeast'>;

/**
 * @param last what each endpoint said last, in the order of preference
 * @param open how many are still to answer, or were called off
 * @returns the attempts that give the answer; `undefined` while that is not certain
 */
export function decide(
	{ strategy, atLeast }: Rule,
	last: readonly Attempt[],
	open: number,
): readonly Attempt[] | undefined {
	if (strategy === 'sendToAll' && open > 0) return undefined;
	const [best = [], second = []] = groupAnswers(strategy, last);
	// With agreement, no other group may become as large.
	const rivals = strategy === 'agreement' ? second.length + open : 0;
	if (best.length >= atLeast && best.length > rivals) return best;
	const shared = open === 0 && best.length === 0 ? findSharedAnswer(last) : [];
	return shared.length >= atLeast ? shared : undefined;
}

/** @returns answers by what they say, the most frequent first; without agreement, by what they are worth */
function groupAnswers(strategy: CallPlan['strategy'], attempts: readonly Attempt[]): Attempt[][] {
	if (strategy === 'agreement') return listGroups(attempts, getComparableAnswer);
	const answers = attempts.filter((each) => each.class === 'answer');
	const results = answers.filter(({ reply }) => reply.answer.kind === 'result');
	// An endpoint that refuses a call says nothing about one that may have accepted it.
	const unclear = attempts.filter((each) => each.class === 'unclear');
	return [results, unclear, answers].filter(({ length }) => length > 0);
}

/** An error is the same where code and data are: clients word it differently. */
function getComparableAnswer({ class: found, reply: { answer } }: Attempt): string | undefined {
	if (found !== 'answer') return undefined;
	if (answer.kind === 'result') return `result ${toComparable(answer.result)}`;
	if (answer.kind !== 'rpcError') return undefined;
	return `error ${toComparable({ code: answer.code, data: answer.data })}`;
}

/**
 * @returns the attempts that show what a round without answers comes to, where it comes to something: none can answer it,
 * all say the same error, or most know of nothing
 */
function findSharedAnswer(last: readonly Attempt[]): Attempt[] {
	const asked = last.filter((each) => each.class !== 'leftOut');
	if (asked.every((each) => each.class === 'notHere')) return asked;
	const errors = new Set(
		asked.map(({ reply: { answer } }) => answer.kind === 'rpcError' && toComparable(answer)),
	);
	if (errors.size === 1 && !errors.has(false)) return asked;
	const empty = asked.filter(({ state }) => state === EMPTY);
	return empty.length > last.length / 2 ? empty : [];
}

/** @returns the last attempts at endpoints that are worth asking again, where that may decide the call */
export function chooseAgain({ strategy, atLeast }: Rule, last: readonly Attempt[]): Attempt[] {
	const [best = []] = groupAnswers(strategy, last);
	// One that knows of nothing may only be late where another knows.
	const again = last.filter((each) => canPass(each) || (each.state === EMPTY && best.length > 0));
	return best.length + again.length >= atLeast ? again : [];
}

/** States in which an endpoint may be only for a while. */
const PASSING = new Set(['unreachable', 'rateLimited', 'rpcError']);

function canPass({ class: found, state, reply }: Attempt): boolean {
	const isFailed = (found === 'failure' || found === 'leftOut') && PASSING.has(state);
	return isFailed && findLastingHint(reply.answer, reply.httpStatus) === undefined;
}

/**
 * @param last the last attempt at each endpoint
 * @returns the Problem of a call that was not decided: per endpoint what it said, or what went wrong
 */
export function makeFailure(plan: CallPlan, last: readonly Attempt[]): Problem {
	const { method, strategy, atLeast, blockNumber } = plan;
	const isAgreement = strategy === 'agreement';
	const groups = isAgreement ? groupAnswers(strategy, last) : [];
	const said = groups.map((group) => {
		const who = group.map(({ candidate }) => candidate.label).join(', ');
		return `${group.length} said ${answerExcerpt(group[0])} (${who})`;
	});
	const grouped = new Set(groups.flat());
	const others = last.filter((each) => !grouped.has(each));
	const list = [...said, ...others.map((each) => describeAttempt(each.candidate, each))].join(
		' | ',
	);
	const at = blockNumber === undefined ? '' : ` at block ${toExactNumber(blockNumber)}`;
	const message = isAgreement
		? `No agreement on ${method}${at}: ${atLeast} of ${last.length} endpoints have to give the same answer. ${list}`
		: `No endpoint answered ${method}: ${list}`;
	const causes = last.map(({ reply }) => classifyFailure(reply.answer, reply.httpStatus));
	const isShared = causes.every((each) => each?.cause === causes[0]?.cause);
	return new Problem(message, {
		hint:
			groups.length > 1
				? 'Do not act on any of these answers. Find out which endpoint is right with JSON-RPC, Check Health'
				: 'Check the endpoints with JSON-RPC, Check Health, or add another one',
		failure: isShared ? causes[0] : undefined,
	});
}

/** The maximum number of characters shown of what a group gave. */
const LONGEST_ANSWER = 120;

function answerExcerpt({ reply: { answer } }: Attempt): string {
	if (answer.kind === 'result') return jsonExcerpt(answer.result, LONGEST_ANSWER);
	return answer.kind === 'rpcError' ? excerpt(formatRpcError(answer), LONGEST_ANSWER) : '';
}
