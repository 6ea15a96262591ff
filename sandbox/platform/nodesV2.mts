import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxContext } from '../context.mts';
import { BodyCheck, jsonBody } from '../http/body.mts';
import { ordered, pageOf, queryOf } from '../http/listing.mts';
import type { NetworkRecord } from '../records.mts';
import { needsArchive } from './choices.mts';
import { deploymentOptions } from './deploymentTable.mts';
import { createNode } from './nodeInput.mts';
import { deleteNode, findNode, renameNode } from './nodes.mts';
import { nodeViewV2 } from './nodeView.mts';

type WithId = FastifyRequest<{ Params: { id: string } }>;

/** Nodes under v2: a blockchain on a cloud, in a project; and what can be combined. */
export function nodeV2Routes(app: FastifyInstance, context: SandboxContext): void {
	const { store, pageSize } = context;

	app.get('/v2/deployment-options/', () => ({ options: deploymentOptions }));

	app.get('/v2/nodes/', (request) => {
		const all = ordered([...store.nodes.values()], queryOf(request).order_by);
		const page = pageOf(request, all, pageSize);
		return { ...page, results: page.results.map((node) => nodeViewV2(context, node)) };
	});

	app.post('/v2/nodes/', (request, reply) => {
		const check = new BodyCheck(jsonBody(request));
		const name = check.text('name') ?? '';
		const projectId = check.text('project') ?? '';
		if (projectId !== '' && !store.projects.has(projectId)) {
			check.refuse('project', `Invalid pk "${projectId}" - object does not exist.`);
		}
		const cloud = check.choice('cloud', idsOf('cloud'));
		const blockchain = check.choice('blockchain', idsOf('blockchain'));
		const option = deploymentOptions.find(
			(candidate) => candidate.cloud === cloud && candidate.blockchain === blockchain,
		);
		if (cloud !== undefined && blockchain !== undefined && option === undefined) {
			check.refuse('cloud', `Blockchain "${blockchain}" is not available on cloud "${cloud}".`);
		}
		check.finish();
		if (option === undefined) throw new Error('a checked combination is on offer');
		// v2 knows no networks, v1 shows every node in one: each v2 node gets its own.
		const network: NetworkRecord = {
			id: store.ids.next('NW'),
			name: option.network,
			projectId,
			protocol: option.protocol,
			configuration: { network: option.network },
			createdAt: store.clock.now(),
			implicit: true,
		};
		store.networks.set(network.id, network);
		const archive = option.features.includes('archive');
		const node = createNode(store, network.id, {
			name,
			type: option.provider === 'chainstack_managed' ? 'dedicated' : 'shared',
			role: 'peer',
			provider: option.provider,
			region: option.region,
			configuration: needsArchive(option.protocol) ? { archive } : {},
		});
		return reply.code(201).send(nodeViewV2(context, node));
	});

	app.get('/v2/nodes/:id/', (request: WithId) =>
		nodeViewV2(context, findNode(store, request.params.id)),
	);

	app.patch('/v2/nodes/:id/', (request: WithId) => {
		renameNode(store, request);
		return nodeViewV2(context, findNode(store, request.params.id));
	});

	app.delete('/v2/nodes/:id/', (request: WithId, reply) => {
		deleteNode(store, request.params.id);
		return reply.code(204).send();
	});
}

function idsOf(field: 'cloud' | 'blockchain'): Set<string> {
	return new Set(deploymentOptions.map((option) => option[field]));
}
