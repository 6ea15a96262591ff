import type { FastifyInstance } from 'fastify';
import { readBody } from '../http/body.mts';
import { coreError } from '../http/errors.mts';
import { findRecord, objectRoutes, pageOf, type WithId } from '../http/listing.mts';
import { isoTime, type JsonObject, type ProjectRecord } from '../records.mts';
import { put, type Store } from '../state.mts';
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
	const view = ({ id, name, description, type, ...project }: ProjectRecord): JsonObject => ({
		id,
		name,
		description,
		type,
		members: project.members.length,
		networks: store.networksOf(id).length,
		creator: creatorView(store),
		created_at: isoTime(project.createdAt),
	});

	for (const path of ['/v1/projects/', '/v2/projects/']) {
		objectRoutes(app, path, store, {
			records: projects,
			view,
			fieldsOf: ({ name, type }) => ({ name, type, organization: store.organization.id }),
			isDescribed: true,
			create: (check) => {
				const input = {
					name: check.text('name') ?? '',
					description: check.optional('description', { blank: true }) ?? '',
					type: check.choice('type', ['public'], { required: false }) ?? 'public',
				};
				return () => {
					const id = store.ids.next('PR');
					return put(projects, { id, ...input, members: [], createdAt: store.now() });
				};
			},
			delete: ({ id }) => {
				if (store.networksOf(id).length > 0) {
					throw coreError(400, 'Delete the networks and nodes of the project first.');
				}
				projects.delete(id);
			},
		});
	}

	app.get('/v1/projects/:id/members/', (request: WithId) =>
		pageOf(request, findRecord(projects, request.params.id).members, store.settings.pageSize),
	);
}
