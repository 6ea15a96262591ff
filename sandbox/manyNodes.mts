import { newNodeAuth } from './ids.mts';
import { deploymentOptions } from './platform/deploymentTable.mts';
import { seedIds } from './seed.mts';
import type { Store } from './state.mts';

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
	const createdAt = store.clock.now();
	return Array.from({ length: count }, (_, index) => {
		const offered = deploymentOptions[index % deploymentOptions.length];
		const [id, networkId] = [store.ids.next('ND'), store.ids.next('NW')];
		const number = String(index + 1).padStart(4, '0');
		store.networks.set(networkId, {
			id: networkId,
			name: `${offered.network} ${number}`,
			projectId,
			protocol: offered.protocol,
			configuration: { network: offered.network },
			createdAt,
			implicit: true,
		});
		store.nodes.set(id, {
			id,
			name: `${offered.protocol}-${number}`,
			networkId,
			type: 'dedicated',
			role: 'peer',
			provider: offered.provider,
			region: offered.region,
			configuration: { archive: offered.features.includes('archive') },
			createdAt,
			readyAt: createdAt,
			outcome: 'running',
			auth: newNodeAuth(),
			cloud: offered.cloud,
			blockchain: offered.blockchain,
		});
		return id;
	});
}
