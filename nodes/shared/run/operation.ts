import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { Property, ValuesOf } from '../values/propertyTypes';
import type { OperationContext } from './session';

/** A result that carries files. */
export class FileResult {
	constructor(
		readonly json: IDataObject,
		readonly binary: IBinaryKeyData,
	) {}
}

/** What an operation returns for one item: one object, several that become one item each, or files. */
export type OperationResult = IDataObject | IDataObject[] | FileResult;

/**
 * What an operation does to the service, which decides how failures and repetitions are treated:
 * `reads` and `updates` may be repeated freely; operations that `create` run one item at a time, stop at
 * the first failure, and never resend an item that may have had an effect.
 */
export type Effect = 'reads' | 'updates' | 'creates';

interface OperationText {
	/** Title Case, without the resource: what the operation dropdown shows. */
	name: string;
	/** Stored in workflows. */
	value: string;
	/** Sentence case with the resource: what the node panel shows. */
	action: string;
	/** One sentence in different words; AI agents read it too. */
	description: string;
}

interface OperationTraits<V> {
	/** A function where it depends on the item. If one item creates, the whole run is treated as creating. */
	effect: Effect | ((values: V) => Effect);
	/** Its options bound the requests to node endpoints, not those to the management API. */
	callsEndpoints?: true;
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
}

/** An operation as the runner and the node's description see it. */
export interface Operation
	extends OperationText,
		OperationTraits<Readonly<Record<string, unknown>>> {
	properties: readonly Property[];
	execute(
		values: Readonly<Record<string, unknown>>,
		context: OperationContext,
	): Promise<OperationResult>;
	/** See {@link OperationDefinition.findCreated}. */
	findCreated?(
		values: Readonly<Record<string, unknown>>,
		context: OperationContext,
	): Promise<IDataObject | undefined>;
	/** See {@link OperationDefinition.afterCreate}. */
	afterCreate?(
		created: IDataObject,
		values: Readonly<Record<string, unknown>>,
		context: OperationContext,
	): Promise<IDataObject>;
}

/** An operation as it is declared: its values are typed from its properties. */
export interface OperationDefinition<P extends readonly Property[]>
	extends OperationText,
		OperationTraits<Readonly<ValuesOf<P>>> {
	properties: P;
	/**
	 * Does the work for one item.
	 * @throws Problem when the item failed
	 */
	execute(values: Readonly<ValuesOf<P>>, context: OperationContext): Promise<OperationResult>;
	/**
	 * For operations that create: looks for what an earlier try, whose answer was lost, may have created.
	 * @returns what `execute` would have returned, `undefined` where that is not certain
	 */
	findCreated?(
		values: Readonly<ValuesOf<P>>,
		context: OperationContext,
	): Promise<IDataObject | undefined>;
	/**
	 * For operations that create: what follows once the thing exists, such as waiting for it. Creating is done item by
	 * item; this runs for all items in parallel and may be repeated freely.
	 * @param created what `execute` returned, with secrets masked unless the user asked for them
	 */
	afterCreate?(
		created: IDataObject,
		values: Readonly<ValuesOf<P>>,
		context: OperationContext,
	): Promise<IDataObject>;
}

/** Declares an operation, so that `execute` receives values of the types its properties declare. */
export function defineOperation<const P extends readonly Property[]>(
	definition: OperationDefinition<P>,
): Operation {
	// The values are checked against the properties when they are read, which the type system cannot see.
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
