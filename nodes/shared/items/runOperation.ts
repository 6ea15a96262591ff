import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { cancellationOf } from '../http/waiting';
import { asProblem, type Problem } from '../pure/problem';
import type { SecretMask } from '../pure/secretMask';
import { withoutSecrets } from '../pure/withoutSecrets';
import { CreateJournal, rememberedProblem, type JournalEntry } from './createJournal';
import { binaryFilesOf, type BinaryFiles } from './binaryFiles';
import { FileResult, type Effect, type Operation, type OperationResult } from './operation';
import { idsOf, outputItems, type ItemOutcome, type OutputRecord } from './outputItems';
import { limitsOf, openSession } from './openSession';
import { retryOptionsOf } from './requestOptions';
import type { Property } from './propertyTypes';
import { holdsExpression, readValuesOfItems, type ItemValues } from './readValues';
import type { Session, Tools } from './tools';

type Values = Readonly<Record<string, unknown>>;

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
	const { session, problem } = await openSession(context, limitsOf(operation), isTool);
	const items = readItems(context, operation, problem);
	const effect = effectOf(operation, items);
	const works = items.map((item, index) =>
		itemWork(item, operation, session, binaryFilesOf(context, index)),
	);
	const outcomes =
		effect === 'creates'
			? await createInTurn(works, session, { journal: new CreateJournal(context), itemFails })
			: await Promise.all(works.map(async (work) => await work.execute()));
	showHints(context, session);
	const inputIsSecret = (operation.secretProperties ?? []).some((name) =>
		holdsExpression(node.parameters[name]),
	);
	return [
		outputItems(outcomes, {
			node,
			effect,
			itemFails,
			createdIds: session.createdIds,
			inputIsSecret,
		}),
	];
}

/** Reads all items, unless a setting of the whole run makes no sense: that is the problem of every item. */
function readItems(
	context: IExecuteFunctions,
	operation: Operation,
	problem: Problem | undefined,
): ItemValues[] {
	const inputs = context.getInputData();
	if (problem !== undefined) return inputs.map(() => ({ problem }));
	return readValuesOfItems(context, operation.properties, inputs);
}

function effectOf({ effect }: Operation, items: readonly ItemValues[]): Effect {
	if (typeof effect !== 'function') return effect;
	const effects = items.map((item) => ('values' in item ? effect(item.values) : 'reads'));
	return effects.find((each) => each === 'creates') ?? effects[0] ?? 'reads';
}

/** The steps of one item; they never throw. */
interface ItemWork {
	execute(): Promise<ItemOutcome>;
	/** What follows a creation; leaves the outcome as it is where nothing does. */
	finish(created: OutputRecord[]): Promise<ItemOutcome>;
}

function itemWork(
	item: ItemValues,
	operation: Operation,
	session: Session,
	binary: BinaryFiles,
): ItemWork {
	let mask = (): SecretMask => session.ownKeys;
	const step = async (
		act: (values: Values, tools: Tools) => Promise<OutputRecord[]>,
	): Promise<ItemOutcome> => {
		if ('problem' in item) return { problem: item.problem, mask: mask() };
		try {
			const options = (item.values.options ?? {}) as Values;
			const work = session.item(retryOptionsOf(options, offeredOptions(operation)), binary);
			mask = work.mask;
			const showsSecrets = options.includeSecrets === true && !session.isTool;
			const presentable = (json: IDataObject): IDataObject =>
				showsSecrets ? session.ownKeys.deep(json) : mask().deep(withoutSecrets(json));
			const records = await act(item.values, work.tools);
			return {
				records: records.map(({ json, ...files }) => ({ json: presentable(json), ...files })),
			};
		} catch (error) {
			return { problem: asProblem(error), mask: mask() };
		}
	};
	return {
		execute: async () =>
			await step(async (values, tools) => recordsOf(await operation.execute(values, tools))),
		finish: async (created) => {
			const { finish } = operation;
			if (finish === undefined) return { records: created };
			return await step(
				async (values, tools) =>
					await Promise.all(
						created.map(async ({ json }) => ({ json: await finish(json, values, tools) })),
					),
			);
		},
	};
}

function recordsOf(result: OperationResult): OutputRecord[] {
	if (result instanceof FileResult) return [{ json: result.json, binary: result.binary }];
	return (Array.isArray(result) ? result : [result]).map((json) => ({ json }));
}

/**
 * Creates item by item, with the memory that keeps a repetition from creating things twice, and ends at
 * the first failure unless failures become items. What follows the creations goes on side by side.
 */
async function createInTurn(
	works: readonly ItemWork[],
	session: Session,
	{ journal, itemFails }: { journal: CreateJournal; itemFails: boolean },
): Promise<ItemOutcome[]> {
	const outcomes: ItemOutcome[] = [];
	const pending: Array<Promise<void>> = [];
	const stop = new AbortController();
	const settle = (index: number, outcome: ItemOutcome): void => {
		outcomes[index] = outcome;
		if ('problem' in outcome && !itemFails) stop.abort();
	};
	for (const [index, work] of works.entries()) {
		const earlier = journal.of(index);
		const outcome = earlier === undefined ? await work.execute() : remembered(earlier, session);
		noteOutcome(journal, index, outcome, session);
		settle(index, outcome);
		if ('records' in outcome) {
			pending.push(work.finish(outcome.records).then((finished) => settle(index, finished)));
		}
		if (stop.signal.aborted) break;
	}
	await Promise.race([Promise.all(pending), cancellationOf(stop.signal)]);
	if (stop.signal.aborted) session.end();
	else journal.clear();
	return outcomes;
}

/** Notes what must not be done again. Masked, because the journal is saved with the execution. */
function noteOutcome(
	journal: CreateJournal,
	index: number,
	outcome: ItemOutcome,
	session: Session,
): void {
	if ('records' in outcome) {
		journal.note(index, {
			created: outcome.records.map(({ json }) => ({ json: withoutSecrets(json) })),
		});
		for (const id of idsOf(outcome.records)) session.createdIds.add(id);
		return;
	}
	const { problem, mask } = outcome;
	if (problem.effect === 'none') return;
	const hint = problem.hint && mask.text(problem.hint);
	journal.note(index, { mayExist: { message: mask.text(problem.message), hint } });
}

function remembered(entry: JournalEntry, session: Session): ItemOutcome {
	if ('created' in entry) return { records: entry.created };
	return { problem: rememberedProblem(entry.mayExist), mask: session.ownKeys };
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
