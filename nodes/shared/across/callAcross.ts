import type { HealthSettings } from '../readiness/health';
import type { OperationContext } from '../run/session';
import { Cancelled, Problem } from '../text/problem';
import type { AcrossCall } from './askEndpoint';
import type { Attempt, Target } from './attempt';
import { checksHeads, findOtherChains, findUnfitness, readHeadsOnce, type Heads } from './heads';
import { pinBlocks } from './pinnedBlock';
import { planAgreement, planInTurn, planSendToAll } from './plans';
import { askInRounds, type RoundResult, type Plan } from './rounds';

/** How several endpoints are used for one call. */
export type Strategy = 'first' | 'fastest' | 'agreement';

/** A call, and how it is made. */
export interface AcrossOrder extends Omit<AcrossCall, 'leftOut'> {
	strategy: Strategy;
	/** With `agreement`: how many endpoints have to give the same answer. */
	atLeast: number;
	/** Requirements on the endpoints; nothing is checked that is not set. */
	settings: HealthSettings;
	isForAll: boolean;
	timeLimitMs?: number;
}

/** The result of a call. */
export interface Decided extends RoundResult {
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
	const cancel = context.clock.timeout(timeLimitMs);
	const limited = context.within({ cancel, retryOptions: context.retryOptions });
	const isOver = (): boolean => cancel.aborted && !context.cancel.aborted;
	const decided = await decideCall(targets, order, limited).catch(async (error: unknown) => {
		const isCutOff = error instanceof Cancelled && isOver();
		return await Promise.reject(isCutOff ? makeTimeUpProblem(order.method, timeLimitMs) : error);
	});
	const { reply } = decided.answered;
	if (reply?.answer.kind !== 'cancelled' || !isOver()) return decided;
	const reason = `no response within the ${timeLimitMs / 1000} s of 'Time Limit'`;
	const answer = { kind: 'unreachable', reason } as const;
	return { ...decided, answered: { ...decided.answered, reply: { ...reply, answer } } };
}

function makeTimeUpProblem(method: string, timeLimitMs: number): Problem {
	return new Problem(`No answer to ${method} within the ${timeLimitMs / 1000} s of 'Time Limit'`, {
		hint: "Raise 'Time Limit' in the options, or lower 'Timeout per Endpoint', so that the next endpoint is asked earlier",
		isNetworkFault: true,
	});
}

async function decideCall(
	targets: readonly Target[],
	order: AcrossOrder,
	context: OperationContext,
): Promise<Decided> {
	const { strategy, method, atLeast, isForAll, settings } = order;
	const check = await checkFor(targets, settings, context);
	const ask = (plan: Plan, params = order.params, leftOut = check) =>
		askInRounds(targets, { ...order, params, leftOut }, plan, context);
	if (isForAll) {
		const transaction = Array.isArray(order.params) ? order.params[0] : undefined;
		return await ask(planSendToAll(method, transaction, () => context.cancel.aborted));
	}
	if (strategy !== 'agreement')
		return await ask(planInTurn(method, strategy === 'fastest' && !order.isWrite));
	const pinned = await pinBlocks(targets, order, context);
	if (pinned === undefined)
		context.hint(
			`${method} names no block, so the results of the endpoints are compared as they are: those of endpoints some blocks apart may differ.`,
		);
	const { params, leftOut, blockNumber } = pinned ?? { params: order.params };
	const plan = planAgreement(method, atLeast, blockNumber);
	const { attempts, agreed, ...decided } = await ask(
		plan,
		params,
		async (target) => leftOut?.get(target) ?? (await check?.(target)),
	);
	const isOther = (each: Attempt): boolean => each.class === 'answer' && !agreed?.includes(each);
	const shown = attempts.map((each) => (isOther(each) ? { ...each, state: 'disagreed' } : each));
	return { ...decided, agreed, attempts: shown, ...(blockNumber !== undefined && { blockNumber }) };
}

/** @returns what finds out why an endpoint takes no part; nothing but the call is sent where nothing is to be checked */
async function checkFor(
	targets: readonly Target[],
	settings: HealthSettings,
	context: OperationContext,
): Promise<AcrossCall['leftOut']> {
	const isOfHeads = checksHeads(settings);
	const hasChain = settings.expectedChainId !== undefined;
	if (!isOfHeads && !hasChain) return undefined;
	// Its chain an endpoint says for itself, when it is needed, and only once.
	const read = async (target: Target): Promise<Heads> =>
		isOfHeads
			? await readHeadsOnce(targets, settings, context)
			: await readHeadsOnce([target], settings, context, Infinity);
	// Before anything is sent, because the problem of mixed chains is that of the whole call.
	const others = hasChain ? undefined : findOtherChains(targets, await read(targets[0]));
	return async (target) => {
		const health = (await read(target)).health.get(target.key);
		return others?.get(target) ?? (health && findUnfitness(health, settings));
	};
}
