import { NodeApiError, NodeOperationError, type INode } from 'n8n-workflow';

import type { SecretMask } from '../redact/secretMask';
import { formatProblem, type Problem } from '../text/problem';

/** Where a problem is reported. */
export interface ReportTarget {
	node: INode;
	itemIndex: number;
	mask: SecretMask;
	/** Put the hint into the message as well, for readers that see nothing else. */
	inOneText: boolean;
}

/**
 * Turns a problem into the class n8n shows: NodeApiError for what a server answered, or did not, with the code that n8n
 * shows below 'From Chainstack', and NodeOperationError for the rest. Message, description and the copy of the node
 * inside contain no secret.
 */
export function createNodeError(
	problem: Problem,
	report: ReportTarget,
): NodeApiError | NodeOperationError {
	const { itemIndex, mask } = report;
	// A temporary cause, such as a busy service, must not look like an invitation to send everything again.
	const failure = problem.effect === 'none' ? problem.failure : undefined;
	const message = mask.text(report.inOneText ? formatProblem(problem) : problem.message);
	const description = problem.hint === undefined ? undefined : mask.text(problem.hint);
	// The error is saved with a copy of the node, whose parameters may contain an address with a key.
	const node = { ...report.node, parameters: {} };
	const code = problem.httpStatus ?? problem.networkCode;
	const error =
		code === undefined
			? new NodeOperationError(node, message, { itemIndex, description, failure })
			: new NodeApiError(
					node,
					{},
					{ message, description, itemIndex, failure, httpCode: String(code) },
				);
	// n8n replaces a message that contains something like a Node.js error code with its own text.
	error.message = message;
	error.messages = [];
	return error;
}
