import { Cancelled, Problem } from '../pure/problem';
import type { HealthSettings } from '../readiness/health';
import type { OperationContext } from '../session/session';
import { askForAgreement } from './agreement';
import type { AcrossCall, LeftOut } from './askEndpoint';
import { chainCheck, headsOf, onOtherChains, unfit, type Heads } from './heads';
import { askInTurn, type Decided } from './inTurn';
import { pinnedCall } from './pinnedBlock';
import { sendToAll } from './sendToAll';
import type { Target } from './target';

/** How several endpoints are used for one call. */
export type Strategy = 'first' | 'fastest' | 'agreement';

/** A call, and how it is made. */
export interface AcrossOrder {
	strategy: Strategy;
	/** With `agreement`: how many endpoints have to give the same answer. */
	atLeast: number;
	/** What endpoints have to be like; nothing is checked that is not set. */
	settings: HealthSettings;
	/** Whether a signed transaction goes to all. */
	isForAll: boolean;
	/** For how long the call as a whole may take, in milliseconds. */
	timeLimitMs?: number;
	method: string;
	params: unknown[] | Record<string, unknown>;
	isWrite: boolean;
	isEmptyFailure: boolean;
	/** @returns the call in the form that an endpoint takes, with these parameters */
	requestFor(
		endpoint: Parameters<AcrossCall['requestFor']>[0],
		params: unknown[] | Record<string, unknown>,
	): ReturnType<AcrossCall['requestFor']>;
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
	if (timeLimitMs === undefined) return await made(targets, order, context);
	const cancel = context.clock.timeout(timeLimitMs);
	const limited = context.within({ cancel, retryOptions: context.retryOptions });
	const isOver = (): boolean => cancel.aborted && !context.cancel.aborted;
	const decided = await made(targets, order, limited).catch(async (error: unknown) => {
		const isCutOff = error instanceof Cancelled && isOver();
		return await Promise.reject(isCutOff ? cutOff(order.method, timeLimitMs) : error);
	});
	const { reply } = decided.answered;
	if (reply?.answer.kind !== 'cancelled' || !isOver()) return decided;
	const reason = `no response within the ${timeLimitMs / 1000} s of 'Time Limit'`;
	const answered = {
		...decided.answered,
		reply: { ...reply, answer: { kind: 'unreachable', reason } as const },
	};
	return { ...decided, answered };
}

function cutOff(method: string, timeLimitMs: number): Problem {
	return new Problem(`No answer to ${method} within the ${timeLimitMs / 1000} s of 'Time Limit'`, {
		hint: "Raise 'Time Limit' in the options, or lower 'Timeout', so that the next endpoint is asked earlier",
		isNetworkFault: true,
	});
}

async function made(
	targets: readonly Target[],
	order: AcrossOrder,
	context: OperationContext,
): Promise<Decided> {
	const { strategy, method, isWrite, isForAll, settings } = order;
	const call = (params: AcrossOrder['params'], leftOut?: AcrossCall['leftOut']): AcrossCall => ({
		method,
		isWrite,
		isEmptyFailure: order.isEmptyFailure,
		requestFor: (endpoint) => order.requestFor(endpoint, params),
		...(leftOut && { leftOut }),
		cancel: context.cancel,
	});
	const checked = await leftOutBy(targets, settings, context);
	if (isForAll) return await sendToAll(targets, call(order.params, checked), context);
	if (strategy !== 'agreement') {
		const isHedged = strategy === 'fastest' && !isWrite;
		return await askInTurn(targets, call(order.params, checked), context, { isHedged });
	}
	const { atLeast, params } = order;
	const isEvm = targets.some(
		({ resolved }) => 'endpoint' in resolved && resolved.endpoint.family === 'evm',
	);
	const pinned =
		isEvm && Array.isArray(params)
			? await pinnedCall(targets, { method, params }, { atLeast, settings }, context)
			: undefined;
	if (pinned === undefined) {
		context.hint(
			`${method} names no block, so the results of the endpoints are compared as they are: those of endpoints some blocks apart may differ.`,
		);
		return await askForAgreement(targets, call(params, checked), context, { atLeast });
	}
	const leftOut = async (target: Target): Promise<LeftOut | undefined> =>
		pinned.leftOut.get(target) ?? (await checked?.(target));
	const { blockNumber } = pinned;
	return await askForAgreement(targets, call(pinned.params, leftOut), context, {
		atLeast,
		...(blockNumber !== undefined && { blockNumber }),
	});
}

/** Nothing but the call is sent where nothing is to be checked. */
async function leftOutBy(
	targets: readonly Target[],
	settings: HealthSettings,
	context: OperationContext,
): Promise<AcrossCall['leftOut']> {
	const { maxBlockAgeSeconds, maxBlocksBehind, expectedChainId } = settings;
	if (maxBlockAgeSeconds === undefined && maxBlocksBehind === undefined)
		return expectedChainId === undefined ? undefined : chainCheck(settings, context);
	const otherChains = (heads: Heads): ReadonlyMap<Target, LeftOut> =>
		expectedChainId === undefined ? onOtherChains(heads) : new Map();
	// Before anything is sent, because the problem of mixed chains is that of the whole call.
	const others = otherChains(await headsOf(targets, settings, context));
	return async (target) => {
		const health = (await headsOf(targets, settings, context)).health.get(target);
		return others.get(target) ?? (health && unfit(health, settings));
	};
}
