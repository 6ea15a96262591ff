import type { OperationContext } from '../run/operationContext';
import { Cancelled, Problem } from '../text/problem';
import type { CallPlan, Candidate } from './attempt';
import { Rounds, type Decided } from './rounds';
import { findTransaction, identifyTransaction, type TransactionState } from './transactionState';

/** The result of a call, and what became of a transaction that it sent. */
export interface CallResult extends Decided {
	/** Absent where no signed transaction was sent, its hash cannot be computed, or nobody knows it. */
	transaction?: TransactionState;
}

/** After this time all endpoints know a transaction that one of them took, so that they are asked once; milliseconds. */
const SPREADING_MS = 1000;

/**
 * Makes a call among several endpoints.
 * @param timeLimitMs for the call as a whole; a look for a transaction that may have been accepted comes after it
 * @throws Problem when there is no answer, or no agreement, and Cancelled
 */
export async function callAcross(
	candidates: readonly Candidate[],
	plan: CallPlan,
	context: OperationContext,
	timeLimitMs?: number,
): Promise<CallResult> {
	const decided = await decideInTime(candidates, plan, context, timeLimitMs);
	const id = identifyTransaction(plan);
	if (id === undefined) return decided;
	const [{ class: found, reply }] = decided.agreed;
	if (reply.answer.kind === 'result') return { ...decided, transaction: 'accepted' };
	if (context.cancel.aborted) return decided;
	// One that refused it has looked at it; after an unclear end any of them may know it.
	const refused = decided.attempts.filter((each) => each.class === 'answer');
	const asked = found === 'unclear' ? candidates : refused.map((each) => each.candidate);
	if (found === 'unclear')
		await context.clock.sleep(SPREADING_MS - reply.latencyMs, context.cancel);
	const known = await findTransaction(asked, plan, id, context);
	if (known === undefined) return decided;
	const { attempt, state } = known;
	return { agreed: [attempt], attempts: [...decided.attempts, attempt], transaction: state };
}

async function decideInTime(
	candidates: readonly Candidate[],
	plan: CallPlan,
	context: OperationContext,
	timeLimitMs: number | undefined,
): Promise<Decided> {
	if (timeLimitMs === undefined) return await new Rounds(candidates, plan, context).run();
	const limit = `within the ${timeLimitMs / 1000} s of 'Time Limit'`;
	const cancel = context.clock.timeout(timeLimitMs);
	const isOver = (): boolean => cancel.aborted && !context.cancel.aborted;
	const decided = await new Rounds(candidates, plan, context.within(cancel))
		.run()
		.catch((error: unknown) => {
			if (!(error instanceof Cancelled && isOver())) throw error;
			throw new Problem(`No answer to ${plan.method} ${limit}`, {
				hint: "Raise 'Time Limit' in the options, or lower 'Timeout per Endpoint', so that the next endpoint is called earlier",
				isNetworkFault: true,
			});
		});
	const [{ reply, ...answered }, ...others] = decided.agreed;
	if (reply.answer.kind !== 'cancelled' || !isOver()) return decided;
	const answer = { kind: 'unreachable', reason: `no response ${limit}` } as const;
	return { ...decided, agreed: [{ ...answered, reply: { ...reply, answer } }, ...others] };
}
