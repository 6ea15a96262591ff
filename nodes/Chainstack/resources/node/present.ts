import type { IDataObject } from 'n8n-workflow';

import { addNetworkAndEndpoint } from '../../../shared/endpoints/addEndpoint';
import { findChainName } from '../../../shared/managementApi/nodeNetworks';
import type { PlatformClient } from '../../../shared/managementApi/platformClient';
import type { OperationContext } from '../../../shared/run/operationContext';
import { omitUndefined, pick } from '../../../shared/text/json';
import { field } from '../../../shared/values/field';

/** The choices of the user that decide what is shown of a node or a network. */
export interface Wanted {
	simplify: boolean;
	options: { includeSecrets?: boolean };
}

/** @returns a node as the user wants it, with what its network says about it, and its endpoint */
export async function presentNode(
	node: IDataObject,
	{ simplify, options: { includeSecrets } }: Wanted,
	context: OperationContext,
): Promise<IDataObject> {
	const known = await addNetworkAndEndpoint(node, context);
	return simplify ? simplifyNode(known, includeSecrets) : known;
}

/** The fields of a node that most workflows need, what people look for first. */
const FIELDS = [
	'name',
	'status',
	'chain',
	'id',
	'network',
	'networkName',
	'protocol',
	'chainNetwork',
	'project',
	'cloud',
	'blockchain',
	'tier',
	'type',
	'provider',
	'region',
	'configuration',
	'createdAt',
	'endpoint',
	'alreadyExisted',
];

/**
 * @param node a node, with what is known about its network
 * @param includeSecrets whether the user wants the credentials of the node, which are in its details
 * @returns the fields of a node that most workflows need
 */
export function simplifyNode(node: IDataObject, includeSecrets = false): IDataObject {
	return pick(addNames(node, node), ...FIELDS, ...(includeSecrets ? ['details'] : []));
}

/** @returns a record with its chain as people call it, as far as known, and when it was created */
export function addNames(
	record: IDataObject,
	network: Parameters<typeof findChainName>[0] = {},
): IDataObject {
	return omitUndefined({ ...record, chain: findChainName(network), createdAt: record.created_at });
}

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

/** Adds to nodes what only version 2 knows, which has a list without filters: read until all are found. @throws Problem */
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
