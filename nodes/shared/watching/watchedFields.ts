import { projectLocator } from '../fields/locator';
import { listChosenNodes, nodeRows } from '../fields/nodeRows';
import { checkId } from '../managementApi/resourceIds';
import { Problem } from '../text/problem';
import { field, type Property } from '../values/field';

/** Names of resources in the fields, and examples of their ids. */
export const RESOURCE_NAMES = {
	network: { title: 'Network', ids: 'NW-123-456-789, NW-987-654-321' },
	node: { title: 'Node', ids: 'ND-123-456-789, ND-987-654-321' },
} as const;

/** Resources that are watched. */
export type WatchedResource = keyof typeof RESOURCE_NAMES;

/** The field that chooses the project, shown when a project is watched. */
export const watchedProject = {
	...projectLocator,
	description: 'The project to watch',
	displayOptions: { show: { watch: ['project'] } },
} as const satisfies Property;

/** The field that names the objects, shown when chosen ones are watched. */
export const watchedIds = (resource: WatchedResource) =>
	field('string', `${RESOURCE_NAMES[resource].title} IDs`, 'ids', {
		traits: { takesList: true },
		required: true,
		displayOptions: { show: { watch: ['chosen'] } },
		placeholder: `e.g. ${RESOURCE_NAMES[resource].ids}`,
		description: 'The IDs to watch, separated by commas',
	});

/** The fields that choose nodes, shown when chosen ones are watched. */
export const watchedNodes = nodeRows({ show: { watch: ['chosen'] } });

/** Values of the fields that say which objects are watched. */
export interface WatchedSet {
	/** Rows that choose nodes. */
	nodes?: { node?: ReadonlyArray<{ nodeId: string }> };
	watch: string;
	project: string;
	ids: string | readonly string[];
}

/**
 * Reads the ids the user entered or chose.
 * @throws Problem for one that is not of that kind, or when there are none
 */
export function parseChosenIds(
	{ nodes = {}, ids: text }: Pick<WatchedSet, 'nodes' | 'ids'>,
	resource: WatchedResource,
): Set<string> {
	const ids = listChosenNodes({ nodes, ids: text });
	if (ids.length > 0) return new Set(ids.map((id) => checkId(id, resource)));
	const { title, ids: example } = RESOURCE_NAMES[resource];
	const hint = `Enter the IDs to watch, separated by commas, such as ${example}`;
	if (resource === 'node')
		throw new Problem('No node is chosen', { hint: `Add nodes in the field Nodes. ${hint}` });
	throw new Problem(`'${title} IDs' is empty`, { hint });
}
