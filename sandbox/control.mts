import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { FaultRule, FaultRules } from './faults.mts';
import { isJsonObject } from './http/body.mts';
import { HttpError } from './http/errors.mts';
import type { Endpoints } from './jsonRpc/endpoints.mts';
import { anyEndpoint, type RpcBehaviour, type RpcScripts } from './jsonRpc/scripts.mts';
import type { JsonObject, NetworkStatus, NodeStatus } from './records.mts';
import type { RecordedRequest, RequestLog } from './requestLog.mts';
import { addManyNodes } from './seed.mts';
import type { Deployment, SandboxState, Store } from './state.mts';

/** What tests may see and change in a running sandbox. */
export interface SandboxControl {
	/** A copy of all records with the statuses of this moment. */
	state(): SandboxState;
	/** The latest requests to both servers (at most 20,000), oldest first. */
	requests(): RecordedRequest[];
	/** Most requests under way at one time, by group: all, management, ipfs, faucet, rpc. */
	maxInFlight(): Record<string, number>;
	/** Forgets the requests and the highest numbers in flight, and nothing else. */
	clearRequests(): void;
	/** Adds a fault rule and returns its id. Throws when the rule is not valid. */
	fault(rule: FaultRule): string;
	/** Removes all fault rules. */
	clearFaults(): void;
	/**
	 * Sets what an endpoint answers to eth_syncing (see ScriptedAnswer); undefined gives it back to
	 * the client. The node is an id, an endpoint's key, or `*` for all. Throws when there is none such.
	 */
	setSyncing(nodeKeyOrId: string, value: unknown): void;
	/** The same for any JSON-RPC method. */
	setRpcAnswer(nodeKeyOrId: string, method: string, value: unknown): void;
	/** Changes how an endpoint treats batches and limits. */
	setRpcBehaviour(nodeKeyOrId: string, behaviour: Partial<RpcBehaviour>): void;
	/** Forces the status of a node or network; undefined lets it follow the clock again. */
	setStatus(id: string, status: NodeStatus | NetworkStatus | undefined): void;
	/** How nodes and pins created from now on come up. */
	setDeployment(deployment: Partial<Deployment>): void;
	/** Adds running nodes, each in a network of its own, and returns their ids. */
	addNodes(count: number, projectId?: string): string[];
	/** Moves the sandbox's time forward, for transitions, cooldowns and throttles. */
	skipTime(ms: number): void;
	/** Restores the seed and forgets requests, faults and scripts. The EVM client's chain goes on. */
	reset(): void;
}

/** Makes the control of a sandbox from its parts. */
export function sandboxControl(parts: {
	store: Store;
	log: RequestLog;
	faults: FaultRules;
	scripts: RpcScripts;
	endpoints: Endpoints;
	reset: () => void;
}): SandboxControl {
	const { store, log, faults, scripts, endpoints, reset } = parts;
	const key = (nodeKeyOrId: string): string =>
		nodeKeyOrId === anyEndpoint ? anyEndpoint : endpoints.keyOf(nodeKeyOrId);
	return {
		state: () => store.snapshot(),
		requests: () => log.all(),
		maxInFlight: () => log.maxInFlight(),
		clearRequests: () => log.clear(),
		fault: (rule) => faults.add(rule),
		clearFaults: () => faults.clear(),
		setSyncing: (node, value) => scripts.setAnswer(key(node), 'eth_syncing', value),
		setRpcAnswer: (node, method, value) => scripts.setAnswer(key(node), method, value),
		setRpcBehaviour: (node, behaviour) => scripts.setBehaviour(key(node), behaviour),
		setStatus: (id, status) => {
			const record = store.nodes.get(id) ?? store.networks.get(id);
			if (record === undefined) throw new Error(`There is no node or network ${id}`);
			record.forcedStatus = status as typeof record.forcedStatus;
		},
		setDeployment: (deployment) => void Object.assign(store.deployment, deployment),
		addNodes: (count, projectId) => addManyNodes(store, count, projectId),
		skipTime: (ms) => void (store.clock.skippedMs += ms),
		reset,
	};
}

/** What a switch takes and does; what it returns is the answer, undefined for none (204). */
interface Switch {
	help: string;
	act: (control: SandboxControl, body: JsonObject, faults: FaultRules) => unknown;
}

const switches: Record<string, Switch> = {
	'GET /_sandbox/state': {
		help: 'all records with the statuses of this moment',
		act: (control) => control.state(),
	},
	'GET /_sandbox/requests': {
		help: 'the latest requests received, and the most that were in flight',
		act: (control) => ({ maxInFlight: control.maxInFlight(), requests: control.requests() }),
	},
	'DELETE /_sandbox/requests': {
		help: 'forget the requests',
		act: (control) => control.clearRequests(),
	},
	'POST /_sandbox/reset': {
		help: 'restore the seed; forget requests, faults and scripts',
		act: (control) => control.reset(),
	},
	'GET /_sandbox/faults': {
		help: 'the fault rules in force and how often each was applied',
		act: (_control, _body, faults) => faults.all(),
	},
	'POST /_sandbox/faults': {
		help: '{server?, method?, path?, rpcMethod?, kind, when?, times?, …} → {id}',
		act: (control, body) => ({ id: control.fault(body as unknown as FaultRule) }),
	},
	'DELETE /_sandbox/faults': {
		help: 'remove all fault rules (one: /_sandbox/faults/<id>)',
		act: (control) => control.clearFaults(),
	},
	'POST /_sandbox/rpc': {
		help:
			'{node? = *, method? = eth_syncing, value} script an answer; {…, clear: true} give it back;' +
			' {node?, behaviour: {batches?, rateLimitPerSecond?, rateLimitStatus?}}',
		act: (control, body) => {
			const { node = anyEndpoint, method = 'eth_syncing', behaviour } = body;
			if (body.clear === true) control.setRpcAnswer(String(node), String(method), undefined);
			if ('value' in body) control.setRpcAnswer(String(node), String(method), body.value);
			if (isJsonObject(behaviour)) control.setRpcBehaviour(String(node), behaviour);
		},
	},
	'POST /_sandbox/status': {
		help: '{id, status?} force the status of a node or network',
		act: (control, { id, status }) =>
			control.setStatus(String(id), (status ?? undefined) as NodeStatus | undefined),
	},
	'POST /_sandbox/deployment': {
		help: '{ms?, outcome?, pinOutcome?} how what is created comes up',
		act: (control, body) => control.setDeployment(body),
	},
	'POST /_sandbox/nodes': {
		help: '{count, project?} add running nodes',
		act: (control, { count, project }) => ({
			ids: control.addNodes(Number(count), typeof project === 'string' ? project : undefined),
		}),
	},
	'POST /_sandbox/clock': {
		help: '{skipMs} move time forward',
		act: (control, { skipMs }) => control.skipTime(Number(skipMs)),
	},
};

/** What `GET /_sandbox` tells: every switch of the sandbox and what it takes. */
export const controlHelp = Object.fromEntries(
	Object.entries(switches).map(([route, { help }]) => [route, help]),
);

/** The sandbox's own switches over HTTP, without authentication: it listens on loopback only. */
export function controlRoutes(
	app: FastifyInstance,
	control: SandboxControl,
	faults: FaultRules,
): void {
	app.get('/_sandbox', () => controlHelp);
	for (const [route, { act }] of Object.entries(switches)) {
		const [method, url] = route.split(' ');
		const takesBody = method === 'POST' && !url.endsWith('/reset');
		app.route({
			...{ method, url },
			handler: (request, reply) => {
				const body = takesBody ? bodyOf(request) : {};
				try {
					return act(control, body, faults) ?? reply.code(204).send();
				} catch (error) {
					throw new HttpError(400, { error: (error as Error).message });
				}
			},
		});
	}
	app.delete(
		'/_sandbox/faults/:id',
		({ params }: FastifyRequest<{ Params: { id: string } }>, reply) =>
			reply.code(faults.remove(params.id) ? 204 : 404).send(),
	);
}

function bodyOf(request: FastifyRequest): JsonObject {
	let body: unknown;
	try {
		body = JSON.parse(String(request.body ?? ''));
	} catch (error) {
		throw new HttpError(400, { error: `Malformed JSON: ${(error as Error).message}` });
	}
	if (!isJsonObject(body)) throw new HttpError(400, { error: 'A JSON object is expected.' });
	return body;
}
