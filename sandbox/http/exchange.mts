import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ActiveFault, FaultRules } from '../faults.mts';
import type { RecordedRequest, RequestLog, ServerName } from '../requestLog.mts';
import { familyError, HttpError } from './errors.mts';
import { readForm, type Form } from './form.mts';
import { spoil } from './spoil.mts';

declare module 'fastify' {
	interface FastifyInstance {
		/** Which of the sandbox's servers this is. */
		serverName: ServerName;
	}
	interface FastifyRequest {
		/** What is remembered of the request; null for requests to the sandbox's own paths. */
		recorded: RecordedRequest | null;
		/** The multipart form, read to its end; null for other bodies. */
		form: Form | null;
		/** Fault rules that spoil the answer once the server has acted. */
		faultsAfter: ActiveFault[];
	}
}

const mostBodyBytes = 32 * 1024 * 1024;

/** What the exchanges of a server need around their routes. */
export interface ExchangeParts {
	serverName: ServerName;
	log: RequestLog;
	faults: FaultRules;
	/** The groups in which a request counts, see {@link RequestLog.maxInFlight}. */
	groupsOf: (request: FastifyRequest) => string[];
}

/** Options a server must be made with for {@link installExchange}. */
export const exchangeServerOptions = { bodyLimit: mostBodyBytes, forceCloseConnections: true };

/**
 * What happens to every request around its route: it is remembered, its body is read as text or as
 * a form, and fault rules are applied before or after the route acts.
 */
export function installExchange(app: FastifyInstance, parts: ExchangeParts): void {
	const { serverName, log, faults } = parts;
	app.decorate('serverName', serverName);
	app.decorateRequest('recorded', null);
	app.decorateRequest('form', null);
	app.decorateRequest('faultsAfter');
	readBodiesAsText(app);
	app.register(multipart);

	app.addHook('onRequest', (request, reply, done) => {
		request.faultsAfter = [];
		if (!isOwnPath(request)) remember(parts, request, reply);
		done();
	});

	app.addHook('preHandler', async (request, reply) => {
		await readBody(log, request);
		if (isOwnPath(request)) return;
		const { url, method } = request;
		const target = { server: serverName, url, method, rpcMethods: rpcMethods(request) };
		const taken = faults.take(target);
		request.recorded?.faults.push(...taken.map(({ id }) => id));
		request.faultsAfter = taken.filter(({ rule }) => rule.when === 'after');
		for (const { rule } of taken.filter((fault) => fault.rule.when !== 'after')) {
			if (rule.kind === 'delay') await pause(rule.delayMs);
			else spoil(rule, request, reply);
		}
	});

	app.addHook('onSend', (request, reply, payload, done) => {
		void spoilAfter(request, reply, payload).then((spoiled) => {
			// Not calling back leaves the answer to whoever has spoiled it.
			if (!spoiled) done(null, payload);
		}, done);
	});

	app.setErrorHandler((error: Error & { statusCode?: number }, request, reply) => {
		if (error instanceof HttpError) {
			return reply.code(error.status).headers(error.headers).send(error.body);
		}
		if (error.statusCode === undefined) {
			request.log.error(error);
			return reply.code(500).send({ error: { code: 'sandbox_error', message: error.stack } });
		}
		const usual = familyError(request, error.statusCode);
		return reply.code(usual.status).headers(usual.headers).send(usual.body);
	});
}

/** Whether a request is to the sandbox's own switches and not to the platform it plays. */
function isOwnPath({ server, url }: FastifyRequest): boolean {
	return server.serverName === 'platform' && /^\/_sandbox(\/|\?|$)/.test(url);
}

function remember(
	{ log, groupsOf }: ExchangeParts,
	request: FastifyRequest,
	reply: FastifyReply,
): void {
	const { entry, end } = log.begin(request, groupsOf(request));
	request.recorded = entry;
	reply.raw.once('close', () => {
		if (reply.raw.headersSent) entry.status = reply.raw.statusCode;
		if (!reply.raw.writableFinished) entry.closedEarly = true;
		end();
	});
}

// Routes parse bodies themselves: a malformed one must be remembered, reach the fault rules and be
// answered in the form of its path, and the framework's parser would end the exchange before.
function readBodiesAsText(app: FastifyInstance): void {
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
		done(null, body);
	});
}

async function readBody(log: RequestLog, request: FastifyRequest): Promise<void> {
	const { recorded } = request;
	if (request.isMultipart()) {
		try {
			request.form = await readForm(request);
		} catch (error) {
			throw new HttpError(400, {
				errors: [{ code: 'MALFORMED', message: (error as Error).message, field: '' }],
			});
		}
		if (recorded !== null) recorded.parts = request.form.parts;
	} else if (typeof request.body === 'string' && recorded !== null) {
		log.body(recorded, request.body);
	}
}

async function spoilAfter(
	request: FastifyRequest,
	reply: FastifyReply,
	payload: unknown,
): Promise<boolean> {
	for (const { rule } of request.faultsAfter) {
		if (rule.kind !== 'delay') {
			spoil(rule, request, reply, typeof payload === 'string' ? payload : '');
			return true;
		}
		await pause(rule.delayMs);
	}
	return false;
}

async function pause(ms = 1000): Promise<void> {
	await new Promise((resolve) => void setTimeout(resolve, ms).unref());
}

function rpcMethods(request: FastifyRequest): string[] {
	const body = request.recorded?.body;
	if (request.server.serverName !== 'rpc' || typeof body !== 'object' || body === null) return [];
	const calls: unknown[] = Array.isArray(body) ? body : [body];
	return calls.map((call) =>
		typeof call === 'object' && call !== null && 'method' in call ? String(call.method) : '',
	);
}
