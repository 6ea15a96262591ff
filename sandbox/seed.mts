import data from './data/seed.json';
import { deploymentOptions } from './platform/offer.mts';
import { dayMs, type AccessRuleRecord } from './records.mts';
import type { Store } from './state.mts';

const { organization, accessRule, bucket, folders } = data;

function idsOf<K extends string>(records: Record<K, { id: string }>): Record<K, string> {
	const ids = Object.entries<{ id: string }>(records).map(([name, { id }]) => [name, id]);
	return Object.fromEntries(ids) as Record<K, string>;
}

/** Ids of what is there from the start. They are the same in every sandbox. */
export const seedIds = {
	organization: organization.id,
	user: data.user.id,
	projects: idsOf(data.projects),
	networks: idsOf(data.networks),
	nodes: idsOf(data.nodes),
	accessRule: accessRule.id,
	bucket: bucket.id,
	folders: idsOf(folders),
};

/** The user who made everything. */
export const { user } = data;

/** Fills an empty store with an organization somebody has been using for some months. */
export function seed(store: Store): void {
	const { projects, networks, nodes, pictures } = structuredClone(data);
	const ago = (days: number): number => store.now() - days * dayMs;
	store.organization = { ...organization };
	for (const { daysOld, ...project } of Object.values(projects)) {
		store.projects.set(project.id, { ...project, createdAt: ago(daysOld) });
	}
	for (const { daysOld, ...network } of Object.values(networks)) {
		store.addNetwork({ ...network, createdAt: ago(daysOld) });
	}
	for (const { daysOld, ...node } of Object.values(nodes)) {
		store.addNode({ ...node, createdAt: ago(daysOld), readyAt: ago(daysOld) });
	}
	const { daysOld, ...rule } = accessRule;
	const times = { createdAt: ago(daysOld), updatedAt: ago(daysOld) };
	store.accessRules.set(rule.id, { ...rule, ...times } as AccessRuleRecord);
	const bucketId = bucket.id;
	const createdAt = ago(bucket.daysOld);
	store.buckets.set(bucketId, { id: bucketId, name: bucket.name });
	for (const folder of Object.values(folders)) {
		store.folders.set(folder.id, { ...folder, bucketId, createdAt });
	}
	for (const picture of pictures) {
		const place = { bucketId, folderId: folders.pictures.id, cidKnown: false };
		store.addPin({ ...picture, ...place, createdAt, readyAt: createdAt });
	}
}

/**
 * Adds running nodes, each in a network of its own, for tests of long lists. Protocols take turns.
 * @returns the nodes' ids
 * @throws Error when the project does not exist
 */
export function addManyNodes(
	store: Store,
	count: number,
	projectId: string = seedIds.projects.main,
): string[] {
	if (!store.projects.has(projectId)) throw new Error(`There is no project ${projectId}`);
	return Array.from({ length: count }, (_, index) => {
		const option = deploymentOptions[index % deploymentOptions.length];
		const { network, protocol, provider, region, features } = option;
		const number = String(index + 1).padStart(4, '0');
		const id = store.ids.next('ND');
		const name = `${network} ${number}`;
		const ofNetwork = { name, projectId, protocol, configuration: { network }, implicit: true };
		store.addNode({
			id,
			networkId: store.addNetwork(ofNetwork).id,
			name: `${protocol}-${number}`,
			type: 'dedicated',
			role: 'peer',
			provider,
			region,
			configuration: { archive: features.includes('archive') },
			readyAt: store.now(),
			outcome: 'running',
		});
		return id;
	});
}

/**
 * Adds running nodes to a network, as for calls on several nodes of one chain.
 * @returns the nodes' ids
 * @throws Error when the network does not exist
 */
export function addNodesToNetwork(store: Store, count: number, networkId: string): string[] {
	const network = store.networks.get(networkId);
	if (network === undefined) throw new Error(`There is no network ${networkId}`);
	return Array.from({ length: count }, (_, index) => {
		const id = store.ids.next('ND');
		store.addNode({
			id,
			networkId,
			name: `${network.name} node ${index + 2}`,
			type: 'dedicated',
			role: 'peer',
			provider: 'gcloud',
			region: 'asia-southeast1',
			configuration: { archive: false },
			readyAt: store.now(),
			outcome: 'running',
		});
		return id;
	});
}
