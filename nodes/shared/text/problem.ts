import type { Failure } from 'n8n-workflow';

import { endSentence } from './excerpt';
import { omitUndefined } from './json';

/**
 * The trace that a failed item has left. `unclear` when a request that creates something was sent and
 * it is unknown whether the service acted on it; `created` when it did and a later step failed. Neither
 * may be sent again without checking the service first.
 */
export type ProblemEffect = 'none' | 'unclear' | 'created';

/** The parts of a {@link Problem} besides its message. */
export interface ProblemDetails {
	/** Advice on the next step, in one or two sentences. Becomes the description n8n shows below the message. */
	hint?: string;
	httpStatus?: number;
	/** Error code of Node.js of a request that got no answer, such as `ECONNREFUSED`. */
	networkCode?: string;
	/** True when a server could not be reached, broke the connection or took too long. */
	isNetworkFault?: boolean;
	/** True when the answer came from the service itself, not from something in front of it such as a proxy. */
	isFromService?: boolean;
	/** True for a network fault that is unlikely to pass, such as a host that does not exist. */
	isLasting?: boolean;
	/** The code by which the service itself named what happened, such as `ALREADY_EXISTS`, and the field it is about. */
	said?: { code?: string; field?: string };
	effect?: ProblemEffect;
	/** Its cause, if it is certainly one of the causes that n8n knows. */
	failure?: Failure;
}

const DetailedError = Error as new (message: string) => Error & Readonly<ProblemDetails>;

/**
 * Something the user has to know: the message describes it, the hint names the next step.
 *
 * Code below the item runner throws this and nothing else. It knows neither n8n's node nor the item;
 * the runner turns it into n8n's own classes with both, in one place.
 */
export class Problem extends DetailedError {
	constructor(message: string, details: ProblemDetails = {}) {
		super(message);
		Object.assign(this, { effect: 'none' }, omitUndefined(details), { name: 'Problem' });
	}

	/** @returns the same problem in other words; details that are not given stay as they are */
	with({ message = this.message, ...details }: ProblemDetails & { message?: string }): Problem {
		return new Problem(message, { ...this, ...details });
	}
}

/**
 * The execution was stopped while the work was under way. n8n distinguishes a cancelled execution from a failed one by
 * the word "canceled" in the message.
 */
export class Cancelled extends Problem {
	constructor(effect: ProblemEffect = 'none') {
		super('The execution was canceled before this item was finished', { effect });
		this.name = 'Cancelled';
	}
}

/** For work whose result counts as unknown if it was cancelled. @throws every other exception */
export function ignoreCancelled(thrown: unknown): undefined {
	if (!(thrown instanceof Cancelled)) throw thrown;
	return undefined;
}

/** @returns whether the service was busy, not responding or out of order, so that trying again later may help */
export function isTransient({ isNetworkFault, httpStatus = 0 }: Problem): boolean {
	return isNetworkFault || httpStatus === 429 || httpStatus >= 500;
}

/** Message and hint as one text, for readers that see only one of them (AI agents, error items). */
export function formatProblem(problem: Problem): string {
	const { message, hint } = problem;
	return hint ? `${endSentence(message)} ${hint}` : message;
}

/** @returns the exception if it is a Problem; otherwise a Problem that reports a bug in this package */
export function toProblem(thrown: unknown): Problem {
	if (thrown instanceof Problem) return thrown;
	const message = thrown instanceof Error ? thrown.message : String(thrown);
	// JavaScript itself threw, which means a bug. Errors with a `code` are from Node.js, about its input.
	const isComplaint = thrown instanceof TypeError || thrown instanceof ReferenceError;
	const isDefect = isComplaint && !('code' in thrown);
	return new Problem(`Something unexpected happened in this node: ${message}`, {
		hint: 'This is a bug in the Chainstack node. Please report it with the steps to reproduce it',
		failure: isDefect ? { cause: 'node-defect' } : undefined,
	});
}
