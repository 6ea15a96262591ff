import type { ResolvedEndpoint } from '../endpoints/resolveEndpoint';
import { classifyFailure, findLastingHint } from '../jsonRpc/fault';
import type { RpcReply } from '../jsonRpc/rpcClient';
import { excerpt } from '../text/excerpt';
import { Problem } from '../text/problem';
import { EMPTY, type Verdict } from './answerClass';
import { toComparable } from './comparable';
import type { EndpointRecord } from './endpointRecord';

/** How asking one endpoint ended. */
export interface Attempt extends Verdict {
	target: Target;
	/** Absent where the call was not sent. */
	reply?: RpcReply;
	latencyMs: number;
}

/** @returns an attempt as it is shown; what servers say is cut where secrets are masked */
export function presentAttempt({ target, state, reason, latencyMs }: Attempt) {
	const { nodeId } = target.resolved;
	return {
		endpoint: target.label,
		...(nodeId !== undefined && { nodeId }),
		state,
		...(reason !== undefined && { reason: excerpt(reason) }),
		latencyMs,
	};
}

/** States in which an endpoint may be only for a while. */
const PASSING = new Set(['unreachable', 'rateLimited', 'rpcError']);

/** @returns whether asking again may help */
export function canPass({ class: found, state, reply }: Attempt): boolean {
	if (found !== 'failure' && found !== 'leftOut') return false;
	const isLasting = reply && findLastingHint(reply.answer, reply.httpStatus) !== undefined;
	return PASSING.has(state) && isLasting !== true;
}

/**
 * Finds the attempts that show what a round without answers comes to, where it comes to something: none can answer it,
 * all say the same error, or most know of nothing.
 * @param attempts the last of each endpoint, in the order of preference
 */
export function findSharedAnswer(attempts: readonly Attempt[]): Attempt[] | undefined {
	const asked = attempts.filter((each) => each.class !== 'leftOut');
	if (asked.length === 0) return undefined;
	if (asked.every((each) => each.class === 'notHere')) return asked;
	const [error, ...others] = new Set(asked.map(getErrorText));
	if (error !== undefined && others.length === 0) return asked;
	const empty = asked.filter(({ state }) => state === EMPTY);
	return empty.length > attempts.length / 2 ? empty : undefined;
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
export function describeAttempt({
	target,
	state,
	reason,
}: Pick<Attempt, 'target' | 'state' | 'reason'>): string {
	return `${target.label}: ${reason === undefined ? state : `${state}, ${excerpt(reason)}`}`;
}

/** Why an endpoint takes no part in a call. */
export interface LeftOut {
	state: string;
	reason: string;
}

/** One of the endpoints among which a call is made, or a node that has none at present. */
export interface Target {
	resolved: ResolvedEndpoint;
	/** Distinguishes it from the others; it may contain a key. */
	key: string;
	/** The part of its address that may be shown; the ID of a node without one. */
	label: string;
	/** What the run knows about it. */
	record: EndpointRecord;
}

/** @returns the members of a list in groups with the same key, the largest first; those without one are left out */
export function groupBy<T>(list: readonly T[], keyOf: (each: T) => string | undefined): T[][] {
	const groups = new Map<string, T[]>();
	for (const each of list) {
		const key = keyOf(each);
		if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), each]);
	}
	return [...groups.values()].sort((a, b) => b.length - a.length);
}
