import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readCredential } from '../platform/credential';
import { asProblem, type Problem } from '../pure/problem';
import type { SecretMask } from '../pure/secretMask';
import { withoutSecrets } from '../pure/withoutSecrets';
import { CreateJournal, rememberedProblem, type JournalEntry } from './createJournal';
import type { Operation } from './operation';
import { idsOf, outputItems, type ItemOutcome } from './outputItems';
import { patienceOf, runSettings, type RunSettings } from './patience';
import type { Property } from './propertyTypes';
import { holdsExpression, readValuesOfItems, type ItemValues } from './readValues';
import { Session } from './tools';

/** Runs one item that was read; never throws. */
type RunItem = (item: ItemValues) => Promise<ItemOutcome>;

/**
 * Runs an operation for every input item and gives back paired output items in the order of the input.
 *
 * @param continueOnFail whether a failed item becomes an output item of its own; otherwise the first
 * failure, in the order of the items, is thrown (after all items for operations that may be repeated, at
 * once for those that create)
 * @throws NodeApiError or NodeOperationError, with no secret in it
 */
export async function runOperation(
	context: IExecuteFunctions,
	operation: Operation,
	continueOnFail: boolean,
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const isTool = runsAsTool(context);
	const itemFails = continueOnFail || isTool;
	const { settings, problem } = settingsOf(operation, node.parameters.options);
	const session = new Session(context, node, await readCredential(context), settings);
	const items = readItems(context, operation, problem);
	const runItem: RunItem = async (item) => await runOne(item, operation, session, isTool);
	const outcomes =
		operation.effect === 'creates'
			? await runInTurn(items, runItem, session, { journal: new CreateJournal(context), itemFails })
			: await Promise.all(items.map(runItem));
	showHints(context, session);
	const inputIsSecret = (operation.secretProperties ?? []).some((name) =>
		holdsExpression(node.parameters[name]),
	);
	return [outputItems(outcomes, { node, effect: operation.effect, itemFails, inputIsSecret })];
}

/** Reads all items, unless a setting of the whole run makes no sense: that is the problem of every item. */
function readItems(
	context: IExecuteFunctions,
	operation: Operation,
	problem: Problem | undefined,
): ItemValues[] {
	const inputs = context.getInputData();
	if (problem !== undefined) return inputs.map(() => ({ problem }));
	return readValuesOfItems(context, operation.properties, inputs.length);
}

async function runOne(
	item: ItemValues,
	operation: Operation,
	session: Session,
	isTool: boolean,
): Promise<ItemOutcome> {
	let mask = (): SecretMask => session.ownKeys;
	if ('problem' in item) return { problem: item.problem, mask: mask() };
	try {
		const options = (item.values.options ?? {}) as Record<string, unknown>;
		const work = session.item(patienceOf(options, offeredOptions(operation)));
		mask = work.mask;
		const result = await operation.execute(item.values, work.tools);
		const records = Array.isArray(result) ? result : [result];
		const showsSecrets = options.includeSecrets === true && !isTool;
		return {
			records: records.map((record) =>
				showsSecrets ? session.ownKeys.deep(record) : mask().deep(withoutSecrets(record)),
			),
		};
	} catch (error) {
		return { problem: asProblem(error), mask: mask() };
	}
}

/**
 * Runs items one after another, with the memory that keeps a repetition from creating things twice. Ends
 * at the first failure, unless failures become items.
 */
async function runInTurn(
	items: readonly ItemValues[],
	runItem: RunItem,
	session: Session,
	{ journal, itemFails }: { journal: CreateJournal; itemFails: boolean },
): Promise<ItemOutcome[]> {
	const outcomes: ItemOutcome[] = [];
	for (const [index, item] of items.entries()) {
		const earlier = journal.of(index);
		const outcome = earlier === undefined ? await runItem(item) : remembered(earlier, session);
		outcomes.push(outcome);
		if ('records' in outcome) {
			journal.note(index, { created: outcome.records });
			for (const id of idsOf(outcome.records)) session.createdIds.add(id);
			continue;
		}
		const { problem, mask } = outcome;
		if (problem.effect === 'unclear') {
			journal.note(index, {
				mayExist: {
					message: mask.text(problem.message),
					hint: problem.hint && mask.text(problem.hint),
				},
			});
		}
		if (!itemFails) return outcomes;
	}
	journal.clear();
	return outcomes;
}

function remembered(entry: JournalEntry, session: Session): ItemOutcome {
	if ('created' in entry) return { records: entry.created };
	return { problem: rememberedProblem(entry.mayExist), mask: session.ownKeys };
}

function settingsOf(
	operation: Operation,
	options: unknown,
): { settings: RunSettings; problem?: Problem } {
	try {
		return { settings: runSettings((options ?? {}) as IDataObject, operation.limits) };
	} catch (error) {
		return { settings: runSettings({}, operation.limits), problem: asProblem(error) };
	}
}

function offeredOptions(operation: Operation): readonly Property[] {
	const options = operation.properties.find(({ name }) => name === 'options')?.options ?? [];
	return options as readonly Property[];
}

/**
 * Agents of n8n 2 run a tool as an ordinary node, where isToolExecution() is false; its type then ends
 * in "Tool". Older versions have no isToolExecution() at all.
 */
function runsAsTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool') || context.isToolExecution?.() === true;
}

function showHints(context: IExecuteFunctions, { hints, ownKeys }: Session): void {
	if (hints.size === 0) return;
	const location = 'outputPane' as const;
	context.addExecutionHints?.(
		...[...hints].map((message) => ({ message: ownKeys.text(message), location })),
	);
}
