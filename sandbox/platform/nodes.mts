import type { FastifyInstance } from 'fastify';
import { readBody } from '../http/body.mts';
import { objectRoutes } from '../http/listing.mts';
import type { NodeRecord } from '../records.mts';
import type { Store } from '../state.mts';
import { readNodeInput } from './networks.mts';
import { chainOf, nodeView, nodeViewV2 } from './nodeView.mts';
import { deploymentOptions, hasTrait } from './offer.mts';

/**
 * Nodes: under v1 with a network, a type, a role and a provider's region; under v2 a blockchain on a
 * cloud, in a project; and what can be combined.
 */
export function nodeRoutes(app: FastifyInstance, store: Store): void {
	const { nodes: records, networks } = store;
	const remove = (node: NodeRecord): void => removeNode(store, node);
	objectRoutes(app, '/v1/nodes/', store, {
		records,
		view: (node) => nodeView(store, node),
		fieldsOf: (node) => nodeFields(store, node),
		delete: remove,
	});
	objectRoutes(app, '/v2/nodes/', store, {
		records,
		view: (node) => nodeViewV2(store, node),
		delete: remove,
	});

	app.post('/v1/nodes/', (request, reply) => {
		const { networkId, input } = readBody(request, (check) => {
			const networkId = check.reference('network', networks);
			return { networkId, input: readNodeInput(check, networks.get(networkId)?.protocol) };
		});
		return reply.code(201).send(nodeView(store, store.addNode(networkId, input)));
	});

	app.get('/v2/deployment-options/', () => ({ options: deploymentOptions }));

	app.post('/v2/nodes/', (request, reply) => {
		const { name, projectId, option } = readBody(request, (check) => {
			const name = check.text('name') ?? '';
			const projectId = check.reference('project', store.projects);
			const [cloud, blockchain] = (['cloud', 'blockchain'] as const).map((field) =>
				check.choice(field, new Set(deploymentOptions.map((each) => each[field]))),
			);
			const option = deploymentOptions.find(
				(each) => each.cloud === cloud && each.blockchain === blockchain,
			);
			if (cloud !== undefined && blockchain !== undefined && option === undefined) {
				check.refuse('cloud', `Blockchain "${blockchain}" is not available on cloud "${cloud}".`);
			}
			return { name, projectId, option };
		});
		if (option === undefined) throw new Error('a checked combination is on offer');
		const { network, protocol, provider, region, features } = option;
		// v2 knows no networks, v1 shows every node in one: each v2 node gets its own.
		const { id } = store.addNetwork(
			{ name: network, projectId, protocol, configuration: { network } },
			{ implicit: true },
		);
		const node = store.addNode(id, {
			name,
			type: provider === 'chainstack_managed' ? 'dedicated' : 'shared',
			...{ role: 'peer', provider, region },
			configuration: hasTrait(protocol, 'archive') ? { archive: features.includes('archive') } : {},
		});
		return reply.code(201).send(nodeViewV2(store, node));
	});
}

/** Deletes a node, and with the last one of a network that v2 made by itself the network. */
function removeNode(store: Store, { id, networkId }: NodeRecord): void {
	store.nodes.delete(id);
	for (const rule of store.accessRules.values()) {
		if (rule.nodeId === id) store.accessRules.delete(rule.id);
	}
	if (store.networks.get(networkId)?.implicit && store.nodesOf(networkId).length === 0) {
		store.networks.delete(networkId);
	}
}

/** What a list of nodes under v1 can be filtered by: what it shows, and more about the network. */
function nodeFields(store: Store, node: NodeRecord): object {
	const network = store.networks.get(node.networkId);
	const { protocol, projectId = '' } = network ?? {};
	return {
		...nodeView(store, node),
		...{ protocol, project: projectId, project_type: store.projects.get(projectId)?.type },
		public_network: chainOf(network),
		archive: String(node.configuration.archive === true),
	};
}
