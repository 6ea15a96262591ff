import type { FastifyInstance } from 'fastify';
import type { SandboxContext } from '../context.mts';
import { familyError } from '../http/errors.mts';
import { accessRuleRoutes } from './accessRules.mts';
import { checkBearer } from './access.mts';
import { faucetRoutes } from './faucet.mts';
import { networkRoutes } from './networks.mts';
import { nodeRoutes } from './nodes.mts';
import { nodeV2Routes } from './nodesV2.mts';
import { organizationRoutes } from './organization.mts';
import { pinRoutes } from './pins.mts';
import { pinUploadRoutes } from './pinUploads.mts';
import { projectRoutes } from './projects.mts';
import { usageRoutes } from './usage.mts';

const parts = [
	organizationRoutes,
	projectRoutes,
	networkRoutes,
	nodeRoutes,
	nodeV2Routes,
	accessRuleRoutes,
	pinRoutes,
	pinUploadRoutes,
	usageRoutes,
	faucetRoutes,
];

const corePath = /^\/v[12]\/(organization|projects|networks|nodes|deployment-options|reporting)\b/;

/** The management API: every route behind the bearer key, and answers for unknown paths. */
export function platformRoutes(app: FastifyInstance, context: SandboxContext): void {
	app.register((scope, _options, done) => {
		scope.addHook('preHandler', (request, _reply, next) => {
			checkBearer(request, context.apiKey);
			next();
		});
		for (const addRoutes of parts) addRoutes(scope, context);
		done();
	});

	app.setNotFoundHandler((request, reply) => {
		const [path, query] = request.url.split('?', 2);
		// As Django does: a client that forgets the slash sees it, and loses its body on the way.
		if (corePath.test(path) && !path.endsWith('/')) {
			return reply.redirect(`${path}/${query === undefined ? '' : `?${query}`}`, 301);
		}
		throw familyError(request, 404);
	});
}
