import type { FamilyName } from '../addresses/chains';
import type { Params } from '../endpoints/familyCall';
import type { ResolvedEndpoint } from '../endpoints/resolveEndpoint';
import type { RpcEndpoint, RpcReply } from '../jsonRpc/rpcClient';
import type { HealthSettings } from '../readiness/health';
import { excerpt } from '../text/excerpt';
import { omitUndefined } from '../text/json';
import type { Question, Verdict, Why } from './answerClass';
import type { EndpointRecord } from './endpointRecord';

/** One of the endpoints among which a call is made, or a node that has none at present. */
export interface Candidate {
	resolved: ResolvedEndpoint;
	/** Distinguishes it from the others; it may contain a key. */
	key: string;
	/** The part of its address that may be shown; the ID of a node without one. */
	label: string;
	/** Knowledge of the run about it. */
	record: EndpointRecord;
}

/** A call that several endpoints can answer, and how it is made among them. */
export interface CallPlan extends Question {
	/** The family of the endpoints. */
	family: FamilyName;
	method: string;
	params: Params;
	strategy: 'first' | 'fastest' | 'agreement' | 'sendToAll';
	/** How many endpoints have to give the same answer; one, unless they have to agree. */
	atLeast: number;
	/** Requirements on the endpoints; nothing is checked that is not set. */
	settings: HealthSettings;
	/** The endpoints that take no part, where that is known; otherwise it is found out before each round. */
	excluded?: Excluded;
	/** The option Path, which decides where JSON-RPC is answered. */
	path?: string;
}

/** How asking one endpoint ended. */
export interface Attempt extends Verdict {
	candidate: Candidate;
	reply: RpcReply;
}

/** Endpoints that take no part in a call, and why. */
export type Excluded = Map<Candidate, Why>;

/** @returns those of the candidates that have an endpoint at present */
export function listEndpoints(candidates: readonly Candidate[]): RpcEndpoint[] {
	return candidates.flatMap(({ resolved }) => ('endpoint' in resolved ? [resolved.endpoint] : []));
}

/**
 * @param agreed those whose answers count; others disagreed
 * @returns an attempt as it is shown; what servers say is cut where secrets are masked
 */
export function presentAttempt(attempt: Attempt, agreed: readonly Attempt[]) {
	const { candidate, reason, reply } = attempt;
	const hasDisagreed = attempt.class === 'answer' && !agreed.includes(attempt);
	return omitUndefined({
		endpoint: candidate.label,
		nodeId: candidate.resolved.nodeId,
		state: hasDisagreed ? 'disagreed' : attempt.state,
		reason: reason && excerpt(reason),
		latencyMs: reply.latencyMs,
	});
}

/** @returns endpoint, state and reason of an attempt in a sentence */
export function describeAttempt({ label }: Candidate, { state, reason }: Why): string {
	return `${label}: ${reason === undefined ? state : `${state}, ${excerpt(reason)}`}`;
}
