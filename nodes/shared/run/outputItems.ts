import type { IBinaryKeyData, IDataObject, INode, INodeExecutionData } from 'n8n-workflow';

import type { SecretMask } from '../redact/secretMask';
import { formatProblem, type Problem } from '../text/problem';
import { answerForAgent, type ListPart } from './answerForAgent';
import { createNodeError } from './nodeError';
import type { Effect } from './operation';

/** One item of the output, not yet paired. */
export interface OutputRecord {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** The outcome of one item. */
export type ItemOutcome = { records: OutputRecord[]; part?: ListPart } | FailedItem;

/** An item that failed, and what must not be shown of it. */
export interface FailedItem {
	problem: Problem;
	mask: SecretMask;
}

/** The rules for the shape of the output. */
export interface OutputRules {
	node: INode;
	effect: Effect;
	/** A failed item becomes an output item of its own instead of ending the run. */
	itemFails: boolean;
	/** Set when an agent runs the node as its tool: the number of characters that the answer may have. */
	mostCharacters?: number;
	/** Ids of everything that this run and earlier tries of it have created. */
	createdIds: ReadonlySet<string>;
	/** Descriptions of what they have sent that has no ID. */
	sent: ReadonlySet<string>;
	/** The input items contain secrets, so a failed item must not repeat them. */
	inputIsSecret: boolean;
}

/**
 * Turns the outcomes of all items, in their order, into paired output items.
 * @throws NodeApiError or NodeOperationError for the first failed item, unless failures become items
 */
export function buildOutputItems(
	outcomes: readonly ItemOutcome[],
	rules: OutputRules,
): INodeExecutionData[] {
	const { mostCharacters } = rules;
	const items = outcomes.flatMap((outcome, itemIndex) => {
		const pairedItem = { item: itemIndex };
		if ('records' in outcome)
			return outcome.records.map(({ json, ...files }) => ({
				json: toResult(json),
				...files,
				pairedItem,
			}));
		if (rules.itemFails) return [{ ...buildFailedItem(outcome, itemIndex, rules), pairedItem }];
		const problem = nameDone(outcome.problem, rules);
		throw createNodeError(problem, {
			node: rules.node,
			itemIndex,
			mask: outcome.mask,
			inOneText: false,
		});
	});
	if (mostCharacters === undefined) return items;
	const part = outcomes.map((outcome) => ('records' in outcome ? outcome.part : undefined));
	return answerForAgent(
		items,
		part.find((each) => each !== undefined),
		mostCharacters,
	);
}

/**
 * The engine treats two shapes of a failed item as failed. `{ json: { error } }` goes to the error output
 * together with the input and, if it is the first item, makes Retry On Fail run the node again. With an `error` next to
 * the json it does neither, as is right where a repetition could create something twice, or where the input contains a
 * secret. The engine then turns the error into the json. Agents of n8n 1, and MCP clients, call a tool without the
 * engine and read nothing but the json, so for a tool it already contains the text.
 */
function buildFailedItem(
	{ problem, mask }: FailedItem,
	itemIndex: number,
	rules: OutputRules,
): Pick<INodeExecutionData, 'json' | 'error'> {
	const text = mask.text(formatProblem(problem));
	if (rules.effect !== 'creates' && !rules.inputIsSecret) return { json: { error: text } };
	return {
		json: rules.mostCharacters === undefined ? {} : { failure: text },
		error: createNodeError(problem, { node: rules.node, itemIndex, mask, inOneText: true }),
	};
}

/** Names what was done before the failure: the engine discards the output of a node that throws. */
function nameDone(problem: Problem, { createdIds, sent }: OutputRules): Problem {
	if (createdIds.size === 0 && sent.size === 0) return problem;
	const { hint } = problem;
	const said = [
		...(hint ? [hint] : []),
		...(createdIds.size > 0 ? [`Already created in this run: ${[...createdIds].join(', ')}`] : []),
		...(sent.size > 0 ? [`Already sent in this run: ${[...sent].join(', ')}`] : []),
	];
	// Waiting for the cause to pass and then repeating all items would do the work twice.
	return problem.with({ hint: said.join('. '), failure: undefined });
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
