import type { INodeParameters } from 'n8n-workflow';

import { holdsExpression } from '../values/readValues';
import type { Operation } from './operation';

/**
 * Notices a node that was chosen once for many items, where the node of each item was probably meant.
 * @param parameters as they are stored
 * @returns the note about it, `undefined` if something varies from item to item
 */
export function noteSameNode(
	{ effect, properties }: Operation,
	parameters: INodeParameters,
	itemCount: number,
): string | undefined {
	const takesNode = properties.some(({ name }) => name === 'nodeId');
	const { nodeId, endpointSource = 'node' } = parameters;
	const isChosen = takesNode && nodeId !== undefined && endpointSource === 'node';
	if (!isChosen || effect !== 'reads' || itemCount < 2) return undefined;
	// Options, such as a label, say nothing about which node is meant.
	const deciding = Object.entries(parameters).filter(([name]) => name !== 'options');
	if (deciding.some(([, value]) => holdsExpression(value))) return undefined;
	return `All ${itemCount} items checked the same node. To check the node of each item, drag its 'id' onto 'Node'.`;
}
