import { describeFault } from '../jsonRpc/fault';
import type { Sign } from '../jsonRpc/phrases';
import { excerpt, jsonExcerpt } from '../text/excerpt';
import { ProbeError, settle } from './family';

/** Whether an endpoint can do something, unknown where the question failed, and its answer that shows it. */
export interface Finding {
	result: 'available' | 'notAvailable' | 'notOnThisPlan' | 'failed';
	evidence: string;
}

/** Signs of a method that ran: it did not find what it was asked for, or the call itself failed. */
const RAN: ReadonlySet<Sign | undefined> = new Set(['missing', 'reverted', 'refused'] as const);

/**
 * Finds out whether a method exists by a question it cannot fulfil, such as for a transaction that does not exist. It
 * does where it returns something, or says that it did not find it.
 * @throws Cancelled
 */
export async function probeMethod(question: Promise<unknown>): Promise<Finding> {
	const answer = await settle(question);
	if (!(answer instanceof ProbeError))
		return { result: 'available', evidence: `returned ${jsonExcerpt(answer)}` };
	return { result: readAbility(answer), evidence: describeEvidence(answer) };
}

/** @returns what an answer that is not a result says about the method that was called */
export function readAbility({ meaning: { kind, sign } }: ProbeError): Finding['result'] {
	if (kind === 'unauthorized' || sign === 'notOnPlan') return 'notOnThisPlan';
	if (kind === 'unsupported') return 'notAvailable';
	return RAN.has(sign) ? 'available' : 'failed';
}

/** @returns the finding about what could not be done, although the method may exist */
export function describeRefusal(fault: ProbeError): Finding {
	const ability = readAbility(fault);
	const result = ability === 'available' ? 'failed' : ability;
	return { result, evidence: describeEvidence(fault) };
}

/** @returns what an endpoint answered, as text to display */
export function describeEvidence({ answer }: ProbeError): string {
	return excerpt(describeFault(answer));
}
