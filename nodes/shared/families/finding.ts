import { NO_SUCH_METHOD } from '../jsonRpc/errorMember';
import { describeFault } from '../jsonRpc/fault';
import { excerpt, jsonExcerpt } from '../text/excerpt';
import { ProbeError, settle } from './family';

/** Whether an endpoint can do something, unknown where the question failed, and its answer that shows it. */
export interface Finding {
	result: 'available' | 'notAvailable' | 'notOnThisPlan' | 'failed';
	evidence: string;
}

/** The platform's answer to a method or tracer that the plan does not include (platform documentation, error reference). */
const NOT_ON_PLAN = -32612;

/** JSON-RPC: something went wrong inside the server, which says nothing about what it can do. */
const INTERNAL_ERROR = -32603;

/** Messages of nodes that did not find what they were asked for, whatever the code. */
const NOTHING_FOUND = /not found|cannot find|unknown transaction/i;

/** Messages of nodes without a method, which do not all use the code for it. */
const ABSENT =
	/method.*(not found|not supported|not available|does not exist|is disabled)|unsupported method/i;

/** Messages of the platform and similar services (platform documentation, limits; error reference). */
const PLAN =
	/\b(current|your|this|higher|paid) plan\b|\bupgrade\b|\bnot included\b|\bsubscription\b/i;

/**
 * Finds out whether a method exists by a question it cannot fulfil, such as for a transaction that does not
 * exist. An answer shows that it does, unless it says otherwise.
 * @throws Cancelled
 */
export async function probeMethod(question: Promise<unknown>): Promise<Finding> {
	const answer = await settle(question);
	if (!(answer instanceof ProbeError))
		return { result: 'available', evidence: `returned ${jsonExcerpt(answer)}` };
	return { result: readAbility(answer), evidence: describeEvidence(answer) };
}

/** @returns what an answer that is not a result says about the method that was called */
export function readAbility({ answer, code }: ProbeError): Finding['result'] {
	// That there were too many requests says nothing about the method, even where the message names the plan.
	if (answer.kind === 'rateLimited') return 'failed';
	const text = 'message' in answer ? answer.message : answer.reason;
	if (code === NOT_ON_PLAN || PLAN.test(text) || answer.kind === 'unauthorized')
		return 'notOnThisPlan';
	if (answer.kind !== 'rpcError') return 'failed';
	if (code === NO_SUCH_METHOD || ABSENT.test(text)) return 'notAvailable';
	return code === INTERNAL_ERROR && !NOTHING_FOUND.test(text) ? 'failed' : 'available';
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
