import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { withoutSecrets } from '../redact/withoutSecrets';
import type { RetryOptions } from '../scheduler/retryOptions';
import { toProblem } from '../text/problem';
import type { Property } from '../values/field';
import type { ItemValues } from '../values/readValues';
import { findInputFile } from './binaryFiles';
import { FileResult, type Operation, type OperationResult } from './operation';
import type { FailedItem, ItemOutcome, OutputRecord } from './outputItems';
import { MAX_RETRIES, MAX_RETRY_WAIT, PLATFORM_TIMEOUT } from './requestOptions';
import { OperationContext, type Session } from './session';

/** An operation under way, for all items. */
export interface Run {
	n8n: IExecuteFunctions;
	operation: Operation;
	session: Session;
	/** Values per item; where they could not be read, every step of the item fails with the reason. */
	items: readonly ItemValues[];
}

/** The work on one item; its steps never throw. */
export class ItemWork {
	private readonly context: OperationContext;

	private readonly options: Readonly<Record<string, unknown>>;

	constructor(
		private readonly run: Run,
		private readonly index: number,
	) {
		const item = run.items[index];
		this.options = 'values' in item ? ((item.values.options ?? {}) as typeof this.options) : {};
		const offered = run.operation.properties.find(({ name }) => name === 'options')?.options ?? [];
		const retryOptions = readRetryOptions(this.options, offered as readonly Property[]);
		this.context = new OperationContext(run.session, retryOptions);
	}

	execute(): Promise<ItemOutcome> {
		return this.conclude(() => this.startOperation());
	}

	/** The first step of an operation that compares items. */
	async find(): Promise<{ found: unknown } | FailedItem> {
		try {
			return { found: await this.startOperation() };
		} catch (error) {
			return this.fail(error);
		}
	}

	/** The second step, once all items are found. */
	compare(found: unknown, all: readonly unknown[]): Promise<ItemOutcome> {
		const { operation } = this.run;
		return this.conclude(() => operation.compare?.(found, all, this.values, this.context));
	}

	/** Looks for what an earlier try may have created. @returns `undefined` where it cannot be found for certain */
	async findCreated(): Promise<ItemOutcome | undefined> {
		const { operation } = this.run;
		const outcome = await this.conclude(() => operation.findCreated?.(this.values, this.context));
		return 'records' in outcome && outcome.records.length > 0 ? outcome : undefined;
	}

	/** @returns what is reported about a record without an ID if a later item fails */
	receipt(record: IDataObject): string | undefined {
		return this.run.operation.receipt?.(record, this.values);
	}

	/** Does what follows a creation; leaves the outcome unchanged where nothing does. */
	afterCreate(created: OutputRecord[]): Promise<ItemOutcome> {
		const { values, context } = this;
		const { afterCreate } = this.run.operation;
		if (afterCreate === undefined) return Promise.resolve({ records: created });
		return this.conclude(() =>
			Promise.all(created.map(({ json }) => afterCreate(json, values, context))),
		);
	}

	private get values(): Readonly<Record<string, unknown>> {
		const item = this.run.items[this.index];
		if ('values' in item) return item.values;
		throw item.problem;
	}

	private startOperation(): Promise<unknown> {
		const { n8n, operation } = this.run;
		return operation.execute(this.values, this.context, (property) =>
			findInputFile(n8n, this.index, property),
		);
	}

	/** @returns the records with everything masked that must not be shown */
	private async conclude(work: () => Promise<unknown> | undefined): Promise<ItemOutcome> {
		try {
			const result = ((await work()) ?? []) as OperationResult;
			const { mask, part } = this.context;
			if (!(result instanceof FileResult)) {
				const records = Array.isArray(result) ? result : [result];
				return { part, records: records.map((json) => ({ json: this.hideSecrets(json) })) };
			}
			const { property, text, name, mimeType } = result;
			const content = Buffer.from(mask.text(text));
			const file = await this.run.n8n.helpers.prepareBinaryData(content, name, mimeType);
			return {
				records: [{ json: this.hideSecrets(result.json), binary: { [property]: file } }],
			};
		} catch (error) {
			return this.fail(error);
		}
	}

	private hideSecrets(json: IDataObject): IDataObject {
		const { session } = this.run;
		if (this.options.includeSecrets === true && !session.isTool) return session.ownKeys.deep(json);
		return this.context.mask.deep(withoutSecrets(json));
	}

	private fail(error: unknown): FailedItem {
		return { problem: toProblem(error), mask: this.context.mask };
	}
}

/**
 * Reads from an item's options how its requests are repeated.
 * @param properties the options the operation offers; their defaults apply to what is not set
 */
export function readRetryOptions(
	options: Readonly<Record<string, unknown>>,
	properties: readonly Property[],
): RetryOptions {
	const value = ({ name, default: usual }: Property): number => {
		const offered = properties.find((property) => property.name === name);
		return Number(options[name] ?? offered?.default ?? usual);
	};
	return {
		timeoutMs: Math.max(1, Math.round(value(PLATFORM_TIMEOUT) * 1000)),
		maxRetries: value(MAX_RETRIES),
		maxRetryWaitMs: value(MAX_RETRY_WAIT) * 1000,
	};
}
