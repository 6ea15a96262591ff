import { parseList } from '../text/strings';
import { field, type Property } from '../values/field';
import { nodeLocator } from './locator';

/**
 * Declares the fields that choose several nodes: rows with a list each, and IDs for expressions. The first ones are the
 * preferred ones.
 * @param displayOptions when they are shown
 */
export const nodeRows = <const D extends NonNullable<Property['displayOptions']>>(
	displayOptions: D,
) =>
	[
		field('fixedCollection', 'Nodes', 'nodes', {
			typeOptions: { multipleValues: true, sortable: true },
			default: {},
			placeholder: 'Add Node',
			displayOptions,
			description: 'The nodes to choose, the preferred one first',
			options: [{ displayName: 'Node', name: 'node', values: [nodeLocator] }],
		}),
		field('string', 'Node IDs', 'ids', {
			traits: { takesList: true },
			displayOptions,
			placeholder: 'e.g. {{ $json.nodeIds }}',
			builderHint: {
				propertyHint:
					"IDs such as 'ND-123-456-789, ND-987-654-321'. Generated workflows use this field and leave 'nodes' empty. Never invent an ID.",
			},
			description:
				'IDs of nodes as a text or list, for example by expression, instead of rows or after them',
		}),
	] as const satisfies readonly Property[];

/** The values of {@link nodeRows}. */
interface Values {
	nodes: { node?: ReadonlyArray<{ nodeId: string }> };
	ids: string | readonly string[];
}

/** @returns the IDs of the chosen nodes, in their order, as they were entered */
export function listChosenNodes({ nodes, ids }: Values): string[] {
	const rows = nodes.node ?? [];
	return [...rows.map(({ nodeId }) => nodeId), ...parseList(ids)];
}
