import type { IDataObject, INodeExecutionData } from 'n8n-workflow';

import { formatProblem, type Problem } from '../text/problem';
import { holdsExpression } from '../values/readValues';
import { answerForAgent } from './answerForAgent';
import { createNodeError } from './nodeError';
import { DEFAULT_LIMITS } from './requestOptions';
import type { ItemOutcome, Run } from './runStep';

/**
 * Turns the outcomes of all items, in their order, into paired output items.
 * @throws NodeApiError or NodeOperationError for the first failed item, unless failures become items
 */
export function buildOutputItems(run: Run, outcomes: readonly ItemOutcome[]): INodeExecutionData[] {
	const { node, itemFails, session, options } = run;
	const items = outcomes.flatMap((outcome, itemIndex) => {
		const pairedItem = { item: itemIndex };
		if ('records' in outcome)
			return outcome.records.map(({ json, ...files }) => ({
				json: toResult(json),
				...files,
				pairedItem,
			}));
		const { problem } = outcome;
		if (itemFails) return [{ ...buildFailedItem(run, problem, itemIndex), pairedItem }];
		throw createNodeError(nameDone(run, problem, outcomes), node, itemIndex, false);
	});
	if (!session.isTool) return items;
	const listed = run.items.filter((_, index) => 'records' in outcomes[index]);
	const total = listed.map(({ context }) => context.notes.total).find(Boolean);
	return answerForAgent(items, total, options.maxCharacters ?? DEFAULT_LIMITS.maxCharacters);
}

/**
 * The engine treats two shapes of a failed item as failed. `{ json: { error } }` goes to the error output
 * together with the input and, if it is the first item, makes Retry On Fail run the node again. With an `error` next to
 * the json it does neither, as is right if a repetition could create something twice, or if the input contains a
 * secret. The engine then turns the error into the json. Agents of n8n 1, and MCP clients, call a tool without the
 * engine and read nothing but the json, so for a tool it already contains the text.
 */
function buildFailedItem(
	{ node, operation, effect, session }: Run,
	problem: Problem,
	itemIndex: number,
): Pick<INodeExecutionData, 'json' | 'error'> {
	const text = formatProblem(problem);
	const isSecret = operation.secretProperties?.some((name) =>
		holdsExpression(node.parameters[name]),
	);
	if (effect !== 'creates' && !isSecret) return { json: { error: text } };
	return {
		json: session.isTool ? { failure: text } : {},
		error: createNodeError(problem, node, itemIndex),
	};
}

/** Names the effects before the failure: the engine discards the output of a node that throws. */
function nameDone(run: Run, problem: Problem, outcomes: readonly ItemOutcome[]): Problem {
	const { effect } = run;
	const { createdIds } = run.session;
	const sent = effect === 'creates' ? listReceipts(run, outcomes) : new Set();
	if (createdIds.size === 0 && sent.size === 0) return problem;
	const sentences: string[] = [];
	if (problem.hint) sentences.push(problem.hint);
	if (createdIds.size > 0)
		sentences.push(`Already created in this run: ${[...createdIds].join(', ')}`);
	if (sent.size > 0) sentences.push(`Already sent in this run: ${[...sent].join(', ')}`);
	// Waiting for the cause to pass and then repeating all items would do the work twice.
	return problem.with({ hint: sentences.join('. '), failure: undefined });
}

/** @returns in words the effects of items that left no ID, each once */
function listReceipts({ operation, items }: Run, outcomes: readonly ItemOutcome[]): Set<string> {
	const receipts = new Set<string>();
	for (const [index, outcome] of outcomes.entries()) {
		const { read } = items[index];
		if ('problem' in outcome || 'problem' in read) continue;
		for (const { json } of outcome.records) {
			const receipt = operation.receipt?.(json, read.values);
			if (receipt !== undefined) receipts.add(receipt);
		}
	}
	return receipts;
}

/**
 * A record may have a field `error` of its own. For n8n that marks a failed item, and with Retry On Fail is a reason to
 * do everything again, so the field is renamed.
 */
function toResult(json: IDataObject): IDataObject {
	if (!('error' in json) && !('$error' in json)) return json;
	const { error, $error: other, ...rest } = json;
	return { ...rest, serviceError: error ?? other };
}
