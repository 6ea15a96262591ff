import type { OperationContext } from '../run/session';
import { Cancelled, Problem } from '../text/problem';
import type { Attempt, Target } from './attempt';
import { findLeftOut, readHeads } from './heads';
import { pinBlocks } from './pinnedBlock';
import { planAgreement, planInTurn, planSendToAll } from './plans';
import { askInRounds, type AcrossCall } from './rounds';

/** How several endpoints are used for one call. */
export type Strategy = 'first' | 'fastest' | 'agreement';

/** A call, and how it is made. */
export interface AcrossOrder extends Omit<AcrossCall, 'findLeftOut'> {
	strategy: Strategy;
	isForAll: boolean;
	timeLimitMs?: number;
}

/** The result of a call. */
export interface Decided {
	/** Those that count as having given the answer, which is that of the first. */
	agreed: readonly Attempt[];
	attempts: readonly Attempt[];
	/** The block that all were asked about. */
	blockNumber?: bigint;
}

/**
 * Makes a call among several endpoints.
 * @throws Problem when there is no answer, or no agreement, and Cancelled
 */
export async function callAcross(
	targets: readonly Target[],
	order: AcrossOrder,
	context: OperationContext,
): Promise<Decided> {
	const { timeLimitMs } = order;
	if (timeLimitMs === undefined) return await decideCall(targets, order, context);
	const limit = `within the ${timeLimitMs / 1000} s of 'Time Limit'`;
	const cancel = context.clock.timeout(timeLimitMs);
	const isOver = (): boolean => cancel.aborted && !context.cancel.aborted;
	const limited = context.within(cancel);
	const decided = await decideCall(targets, order, limited).catch((error: unknown) => {
		if (!(error instanceof Cancelled && isOver())) throw error;
		throw new Problem(`No answer to ${order.method} ${limit}`, {
			hint: "Raise 'Time Limit' in the options, or lower 'Timeout per Endpoint', so that the next endpoint is asked earlier",
			isNetworkFault: true,
		});
	});
	const [{ reply, ...answered }, ...others] = decided.agreed;
	if (reply?.answer.kind !== 'cancelled' || !isOver()) return decided;
	const answer = { kind: 'unreachable', reason: `no response ${limit}` } as const;
	return { ...decided, agreed: [{ ...answered, reply: { ...reply, answer } }, ...others] };
}

async function decideCall(
	targets: readonly Target[],
	order: AcrossOrder,
	context: OperationContext,
): Promise<Decided> {
	const { strategy, method, params, isWrite, atLeast, isForAll, settings } = order;
	const check = async () =>
		findLeftOut(targets, await readHeads(targets, settings, context), settings);
	// Nothing but the call is sent where nothing is required.
	const isFree = Object.keys(settings).length === 0;
	const call: AcrossCall = isFree ? order : { ...order, findLeftOut: check };
	if (isForAll) {
		const transaction = Array.isArray(params) ? params[0] : undefined;
		const plan = planSendToAll(transaction, context.cancel);
		return await askInRounds(targets, call, plan, context);
	}
	if (strategy !== 'agreement') {
		const plan = planInTurn(strategy === 'fastest' && !isWrite);
		return await askInRounds(targets, call, plan, context);
	}
	const pinned = await pinBlocks(targets, order, context);
	if (pinned === undefined)
		context.hint(
			`${method} names no block, so the results of the endpoints are compared as they are: those of endpoints some blocks apart may differ.`,
		);
	const blockNumber = pinned?.blockNumber;
	const plan = planAgreement(method, atLeast, blockNumber);
	const { agreed, attempts } = await askInRounds(targets, { ...call, ...pinned }, plan, context);
	const isOther = (each: Attempt): boolean => each.class === 'answer' && !agreed.includes(each);
	const shown = attempts.map((each) => (isOther(each) ? { ...each, state: 'disagreed' } : each));
	return { agreed, attempts: shown, blockNumber };
}
