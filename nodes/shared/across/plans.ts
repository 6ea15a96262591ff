import { formatRpcError } from '../jsonRpc/fault';
import { toExactNumber } from '../jsonRpc/quantities';
import { excerpt, jsonExcerpt } from '../text/excerpt';
import { Problem } from '../text/problem';
import { EMPTY } from './answerClass';
import { canPass, describeAttempt, findSharedAnswer, groupBy, type Attempt } from './attempt';
import { toComparable } from './comparable';
import type { Plan } from './rounds';
import { hashTransaction } from './transactionHash';

/**
 * One endpoint after the other until one answers: in the order of preference, those that failed lately last.
 * @param isHedged whether the next one is also asked when the answer takes longer than usual
 */
export function planInTurn(isHedged: boolean): Plan {
	return {
		asks: isHedged ? 'nextWhenSlow' : 'next',
		decide: (last, open) => {
			const own = last.find((each) => each.class === 'answer' || each.class === 'unclear');
			if (own !== undefined) return [own];
			return open === 0 ? findSharedAnswer(last) : undefined;
		},
	};
}

/** The method whose call any number of nodes may get: the transaction is signed, and takes effect once. */
export const RAW_TRANSACTION = 'eth_sendRawTransaction';

/** Messages of clients about a transaction they have (go-ethereum, core/txpool/errors.go; Erigon, Nethermind, Besu). */
const KNOWN = /\balready ?(known|imported|exists)\b|\bknown transaction\b/i;

/**
 * A signed transaction goes to all endpoints at once. One that has it already counts as one that took it.
 * @param transaction in hexadecimal
 * @param cancel fires when no endpoint is waited for any more
 */
export function planSendToAll(transaction: unknown, cancel: AbortSignal): Plan {
	return {
		asks: 'all',
		review: (attempt) => readKnown(attempt, transaction),
		decide: (last, open) => {
			if (open > 0 && !cancel.aborted) return undefined;
			const accepted = last.filter(({ reply }) => reply?.answer.kind === 'result');
			// One that refuses it says nothing about one that may have accepted it.
			const unclear = last.filter((each) => each.class === 'unclear');
			const refused = last.filter((each) => each.class === 'answer');
			const groups = [accepted, unclear, refused, findSharedAnswer(last) ?? []];
			return groups.find(({ length }) => length > 0);
		},
	};
}

/** @returns an attempt as it is, or as one that returned the hash where the endpoint has the transaction already */
function readKnown(attempt: Attempt, transaction: unknown): Attempt {
	const { reply } = attempt;
	if (reply?.answer.kind !== 'rpcError' || !KNOWN.test(reply.answer.message)) return attempt;
	const result = hashTransaction(transaction);
	if (result === undefined) return attempt;
	return {
		...attempt,
		state: 'answered',
		reason: 'it has the transaction already',
		reply: { ...reply, answer: { kind: 'result', result } },
	};
}

/** The maximum number of characters shown of what a group gave. */
const LONGEST_ANSWER = 120;

/**
 * All endpoints at once, until enough of them have given the same answer and no other can be given by as many. Those
 * that failed are asked again while that can help.
 * @param blockNumber the block that all are asked about, where there is one
 */
export function planAgreement(method: string, atLeast: number, blockNumber?: bigint): Plan {
	return {
		asks: 'all',
		decide: (last, open) => {
			const [first = [], second = []] = groupAnswers(last);
			// No other group can become as large.
			const isCertain = first.length >= atLeast && first.length > second.length + open;
			if (isCertain) return first;
			// Where nobody knows of anything, or everybody says the same error, that is the answer.
			const shared = open === 0 && first.length === 0 ? findSharedAnswer(last) : undefined;
			return shared && shared.length >= atLeast ? shared : undefined;
		},
		chooseAgain: (last) => {
			const [best = []] = groupAnswers(last);
			// One that knows of nothing may only be late where another knows.
			const again = last.filter(
				(each) => canPass(each) || (each.state === EMPTY && best.length > 0),
			);
			return best.length + again.length >= atLeast ? again : [];
		},
		explain: (last) => makeDisagreementProblem(method, last, atLeast, blockNumber),
	};
}

/** @returns answers by what they say, the most frequent first */
export function groupAnswers(attempts: readonly Attempt[]): Attempt[][] {
	return groupBy(attempts, getComparableAnswer);
}

/** An error is the same where code and data are: clients word it differently. */
function getComparableAnswer({ class: found, reply }: Attempt): string | undefined {
	if (found !== 'answer' || reply === undefined) return undefined;
	const { answer } = reply;
	if (answer.kind === 'result') return `result ${toComparable(answer.result)}`;
	if (answer.kind !== 'rpcError') return undefined;
	return `error ${toComparable({ code: answer.code, data: answer.data })}`;
}

function makeDisagreementProblem(
	method: string,
	last: readonly Attempt[],
	atLeast: number,
	blockNumber: bigint | undefined,
): Problem {
	const at = blockNumber === undefined ? '' : ` at block ${toExactNumber(blockNumber)}`;
	const groups = groupAnswers(last).map((group) => {
		const who = group.map(({ target }) => target.label).join(', ');
		return `${group.length} said ${answerExcerpt(group[0])} (${who})`;
	});
	const others = last
		.filter((each) => getComparableAnswer(each) === undefined)
		.map(describeAttempt);
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

function answerExcerpt({ reply }: Attempt): string {
	if (reply?.answer.kind === 'result') return jsonExcerpt(reply.answer.result, LONGEST_ANSWER);
	return reply?.answer.kind === 'rpcError'
		? excerpt(formatRpcError(reply.answer), LONGEST_ANSWER)
		: '';
}
