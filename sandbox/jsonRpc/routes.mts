import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HttpError, proxyError } from '../http/errors.mts';
import { answerBody, failure, type RpcParts } from './answerCalls.mts';
import { answerFamily } from './answerFamily.mts';
import { openEndpoint, type Endpoints } from './endpoints.mts';
import { metricsPage } from './metrics.mts';

const mostBytes = 1024 * 1024;

/** The node endpoints, `/<key>/evm`, on a server of their own. */
export function rpcRoutes(app: FastifyInstance, endpoints: Endpoints, parts: RpcParts): void {
	async function handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
		const { authorization, origin } = request.headers;
		const { endpoint, family, path } = openEndpoint(endpoints, request.url, {
			authorization,
			origin,
			address: request.ip,
		});
		const { query } = /\?(?<query>.*)$/s.exec(request.url)?.groups ?? {};
		if (path === 'metrics' && endpoint.dedicatedId !== undefined) {
			if (!['GET', 'HEAD'].includes(request.method)) throw proxyError(405, { allow: 'GET, HEAD' });
			return reply.type('text/plain; version=0.0.4').send(metricsPage(endpoint.dedicatedId));
		}
		if (family !== undefined) {
			const { method, body } = request;
			const full = query === undefined ? path : `${path}?${query}`;
			const answer = answerFamily(parts, endpoint.key, family, { method, path: full, body });
			const isText = typeof answer.body === 'string';
			return reply
				.code(answer.status)
				.type(isText ? 'text/plain' : 'application/json')
				.send(isText ? answer.body : JSON.stringify(answer.body));
		}
		if (request.method !== 'POST') throw proxyError(405, { allow: 'POST' });
		const text = String(request.body ?? '');
		if (Buffer.byteLength(text) > mostBytes) throw proxyError(413);
		if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
			const message = 'invalid content type, only application/json is supported';
			throw new HttpError(415, message, { 'content-type': 'text/plain' });
		}
		let body: unknown;
		try {
			body = JSON.parse(text);
		} catch {
			throw new HttpError(400, failure(null, -32700, 'Parse error'));
		}
		let response;
		try {
			response = await answerBody(parts, endpoint, body);
		} catch {
			throw proxyError(502);
		}
		// Sent as text: a scripted answer may be null or a bare string, which would go out as no JSON.
		return reply
			.code(response.status)
			.type('application/json')
			.send(JSON.stringify(response.body) ?? '');
	}

	app.all('*', handle);
	// Only methods the framework has no routes for come here.
	app.setNotFoundHandler(() => {
		throw proxyError(405, { allow: 'POST' });
	});
}
