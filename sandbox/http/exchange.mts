import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Contract } from '../contract/contract.mts';
import type { ActiveFault, FaultRules } from '../faults.mts';
import { type RecordedRequest, type RequestLog, type ServerName } from '../requestLog.mts';
import { isJsonObject, parseJson } from './body.mts';
import { familyError, HttpError, ipfsError } from './errors.mts';
import { readForm, type Form } from './form.mts';
import { injectFault } from './injectFault.mts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Which of the sandbox's servers this is. */
		serverName: ServerName;
		/** What the sandbox goes by. */
		contract: Contract;
	}
	interface FastifyRequest {
		/** The record of the request; null for requests to the sandbox's own paths. */
		recorded: RecordedRequest | null;
		/** The multipart form, read to its end; null for other bodies. */
		form: Form | null;
		/** Fault rules that apply to the answer once the server has acted. */
		faultsAfter: ActiveFault[];
	}
}

/**
 * A server with what happens to every request around its route: it is remembered, its body is read
 * as text or as a form, and fault rules are applied before or after the route acts.
 */
export function exchangeServer(
	serverName: ServerName,
	log: RequestLog,
	faults: FaultRules,
	contract: Contract,
): FastifyInstance {
	const app = fastify({ bodyLimit: 32 * 1024 * 1024, forceCloseConnections: true });
	app.decorate('serverName', serverName);
	app.decorate('contract', contract);
	app.decorateRequest('recorded', null);
	app.decorateRequest('form', null);
	app.decorateRequest('faultsAfter');
	// Routes parse bodies themselves: a malformed one must be remembered, reach the fault rules and be
	// answered in the form of its path, and the framework's parser would end the exchange before.
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
	app.register(multipart);

	app.addHook('onRequest', (request, reply, done) => {
		request.faultsAfter = [];
		// The sandbox's own switches are no part of the platform it plays.
		const isOwn = serverName === 'platform' && /^\/_sandbox(\/|\?|$)/.test(request.url);
		if (!isOwn) request.recorded = log.begin(request, reply);
		done();
	});

	app.addHook('preHandler', async (request, reply) => {
		await readRequest(request);
		if (request.recorded === null) return;
		const { url, method } = request;
		const target = { server: serverName, url, method, rpcMethods: rpcMethods(request) };
		const taken = faults.take(target);
		request.recorded.faults.push(...taken.map(({ id }) => id));
		request.faultsAfter = taken.filter(({ rule }) => rule.when === 'after');
		const before = taken.filter(({ rule }) => rule.when !== 'after');
		await applyFaults(before, request, reply);
	});

	app.addHook('onSend', (request, reply, payload, done) => {
		const text = typeof payload === 'string' ? payload : '';
		void applyFaults(request.faultsAfter, request, reply, text).then((isEnded) => {
			// Not calling back leaves the answer to the fault.
			if (!isEnded) done(null, payload);
		}, done);
	});

	app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
		const unexpected = { error: { code: 'sandbox_error', message: error.stack } };
		const { status, headers, body } =
			error instanceof HttpError
				? error
				: error.statusCode === undefined
					? new HttpError(500, unexpected)
					: familyError(request, error.statusCode);
		return reply.code(status).headers(headers).send(body);
	});
	return app;
}

async function readRequest(request: FastifyRequest): Promise<void> {
	const { recorded, body } = request;
	if (request.isMultipart()) {
		request.form = await readForm(request).catch((error: Error) => {
			throw ipfsError(400, 'MALFORMED', error.message);
		});
		if (recorded !== null) recorded.parts = request.form.parts;
	} else if (typeof body === 'string' && recorded !== null) {
		const parsed = parseJson(body);
		recorded.body = parsed === undefined ? body : parsed;
	}
}

/** @returns whether one of the faults has ended the exchange */
async function applyFaults(
	faults: ActiveFault[],
	request: FastifyRequest,
	reply: FastifyReply,
	payload?: string,
): Promise<boolean> {
	for (const { rule } of faults) {
		if (rule.kind !== 'delay') {
			injectFault(rule, request, reply, payload);
			return true;
		}
		await new Promise((resolve) => void setTimeout(resolve, rule.delayMs ?? 1000).unref());
	}
	return false;
}

function rpcMethods({ server, recorded }: FastifyRequest): string[] {
	if (server.serverName !== 'rpc') return [];
	return [recorded?.body].flat().map((call) => (isJsonObject(call) ? String(call.method) : ''));
}
