import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.mts';
import { BodyCheck, jsonBody } from '../http/body.mts';

/** Get and rename the organization. */
export function organizationRoutes(app: FastifyInstance, { store }: SandboxContext): void {
	app.get('/v1/organization/', () => store.organization);

	app.patch('/v1/organization/', (request) => {
		const check = new BodyCheck(jsonBody(request));
		const name = check.text('name', { required: false });
		check.finish();
		if (name !== undefined) store.organization.name = name;
		return store.organization;
	});
}
