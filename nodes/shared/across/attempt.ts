import type { ResolvedEndpoint } from '../endpoints/resolveEndpoint';
import { classifyFailure, findLastingHint } from '../jsonRpc/fault';
import type { RpcReply, RpcEndpoint } from '../jsonRpc/rpcClient';
import { excerpt } from '../text/excerpt';
import { Problem } from '../text/problem';
import { EMPTY, type AnswerClass } from './answerClass';
import { toComparable } from './comparable';

/** How asking one endpoint ended. `leftOut`: it was not asked, because it lags or is on another chain. */
export interface Attempt {
	target: Target;
	class: AnswerClass | 'leftOut';
	state: string;
	reason?: string;
	/** Absent where the call was not sent. */
	reply?: RpcReply;
	latencyMs: number;
}

/** @returns an attempt as it is shown; what servers say is cut where secrets are masked */
export function presentAttempt({ target, state, reason, latencyMs }: Attempt) {
	const { label: endpoint, nodeId } = target;
	return {
		endpoint,
		...(nodeId !== undefined && { nodeId }),
		state,
		...(reason !== undefined && { reason: excerpt(reason) }),
		latencyMs,
	};
}

/** @returns whether an endpoint may be in a state only for a while */
export function isPassing(state: string): boolean {
	return state === 'unreachable' || state === 'rateLimited' || state === 'rpcError';
}

/** @returns whether asking again may help */
export function canPass({ class: found, state, reply }: Attempt): boolean {
	if (found !== 'failure' && found !== 'leftOut') return false;
	const isLasting = reply && findLastingHint(reply.answer, reply.httpStatus) !== undefined;
	return isPassing(state) && isLasting !== true;
}

/**
 * Finds the answer that a round without answers comes to, where there is one: none can answer it, all say the same
 * error, or most know of nothing.
 * @param attempts the last of each endpoint, in the order of preference
 */
export function findSharedAnswer(attempts: readonly Attempt[]): Attempt | undefined {
	const asked = attempts.filter((each) => each.class !== 'leftOut' && each.class !== 'cancelled');
	const [first] = asked;
	if (first === undefined) return undefined;
	if (asked.every((each) => each.class === 'notHere')) return first;
	const saysSame = (each: Attempt): boolean => getErrorText(each) === getErrorText(first);
	if (getErrorText(first) !== undefined && asked.every(saysSame)) return first;
	const empty = asked.filter(({ state }) => state === EMPTY);
	return empty.length > attempts.length / 2 ? empty[0] : undefined;
}

function getErrorText({ reply }: Attempt): string | undefined {
	return reply?.answer.kind === 'rpcError' ? toComparable(reply.answer) : undefined;
}

/**
 * @param last the last attempt at each endpoint
 * @returns the Problem of a call that no endpoint answered: per endpoint what went wrong
 */
export function makeNoAnswerProblem(method: string, last: readonly Attempt[]): Problem {
	const causes = last.map(({ reply }) => reply && classifyFailure(reply.answer, reply.httpStatus));
	const [cause] = causes;
	const isShared = cause !== undefined && causes.every((other) => other?.cause === cause.cause);
	return new Problem(`No endpoint answered ${method}: ${last.map(describeAttempt).join(' | ')}`, {
		hint: 'Check the endpoints with JSON-RPC, Check Health, or add another one',
		...(isShared && { failure: cause }),
	});
}

/** @returns endpoint, state and reason of an attempt in a sentence */
export function describeAttempt({ target, state, reason }: Attempt): string {
	return `${target.label}: ${reason === undefined ? state : `${state}, ${excerpt(reason)}`}`;
}

/** One of the endpoints among which a call is made, or a node that has none at present. */
export interface Target {
	resolved: ResolvedEndpoint;
	/** Distinguishes it from the others; it may contain a key. */
	key: string;
	/** The part of its address that may be shown; the ID of a node without one. */
	label: string;
	nodeId?: string;
}

/** @returns an endpoint, or a node without one, as one of several */
export function createTarget(resolved: ResolvedEndpoint): Target {
	const { nodeId } = resolved;
	const named = nodeId === undefined ? {} : { nodeId };
	if ('absent' in resolved)
		return { resolved, key: resolved.nodeId, label: resolved.nodeId, ...named };
	const { endpoint } = resolved;
	return { resolved, key: getAddressKey(endpoint), label: endpoint.label, ...named };
}

/** @returns each endpoint once, in their order */
export function removeDuplicates(targets: readonly Target[]): Target[] {
	const byKey = new Map<string, Target>();
	for (const target of targets) if (!byKey.has(target.key)) byKey.set(target.key, target);
	return [...byKey.values()];
}

/** Two logins at one address are two endpoints. */
function getAddressKey({ url, basic }: RpcEndpoint): string {
	return basic === undefined ? url : `${url} ${basic}`;
}
