import type { FastifyInstance } from 'fastify';
import { isoTime } from '../clock.mts';
import { readBody } from '../http/body.mts';
import { coreError } from '../http/errors.mts';
import { findRecord, objectRoutes, pageOf, type WithId } from '../http/listing.mts';
import type { JsonObject, ProjectRecord } from '../records.mts';
import type { Store } from '../state.mts';
import { creatorView } from './nodeView.mts';

/** Get and rename the organization. */
export function organizationRoutes(app: FastifyInstance, store: Store): void {
	app.get('/v1/organization/', () => store.organization);

	app.patch('/v1/organization/', (request) => {
		const name = readBody(request, (check) => check.optional('name'));
		store.organization.name = name ?? store.organization.name;
		return store.organization;
	});
}

/** Projects under both version prefixes, which differ in nothing; members exist in v1 only. */
export function projectRoutes(app: FastifyInstance, store: Store): void {
	const { projects } = store;
	const view = (project: ProjectRecord): JsonObject => ({
		id: project.id,
		name: project.name,
		description: project.description,
		type: project.type,
		members: project.members.length,
		networks: store.networksOf(project.id).length,
		creator: creatorView(store),
		created_at: isoTime(project.createdAt),
	});

	for (const path of ['/v1/projects/', '/v2/projects/']) {
		objectRoutes(app, path, store, {
			records: projects,
			view,
			fieldsOf: ({ name, type }) => ({ name, type, organization: store.organization.id }),
			isDescribed: true,
			delete: ({ id }) => {
				if (store.networksOf(id).length > 0) {
					throw coreError(400, 'Delete the networks and nodes of the project first.');
				}
				projects.delete(id);
			},
		});

		app.post(path, (request, reply) => {
			const input = readBody(request, (check) => ({
				name: check.text('name') ?? '',
				description: check.optional('description', { blank: true }) ?? '',
				type: check.choice('type', ['public'], { required: false }) ?? 'public',
			}));
			const id = store.ids.next('PR');
			const project = { id, ...input, members: [], createdAt: store.now() };
			projects.set(id, project);
			return reply.code(201).send(view(project));
		});
	}

	app.get('/v1/projects/:id/members/', (request: WithId) =>
		pageOf(request, findRecord(projects, request.params.id).members, store.settings.pageSize),
	);
}
