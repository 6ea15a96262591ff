import type { IBinaryKeyData, IDataObject } from 'n8n-workflow';

import type { Property, ValuesOf } from '../values/field';
import type { OperationContext } from './session';

/** A result that carries files. */
export class FileResult {
	constructor(
		readonly json: IDataObject,
		readonly binary: IBinaryKeyData,
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

interface OperationSteps<V, Result> {
	/**
	 * Does the work for one item.
	 * @throws Problem when the item failed
	 */
	execute(values: V, context: OperationContext): Promise<Result>;
	/**
	 * For operations that create: looks for what an earlier try, whose answer was lost, may have created.
	 * @returns what `execute` would have returned, `undefined` where that is not certain
	 */
	findCreated?(values: V, context: OperationContext): Promise<IDataObject | undefined>;
	/**
	 * For operations that create: what follows once the thing exists, such as waiting for it. Creating is done item by
	 * item; this runs for all items in parallel and may be repeated freely.
	 * @param created what `execute` returned, with secrets masked unless the user asked for them
	 */
	afterCreate?(created: IDataObject, values: V, context: OperationContext): Promise<IDataObject>;
}

interface Comparison<V, Found> {
	/**
	 * For operations that read: makes the result of an item, once `execute` has ended for all of them.
	 * @param found what `execute` returned for this item
	 * @param all what it returned for all items that did not fail, in their order, including this one
	 * @throws Problem when the item failed
	 */
	compare(
		found: Found,
		all: readonly Found[],
		values: V,
		context: OperationContext,
	): Promise<OperationResult>;
}

type Declaration<V, P> = OperationText & OperationTraits<V> & { properties: P };

type Values = Readonly<Record<string, unknown>>;

/**
 * An operation as the runner and the node's description see it: `execute` returns an {@link OperationResult}, unless
 * `compare` makes one of what it returns.
 */
export type Operation = Declaration<Values, readonly Property[]> &
	OperationSteps<Values, unknown> &
	Partial<Comparison<Values, unknown>>;

/** An operation as it is declared: its values are typed from its properties. */
export type OperationDefinition<P extends readonly Property[]> = Declaration<
	Readonly<ValuesOf<P>>,
	P
> &
	OperationSteps<Readonly<ValuesOf<P>>, OperationResult>;

/** Declares an operation, so that `execute` receives values of the types its properties declare. */
export function defineOperation<const P extends readonly Property[]>(
	definition: OperationDefinition<P>,
): Operation {
	// The values are checked against the properties when they are read, which the type system cannot see.
	return definition as unknown as Operation;
}

/** Declares an operation that reads, and compares what it found for the items. */
export function defineComparison<const P extends readonly Property[], Found>(
	definition: Declaration<Readonly<ValuesOf<P>>, P> &
		Pick<OperationSteps<Readonly<ValuesOf<P>>, Found>, 'execute'> &
		Comparison<Readonly<ValuesOf<P>>, Found>,
): Operation {
	return definition as unknown as Operation;
}

/** @returns what can be chosen among the options of an operation */
export function listOptions({ properties }: Operation): readonly Property[] {
	const options = properties.find(({ name }) => name === 'options')?.options ?? [];
	return options as readonly Property[];
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
