import type { IBinaryKeyData, IDataObject, IExecuteFunctions, INode } from 'n8n-workflow';

import { withoutSecrets } from '../redact/withoutSecrets';
import { toProblem, type Problem } from '../text/problem';
import type { ItemValues } from '../values/readValues';
import { findInputFile } from './binaryFiles';
import { maskProblem } from './nodeError';
import { FileResult, type Effect, type Operation, type OperationResult } from './operation';
import type { SharedOptions } from './requestOptions';
import type { OperationContext } from './operationContext';
import type { Session } from './session';

/** One item of the output, not yet paired. */
export interface OutputRecord {
	json: IDataObject;
	binary?: IBinaryKeyData;
}

/** The outcome of one item, with everything masked that must not be shown. */
export type ItemOutcome = { records: OutputRecord[] } | { problem: Problem };

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
	/** Values per item; if they could not be read, every step of the item fails with the reason. */
	items: ReadonlyArray<{ read: ItemValues; context: OperationContext }>;
}

/** @returns whether the results of an item show the keys of nodes, as its user chose; an agent never sees them */
export function showsSecrets(read: ItemValues, { isTool }: Session): boolean {
	if ('problem' in read || isTool) return false;
	const options = read.values.options as { includeSecrets?: boolean } | undefined;
	return options?.includeSecrets === true;
}

/**
 * Takes a step of the work on an item. Never throws.
 * @param step does the work, usually that of the operation; if it returns nothing, there are no records
 */
export async function runStep(
	{ n8n, operation, session, items }: Run,
	index: number,
	step = (...given: Parameters<Operation['execute']>): Promise<unknown> | undefined =>
		operation.execute(...given),
): Promise<ItemOutcome> {
	const { read, context } = items[index];
	try {
		if ('problem' in read) throw read.problem;
		const { values } = read;
		const done = step(values, context, (property) => findInputFile(n8n, index, property));
		const result = ((await done) ?? []) as OperationResult;
		const hideSecrets = chooseMask(read, context, session);
		if (!(result instanceof FileResult))
			return { records: [result].flat().map((json) => ({ json: hideSecrets(json) })) };
		const { json, property, text } = result;
		const content = Buffer.from(context.mask.text(text));
		const file = await n8n.helpers.prepareBinaryData(content, json.fileName, json.mimeType);
		return { records: [{ json: hideSecrets(json), binary: { [property]: file } }] };
	} catch (error) {
		return { problem: maskProblem(toProblem(error), context.mask) };
	}
}

/** Says why a key is hidden although secrets were to be shown. */
const OWN_KEY_HIDDEN =
	"*** stands for a key that is also in the credential of this node. 'Include Secrets' does not show it.";

/** @returns a function that hides the secrets of a result: all of them, or only the own keys if the user asks to see the others */
function chooseMask(
	read: ItemValues,
	{ mask }: OperationContext,
	session: Session,
): (json: IDataObject) => IDataObject {
	if (showsSecrets(read, session))
		return (json) => {
			const shown = session.ownKeys.deep(json);
			if (shown !== json) session.hints.add(OWN_KEY_HIDDEN);
			return shown;
		};
	return (json) => mask.deep(withoutSecrets(json));
}
