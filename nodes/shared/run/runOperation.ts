import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { Property } from '../values/field';
import { readValuesOfItems, readValuesForAgent, type ItemValues } from '../values/readValues';
import { createSequentially } from './createSequentially';
import type { Effect, Operation } from './operation';
import { buildOutputItems } from './outputItems';
import { readRetryOptions, type SharedOptions } from './requestOptions';
import { runStep, type ItemOutcome, type Run } from './runStep';
import { openSession, OperationContext } from './session';

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
	const prepared = await prepare(n8n, operation, continueOnFail);
	return [present(prepared, await run(prepared))];
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
	const read = readValuesOfItems(n8n, properties, n8n.getInputData()).map((item) =>
		isTool ? readValuesForAgent(item, properties, node.parameters) : item,
	);
	// They cannot differ from item to item, so the first that could be read says them.
	const readable = read.find((item) => 'values' in item);
	const options: SharedOptions = readable?.values.options ?? {};
	const { session, problem } = await openSession(n8n, { options, isTool });
	const effect = findEffect(operation, problem === undefined ? read : []);
	const items = read.map((item) => ({
		// A problem of the run as a whole is the problem of every item.
		read: problem === undefined ? item : { problem },
		context: new OperationContext(session, readRetryOptions(item, offered)),
	}));
	const itemFails = continueOnFail || isTool;
	return { n8n, node, operation, effect, itemFails, options, session, items };
}

async function run(prepared: Run): Promise<ItemOutcome[]> {
	const { operation, effect, session, items } = prepared;
	try {
		if (effect === 'creates') return await createSequentially(prepared);
		if (operation.compare !== undefined) return await compareItems(prepared, operation.compare);
		return await Promise.all(
			items.map((_, index) => runStep(prepared, index, (...given) => operation.execute(...given))),
		);
	} finally {
		// Requests that an item has stopped waiting for may still be under way.
		session.end();
	}
}

function present(prepared: Run, outcomes: readonly ItemOutcome[]): INodeExecutionData[] {
	const { hints, ownKeys } = prepared.session;
	const location = 'outputPane' as const;
	prepared.n8n.addExecutionHints?.(
		...[...hints].map((message) => ({ message: ownKeys.text(message), location })),
	);
	return buildOutputItems(prepared, outcomes);
}

async function compareItems(
	run: Run,
	compare: NonNullable<Operation['compare']>,
): Promise<ItemOutcome[]> {
	const { operation, items } = run;
	const found = new Map<number, unknown>();
	const outcomes = await Promise.all(
		items.map((_, index) =>
			runStep(run, index, async (...given) => {
				found.set(index, await operation.execute(...given));
			}),
		),
	);
	const all = items.flatMap((_, index) => (found.has(index) ? [found.get(index)] : []));
	return await Promise.all(
		outcomes.map((outcome, index) =>
			found.has(index)
				? runStep(run, index, (values, context) => compare(found.get(index), all, values, context))
				: outcome,
		),
	);
}

function findEffect({ effect }: Operation, items: readonly ItemValues[]): Effect {
	if (typeof effect !== 'function') return effect;
	const effects = items.map((item) => ('values' in item ? effect(item.values) : 'reads'));
	return effects.find((each) => each === 'creates') ?? effects[0] ?? 'reads';
}
