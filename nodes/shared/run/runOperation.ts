import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

import type { SecretMask } from '../redact/secretMask';
import { withoutSecrets } from '../redact/withoutSecrets';
import { asProblem } from '../text/problem';
import type { Property } from '../values/propertyTypes';
import {
	holdsExpression,
	readValuesOfItems,
	valuesForAgent,
	type ItemValues,
} from '../values/readValues';
import { binaryFilesOf, type BinaryFiles } from './binaryFiles';
import { createInTurn, type ItemWork } from './createInTurn';
import { CreateJournal } from './createJournal';
import { FileResult, type Effect, type Operation, type OperationResult } from './operation';
import { outputItems, type ItemOutcome, type OutputRecord } from './outputItems';
import { MAX_CHARACTERS, retryOptionsOf, type SharedOptions } from './requestOptions';
import { openSession, type OperationContext, type Session } from './session';

type Values = Readonly<Record<string, unknown>>;

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
	const node = n8n.getNode();
	const isTool = runsAsTool(n8n);
	const itemFails = continueOnFail || isTool;
	const { properties } = operation;
	const read = readValuesOfItems(n8n, properties, n8n.getInputData()).map((item) =>
		isTool ? valuesForAgent(item, properties, node.parameters) : item,
	);
	const options = sharedOptions(read);
	const { session, problem } = await openSession(n8n, {
		caller: operation.callsEndpoints ? 'rpc' : 'platform',
		options,
		isTool,
	});
	// A problem of the run as a whole is the problem of every item.
	const items: ItemValues[] = problem === undefined ? read : read.map(() => ({ problem }));
	const effect = effectOf(operation, items);
	const works = items.map((item, index) =>
		itemWork(item, operation, session, binaryFilesOf(n8n, index)),
	);
	const outcomes =
		effect === 'creates'
			? await createInTurn(works, session, { journal: new CreateJournal(n8n), itemFails })
			: await sideBySide(works, session);
	// Requests that an item has stopped waiting for may still be under way.
	session.end();
	showHints(n8n, session);
	const inputIsSecret = (operation.secretProperties ?? []).some((name) =>
		holdsExpression(node.parameters[name]),
	);
	return [
		outputItems(outcomes, {
			node,
			effect,
			itemFails,
			mostCharacters: isTool ? (options.maxCharacters ?? MAX_CHARACTERS.default) : undefined,
			createdIds: session.createdIds,
			sent: session.sent,
			inputIsSecret,
		}),
	];
}

async function sideBySide(
	works: readonly ItemWork[],
	{ meeting }: Session,
): Promise<ItemOutcome[]> {
	meeting.expect(works.length);
	return await Promise.all(
		works.map(async (work) => {
			const outcome = await work.execute();
			meeting.leave();
			return outcome;
		}),
	);
}

/** What all items share cannot differ from item to item, so the first one says it. */
function sharedOptions([first]: readonly ItemValues[]): SharedOptions {
	return first !== undefined && 'values' in first ? (first.values.options ?? {}) : {};
}

function effectOf({ effect }: Operation, items: readonly ItemValues[]): Effect {
	if (typeof effect !== 'function') return effect;
	const effects = items.map((item) => ('values' in item ? effect(item.values) : 'reads'));
	return effects.find((each) => each === 'creates') ?? effects[0] ?? 'reads';
}

function itemWork(
	item: ItemValues,
	operation: Operation,
	session: Session,
	binary: BinaryFiles,
): ItemWork {
	let mask = (): SecretMask => session.ownKeys;
	const step = async (
		act: (values: Values, context: OperationContext) => Promise<OutputRecord[]>,
	): Promise<ItemOutcome> => {
		if ('problem' in item) return { problem: item.problem, mask: mask() };
		try {
			const options = (item.values.options ?? {}) as Values;
			const work = session.item(retryOptionsOf(options, offeredOptions(operation)), binary);
			mask = work.mask;
			const showsSecrets = options.includeSecrets === true && !session.isTool;
			const presentable = (json: IDataObject): IDataObject =>
				showsSecrets ? session.ownKeys.deep(json) : mask().deep(withoutSecrets(json));
			const records = await act(item.values, work.context);
			return {
				part: work.part(),
				records: records.map(({ json, ...files }) => ({ json: presentable(json), ...files })),
			};
		} catch (error) {
			return { problem: asProblem(error), mask: mask() };
		}
	};
	return {
		execute: async () =>
			await step(async (values, context) => recordsOf(await operation.execute(values, context))),
		findCreated: async () => {
			const { findCreated } = operation;
			if (findCreated === undefined) return undefined;
			const outcome = await step(async (values, context) => {
				const found = await findCreated(values, context);
				return found === undefined ? [] : [{ json: found }];
			});
			return 'records' in outcome && outcome.records.length > 0 ? outcome : undefined;
		},
		receipt: (record) => ('values' in item ? operation.receipt?.(record, item.values) : undefined),
		afterCreate: async (created) => {
			const { afterCreate } = operation;
			if (afterCreate === undefined) return { records: created };
			return await step(
				async (values, context) =>
					await Promise.all(
						created.map(async ({ json }) => ({ json: await afterCreate(json, values, context) })),
					),
			);
		},
	};
}

function recordsOf(result: OperationResult): OutputRecord[] {
	if (result instanceof FileResult) return [{ json: result.json, binary: result.binary }];
	return (Array.isArray(result) ? result : [result]).map((json) => ({ json }));
}

function offeredOptions(operation: Operation): readonly Property[] {
	const options = operation.properties.find(({ name }) => name === 'options')?.options ?? [];
	return options as readonly Property[];
}

/**
 * Agents of n8n 2 run a tool as an ordinary node, where isToolExecution() is false; its type then ends
 * in "Tool". Older versions have no isToolExecution() at all.
 */
function runsAsTool(n8n: IExecuteFunctions): boolean {
	return n8n.getNode().type.endsWith('Tool') || n8n.isToolExecution?.() === true;
}

function showHints(n8n: IExecuteFunctions, { hints, ownKeys }: Session): void {
	const location = 'outputPane' as const;
	n8n.addExecutionHints?.(
		...[...hints].map((message) => ({ message: ownKeys.text(message), location })),
	);
}
