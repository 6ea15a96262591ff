import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { withoutSecrets } from '../redact/withoutSecrets';
import type { SecretMask } from '../redact/secretMask';
import { toProblem, type Problem } from '../text/problem';
import type { ItemValues } from '../values/readValues';
import type { ListPart } from './answerForAgent';
import { findInputFile } from './binaryFiles';
import { FileResult, type Effect, type Operation, type OperationResult } from './operation';
import type { SharedOptions } from './requestOptions';
import type { OperationContext, Session } from './session';

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

/** An operation under way, for all items. */
export interface Run {
	n8n: IExecuteFunctions;
	node: INode;
	operation: Operation;
	/** Its effect on all items together. */
	effect: Effect;
	/** A failed item becomes an output item of its own instead of ending the run. */
	itemFails: boolean;
	options: SharedOptions;
	session: Session;
	/** Values per item; where they could not be read, every step of the item fails with the reason. */
	items: ReadonlyArray<{ read: ItemValues; context: OperationContext }>;
}

/**
 * Takes a step of the work on an item. Never throws.
 * @param step does the work; where it gives nothing, there are no records
 * @returns the records with everything masked that must not be shown, or why the step failed
 */
export async function runStep(
	{ n8n, session, items }: Run,
	index: number,
	step: (...given: Parameters<Operation['execute']>) => Promise<unknown> | undefined,
): Promise<ItemOutcome> {
	const { read, context } = items[index];
	try {
		if ('problem' in read) throw read.problem;
		const { values } = read;
		const done = step(values, context, (property) => findInputFile(n8n, index, property));
		const result = ((await done) ?? []) as OperationResult;
		const { mask, part } = context;
		const options = values.options as { includeSecrets?: boolean } | undefined;
		const isShown = options?.includeSecrets === true && !session.isTool;
		const hideSecrets = (json: IDataObject): IDataObject =>
			isShown ? session.ownKeys.deep(json) : mask.deep(withoutSecrets(json));
		if (!(result instanceof FileResult)) {
			const records = Array.isArray(result) ? result : [result];
			return { part, records: records.map((json) => ({ json: hideSecrets(json) })) };
		}
		const { json, property, text, name, mimeType } = result;
		const content = Buffer.from(mask.text(text));
		const file = await n8n.helpers.prepareBinaryData(content, name, mimeType);
		return { records: [{ json: hideSecrets(json), binary: { [property]: file } }] };
	} catch (error) {
		return { problem: toProblem(error), mask: context.mask };
	}
}
