import type { OperationContext } from '../run/session';
import { Cancelled, Problem } from '../text/problem';
import type { Attempt, LeftOut, Order, Target } from './attempt';
import { findLeftOut, readHeads } from './heads';
import { pinBlocks } from './pinnedBlock';
import { Rounds } from './rounds';

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
 * @param timeLimitMs for the call as a whole
 * @throws Problem when there is no answer, or no agreement, and Cancelled
 */
export async function callAcross(
	targets: readonly Target[],
	order: Order,
	context: OperationContext,
	timeLimitMs?: number,
): Promise<Decided> {
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
	if (reply.answer.kind !== 'cancelled' || !isOver()) return decided;
	const answer = { kind: 'unreachable', reason: `no response ${limit}` } as const;
	return { ...decided, agreed: [{ ...answered, reply: { ...reply, answer } }, ...others] };
}

async function decideCall(
	targets: readonly Target[],
	order: Order,
	context: OperationContext,
): Promise<Decided> {
	const { strategy, method, settings } = order;
	const isAgreement = strategy === 'agreement';
	const pinning = isAgreement ? await pinBlocks(targets, order, context) : undefined;
	if (isAgreement && pinning === undefined)
		context.hint(
			`${method} names no block, so the results of the endpoints are compared as they are: those of endpoints some blocks apart may differ.`,
		);
	const { pinned = order, leftOut } = pinning ?? {};
	const check = async (): Promise<LeftOut> => {
		if (leftOut !== undefined) return leftOut;
		// Nothing but the call is sent where nothing is required.
		if (Object.keys(settings).length === 0) return new Map();
		return findLeftOut(targets, await readHeads(targets, settings, context), order, false);
	};
	const rounds = new Rounds(targets, pinned, check, context);
	const agreed = await rounds.run();
	return { agreed, attempts: rounds.attempts, blockNumber: pinned.blockNumber };
}
