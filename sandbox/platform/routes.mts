import type { FastifyInstance, FastifyRequest } from 'fastify';
import { findOperation, operationName } from '../contract/described.mts';
import { checkDescribed } from '../http/checkDescribed.mts';
import { familyError } from '../http/errors.mts';
import { urlOf } from '../http/listing.mts';
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
		scope.addHook('preHandler', (request, reply, next) => {
			checkKey(request, store.settings.apiKey);
			checkDescribed(request);
			const operation = findOperation(request.method, urlOf(request).pathname);
			if (operation) reply.code(app.contract.statusOf(operationName(operation)));
			next();
		});
		for (const addRoutes of parts) addRoutes(scope, store);
		done();
	});

	app.setNotFoundHandler((request, reply) => {
		const [path, query] = request.url.split('?', 2);
		// As Django does: a client that forgets the slash sees it, and loses its body on the way.
		if (corePath.test(path) && !path.endsWith('/')) {
			const whole = `${path}/${query === undefined ? '' : `?${query}`}`;
			return reply.redirect(whole, app.contract.statusOf('path.slash'));
		}
		throw familyError(request, 404);
	});
}

/** @throws HttpError for a request without the key, or with another */
function checkKey(request: FastifyRequest, apiKey: string): void {
	const { authorization } = request.headers;
	const { contract } = request.server;
	if (authorization === undefined) {
		const missing = 'Authentication credentials were not provided.';
		throw familyError(request, contract.statusOf('auth.none'), missing);
	}
	if (authorization !== `Bearer ${apiKey}`) {
		throw familyError(request, contract.statusOf('auth.wrong'), 'Invalid API key.');
	}
}
