import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';

import { Problem } from '../text/problem';
import { parsePlainReference } from './plainReference';
import type { Property } from './field';
import { convertValue } from './convertValue';

/**
 * n8n's own check searches all properties of the node with the same name, for every item, and finds nothing to check:
 * no property declares `validateType`, and `typedValue` does it.
 */
const UNCHECKED = { skipValidation: true } as const;

type Item = Readonly<{ json: IDataObject }>;

/** The values of one item by property name, or the reason why they could not be read. */
export type ItemValues = { values: Record<string, unknown> } | { problem: Problem };

/** For fewer items than this, checking for a shortcut costs more than it saves. */
const WORTH_A_LOOK = 5;

type Source = Pick<IExecuteFunctions, 'getNode' | 'getNodeParameter'>;

type Reader = (itemIndex: number) => unknown;

/**
 * Reads the values of all items before anything is sent: evaluating expressions between answers takes half as long
 * again, and a fault in one item affects only that item.
 *
 * A property that holds no expression is read once and shared by all items. An expression costs about
 * 190 µs, a fixed value far less, but over thousands of items both count.
 *
 * @returns one entry per item, in order
 */
export function readValuesOfItems(
	context: Source,
	properties: readonly Property[],
	items: readonly Item[],
): ItemValues[] {
	const raw = context.getNode().parameters;
	const isVarying = ({ name }: Property): boolean => holdsExpression(raw[name]);
	const fixed = properties.filter((property) => !isVarying(property));
	const shared = attemptRead(() =>
		readAll(
			fixed.map((property) => ({ property, read: createN8nReader(context, property) })),
			0,
		),
	);
	const varying = properties.filter(isVarying).map((property) => {
		const stored = raw[property.name];
		return { property, stored, read: createReader(context, property, stored, items) };
	});
	return items.map((_, itemIndex) => {
		if ('problem' in shared) return shared;
		if (varying.length === 0) return shared;
		const own = attemptRead(() => readAll(varying, itemIndex));
		return 'problem' in own ? own : { values: { ...shared.values, ...own.values } };
	});
}

/**
 * The values of an item when an AI agent runs the operation: properties may declare another default for agents. A value
 * from an expression, as from `$fromAI`, was chosen, even if it happens to be the default.
 * @param raw the parameters as stored
 */
export function readValuesForAgent(
	item: ItemValues,
	properties: readonly Property[],
	raw: Readonly<Record<string, unknown>>,
): ItemValues {
	if ('problem' in item) return item;
	const values = { ...item.values };
	for (const { name, default: usual, traits } of properties) {
		const isChosen = values[name] !== usual || holdsExpression(raw[name]);
		if (traits?.agentDefault !== undefined && !isChosen) values[name] = traits.agentDefault;
	}
	return { values };
}

function createN8nReader(context: Source, { name, default: usual }: Property): Reader {
	// n8n leaves out what is not displayed; such a property takes its default.
	return (itemIndex) => context.getNodeParameter(name, itemIndex, usual, UNCHECKED) as unknown;
}

/**
 * Reads plain references to fields of the item from the item itself, once n8n has produced the same value for the first
 * and the last item; n8n resolves everything that is not plain or differs.
 */
function createReader(
	context: Source,
	property: Property,
	parameter: unknown,
	items: readonly Item[],
): Reader {
	const resolve = createN8nReader(context, property);
	const reference = items.length < WORTH_A_LOOK ? undefined : parsePlainReference(parameter);
	if (reference === undefined) return resolve;
	const isTheSame = (itemIndex: number): boolean => {
		try {
			const direct = reference(items[itemIndex].json);
			return direct !== undefined && JSON.stringify(direct) === JSON.stringify(resolve(itemIndex));
		} catch {
			return false;
		}
	};
	if (!isTheSame(0) || !isTheSame(items.length - 1)) return resolve;
	return (itemIndex) => reference(items[itemIndex].json) ?? resolve(itemIndex);
}

/** @returns whether a stored parameter contains an expression at any depth */
export function holdsExpression(value: unknown): boolean {
	if (typeof value === 'string') return value.startsWith('=');
	if (typeof value !== 'object' || value === null) return false;
	return Object.values(value).some(holdsExpression);
}

function readAll(
	readers: ReadonlyArray<{ property: Property; stored?: unknown; read: Reader }>,
	itemIndex: number,
): Record<string, unknown> {
	return Object.fromEntries(
		readers.map(({ property, stored, read }) => [
			property.name,
			convertValue(property, read(itemIndex), stored),
		]),
	);
}

function attemptRead(read: () => Record<string, unknown>): ItemValues {
	try {
		return { values: read() };
	} catch (error) {
		if (error instanceof Problem) return { problem: error };
		// Expression faults are n8n's own errors; their description says which value is missing.
		const { message, description } = error as { message?: string; description?: string | null };
		return { problem: new Problem(message ?? String(error), { hint: description ?? undefined }) };
	}
}
