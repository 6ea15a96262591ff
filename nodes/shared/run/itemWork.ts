import type { IDataObject } from 'n8n-workflow';

import { withoutSecrets } from '../redact/withoutSecrets';
import { toProblem } from '../text/problem';
import type { ItemValues } from '../values/readValues';
import type { BinaryFiles } from './binaryFiles';
import { FileResult, listOptions, type Operation, type OperationResult } from './operation';
import type { FailedItem, ItemOutcome, OutputRecord } from './outputItems';
import { readRetryOptions } from './requestOptions';
import type { ItemAtWork, Session } from './session';

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

/** @returns the steps of an item, for one operation */
export function createItemWork(
	item: ItemValues,
	operation: Operation,
	session: Session,
	binary: BinaryFiles,
): ItemWork {
	if ('values' in item) return new OperationWork(item.values, operation, session, binary);
	const failed = { problem: item.problem, mask: session.ownKeys };
	return {
		execute: () => Promise.resolve(failed),
		find: () => Promise.resolve(failed),
		findCreated: () => Promise.resolve(undefined),
		receipt: () => undefined,
		afterCreate: () => Promise.resolve(failed),
	};
}

class OperationWork implements ItemWork {
	private readonly item: ItemAtWork;

	private readonly showsSecrets: boolean;

	constructor(
		private readonly values: Values,
		private readonly operation: Operation,
		private readonly session: Session,
		binary: BinaryFiles,
	) {
		const options = (values.options ?? {}) as Values;
		this.item = session.item(readRetryOptions(options, listOptions(operation)), binary);
		this.showsSecrets = options.includeSecrets === true && !session.isTool;
	}

	execute(): Promise<ItemOutcome> {
		return this.conclude(() => this.operation.execute(this.values, this.item.context));
	}

	async find(): Promise<ComparableItem | FailedItem> {
		const { operation, values, item } = this;
		try {
			const found = await operation.execute(values, item.context);
			return {
				found,
				compareWith: (all) =>
					this.conclude(() => operation.compare?.(found, all, values, item.context)),
			};
		} catch (error) {
			return this.fail(error);
		}
	}

	async findCreated(): Promise<ItemOutcome | undefined> {
		const outcome = await this.conclude(() =>
			this.operation.findCreated?.(this.values, this.item.context),
		);
		return 'records' in outcome && outcome.records.length > 0 ? outcome : undefined;
	}

	receipt(record: IDataObject): string | undefined {
		return this.operation.receipt?.(record, this.values);
	}

	async afterCreate(created: OutputRecord[]): Promise<ItemOutcome> {
		const { operation, values, item } = this;
		if (operation.afterCreate === undefined) return { records: created };
		return await this.conclude(() =>
			Promise.all(created.map(({ json }) => operation.afterCreate?.(json, values, item.context))),
		);
	}

	/** @returns the records with everything masked that must not be shown */
	private async conclude(work: () => Promise<unknown> | undefined): Promise<ItemOutcome> {
		try {
			const records = listRecords(((await work()) ?? []) as OperationResult);
			return {
				part: this.item.part(),
				records: records.map(({ json, ...files }) => ({ json: this.mask(json), ...files })),
			};
		} catch (error) {
			return this.fail(error);
		}
	}

	private mask(json: IDataObject): IDataObject {
		if (this.showsSecrets) return this.session.ownKeys.deep(json);
		return this.item.mask().deep(withoutSecrets(json));
	}

	private fail(error: unknown): FailedItem {
		return { problem: toProblem(error), mask: this.item.mask() };
	}
}

function listRecords(result: OperationResult): OutputRecord[] {
	if (result instanceof FileResult) return [{ json: result.json, binary: result.binary }];
	return (Array.isArray(result) ? result : [result]).map((json) => ({ json }));
}
