import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isoTime } from '../clock.mts';
import type { SandboxContext } from '../context.mts';
import { BodyCheck, jsonBody } from '../http/body.mts';
import { coreError } from '../http/errors.mts';
import { filtered, ordered, pageOf, queryOf } from '../http/listing.mts';
import type { JsonObject, NetworkRecord } from '../records.mts';
import type { Store } from '../state.mts';
import { protocols } from './choices.mts';
import { creatorView } from './creatorView.mts';
import { createNode, readNodeInput } from './nodeInput.mts';
import { chainOf, nodeView } from './nodeView.mts';

type WithId = FastifyRequest<{ Params: { id: string } }>;

/** Networks, which exist under v1 only. */
export function networkRoutes(app: FastifyInstance, context: SandboxContext): void {
	const { store, pageSize } = context;

	app.get('/v1/networks/', (request) => {
		const query = queryOf(request);
		const found = filtered([...store.networks.values()], query, {
			project: (network) => network.projectId,
			name: (network) => network.name,
			public_network: chainOf,
			status: (network) => store.statusOfNetwork(network),
			protocol: (network) => network.protocol,
			project_type: (network) => store.projects.get(network.projectId)?.type,
		});
		const page = pageOf(request, ordered(found, query.order_by), pageSize);
		return { ...page, results: page.results.map((network) => networkView(context, network)) };
	});

	app.post('/v1/networks/', (request, reply) => {
		const check = new BodyCheck(jsonBody(request));
		const projectId = check.text('project') ?? '';
		if (projectId !== '' && !store.projects.has(projectId)) {
			check.refuse('project', `Invalid pk "${projectId}" - object does not exist.`);
		}
		const protocol = check.choice('protocol', protocols);
		const configuration = check.object('configuration') ?? {};
		const nodes = check.list('nodes').map((element) => readNodeInput(element, protocol));
		const name = check.text('name', { required: false });
		check.finish();
		const network: NetworkRecord = {
			id: store.ids.next('NW'),
			name:
				(store.deployment.namesNetworks ? undefined : name) ??
				generatedName(protocol ?? '', configuration),
			projectId,
			protocol: protocol ?? '',
			configuration,
			createdAt: store.clock.now(),
			implicit: false,
		};
		store.networks.set(network.id, network);
		for (const node of nodes) createNode(store, network.id, node);
		return reply.code(201).send(networkView(context, network));
	});

	app.get('/v1/networks/:id/', (request: WithId) =>
		networkView(context, findNetwork(store, request)),
	);

	app.patch('/v1/networks/:id/', (request: WithId) => {
		const network = findNetwork(store, request);
		const check = new BodyCheck(jsonBody(request));
		const name = check.text('name', { required: false });
		check.finish();
		network.name = name ?? network.name;
		return networkView(context, network);
	});

	app.delete('/v1/networks/:id/', (request: WithId, reply) => {
		const network = findNetwork(store, request);
		if (store.nodesOf(network.id).length > 0) {
			throw coreError(400, 'Delete the nodes of the network first.');
		}
		store.networks.delete(network.id);
		return reply.code(204).send();
	});
}

function findNetwork(store: Store, request: WithId): NetworkRecord {
	const network = store.networks.get(request.params.id);
	if (network === undefined) throw coreError(404);
	return network;
}

/** A public chain brings its own name: `Ethereum mainnet`. */
function generatedName(protocol: string, configuration: JsonObject): string {
	const chain = String(configuration.network ?? `${protocol}-mainnet`);
	const words = chain.replaceAll('-', ' ');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

function networkView(context: SandboxContext, network: NetworkRecord): JsonObject {
	const { store } = context;
	return {
		id: network.id,
		name: network.name,
		project: network.projectId,
		protocol: network.protocol,
		configuration: network.configuration,
		details: {},
		status: store.statusOfNetwork(network),
		nodes: store.nodesOf(network.id).map((node) => nodeView(context, node)),
		creator: creatorView(store),
		created_at: isoTime(network.createdAt),
	};
}
