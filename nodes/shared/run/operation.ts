import type { IDataObject } from 'n8n-workflow';

import type { InputFile } from '../managementApi/requestBody';
import type { Property, ValuesOf } from '../values/field';
import type { OperationContext } from './operationContext';

/** A result that carries a file made of a text. */
export class FileResult {
	/** @param property name of the binary property for the file */
	constructor(
		readonly json: IDataObject & { fileName: string; mimeType: string },
		readonly property: string,
		readonly text: string,
	) {}
}

/** The result of an operation for one item: one object, several that become one item each, or files. */
export type OperationResult = IDataObject | IDataObject[] | FileResult;

/**
 * The effect of an operation on the service, which decides how failures and repetitions are treated:
 * `reads` and `updates` may be repeated freely; operations that `create` run one item at a time, stop at
 * the first failure, and never resend an item that may have had an effect.
 */
export type Effect = 'reads' | 'updates' | 'creates';

/** Finds a file of the item; its content is not read yet. @throws Problem that names the files the item has */
export type FindFile = (property: string) => Promise<InputFile>;

/**
 * An operation. As the runner and the node's description see it, nothing is known about its values.
 * @typeParam Found the value that `execute` returns: the result, unless `compare` makes the result
 */
export interface Operation<
	P extends readonly Property[] = readonly Property[],
	V = Readonly<Record<string, unknown>>,
	Found = unknown,
> {
	/** Title Case, without the resource: what the operation dropdown shows. */
	name: string;
	/** Stored in workflows. */
	value: string;
	/** Sentence case with the resource: what the node panel shows. */
	action: string;
	/** One sentence in different words; AI agents read it too. */
	description: string;
	/** A function if it depends on the item. If one item creates, the whole run is treated as creating. */
	effect: Effect | ((values: V) => Effect);
	properties: P;
	/**
	 * Properties whose value may be or hold a secret. When one is given by an expression, failed items
	 * leave out the input item the secret came from.
	 */
	secretProperties?: readonly string[];
	/**
	 * For operations that create something without an ID of its own, such as a transfer: says in a few words
	 * what was done, so that it is not lost when a later item fails.
	 * @param record what `execute` returned
	 */
	receipt?(record: IDataObject, values: V): string;
	/**
	 * Does the work for one item.
	 * @throws Problem when the item failed
	 */
	execute(values: V, context: OperationContext, findFile: FindFile): Promise<Found>;
	/**
	 * For operations that create: looks for the object that an earlier try, whose answer was lost, may have created.
	 * @returns the result of `execute`, `undefined` if it is not certain
	 */
	findCreated?(
		values: V,
		context: OperationContext,
		findFile: FindFile,
	): Promise<IDataObject | IDataObject[] | undefined>;
	/**
	 * For operations that create: reads again what an earlier try created. Secrets are not kept from try to try, so
	 * without this the user who wants them would not get what that try would have returned.
	 * @param created what `execute` returned then, with its secrets masked
	 */
	readCreated?(created: IDataObject, values: V, context: OperationContext): Promise<IDataObject>;
	/**
	 * For operations that create: the steps once the object exists, such as waiting for it. Creating is done item by
	 * item; this runs for all items in parallel and may be repeated freely.
	 * @param created what `execute` returned, with secrets masked unless the user asked for them
	 */
	afterCreate?(created: IDataObject, values: V, context: OperationContext): Promise<IDataObject>;
	/**
	 * For operations that read: makes the result of an item, once `execute` has ended for all of them.
	 * @param found what `execute` returned for this item
	 * @param all what it returned for all items that did not fail, in their order, including this one
	 * @throws Problem when the item failed
	 */
	compare?(
		found: Found,
		all: readonly Found[],
		values: V,
		context: OperationContext,
	): Promise<OperationResult>;
}

/** Declares an operation, so that `execute` receives values of the types its properties declare. */
export function defineOperation<const P extends readonly Property[]>(
	definition: Operation<P, Readonly<ValuesOf<P>>, OperationResult>,
): Operation {
	// The values are checked against the properties when they are read, which the type system cannot see.
	return definition as unknown as Operation;
}

/** Declares an operation that reads, and compares its findings for the items. */
export function defineComparison<const P extends readonly Property[], Found>(
	definition: Operation<P, Readonly<ValuesOf<P>>, Found>,
): Operation {
	return definition as unknown as Operation;
}

/** A resource with its operations, in the order in which they are listed. */
export interface Resource {
	name: string;
	value: string;
	description: string;
	operations: readonly Operation[];
	/** The operation that is chosen with the resource; without it, the first that only reads. */
	defaultOperation?: Operation;
}
