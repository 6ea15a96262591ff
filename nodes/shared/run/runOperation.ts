import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Property } from '../values/field';
import { readValuesOfItems } from '../values/readValues';
import { createSequentially } from './createSequentially';
import type { Effect, Operation } from './operation';
import { buildOutputItems } from './outputItems';
import { readRetryOptions, readSharedOptions } from './requestOptions';
import { runStep, type ItemOutcome, type Run } from './runStep';
import { OperationContext } from './operationContext';
import { noteSameNode } from './sameNode';
import { openSession } from './session';

/**
 * Runs an operation for every input item and returns paired output items in the order of the input.
 *
 * @param continueOnFail whether a failed item becomes an output item of its own; otherwise the first
 * failure, in the order of the items, is thrown (after all items for operations that may be repeated, immediately for
 * those that create)
 * @throws NodeApiError or NodeOperationError, containing no secret
 */
export async function runOperation(
	n8n: IExecuteFunctions,
	operation: Operation,
	continueOnFail: boolean,
): Promise<INodeExecutionData[][]> {
	const run = await prepare(n8n, operation, continueOnFail);
	const { session } = run;
	// Requests that an item has stopped waiting for may still be under way at the end.
	const outcomes = await perform(run).finally(() => session.end());
	const hints = [...session.hints].map((hint) => ({
		message: session.ownKeys.text(hint),
		location: 'outputPane' as const,
	}));
	n8n.addExecutionHints?.(...hints);
	return [buildOutputItems(run, outcomes)];
}

async function prepare(
	n8n: IExecuteFunctions,
	operation: Operation,
	continueOnFail: boolean,
): Promise<Run> {
	const { properties } = operation;
	const offered = properties.find(({ name }) => name === 'options')?.options as readonly Property[];
	const node = n8n.getNode();
	// Agents of n8n 2 run a tool as an ordinary node, where isToolExecution() is false; its type then ends in "Tool".
	// Older versions have no isToolExecution() at all.
	const isTool = node.type.endsWith('Tool') || n8n.isToolExecution?.() === true;
	const read = readValuesOfItems(n8n, properties, n8n.getInputData(), isTool);
	// They cannot differ from item to item, so the first that could be read says them.
	const readable = read.find((item) => 'values' in item);
	const options = readSharedOptions(readable);
	const session = await openSession(n8n, { options, isTool });
	const note = noteSameNode(operation, node.parameters, read.length);
	if (note !== undefined) session.hints.add(note);
	const { problem } = session;
	const items = read.map((item) => ({
		// A problem of the run as a whole is the problem of every item.
		read: problem === undefined ? item : { problem },
		context: new OperationContext(session, readRetryOptions(item, offered)),
	}));
	const itemFails = continueOnFail || isTool;
	const effect = findEffect(operation, items);
	return { n8n, node, operation, effect, itemFails, options, session, items };
}

/** If one item creates, all are treated so. */
function findEffect({ effect }: Operation, items: Run['items']): Effect {
	if (typeof effect !== 'function') return effect;
	const effects = items.map(({ read }) => ('values' in read ? effect(read.values) : 'reads'));
	return effects.find((each) => each === 'creates') ?? effects[0] ?? 'reads';
}

async function perform(run: Run): Promise<ItemOutcome[]> {
	const { operation, effect, items } = run;
	if (effect === 'creates') return await createSequentially(run);
	if (operation.compare !== undefined) return await compareItems(run, operation.compare);
	return await Promise.all(items.map((_, index) => runStep(run, index)));
}

async function compareItems(
	run: Run,
	compare: NonNullable<Operation['compare']>,
): Promise<ItemOutcome[]> {
	const { operation, items } = run;
	const found: unknown[] = [];
	const outcomes = await Promise.all(
		items.map((_, index) =>
			runStep(run, index, async (...given) => {
				found[index] = await operation.execute(...given);
			}),
		),
	);
	// Items that failed have left holes.
	const all = Object.values(found);
	return await Promise.all(
		outcomes.map((outcome, index) =>
			'problem' in outcome
				? outcome
				: runStep(run, index, (values, context) => compare(found[index], all, values, context)),
		),
	);
}
