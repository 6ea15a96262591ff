import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { withoutSecrets } from '../redact/withoutSecrets';
import { toProblem } from '../text/problem';
import type { ItemValues } from '../values/readValues';
import { findInputFile } from './binaryFiles';
import { FileResult, type Operation, type OperationResult } from './operation';
import type { ItemOutcome } from './outputItems';
import type { OperationContext, Session } from './session';

/** An operation under way, for all items. */
export interface Run {
	n8n: IExecuteFunctions;
	operation: Operation;
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
