import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import { readCredential } from '../platform/credential';
import { withoutSecrets } from '../pure/withoutSecrets';
import { asProblem, inOneText, Problem } from '../pure/problem';
import type { SecretMask } from '../pure/secretMask';
import { CreateJournal, rememberedProblem } from './createJournal';
import { nodeError } from './nodeError';
import type { Operation } from './operation';
import { patienceOf, runSettings } from './patience';
import type { Property } from './propertyTypes';
import { holdsExpression, readValuesOfItems, type ItemValues } from './readValues';
import { Session } from './tools';

/** What became of one item. */
type ItemOutcome = { records: IDataObject[] } | { problem: Problem; mask: SecretMask };

/**
 * Runs an operation for every input item and gives back paired output items in the order of the input.
 *
 * @param continueOnFail whether a failed item becomes an output item of its own; otherwise the first
 * failure, in the order of the items, is thrown (after all items for operations that may be repeated, at
 * once for those that create)
 * @throws NodeApiError or NodeOperationError, never anything else and never with a secret in it
 */
export async function runOperation(
	context: IExecuteFunctions,
	operation: Operation,
	continueOnFail: boolean,
): Promise<INodeExecutionData[][]> {
	const node = context.getNode();
	const inputs = context.getInputData();
	const options = (node.parameters.options ?? {}) as IDataObject;
	const isTool = runsAsTool(context);
	const itemFails = continueOnFail || isTool;
	const settings = settingsOf(options, operation);
	const session = new Session(context, node, await readCredential(context), settings);
	const run = new Run(context, operation, { itemFails, isTool });
	const values =
		settings.problem === undefined
			? readValuesOfItems(context, operation.properties, inputs.length)
			: inputs.map(() => ({ problem: settings.problem as Problem }));
	const outcomes =
		operation.effect === 'creates'
			? await run.inTurn(session, values)
			: await Promise.all(values.map(async (value) => await run.one(session, value)));
	showHints(context, session);
	return [run.output(outcomes, session)];
}

class Run {
	private readonly isSensitive: boolean;

	private readonly offeredOptions: readonly Property[];

	constructor(
		private readonly context: IExecuteFunctions,
		private readonly operation: Operation,
		private readonly mode: { itemFails: boolean; isTool: boolean },
	) {
		const raw = context.getNode().parameters;
		const options = operation.properties.find(({ name }) => name === 'options')?.options ?? [];
		this.offeredOptions = options as readonly Property[];
		this.isSensitive = (operation.secretProperties ?? []).some((name) =>
			holdsExpression(raw[name]),
		);
	}

	/** Runs one item. @returns its outcome; never throws */
	async one(session: Session, item: ItemValues): Promise<ItemOutcome> {
		let mask = (): SecretMask => session.ownKeys;
		if ('problem' in item) return { problem: item.problem, mask: mask() };
		try {
			const options = (item.values.options ?? {}) as Record<string, unknown>;
			const work = session.item(patienceOf(options, this.offeredOptions));
			mask = work.mask;
			const result = await this.operation.execute(item.values, work.tools);
			const records = Array.isArray(result) ? result : [result];
			return options.includeSecrets === true && !this.mode.isTool
				? { records: records.map((record) => session.ownKeys.deep(record)) }
				: { records: records.map((record) => mask().deep(withoutSecrets(record))) };
		} catch (error) {
			return { problem: asProblem(error), mask: mask() };
		}
	}

	/** Runs items one after another, with the memory that keeps a repetition from creating things twice. */
	async inTurn(session: Session, values: readonly ItemValues[]): Promise<ItemOutcome[]> {
		const journal = new CreateJournal(this.context);
		const outcomes: ItemOutcome[] = [];
		for (const [index, item] of values.entries()) {
			const earlier = journal.of(index);
			const outcome: ItemOutcome =
				earlier === undefined
					? await this.one(session, item)
					: 'created' in earlier
						? { records: earlier.created }
						: { problem: rememberedProblem(earlier.mayExist), mask: session.ownKeys };
			outcomes.push(outcome);
			if ('records' in outcome) {
				journal.note(index, { created: outcome.records });
				for (const id of idsOf(outcome.records)) session.createdIds.add(id);
			} else if (outcome.problem.effect === 'unclear') {
				const { message, hint } = outcome.problem;
				const { mask } = outcome;
				journal.note(index, {
					mayExist: { message: mask.text(message), hint: hint && mask.text(hint) },
				});
			}
			if ('problem' in outcome && !this.mode.itemFails) return outcomes;
		}
		journal.clear();
		return outcomes;
	}

	/** @throws NodeApiError or NodeOperationError for the first failed item, unless failures become items */
	output(outcomes: readonly ItemOutcome[], session: Session): INodeExecutionData[] {
		return outcomes.flatMap((outcome, itemIndex) => {
			if ('records' in outcome)
				return outcome.records.map((json) => ({ json, pairedItem: { item: itemIndex } }));
			if (this.mode.itemFails) return [this.failedItem(outcome, itemIndex, session)];
			const problem =
				this.operation.effect === 'creates'
					? withCreated(outcome.problem, outcomes)
					: outcome.problem;
			throw nodeError(problem, {
				node: session.node,
				itemIndex,
				mask: outcome.mask,
				inOneText: false,
			});
		});
	}

	/**
	 * The engine treats two shapes of a failed item as failed. With `{ json: { error } }` it shows the
	 * input beside the message and, with Retry On Fail, runs the node again if it is the first item. With
	 * an `error` beside the json it does neither: right where a repetition could create something twice,
	 * and where the input holds a secret.
	 */
	private failedItem(
		{ problem, mask }: { problem: Problem; mask: SecretMask },
		itemIndex: number,
		session: Session,
	): INodeExecutionData {
		const pairedItem = { item: itemIndex };
		if (this.operation.effect !== 'creates' && !this.isSensitive) {
			return { json: { error: mask.text(inOneText(problem)) }, pairedItem };
		}
		const error = nodeError(problem, {
			node: session.node,
			itemIndex,
			mask,
			inOneText: true,
		});
		return { json: {}, error, pairedItem };
	}
}

/** The settings of the whole run; if one makes no sense that is the problem of every item. */
function settingsOf(
	options: IDataObject,
	operation: Operation,
): ReturnType<typeof runSettings> & { problem?: Problem } {
	try {
		return runSettings(options, operation.limits);
	} catch (error) {
		return { ...runSettings({}, operation.limits), problem: asProblem(error) };
	}
}

/** Names what was created before the failure: the engine discards the output of a node that throws. */
function withCreated(problem: Problem, outcomes: readonly ItemOutcome[]): Problem {
	const ids = outcomes.flatMap((outcome) => ('records' in outcome ? idsOf(outcome.records) : []));
	if (ids.length === 0) return problem;
	const created = `Already created in this run: ${ids.join(', ')}`;
	return new Problem(problem.message, {
		httpStatus: problem.httpStatus,
		effect: problem.effect,
		hint: problem.hint === undefined ? created : `${problem.hint}. ${created}`,
	});
}

function idsOf(records: readonly IDataObject[]): string[] {
	return records.map(({ id }) => id).filter((id): id is string => typeof id === 'string');
}

/**
 * Agents of n8n 2 run a tool as an ordinary node, where isToolExecution() is false; its type then ends
 * in "Tool". Older versions have no isToolExecution() at all.
 */
function runsAsTool(context: IExecuteFunctions): boolean {
	return context.getNode().type.endsWith('Tool') || context.isToolExecution?.() === true;
}

function showHints(context: IExecuteFunctions, session: Session): void {
	if (session.hints.size === 0) return;
	const hints = [...session.hints].map((message) => ({ message: session.ownKeys.text(message) }));
	context.addExecutionHints?.(
		...hints.map((hint) => ({ ...hint, location: 'outputPane' as const })),
	);
}
