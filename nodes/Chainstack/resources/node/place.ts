import type { IDataObject } from 'n8n-workflow';

import { pick } from '../../../shared/fields/listFields';
import type { PlatformClient } from '../../../shared/managementApi/platformClient';
import { field } from '../../../shared/values/field';

/** Shows where a node is placed. */
export const INCLUDE_PLACE = field('boolean', 'Include Project and Cloud', 'includePlace', {
	description:
		'Whether to also read version 2 of the API, the only one that knows project, cloud, blockchain and tier of a node',
});

/** Tiers by the provider that version 2 of the API gives (platform documentation, deployment options). */
const TIERS: ReadonlyMap<unknown, string> = new Map([
	['chainstack_global', 'Global'],
	['chainstack_managed', 'Trader'],
]);

/**
 * @param node a node of version 2 of the API
 * @param type the type that version 1 gives, where known
 * @returns what only version 2 knows about a node
 */
export function readNodePlace(node: IDataObject, type?: unknown): IDataObject {
	const tier = TIERS.get(node.provider) ?? (type === 'dedicated' ? 'Dedicated' : undefined);
	return {
		...pick(node, 'protocol', 'project', 'cloud', 'blockchain'),
		...(tier !== undefined && { tier }),
	};
}

/**
 * Adds to nodes of version 1 what only version 2 knows, which has a list without filters: read until all are found.
 * @throws Problem
 */
export async function addPlaces(
	nodes: readonly IDataObject[],
	api: PlatformClient,
): Promise<IDataObject[]> {
	const wanted = new Set(nodes.map(({ id }) => id));
	const found = new Map<unknown, IDataObject>();
	if (wanted.size === 0) return [];
	for await (const node of api.list('/v2/nodes/')) {
		if (wanted.delete(node.id)) found.set(node.id, node);
		if (wanted.size === 0) break;
	}
	return nodes.map((node) => ({ ...node, ...readNodePlace(found.get(node.id) ?? {}, node.type) }));
}
