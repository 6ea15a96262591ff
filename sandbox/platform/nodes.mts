import type { FastifyInstance } from 'fastify';
import type { BodyCheck } from '../http/body.mts';
import { coreError } from '../http/errors.mts';
import { objectRoutes } from '../http/listing.mts';
import type { NetworkRecord, NodeRecord } from '../records.mts';
import type { NodeInput, Store } from '../state.mts';
import { chainOf, networkView, nodeView, nodeViewV2 } from './nodeView.mts';
import { cloudOf, deploymentOptions, hasTrait, protocols, providers } from './offer.mts';

/**
 * Networks, which exist under v1 only, and nodes: under v1 with a network, a type, a role and a
 * provider's region; under v2 a blockchain on a cloud, in a project; and what can be combined.
 */
export function nodeRoutes(app: FastifyInstance, store: Store): void {
	const { nodes: records, networks } = store;

	/** Traits of the network that lists can be filtered by, although objects do not show them. */
	const networkFields = (network: NetworkRecord | undefined) => ({
		protocol: network?.protocol,
		project: network?.projectId ?? '',
		project_type: store.projects.get(network?.projectId ?? '')?.type,
		public_network: chainOf(network),
	});

	/** Deletes a node, and with the last one of a network that v2 made by itself the network. */
	const remove = ({ id, networkId }: NodeRecord): void => {
		records.delete(id);
		for (const rule of store.accessRules.values()) {
			if (rule.nodeId === id) store.accessRules.delete(rule.id);
		}
		if (networks.get(networkId)?.implicit && store.nodesOf(networkId).length === 0) {
			networks.delete(networkId);
		}
	};

	objectRoutes(app, '/v1/networks/', store, {
		records: networks,
		view: (network) => networkView(store, network),
		fieldsOf: (network) => ({
			...networkFields(network),
			name: network.name,
			status: store.statusOfNetwork(network),
		}),
		create: (check) => {
			const projectId = check.reference('project', store.projects);
			const protocol = check.choice('protocol', protocols);
			const configuration = check.object('configuration') ?? {};
			const nodes = check.list('nodes').map((element) => readNodeInput(element, protocol));
			const given = check.optional('name');
			return () => {
				const chain = { protocol: protocol ?? '', configuration };
				const asked = store.deployment.namesNetworks ? undefined : given;
				const name = asked ?? chainName(chainOf(chain));
				const network = store.addNetwork({ projectId, ...chain, name });
				for (const node of nodes) store.addNode({ ...node, networkId: network.id });
				return network;
			};
		},
		delete: ({ id }) => {
			if (store.nodesOf(id).length > 0) {
				throw coreError(400, 'Delete the nodes of the network first.');
			}
			networks.delete(id);
		},
	});

	objectRoutes(app, '/v1/nodes/', store, {
		records,
		view: (node) => nodeView(store, node),
		fieldsOf: (node) => ({
			...nodeView(store, node),
			...networkFields(networks.get(node.networkId)),
			archive: String(node.configuration.archive === true),
		}),
		create: (check) => {
			const networkId = check.reference('network', networks);
			const input = readNodeInput(check, networks.get(networkId)?.protocol);
			return () => store.addNode({ ...input, networkId });
		},
		delete: remove,
	});

	app.get('/v2/deployment-options/', () => ({ options: deploymentOptions }));

	objectRoutes(app, '/v2/nodes/', store, {
		records,
		view: (node) => nodeViewV2(store, node),
		create: (check) => {
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
			return () => {
				if (option === undefined) throw new Error('a checked combination is on offer');
				const { network, protocol, provider, region, features } = option;
				// v2 knows no networks, v1 shows every node in one: each v2 node gets its own.
				const configuration = { network };
				const ofNetwork = { name: network, projectId, protocol, configuration, implicit: true };
				const archive = features.includes('archive');
				return store.addNode({
					name,
					networkId: store.addNetwork(ofNetwork).id,
					role: 'peer',
					provider,
					region,
					type: provider === 'chainstack_managed' ? 'dedicated' : 'shared',
					configuration: hasTrait(protocol, 'archive') ? { archive } : {},
				});
			};
		},
		delete: remove,
	});
}

/** A public chain brings its own name: `Ethereum mainnet`. */
function chainName(chain: string): string {
	const words = chain.replaceAll('-', ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Reads a node to create; what is wrong with it goes into the check. */
function readNodeInput(check: BodyCheck, protocol: string | undefined): NodeInput {
	const name = check.text('name') ?? '';
	const type = check.choice('type', ['shared', 'dedicated']) ?? '';
	const role = check.choice('role', ['peer']) ?? '';
	const provider = check.choice('provider', providers) ?? '';
	const region = check.text('region') ?? '';
	const configuration = check.object('configuration');
	if (provider !== '' && region !== '' && cloudOf(provider, region) === undefined) {
		check.refuse('region', `"${region}" is not a region of provider "${provider}".`);
	}
	if (type === 'shared' && hasTrait(protocol, 'no-shared')) {
		check.refuse('type', `Shared nodes are not available for protocol "${protocol}".`);
	}
	if (configuration !== undefined) {
		const { archive } = configuration;
		if (archive === undefined && hasTrait(protocol, 'archive')) {
			check.refuse('configuration.archive', 'This field is required.');
		}
		if (archive !== undefined && typeof archive !== 'boolean') {
			check.refuse('configuration.archive', 'Must be a valid boolean.');
		}
	}
	return { name, type, role, provider, region, configuration: configuration ?? {} };
}
