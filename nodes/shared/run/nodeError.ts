import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import type { SecretMask } from '../redact/secretMask';
import { formatProblem, type Problem } from '../text/problem';

/**
 * Turns a problem, which holds no secret, into the class n8n shows: NodeApiError for what a server answered, or did
 * not, with the code that n8n shows below 'From Chainstack', and NodeOperationError for the rest.
 * @param inOneText whether to put the hint into the message as well, for readers that see nothing else
 */
export function createNodeError(
	problem: Problem,
	node: INode,
	itemIndex = 0,
	inOneText = true,
): NodeApiError | NodeOperationError {
	const { hint: description, effect, httpStatus, networkCode } = problem;
	const message = inOneText ? formatProblem(problem) : problem.message;
	// A temporary cause, such as a busy service, must not look like an invitation to send everything again.
	const failure = effect === 'none' ? problem.failure : undefined;
	const options = { message, description, itemIndex, failure };
	// The error is saved with a copy of the node, whose parameters may contain an address with a key.
	const shown = { ...node, parameters: {} };
	const code = httpStatus ?? networkCode;
	const error =
		code === undefined
			? new NodeOperationError(shown, message, options)
			: new NodeApiError(shown, {}, { ...options, httpCode: String(code) });
	// n8n replaces a message that contains something like a Node.js error code with its own text.
	error.message = message;
	error.messages = [];
	return error;
}

/** @returns the problem with its secrets masked */
export function maskProblem(problem: Problem, mask: SecretMask): Problem {
	const { message, hint } = problem;
	return problem.with({
		message: mask.text(message),
		hint: hint === undefined ? undefined : mask.text(hint),
	});
}
