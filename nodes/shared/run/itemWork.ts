import type { IDataObject } from 'n8n-workflow';

import type { SecretMask } from '../redact/secretMask';
import { withoutSecrets } from '../redact/withoutSecrets';
import { toProblem } from '../text/problem';
import type { ItemValues } from '../values/readValues';
import type { BinaryFiles } from './binaryFiles';
import { FileResult, listOptions, type Operation, type OperationResult } from './operation';
import type { FailedItem, ItemOutcome, OutputRecord } from './outputItems';
import { readRetryOptions } from './requestOptions';
import type { OperationContext, Session } from './session';

type Values = Readonly<Record<string, unknown>>;

/** The findings about an item, to be compared with those about the others. */
export interface ComparableItem {
	found: unknown;
	compareWith(all: readonly unknown[]): Promise<ItemOutcome>;
}

/** The steps of one item; they never throw. */
export interface ItemWork {
	execute(): Promise<ItemOutcome>;
	/** The first step of an operation that compares items. */
	find(): Promise<ComparableItem | FailedItem>;
	/** Looks for what an earlier try may have created. @returns `undefined` where it cannot be found for certain */
	findCreated(): Promise<ItemOutcome | undefined>;
	/** @returns what is reported about a record without an ID if a later item fails */
	receipt(record: IDataObject): string | undefined;
	/** Does what follows a creation; leaves the outcome unchanged where nothing does. */
	afterCreate(created: OutputRecord[]): Promise<ItemOutcome>;
}

/** The input of a step: the item, and a function that makes its outcome. */
interface Step {
	values: Values;
	context: OperationContext;
	/** @returns the records with everything masked that must not be shown */
	toOutcome(result: OperationResult): ItemOutcome;
}

/** @returns the steps of an item, for one operation */
export function createItemWork(
	item: ItemValues,
	operation: Operation,
	session: Session,
	binary: BinaryFiles,
): ItemWork {
	let mask = (): SecretMask => session.ownKeys;
	const orFailure = async <T>(work: () => Promise<T>): Promise<T | FailedItem> => {
		try {
			return await work();
		} catch (error) {
			return { problem: toProblem(error), mask: mask() };
		}
	};
	const attempt = async <T>(act: (step: Step) => Promise<T>): Promise<T | FailedItem> => {
		if ('problem' in item) return { problem: item.problem, mask: mask() };
		const { values } = item;
		const options = (values.options ?? {}) as Values;
		const work = session.item(readRetryOptions(options, listOptions(operation)), binary);
		mask = work.mask;
		const showsSecrets = options.includeSecrets === true && !session.isTool;
		const presentable = (json: IDataObject): IDataObject =>
			showsSecrets ? session.ownKeys.deep(json) : work.mask().deep(withoutSecrets(json));
		const toOutcome = (result: OperationResult): ItemOutcome => ({
			part: work.part(),
			records: listRecords(result).map(({ json, ...files }) => ({
				json: presentable(json),
				...files,
			})),
		});
		return await orFailure(
			async () => await act({ values, context: work.context, toOutcome }),
		);
	};
	const { compare, findCreated, afterCreate } = operation;
	return {
		execute: async () =>
			await attempt(async ({ values, context, toOutcome }) =>
				toOutcome((await operation.execute(values, context)) as OperationResult),
			),
		find: async () =>
			await attempt(async ({ values, context, toOutcome }) => {
				const found = await operation.execute(values, context);
				return {
					found,
					compareWith: async (all) =>
						await orFailure(async () =>
							toOutcome((await compare?.(found, all, values, context)) ?? []),
						),
				};
			}),
		findCreated: async () => {
			const outcome = await attempt(async ({ values, context, toOutcome }) =>
				toOutcome((await findCreated?.(values, context)) ?? []),
			);
			return 'records' in outcome && outcome.records.length > 0 ? outcome : undefined;
		},
		receipt: (record) => ('values' in item ? operation.receipt?.(record, item.values) : undefined),
		afterCreate: async (created) => {
			if (afterCreate === undefined) return { records: created };
			return await attempt(async ({ values, context, toOutcome }) =>
				toOutcome(
					await Promise.all(
						created.map(async ({ json }) => await afterCreate(json, values, context)),
					),
				),
			);
		},
	};
}

function listRecords(result: OperationResult): OutputRecord[] {
	if (result instanceof FileResult) return [{ json: result.json, binary: result.binary }];
	return (Array.isArray(result) ? result : [result]).map((json) => ({ json }));
}
