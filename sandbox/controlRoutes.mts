import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { SandboxControl } from './control.mts';
import type { FaultRule, FaultRules } from './faults.mts';
import { isJsonObject } from './http/body.mts';
import { HttpError } from './http/errors.mts';
import type { RpcBehaviour } from './jsonRpc/scripts.mts';
import type { NetworkStatus, NodeStatus } from './records.mts';
import type { Deployment } from './state.mts';

/** What `GET /_sandbox` tells: every switch of the sandbox and what it takes. */
export const controlHelp = {
	'GET /_sandbox/state': 'all records with the statuses of this moment',
	'GET /_sandbox/requests': 'the latest requests received, and the most that were in flight',
	'DELETE /_sandbox/requests': 'forget the requests',
	'POST /_sandbox/reset': 'restore the seed; forget requests, faults and scripts',
	'GET /_sandbox/faults': 'the fault rules in force and how often each was applied',
	'POST /_sandbox/faults': '{server?, method?, path?, rpcMethod?, kind, when?, times?, …} → {id}',
	'DELETE /_sandbox/faults': 'remove all fault rules (one: /_sandbox/faults/<id>)',
	'POST /_sandbox/rpc':
		'{node? = *, method? = eth_syncing, value} script an answer; {…, clear: true} give it back;' +
		' {node?, behaviour: {batches?, rateLimitPerSecond?, rateLimitStatus?}}',
	'POST /_sandbox/status': '{id, status?} force the status of a node or network',
	'POST /_sandbox/deployment': '{ms?, outcome?, pinOutcome?} how what is created comes up',
	'POST /_sandbox/nodes': '{count, project?} add running nodes',
	'POST /_sandbox/clock': '{skipMs} move time forward',
};

type WithId = FastifyRequest<{ Params: { id: string } }>;

/** The sandbox's own switches over HTTP, without authentication: it listens on loopback only. */
export function controlRoutes(
	app: FastifyInstance,
	control: SandboxControl,
	faults: FaultRules,
): void {
	app.get('/_sandbox', () => controlHelp);
	app.get('/_sandbox/state', () => control.state());
	app.get('/_sandbox/requests', () => ({
		maxInFlight: control.maxInFlight(),
		requests: control.requests(),
	}));
	app.delete('/_sandbox/requests', (_request, reply) => {
		control.clearRequests();
		return reply.code(204).send();
	});
	app.post('/_sandbox/reset', (_request, reply) => {
		control.reset();
		return reply.code(204).send();
	});

	app.get('/_sandbox/faults', () => faults.all());
	app.post('/_sandbox/faults', (request) => {
		const rule = bodyOf(request) as unknown as FaultRule;
		return attempt(() => ({ id: control.fault(rule) }));
	});
	app.delete('/_sandbox/faults', (_request, reply) => {
		control.clearFaults();
		return reply.code(204).send();
	});
	app.delete('/_sandbox/faults/:id', (request: WithId, reply) =>
		reply.code(faults.remove(request.params.id) ? 204 : 404).send(),
	);

	app.post('/_sandbox/rpc', (request, reply) => {
		const body = bodyOf(request);
		const node = String(body.node ?? '*');
		const method = String(body.method ?? 'eth_syncing');
		attempt(() => {
			if (body.clear === true) control.setRpcAnswer(node, method, undefined);
			if ('value' in body) control.setRpcAnswer(node, method, body.value);
			if (isJsonObject(body.behaviour)) {
				control.setRpcBehaviour(node, body.behaviour as Partial<RpcBehaviour>);
			}
		});
		return reply.code(204).send();
	});
	app.post('/_sandbox/status', (request, reply) => {
		const { id, status } = bodyOf(request);
		const wanted = (status ?? undefined) as NodeStatus | NetworkStatus | undefined;
		attempt(() => control.setStatus(String(id), wanted));
		return reply.code(204).send();
	});
	app.post('/_sandbox/deployment', (request, reply) => {
		control.setDeployment(bodyOf(request) as Partial<Deployment>);
		return reply.code(204).send();
	});
	app.post('/_sandbox/nodes', (request) => {
		const { count, project } = bodyOf(request);
		const projectId = typeof project === 'string' ? project : undefined;
		return attempt(() => ({ ids: control.addNodes(Number(count), projectId) }));
	});
	app.post('/_sandbox/clock', (request, reply) => {
		control.skipTime(Number(bodyOf(request).skipMs));
		return reply.code(204).send();
	});
}

function bodyOf(request: FastifyRequest): Record<string, unknown> {
	let body: unknown;
	try {
		body = JSON.parse(String(request.body ?? ''));
	} catch (error) {
		throw new HttpError(400, { error: `Malformed JSON: ${(error as Error).message}` });
	}
	if (!isJsonObject(body)) throw new HttpError(400, { error: 'A JSON object is expected.' });
	return body;
}

function attempt<T>(act: () => T): T {
	try {
		return act();
	} catch (error) {
		throw new HttpError(400, { error: (error as Error).message });
	}
}
