import { canPass, findSharedAnswer, problemOfAll, type Attempt } from './attempt';
import type { Plan } from './rounds';
import { hashTransaction } from './transactionHash';

/** The method whose call any number of nodes may get: the transaction is signed, and takes effect once. */
export const RAW_TRANSACTION = 'eth_sendRawTransaction';

/** What clients say about a transaction they have (go-ethereum, core/txpool/errors.go; Erigon, Nethermind, Besu). */
const KNOWN = /\balready ?(known|imported|exists)\b|\bknown transaction\b/i;

/**
 * A signed transaction goes to all endpoints at once. One that has it already counts as one that took it.
 * @param transaction in hexadecimal
 * @param isOver whether no endpoint is waited for any more
 */
export function planSendToAll(method: string, transaction: unknown, isOver: () => boolean): Plan {
	return {
		asks: 'all',
		review: (attempt) => readKnown(attempt, transaction),
		decide: (last, open) => {
			if (open > 0 && !isOver()) return undefined;
			const agreed = last.filter(({ reply }) => reply?.answer.kind === 'result');
			if (agreed.length > 0) return { answered: agreed[0], agreed };
			// One that refuses it says nothing about one that may have accepted it.
			const answered =
				last.find((each) => each.class === 'unclear') ??
				last.find((each) => each.class === 'answer') ??
				findSharedAnswer(last);
			return answered && { answered };
		},
		chooseAgain: (last) => last.filter(canPass),
		explain: (last) => problemOfAll(method, last),
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
