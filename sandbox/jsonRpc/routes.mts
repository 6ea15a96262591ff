import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readTable } from '../data/readTable.mts';
import { HttpError, proxyError, rpcError } from '../http/errors.mts';
import { answerBody, type RpcParts } from './answerCalls.mts';
import type { Endpoints } from './endpoints.mts';
import { answerFamily } from './families.mts';

const mostBytes = 1024 * 1024;

/** The node endpoints, `/<key>/evm`, on a server of their own. */
export function rpcRoutes(app: FastifyInstance, endpoints: Endpoints, parts: RpcParts): void {
	async function handle(request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
		const { method, url, ip, body } = request;
		const { authorization, origin } = request.headers;
		const opened = endpoints.open(url, { authorization, origin, address: ip });
		const { endpoint, family, path } = opened;
		if (family === 'metrics') {
			if (!['GET', 'HEAD'].includes(method)) throw proxyError(405, { allow: 'GET, HEAD' });
			return reply.type('text/plain; version=0.0.4').send(metricsPage(endpoint.nodeId));
		}
		if (family === undefined) {
			const calls = callsOf(request);
			return await answerBody(parts, endpoint, calls).catch(() => {
				throw proxyError(502);
			});
		}
		const answer = answerFamily(parts, endpoint.key, family, { method, path, body });
		return reply.code(answer.status).send(answer.body);
	}

	app.all('*', handle);
	// Only methods the framework has no routes for come here.
	app.setNotFoundHandler(() => {
		throw proxyError(405, { allow: 'POST' });
	});
}

/** @throws HttpError when the request is no POST with JSON of at most a megabyte */
function callsOf({ method, body, headers }: FastifyRequest): unknown {
	if (method !== 'POST') throw proxyError(405, { allow: 'POST' });
	if (Buffer.byteLength(String(body ?? '')) > mostBytes) throw proxyError(413);
	if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) {
		const message = 'invalid content type, only application/json is supported';
		throw new HttpError(415, message, { 'content-type': 'text/plain' });
	}
	try {
		return JSON.parse(String(body ?? ''));
	} catch {
		throw new HttpError(400, rpcError(null, -32700, 'Parse error'));
	}
}

/** The page of a dedicated node in Prometheus's text format, as the platform documents it. */
function metricsPage(nodeId = ''): string {
	const now = Math.floor(Date.now() / 1000);
	const block: Record<string, number> = { height: Math.floor(now / 12), time: now - 6 };
	const lines = readTable('metrics').map(([name, help, value]) => {
		const full = `chainstack_node_${name}`;
		const labels = `{node_id="${nodeId}"}`;
		return `# HELP ${full} ${help}\n# TYPE ${full} gauge\n${full}${labels} ${block[value] ?? value}\n`;
	});
	return lines.join('');
}
