import type { FastifyInstance } from 'fastify';
import { isoTime } from '../clock.mts';
import { readBody, type BodyCheck } from '../http/body.mts';
import { coreError } from '../http/errors.mts';
import { objectRoutes } from '../http/listing.mts';
import type { JsonObject, NetworkRecord } from '../records.mts';
import type { NodeInput, Store } from '../state.mts';
import { chainOf, creatorView, nodeView } from './nodeView.mts';
import { cloudOf, hasTrait, protocols, providers } from './offer.mts';

/** Networks, which exist under v1 only. */
export function networkRoutes(app: FastifyInstance, store: Store): void {
	const view = (network: NetworkRecord): JsonObject => ({
		id: network.id,
		name: network.name,
		project: network.projectId,
		protocol: network.protocol,
		configuration: network.configuration,
		details: {},
		status: store.statusOfNetwork(network),
		nodes: store.nodesOf(network.id).map((node) => nodeView(store, node)),
		creator: creatorView(store),
		created_at: isoTime(network.createdAt),
	});

	objectRoutes(app, '/v1/networks/', store, {
		records: store.networks,
		view,
		fieldsOf: (network) => ({
			name: network.name,
			protocol: network.protocol,
			project: network.projectId,
			project_type: store.projects.get(network.projectId)?.type,
			public_network: chainOf(network),
			status: store.statusOfNetwork(network),
		}),
		delete: ({ id }) => {
			if (store.nodesOf(id).length > 0) {
				throw coreError(400, 'Delete the nodes of the network first.');
			}
			store.networks.delete(id);
		},
	});

	app.post('/v1/networks/', (request, reply) => {
		const { nodes, ...input } = readBody(request, (check) => {
			const projectId = check.reference('project', store.projects);
			const protocol = check.choice('protocol', protocols);
			return {
				projectId,
				protocol: protocol ?? '',
				configuration: check.object('configuration') ?? {},
				nodes: check.list('nodes').map((element) => readNodeInput(element, protocol)),
				name: check.optional('name'),
			};
		});
		const { name = chainName(input) } = store.deployment.namesNetworks ? {} : input;
		const network = store.addNetwork({ ...input, name });
		for (const node of nodes) store.addNode(network.id, node);
		return reply.code(201).send(view(network));
	});
}

/** A public chain brings its own name: `Ethereum mainnet`. */
function chainName({ protocol, configuration }: { protocol: string; configuration: JsonObject }) {
	const words = String(configuration.network ?? `${protocol}-mainnet`).replaceAll('-', ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Reads a node to create; what is wrong with it goes into the check. */
export function readNodeInput(check: BodyCheck, protocol: string | undefined): NodeInput {
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
