import type { FastifyInstance } from 'fastify';
import { familyError } from '../http/errors.mts';
import type { Store } from '../state.mts';
import { accessRuleRoutes } from './accessRules.mts';
import { faucetRoutes } from './faucet.mts';
import { nodeRoutes } from './nodes.mts';
import { pinRoutes } from './pins.mts';
import { organizationRoutes, projectRoutes } from './projects.mts';
import { usageRoutes } from './usage.mts';

const parts = [
	organizationRoutes,
	projectRoutes,
	nodeRoutes,
	accessRuleRoutes,
	pinRoutes,
	usageRoutes,
	faucetRoutes,
];

const corePath = /^\/v[12]\/(organization|projects|networks|nodes|deployment-options|reporting)\b/;

/** The management API: every route behind the bearer key, and answers for unknown paths. */
export function platformRoutes(app: FastifyInstance, store: Store): void {
	app.register((scope, _options, done) => {
		scope.addHook('preHandler', (request, _reply, next) => {
			const { authorization } = request.headers;
			if (authorization !== `Bearer ${store.settings.apiKey}`) {
				const isMissing = authorization === undefined;
				const missing = 'Authentication credentials were not provided.';
				throw familyError(request, 401, isMissing ? missing : 'Invalid API key.');
			}
			next();
		});
		for (const addRoutes of parts) addRoutes(scope, store);
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
