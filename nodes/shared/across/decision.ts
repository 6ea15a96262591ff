import { classifyFailure, findLastingHint } from '../jsonRpc/fault';
import { toExactNumber } from '../jsonRpc/quantities';
import { Problem } from '../text/problem';
import { EMPTY } from './answerClass';
import { describeGroups, groupEqual, isSameAnswer, type AnswerRule } from './answerGroups';
import { describeAttempt, type Attempt, type CallPlan } from './attempt';
import { isEqual } from './equality';
import { findReference, getUsualLag, splitMoment } from './moments';

/** The part of a plan that decides about its call. */
type Rule = Pick<CallPlan, 'strategy' | 'atLeast' | 'blockNumber'> & AnswerRule;

/**
 * @param last what each endpoint said last, in the order of preference
 * @param open how many are still to answer, or were called off
 * @param mayFollow whether another round may follow, in which a block may be there that was not found
 * @returns the attempts that give the answer; `undefined` while that is not certain
 */
export function decide(
	rule: Rule,
	last: readonly Attempt[],
	open: number,
	mayFollow = false,
): readonly Attempt[] | undefined {
	const { strategy, atLeast } = rule;
	if (strategy === 'sendToAll' && open > 0) return undefined;
	const [best = [], second = []] = groupAnswers(rule, last);
	// With agreement, no other group may become as large.
	const rivals = strategy === 'agreement' ? second.length + open : 0;
	if (best.length >= atLeast && best.length > rivals) return best;
	if (open > 0 || best.length > 0) return undefined;
	const shared = decideWithoutAnswer(rule, last, mayFollow);
	return shared.length >= atLeast ? shared : undefined;
}

function decideWithoutAnswer(
	rule: Rule,
	last: readonly Attempt[],
	mayFollow: boolean,
): readonly Attempt[] {
	const isOpen = mayFollow && last.some((each) => mayFind(each, rule));
	return isOpen ? [] : findSharedAnswer(last);
}

/** Whether an endpoint did not find what it said it has: the block that all are asked about. */
function mayFind({ class: found }: Attempt, { blockNumber }: Rule): boolean {
	return found === 'behind' && blockNumber !== undefined;
}

/** @returns answers by what they say, the most frequent first; without agreement, by what they are worth */
function groupAnswers(rule: Rule, attempts: readonly Attempt[]): Attempt[][] {
	const answers = attempts.filter((each) => each.class === 'answer');
	if (rule.strategy === 'agreement') return groupEqual(answers, (a, b) => isSameAnswer(a, b, rule));
	const results = answers.filter(({ reply }) => reply.answer.kind === 'result');
	// An endpoint that refuses a call says nothing about one that may have accepted it.
	const unclear = attempts.filter((each) => each.class === 'unclear');
	return [results, unclear, answers].filter(({ length }) => length > 0);
}

/**
 * Finds answers that are further back than endpoints of their chain usually are: their moment is not part of what is
 * compared, so that an old state would count as a recent one that is the same.
 * @returns the attempts, those as excluded
 */
export function excludeLagging(
	{ family, method }: AnswerRule,
	last: readonly Attempt[],
): readonly Attempt[] {
	const moments = new Map<Attempt, bigint>();
	for (const attempt of last) {
		const { answer } = attempt.reply;
		if (attempt.class !== 'answer' || answer.kind !== 'result') continue;
		const { moment } = splitMoment(family, method, answer.result);
		if (moment !== undefined) moments.set(attempt, moment);
	}
	const reference = findReference([...moments.values()]);
	if (reference === undefined) return last;
	return last.map((attempt) => {
		const behind = reference - (moments.get(attempt) ?? reference);
		const { resolved } = attempt.candidate;
		const chain = 'endpoint' in resolved ? resolved.endpoint.chain : undefined;
		if (behind <= getUsualLag(family, chain)) return attempt;
		const reason = `its answer is ${behind} blocks older than that of most`;
		return { ...attempt, class: 'excluded', state: 'lagging', reason };
	});
}

/**
 * @returns the attempts that show what a round without answers comes to, where it comes to something: none can answer it,
 * all say the same error, or most know of nothing
 */
function findSharedAnswer(last: readonly Attempt[]): Attempt[] {
	const asked = last.filter((each) => each.class !== 'excluded');
	if (asked.every((each) => each.class === 'unsupported' || each.class === 'behind')) return asked;
	const [first, ...others] = asked;
	const isError = first?.reply.answer.kind === 'rpcError';
	if (isError && others.every(({ reply }) => isEqual(reply.answer, first.reply.answer)))
		return asked;
	const empty = asked.filter(({ state }) => state === EMPTY);
	return empty.length > last.length / 2 ? empty : [];
}

/** @returns the last attempts at endpoints that are worth asking again, where that may decide the call */
export function chooseAgain(rule: Rule, last: readonly Attempt[]): Attempt[] {
	const [best = []] = groupAnswers(rule, last);
	// One that knows of nothing may only be late where another knows.
	const mayBeLate = ({ state }: Attempt): boolean => state === EMPTY && best.length > 0;
	const again = last.filter((each) => canPass(each) || mayFind(each, rule) || mayBeLate(each));
	return best.length + again.length >= rule.atLeast ? again : [];
}

/** States in which an endpoint may be only for a while. */
const PASSING = new Set(['unreachable', 'rateLimited', 'rpcError', 'lagging']);

function canPass({ class: found, state, reply }: Attempt): boolean {
	const isFailed = (found === 'failure' || found === 'excluded') && PASSING.has(state);
	return isFailed && findLastingHint(reply.answer, reply.httpStatus) === undefined;
}

/**
 * @param last the last attempt at each endpoint
 * @returns the Problem of a call that was not decided: per endpoint what it said, or what went wrong
 */
export function makeFailure(plan: CallPlan, last: readonly Attempt[]): Problem {
	const { method, strategy, atLeast, blockNumber } = plan;
	const isAgreement = strategy === 'agreement';
	const groups = isAgreement ? groupAnswers(plan, last) : [];
	const texts = describeGroups(groups, plan);
	const said = groups.map((group, index) => {
		const who = group.map(({ candidate }) => candidate.label).join(', ');
		return `${texts[index]} (${who})`;
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
				? 'Do not act on any of these answers. Find out which endpoint is right with Endpoint, Check Health'
				: 'Check the endpoints with Endpoint, Check Health, or add another one',
		failure: isShared ? causes[0] : undefined,
	});
}
