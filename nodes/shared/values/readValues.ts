import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../text/problem';
import { parsePlainReference } from './plainReference';
import type { Property } from './field';
import { convertValue, type Options } from './convertValue';

/**
 * n8n's own check searches all properties of the node with the same name, for every item, and finds nothing to check:
 * no property declares `validateType`, and `convertValue` does it.
 */
const UNCHECKED = { skipValidation: true } as const;

type Item = Readonly<{ json: IDataObject }>;

/** The values of one item by property name, or the reason why they could not be read. */
export type ItemValues = { values: Record<string, unknown> } | { problem: Problem };

/** For fewer items than this, checking for a shortcut costs more than it saves. */
const WORTH_A_LOOK = 5;

type Source = Pick<IExecuteFunctions, 'getNode' | 'getNodeParameter'>;

/** Reads the value of a property for an item. */
type Reader = (itemIndex: number) => unknown;

/** Reads and converts the value of a property for an item, of which some values are known. */
type Converter = (itemIndex: number, known: Readonly<Record<string, unknown>>) => unknown;

/**
 * Reads the values of all items before anything is sent: evaluating expressions between answers takes half as long
 * again, and a fault in one item affects only that item.
 *
 * A property that holds no expression is read once and shared by all items. An expression costs about
 * 190 µs, a fixed value far less, but over thousands of items both count.
 *
 * @param isAgent whether an AI agent runs the operation: properties may declare another default for agents. A value
 * from an expression, as from `$fromAI`, was chosen, even if it happens to be the default.
 * @returns one entry per item, in order
 */
export function readValuesOfItems(
	context: Source,
	properties: readonly Property[],
	items: readonly Item[],
	isAgent = false,
): ItemValues[] {
	const { parameters } = context.getNode();
	const fixed = new Map<string, Converter>();
	const varying = new Map<string, Converter>();
	for (const property of putOptionsFirst(properties)) {
		const { name, default: usual, traits } = property;
		const stored = parameters[name];
		// n8n leaves out a property that is not displayed; it takes its default.
		const resolve: Reader = (itemIndex) =>
			context.getNodeParameter(name, itemIndex, usual, UNCHECKED);
		if (holdsExpression(stored)) {
			const read = findShortcut(stored, items, resolve) ?? resolve;
			varying.set(name, (itemIndex, { options }) =>
				convertValue(property, read(itemIndex), stored, options as Options | undefined),
			);
		} else {
			const unchosen = isAgent ? (traits?.agentDefault ?? usual) : usual;
			fixed.set(name, () => {
				const value = convertValue(property, resolve(0));
				return value === usual ? unchosen : value;
			});
		}
	}
	const shared = readItem(fixed, 0);
	if ('problem' in shared || varying.size === 0) return items.map(() => shared);
	return items.map((_, itemIndex) => readItem(varying, itemIndex, shared.values));
}

/** The options are read first, because some of them replace a field. */
function putOptionsFirst(properties: readonly Property[]): Property[] {
	const options = properties.filter(({ name }) => name === 'options');
	return [...options, ...properties.filter(({ name }) => name !== 'options')];
}

/**
 * Reads plain references to fields of the item from the item itself, once n8n has produced the same value for the first
 * and the last item; n8n resolves everything that is not plain or differs.
 */
function findShortcut(
	stored: unknown,
	items: readonly Item[],
	resolve: Reader,
): Reader | undefined {
	const reference = items.length < WORTH_A_LOOK ? undefined : parsePlainReference(stored);
	if (reference === undefined) return undefined;
	const isTheSame = (itemIndex: number): boolean => {
		try {
			const direct = reference(items[itemIndex].json);
			return direct !== undefined && JSON.stringify(direct) === JSON.stringify(resolve(itemIndex));
		} catch {
			return false;
		}
	};
	if (!isTheSame(0) || !isTheSame(items.length - 1)) return undefined;
	return (itemIndex) => reference(items[itemIndex].json) ?? resolve(itemIndex);
}

/** @returns whether a stored parameter contains an expression at any depth */
export function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(holdsExpression);
}

/** @param shared values that the item has as well */
function readItem(
	readers: ReadonlyMap<string, Converter>,
	itemIndex: number,
	shared: Record<string, unknown> = {},
): ItemValues {
	const values = { ...shared };
	try {
		for (const [name, read] of readers) values[name] = read(itemIndex, values);
		return { values };
	} catch (error) {
		if (error instanceof Problem) return { problem: error };
		// Expression faults are n8n's own errors; their description says which value is missing.
		const { message, description } = error as { message?: string; description?: string | null };
		return { problem: new Problem(message ?? String(error), { hint: description ?? undefined }) };
	}
}
