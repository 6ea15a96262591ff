import { describeFault, getMeaning, type FaultAnswer } from '../jsonRpc/fault';
import type { MeaningKind } from '../jsonRpc/meaning';
import type { RpcReply } from '../jsonRpc/rpcClient';

/** The state of an endpoint, as results show it, and why it has no answer. */
export interface Why {
	state: string;
	reason?: string;
}

/** The meaning of a reply of one endpoint, for a call that others could answer as well. */
export interface Verdict extends Why {
	/**
	 * `answer`: every good endpoint would say the same, so it is given. `unsupported`: this endpoint cannot answer it, others
	 * may. `behind`: it does not have the block or its state, others may, or itself a moment later. `failure`: it should
	 * have, and did not. `unclear`: a call that changes something may have been accepted, so no other may get it.
	 * `cancelled`: nobody waits for it any more. `excluded`: it was not asked, because it lags or is on another chain.
	 */
	class: 'answer' | 'unsupported' | 'behind' | 'failure' | 'unclear' | 'cancelled' | 'excluded';
}

/** What decides whether a reply answers a call. */
export interface Question {
	isWrite: boolean;
	/** @returns whether a result counts as none, so that another endpoint may know more */
	lacks(result: unknown): boolean;
	/** The block that all are asked about, where there is one. */
	blockNumber?: bigint;
}

/** The state of an endpoint whose result was empty where that counts as a failure. */
export const EMPTY = 'empty';

/** The class of each meaning. */
const CLASSES: Readonly<Record<MeaningKind, Verdict['class']>> = {
	answer: 'answer',
	behind: 'behind',
	unsupported: 'unsupported',
	tooLarge: 'unsupported',
	limited: 'failure',
	usedUp: 'failure',
	unauthorized: 'failure',
	unavailable: 'failure',
	malformed: 'failure',
	unclear: 'unclear',
};

/** @returns the class of a reply */
export function classifyReply(
	{ answer, mayHaveBeenProcessed }: RpcReply,
	{ isWrite, lacks, blockNumber }: Question,
): Verdict {
	const { kind } = answer;
	if (kind === 'result') {
		if (!lacks(answer.result)) return { class: 'answer', state: 'answered' };
		// It said that it has the block.
		const found = blockNumber === undefined ? 'failure' : 'behind';
		return { class: found, state: EMPTY, reason: 'the result is empty' };
	}
	const isUnclear = isWrite && mayHaveBeenProcessed;
	if (kind === 'cancelled') return { class: isUnclear ? 'unclear' : kind, state: kind };
	return {
		class: isUnclear ? 'unclear' : classifyFault(answer),
		state: kind,
		reason: describeFault(answer),
	};
}

/** What became of another call may be unclear, because of which this one was not sent. */
function classifyFault(answer: FaultAnswer): Verdict['class'] {
	const found = CLASSES[getMeaning(answer).kind];
	return found === 'unclear' ? 'failure' : found;
}

/** @returns whether a result holds nothing */
export function isEmpty(result: unknown): boolean {
	if (result === null || result === '' || result === '0x') return true;
	return typeof result === 'object' && Object.keys(result).length === 0;
}
