import type { FastifyInstance } from 'fastify';
import type { FaultRule, FaultRules } from './faults.mts';
import { HttpError } from './http/errors.mts';
import type { Endpoints } from './jsonRpc/endpoints.mts';
import { anyEndpoint, type RpcBehaviour, type RpcScripts } from './jsonRpc/scripts.mts';
import type { JsonObject, NetworkStatus, NodeStatus } from './records.mts';
import type { RequestLog } from './requestLog.mts';
import { addManyNodes, addNodesToNetwork } from './seed.mts';
import type { Deployment, Store } from './state.mts';

/** The parts of a running sandbox that tests may see and change. */
export type SandboxControl = ReturnType<typeof sandboxControl>;

/** Makes the control of a sandbox from its parts. */
export function sandboxControl(
	parts: { store: Store; log: RequestLog; faults: FaultRules; scripts: RpcScripts },
	endpoints: Endpoints,
	reset: () => void,
) {
	const { store, log, faults, scripts } = parts;
	/** The node is an id, an endpoint's key, or `*` for all. Throws when there is none such. */
	const key = (nodeKeyOrId: string): string =>
		nodeKeyOrId === anyEndpoint ? anyEndpoint : endpoints.keyOf(nodeKeyOrId);
	return {
		/** A copy of all records with the statuses of this moment. */
		state: () => store.snapshot(),
		/** The latest requests to both servers (at most 20,000), oldest first. */
		requests: () => log.all(),
		/** Most requests under way at one time, by part of the platform: core, ipfs, faucet, rpc. */
		maxInFlight: () => log.maxInFlight(),
		/** Forgets the requests and the highest numbers in flight, and nothing else. */
		clearRequests: () => log.clear(),
		/** Adds a fault rule and returns its id. Throws when the rule is not valid. */
		fault: (rule: FaultRule) => faults.add(rule),
		/** Removes one fault rule. */
		endFault: (id: unknown) => faults.remove(id),
		/** Removes all fault rules. */
		clearFaults: () => faults.clear(),
		/** Sets what an endpoint answers to eth_syncing, see {@link RpcScripts.setAnswer}. */
		setSyncing: (node: string, value: unknown) =>
			scripts.setAnswer(key(node), 'eth_syncing', value),
		/** The same for any JSON-RPC method. */
		setRpcAnswer: (node: string, method: string, value: unknown) =>
			scripts.setAnswer(key(node), method, value),
		/** Changes how an endpoint behaves. */
		setRpcBehaviour: (node: string, behaviour: Partial<RpcBehaviour>) =>
			scripts.setBehaviour(key(node), behaviour),
		/** Forces the status of a node or network; undefined lets it follow the clock again. */
		setStatus: (id: string, status: NodeStatus | NetworkStatus | undefined): void => {
			const record = store.nodes.get(id) ?? store.networks.get(id);
			if (record === undefined) throw new Error(`There is no node or network ${id}`);
			record.forcedStatus = status as typeof record.forcedStatus;
		},
		/** How nodes and pins created from now on come up. */
		setDeployment: (deployment: Partial<Deployment>) =>
			void Object.assign(store.deployment, deployment),
		/** Adds running nodes, each in a network of its own, and returns their ids. */
		addNodes: (count: number, projectId?: string) => addManyNodes(store, count, projectId),
		/** Adds running nodes to a network, and returns their ids. */
		addNodesToNetwork: (count: number, networkId: string) =>
			addNodesToNetwork(store, count, networkId),
		/** Moves the sandbox's time forward, for transitions, cooldowns and throttles. */
		skipTime: (ms: number): void => {
			store.skippedMs += ms;
		},
		/** Restores the seed and forgets requests, faults and scripts. The EVM client's chain goes on. */
		reset,
	};
}

/** A switch: what it takes and does, and its work; what that returns is the answer, undefined for none. */
type Switch = [help: string, act: (control: SandboxControl, input: JsonObject) => unknown];

const switches: Record<string, Switch> = {
	'GET /_sandbox/state': [
		'all records with the statuses of this moment',
		(control) => control.state(),
	],
	'GET /_sandbox/requests': [
		'the latest requests received',
		(control) => ({ requests: control.requests() }),
	],
	'DELETE /_sandbox/requests': ['forget the requests', (control) => control.clearRequests()],
	'POST /_sandbox/reset': [
		'restore the seed; forget requests, faults and scripts',
		(control) => control.reset(),
	],
	'POST /_sandbox/faults': [
		'{server?, method?, path?, rpcMethod?, kind, when?, times?, …} → {id}',
		(control, rule) => ({ id: control.fault(rule as unknown as FaultRule) }),
	],
	'DELETE /_sandbox/faults': ['remove all fault rules', (control) => control.clearFaults()],
	'DELETE /_sandbox/faults/:id': ['remove a fault rule', (control, { id }) => control.endFault(id)],
	'POST /_sandbox/rpc': [
		'{node? = *, method? = eth_syncing, value} script an answer; {…, clear: true} give it back',
		(control, { node = anyEndpoint, method = 'eth_syncing', value, clear }) =>
			control.setRpcAnswer(String(node), String(method), clear === true ? undefined : value),
	],
	'POST /_sandbox/behaviour': [
		'{node, condition?, chainId?, headOffset?, headAge?, stateFrom?} change how an endpoint behaves',
		(control, { node, ...behaviour }) => control.setRpcBehaviour(String(node), behaviour),
	],
	'POST /_sandbox/deployment': [
		'{ms?, outcome?, pinOutcome?, namesNetworks?} how new nodes and pins come up from now on',
		(control, deployment) => control.setDeployment(deployment),
	],
	'POST /_sandbox/status': [
		'{id, status?} force the status of a node or network',
		(control, { id, status }) => control.setStatus(String(id), status as NodeStatus | undefined),
	],
	'POST /_sandbox/nodes': [
		'{count, project?} add running nodes, each in a network of its own; {count, network} to one network',
		(control, { count, project, network }) => ({
			ids:
				network === undefined
					? control.addNodes(Number(count), project as string | undefined)
					: control.addNodesToNetwork(Number(count), String(network)),
		}),
	],
};

/** The answer to `GET /_sandbox`: every switch of the sandbox and what it takes. */
export const controlHelp = Object.fromEntries(
	Object.entries(switches).map(([route, [help]]) => [route, help]),
);

/** The sandbox's own switches over HTTP, without authentication: it listens on loopback only. */
export function controlRoutes(app: FastifyInstance, control: SandboxControl): void {
	app.get('/_sandbox', () => controlHelp);
	for (const [route, [, act]] of Object.entries(switches)) {
		const [method, url] = route.split(' ');
		app.route({
			method,
			url,
			handler: ({ params, body }, reply) => {
				try {
					const input = { ...(params as object), ...JSON.parse(String(body || '{}')) };
					return act(control, input) ?? reply.code(204).send();
				} catch (error) {
					throw new HttpError(400, { error: (error as Error).message });
				}
			},
		});
	}
}
