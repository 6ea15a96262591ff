import { IdSource, newNodeAuth } from './random.mts';
import type {
	AccessRuleRecord,
	FaucetRecord,
	FolderRecord,
	NetworkRecord,
	NetworkStatus,
	NodeRecord,
	NodeStatus,
	PinRecord,
	PinStatus,
	ProjectRecord,
} from './records.mts';

/** How new nodes, networks and pins come up. */
export interface Deployment {
	/** Milliseconds from `pending` (`pinning`) to the outcome. */
	ms: number;
	outcome: NodeStatus;
	pinOutcome: 'pinned' | 'error';
	/** Whether the service names new networks after their chain, whatever was asked for. */
	namesNetworks?: boolean;
}

/** Everything the sandbox platform knows, with the statuses of this moment; plain JSON. */
export type SandboxState = ReturnType<Store['snapshot']>;

/** Settings that stay the same for as long as a sandbox runs. */
export interface Settings {
	/** The bearer key of the management API. */
	apiKey: string;
	/** Objects on a page of a core list. */
	pageSize: number;
	/** Milliseconds a new node or pin takes to come up. */
	deployMs: number;
	/** Milliseconds until a change of access rules is in force. */
	accessRuleMs: number;
}

/** A record to add: without what is the same for all, it gets the usual value. */
type Added<T extends { id: string }, K extends keyof T> = Omit<T, K | 'id'> & Partial<T>;
type AddedNode = Added<NodeRecord, 'createdAt' | 'readyAt' | 'outcome' | 'auth'>;
type AddedNetwork = Added<NetworkRecord, 'createdAt' | 'implicit'>;
type AddedPin = Added<PinRecord, 'createdAt' | 'readyAt' | 'outcome'>;

/** A node to create, as a request describes it. */
export type NodeInput = Omit<AddedNode, 'networkId'>;

// The first of these that a node of a network has makes the network's status.
const worstFirst: Array<[NodeStatus, NetworkStatus]> = [
	['failed', 'failed'],
	['error', 'warning'],
	['pending', 'pending'],
	['starting', 'starting'],
	['stopping', 'stopping'],
	['maintenance', 'warning'],
];

/**
 * The records of one sandbox. Routes read and write them; nothing else keeps state.
 * Statuses are worked out when somebody asks: a timer per object would have to be cancelled at every
 * deletion, reset and stop, and would be late under load.
 */
export class Store {
	/** Milliseconds by which tests moved time forward, so that transitions and cooldowns need no waiting. */
	skippedMs = 0;
	/** Address of the node endpoints, `http://127.0.0.1:RPCPORT`; known once their server listens. */
	rpcOrigin = '';
	ids = new IdSource();
	organization = { id: '', name: '' };
	readonly projects = new Map<string, ProjectRecord>();
	readonly networks = new Map<string, NetworkRecord>();
	readonly nodes = new Map<string, NodeRecord>();
	readonly accessRules = new Map<string, AccessRuleRecord>();
	/** The access rules of all nodes that were activated from some moment on, oldest first. */
	activatedRules: Array<{ since: number; rules: AccessRuleRecord[] }> = [];
	readonly buckets = new Map<string, { id: string; name: string }>();
	readonly folders = new Map<string, FolderRecord>();
	readonly pins = new Map<string, PinRecord>();
	faucet: FaucetRecord[] = [];
	/** When the latest requests passed, by the name of their throttle. */
	readonly passedAt = new Map<string, number[]>();
	deployment: Deployment;

	constructor(readonly settings: Settings) {
		this.deployment = { ms: settings.deployMs, outcome: 'running', pinOutcome: 'pinned' };
	}

	/** Milliseconds since the epoch, skipped time included. */
	now(): number {
		return Date.now() + this.skippedMs;
	}

	/** Forgets everything; the seed is the caller's business. */
	clear(): void {
		this.skippedMs = 0;
		this.ids = new IdSource();
		this.faucet = [];
		this.activatedRules = [];
		this.deployment = { ms: this.settings.deployMs, outcome: 'running', pinOutcome: 'pinned' };
		const { projects, networks, nodes, accessRules, buckets, folders, pins, passedAt } = this;
		for (const each of [projects, networks, nodes, accessRules, buckets, folders, pins, passedAt]) {
			each.clear();
		}
	}

	/** Adds a node, which comes up after the deployment time unless the input says otherwise. */
	addNode(input: AddedNode): NodeRecord {
		const { ms, outcome } = this.deployment;
		const createdAt = this.now();
		const id = input.id ?? this.ids.next('ND');
		const times = { createdAt, readyAt: createdAt + ms };
		return put(this.nodes, { ...times, outcome, auth: newNodeAuth(), ...input, id });
	}

	/** Adds a network of a chain such as `ethereum-mainnet`. */
	addNetwork(input: AddedNetwork): NetworkRecord {
		const id = input.id ?? this.ids.next('NW');
		return put(this.networks, { createdAt: this.now(), implicit: false, ...input, id });
	}

	/** Adds a pin, which comes up like a node. */
	addPin(input: AddedPin): PinRecord {
		const { ms, pinOutcome: outcome } = this.deployment;
		const createdAt = this.now();
		const id = this.ids.next('PIN');
		return put(this.pins, { createdAt, readyAt: createdAt + ms, outcome, ...input, id });
	}

	/** The nodes of a network, oldest first. */
	nodesOf(networkId: string): NodeRecord[] {
		return [...this.nodes.values()].filter((node) => node.networkId === networkId);
	}

	/** The networks of a project, oldest first. */
	networksOf(projectId: string): NetworkRecord[] {
		return [...this.networks.values()].filter((network) => network.projectId === projectId);
	}

	/** Status of a node at this moment. */
	statusOfNode({ forcedStatus, readyAt, outcome }: NodeRecord): NodeStatus {
		return forcedStatus ?? (this.now() < readyAt ? 'pending' : outcome);
	}

	/** Status of a network at this moment, which follows from its nodes. */
	statusOfNetwork({ id, forcedStatus }: NetworkRecord): NetworkStatus {
		if (forcedStatus !== undefined) return forcedStatus;
		const statuses = this.nodesOf(id).map((node) => this.statusOfNode(node));
		const worst = worstFirst.find(([status]) => statuses.includes(status));
		if (worst !== undefined) return worst[1];
		if (!statuses.includes('stopped')) return 'ok';
		return statuses.every((status) => status === 'stopped') ? 'stopped' : 'warning';
	}

	/** Status of a pin at this moment. */
	statusOfPin({ readyAt, outcome }: PinRecord): PinStatus {
		return this.now() < readyAt ? 'pinning' : outcome;
	}

	/** A copy of all records that later changes do not touch. */
	snapshot() {
		const { organization, faucet, accessRules, projects, buckets, folders } = this;
		const withStatus = <T, S>(records: Map<string, T>, statusOf: (record: T) => S) =>
			[...records.values()].map((record) => ({ ...record, status: statusOf(record) }));
		return structuredClone({
			rpcOrigin: this.rpcOrigin,
			organization,
			projects: [...projects.values()],
			networks: withStatus(this.networks, (network) => this.statusOfNetwork(network)),
			nodes: withStatus(this.nodes, (node) => this.statusOfNode(node)),
			accessRules: [...accessRules.values()],
			buckets: [...buckets.values()],
			folders: [...folders.values()],
			pins: withStatus(this.pins, (pin) => this.statusOfPin(pin)),
			faucet,
		});
	}
}

/** Adds a record to those of its kind. */
export function put<T extends { id: string }>(records: Map<string, T>, record: T): T {
	records.set(record.id, record);
	return record;
}
