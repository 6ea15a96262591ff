import { ProbeError } from '../families/family';
import { readAbility } from '../families/finding';
import { isOfSize } from '../jsonRpc/errorMember';
import { describeFault, type RpcAnswer } from '../jsonRpc/fault';
import type { RpcReply } from '../jsonRpc/rpcClient';
import { lacksState } from '../readiness/history';

/**
 * Meaning of the reply of one endpoint for a call that others could answer as well. `answer`: every good endpoint would
 * say the same, so it is given. `notHere`: this endpoint cannot answer it, others may. `failure`: it should have, and did
 * not. `unclear`: a call that changes something may have been accepted, so no other may get it. `cancelled`: nobody
 * waits for it any more. `leftOut`: it was not asked, because it lags or is on another chain.
 */
type AnswerClass = 'answer' | 'notHere' | 'failure' | 'unclear' | 'cancelled' | 'leftOut';

/** What a reply comes to. */
export interface Verdict {
	class: AnswerClass;
	/** As results show it. */
	state: string;
	reason?: string;
}

/** Traits of the call. */
export interface CallTraits {
	method: string;
	isWrite: boolean;
	isEmptyFailure: boolean;
}

/** Invalid parameters (JSON-RPC 2.0 specification, section 5.1), and a contract that reverted (go-ethereum, `revertError`). */
const OF_THE_CALL = new Set<number | string | undefined>([-32602, 3]);

/**
 * Messages of nodes about a call or transaction that no other node would take either: it reverts, its nonce, fee or
 * signature is refused, its sender cannot pay (go-ethereum, core/error.go, core/txpool/errors.go, core/vm/errors.go).
 */
const REFUSED =
	/\brevert|\bnonce too (low|high)\b|\bunderpriced\b|\binsufficient (funds|balance)\b|\balready known\b|\bintrinsic gas\b|\bout of gas\b|\bgas required exceeds\b|\bexceeds block gas limit\b|\bless than block base fee\b|\bbelow the minimum\b|\bpriority fee\b|\binvalid (sender|signature|opcode|jump|chain id|block range)\b|\bstack (under|over)flow\b|\bonly replay-protected\b/i;

/** Methods whose result is null while a node does not know the transaction, though another may. */
const BY_HASH = new Set([
	'eth_getTransactionByHash',
	'eth_getTransactionReceipt',
	'getTransaction',
]);

/** @returns whether a method looks up a transaction, so that an empty result may only mean that this node lacks it */
export function looksUpTransaction(method: string): boolean {
	return BY_HASH.has(method);
}

/** @returns the class of a reply; the one place that decides it */
export function classifyReply(
	{ answer, mayHaveBeenProcessed }: RpcReply,
	call: CallTraits,
): Verdict {
	if (call.isWrite && mayHaveBeenProcessed && answer.kind !== 'result') {
		const reason = answer.kind === 'cancelled' ? undefined : describeFault(answer);
		return { class: 'unclear', state: answer.kind, reason };
	}
	switch (answer.kind) {
		case 'result':
			return call.isEmptyFailure && isEmpty(answer.result)
				? { class: 'failure', state: EMPTY, reason: 'the result is empty' }
				: { class: 'answer', state: 'answered' };
		case 'cancelled':
			return { class: 'cancelled', state: 'cancelled' };
		case 'rpcError':
			return {
				class: classifyError(answer, call),
				state: answer.kind,
				reason: describeFault(answer),
			};
		default:
			return { class: 'failure', state: answer.kind, reason: describeFault(answer) };
	}
}

/** The state of an endpoint whose result was empty where that counts as a failure. */
export const EMPTY = 'empty';

function classifyError(
	error: Extract<RpcAnswer, { kind: 'rpcError' }>,
	{ isWrite }: CallTraits,
): AnswerClass {
	const { code, message } = error;
	if (REFUSED.test(message) || code === 3) return 'answer';
	const ability = readAbility(new ProbeError(error));
	if (ability === 'notAvailable' || ability === 'notOnThisPlan') return 'notHere';
	// Whatever else a node says about what changes something, it has looked at it.
	if (isWrite) return 'answer';
	if (isOfSize(message) || lacksState(message)) return 'notHere';
	return OF_THE_CALL.has(code) ? 'answer' : 'failure';
}

function isEmpty(result: unknown): boolean {
	if (result === null || result === '' || result === '0x') return true;
	return typeof result === 'object' && Object.keys(result).length === 0;
}
