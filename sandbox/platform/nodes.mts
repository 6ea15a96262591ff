import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.mts';
import { BodyCheck, jsonBody } from '../http/body.mts';
import { coreError } from '../http/errors.mts';
import { filtered, ordered, pageOf, queryOf } from '../http/listing.mts';
import type { NetworkRecord, NodeRecord } from '../records.mts';
import type { Store } from '../state.mts';
import { createNode, readNodeInput } from './nodeInput.mts';
import { chainOf, nodeView } from './nodeView.mts';

type WithId = FastifyRequest<{ Params: { id: string } }>;

/** Nodes under v1: with a network, a type, a role and a provider's region. */
export function nodeRoutes(app: FastifyInstance, context: SandboxContext): void {
	const { store, pageSize } = context;

	app.get('/v1/nodes/', (request) => {
		const query = queryOf(request);
		const found = filtered([...store.nodes.values()], withBooleanText(query), nodeFilters(store));
		const page = pageOf(request, ordered(found, query.order_by), pageSize);
		return { ...page, results: page.results.map((node) => nodeView(context, node)) };
	});

	app.post('/v1/nodes/', (request, reply) => {
		const check = new BodyCheck(jsonBody(request));
		const networkId = check.text('network') ?? '';
		const network = store.networks.get(networkId);
		if (networkId !== '' && network === undefined) {
			check.refuse('network', `Invalid pk "${networkId}" - object does not exist.`);
		}
		const input = readNodeInput(check, network?.protocol);
		check.finish();
		return reply.code(201).send(nodeView(context, createNode(store, networkId, input)));
	});

	app.get('/v1/nodes/:id/', (request: WithId) =>
		nodeView(context, findNode(store, request.params.id)),
	);

	app.patch('/v1/nodes/:id/', (request: WithId) => {
		renameNode(store, request);
		return nodeView(context, findNode(store, request.params.id));
	});

	app.delete('/v1/nodes/:id/', (request: WithId, reply) => {
		deleteNode(store, request.params.id);
		return reply.code(204).send();
	});
}

/** @throws HttpError 404 when there is no such node */
export function findNode(store: Store, id: string): NodeRecord {
	const node = store.nodes.get(id);
	if (node === undefined) throw coreError(404);
	return node;
}

/** Applies the name; every other field is read-only on the platform and silently ignored. */
export function renameNode(store: Store, request: WithId): void {
	const node = findNode(store, request.params.id);
	const check = new BodyCheck(jsonBody(request));
	const name = check.text('name', { required: false });
	check.finish();
	node.name = name ?? node.name;
}

/** Deletes a node, and with the last one of a network that v2 made by itself the network. */
export function deleteNode(store: Store, id: string): void {
	const { networkId } = findNode(store, id);
	store.nodes.delete(id);
	store.accessRules.forgetNode(id);
	const network = store.networks.get(networkId);
	if (network?.implicit === true && store.nodesOf(networkId).length === 0) {
		store.networks.delete(networkId);
	}
}

function nodeFilters(store: Store): Record<string, (node: NodeRecord) => string | undefined> {
	const networkOf = (node: NodeRecord): NetworkRecord | undefined =>
		store.networks.get(node.networkId);
	return {
		project: (node) => networkOf(node)?.projectId,
		organization: () => store.organization.id,
		network: (node) => node.networkId,
		region: (node) => node.region,
		provider: (node) => node.provider,
		protocol: (node) => networkOf(node)?.protocol,
		status: (node) => store.statusOfNode(node),
		role: (node) => node.role,
		type: (node) => node.type,
		archive: (node) => String(node.configuration.archive === true),
		public_network: (node) => chainOf(networkOf(node)),
		name: (node) => node.name,
		project_type: (node) => store.projects.get(networkOf(node)?.projectId ?? '')?.type,
	};
}

/** Django takes `True` and `true` for a boolean in a query. */
function withBooleanText(query: Record<string, string>): Record<string, string> {
	return query.archive === undefined ? query : { ...query, archive: query.archive.toLowerCase() };
}
