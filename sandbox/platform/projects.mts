import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isoTime } from '../clock.mts';
import type { SandboxContext } from '../context.mts';
import { BodyCheck, jsonBody } from '../http/body.mts';
import { coreError } from '../http/errors.mts';
import { filtered, ordered, pageOf, queryOf } from '../http/listing.mts';
import type { JsonObject, ProjectRecord } from '../records.mts';
import type { Store } from '../state.mts';
import { creatorView } from './creatorView.mts';

type WithId = FastifyRequest<{ Params: { id: string } }>;

/** Projects under both version prefixes, which differ in nothing; members exist in v1 only. */
export function projectRoutes(app: FastifyInstance, { store, pageSize }: SandboxContext): void {
	for (const version of ['v1', 'v2']) {
		app.get(`/${version}/projects/`, (request) => {
			const query = queryOf(request);
			const found = filtered([...store.projects.values()], query, {
				organization: () => store.organization.id,
				name: (project) => project.name,
				type: (project) => project.type,
			});
			const page = pageOf(request, ordered(found, query.order_by), pageSize);
			return { ...page, results: page.results.map((project) => projectView(store, project)) };
		});

		app.post(`/${version}/projects/`, (request, reply) => {
			const check = new BodyCheck(jsonBody(request));
			const name = check.text('name') ?? '';
			const description = check.text('description', { required: false, blank: true }) ?? '';
			const type = check.choice('type', ['public'], { required: false }) ?? 'public';
			check.finish();
			const project: ProjectRecord = {
				id: store.ids.next('PR'),
				name,
				description,
				type,
				members: [],
				createdAt: store.clock.now(),
			};
			store.projects.set(project.id, project);
			return reply.code(201).send(projectView(store, project));
		});

		app.get(`/${version}/projects/:id/`, (request: WithId) =>
			projectView(store, findProject(store, request)),
		);

		app.patch(`/${version}/projects/:id/`, (request: WithId) => {
			const project = findProject(store, request);
			const check = new BodyCheck(jsonBody(request));
			const name = check.text('name', { required: false });
			const description = check.text('description', { required: false, blank: true });
			check.finish();
			project.name = name ?? project.name;
			project.description = description ?? project.description;
			return projectView(store, project);
		});

		app.delete(`/${version}/projects/:id/`, (request: WithId, reply) => {
			const project = findProject(store, request);
			if (store.networksOf(project.id).length > 0) {
				throw coreError(400, 'Delete the networks and nodes of the project first.');
			}
			store.projects.delete(project.id);
			return reply.code(204).send();
		});
	}

	app.get('/v1/projects/:id/members/', (request: WithId) =>
		pageOf(request, findProject(store, request).members, pageSize),
	);
}

function findProject(store: Store, request: WithId): ProjectRecord {
	const project = store.projects.get(request.params.id);
	if (project === undefined) throw coreError(404);
	return project;
}

function projectView(store: Store, project: ProjectRecord): JsonObject {
	return {
		id: project.id,
		name: project.name,
		description: project.description,
		type: project.type,
		members: project.members.length,
		networks: store.networksOf(project.id).length,
		creator: creatorView(store),
		created_at: isoTime(project.createdAt),
	};
}
