import type { FaultRule, FaultRules } from './faults.mts';
import type { Endpoints } from './jsonRpc/endpoints.mts';
import { anyEndpoint, type RpcBehaviour, type RpcScripts } from './jsonRpc/scripts.mts';
import { addManyNodes } from './manyNodes.mts';
import type { NetworkStatus, NodeStatus } from './records.mts';
import type { RecordedRequest, RequestLog } from './requestLog.mts';
import type { Deployment, SandboxState, Store } from './state.mts';

/** What tests may see and change in a running sandbox. */
export interface SandboxControl {
	/** A copy of all records with the statuses of this moment. */
	state(): SandboxState;
	/** The latest requests to both servers (at most 20,000), oldest first. */
	requests(): RecordedRequest[];
	/** Most requests under way at one time, by group: all, management, ipfs, faucet, rpc, rpc/<key>. */
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
	const { store, log, faults, scripts, endpoints } = parts;
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
		setDeployment: (deployment) => {
			store.deployment = { ...store.deployment, ...deployment };
		},
		addNodes: (count, projectId) => addManyNodes(store, count, projectId),
		skipTime: (ms) => store.clock.skip(ms),
		reset: parts.reset,
	};
}
