import { ProbeError } from '../families/family';
import { readAbility } from '../families/finding';
import { isOfSize, REVERTED } from '../jsonRpc/errorMember';
import { describeFault, type FaultAnswer } from '../jsonRpc/fault';
import type { RpcReply } from '../jsonRpc/rpcClient';
import { lacksState } from '../readiness/history';

/** The state of an endpoint, as results show it, and why it has no answer. */
export interface Why {
	state: string;
	reason?: string;
}

/** The meaning of a reply of one endpoint, for a call that others could answer as well. */
export interface Verdict extends Why {
	/**
	 * `answer`: every good endpoint would say the same, so it is given. `notHere`: this endpoint cannot answer it, others
	 * may. `failure`: it should have, and did not. `unclear`: a call that changes something may have been accepted, so no
	 * other may get it. `cancelled`: nobody waits for it any more. `leftOut`: it was not asked, because it lags or is on
	 * another chain.
	 */
	class: 'answer' | 'notHere' | 'failure' | 'unclear' | 'cancelled' | 'leftOut';
}

/** Invalid parameters (JSON-RPC 2.0 specification, section 5.1). */
const INVALID_PARAMS = -32602;

/**
 * Messages of nodes about a call or transaction that no other node would take either: it reverts, its nonce, fee or
 * signature is refused, its sender cannot pay (go-ethereum, core/error.go, core/txpool/errors.go, core/vm/errors.go).
 */
const REFUSED =
	/\brevert|\bnonce too (low|high)\b|\bunderpriced\b|\binsufficient (funds|balance)\b|\balready known\b|\bintrinsic gas\b|\bout of gas\b|\bgas required exceeds\b|\bexceeds block gas limit\b|\bless than block base fee\b|\bbelow the minimum\b|\bpriority fee\b|\binvalid (sender|signature|opcode|jump|chain id|block range)\b|\bstack (under|over)flow\b|\bonly replay-protected\b/i;

/** The state of an endpoint whose result was empty where that counts as a failure. */
export const EMPTY = 'empty';

/** @returns the class of a reply; the one place that decides it */
export function classifyReply(
	{ answer, mayHaveBeenProcessed }: RpcReply,
	{ isWrite, isEmptyFailure }: { isWrite: boolean; isEmptyFailure: boolean },
): Verdict {
	const { kind } = answer;
	if (kind === 'result')
		return isEmptyFailure && isEmpty(answer.result)
			? { class: 'failure', state: EMPTY, reason: 'the result is empty' }
			: { class: 'answer', state: 'answered' };
	const isUnclear = isWrite && mayHaveBeenProcessed;
	if (kind === 'cancelled') return { class: isUnclear ? 'unclear' : kind, state: kind };
	const found = isUnclear ? 'unclear' : classifyFault(answer, isWrite);
	return { class: found, state: kind, reason: describeFault(answer) };
}

function classifyFault(answer: FaultAnswer, isWrite: boolean): Verdict['class'] {
	if (answer.kind !== 'rpcError') return 'failure';
	const { code, message } = answer;
	if (REFUSED.test(message) || code === REVERTED) return 'answer';
	const ability = readAbility(new ProbeError(answer));
	if (ability === 'notAvailable' || ability === 'notOnThisPlan') return 'notHere';
	// Whatever else a node says about what changes something, it has looked at it.
	if (isWrite) return 'answer';
	if (isOfSize(message) || lacksState(message)) return 'notHere';
	return code === INVALID_PARAMS ? 'answer' : 'failure';
}

function isEmpty(result: unknown): boolean {
	if (result === null || result === '' || result === '0x') return true;
	return typeof result === 'object' && Object.keys(result).length === 0;
}
