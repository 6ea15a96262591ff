import { AccessRules } from './accessRules.mts';
import type { Clock } from './clock.mts';
import { IdSource } from './ids.mts';
import type {
	AccessRuleRecord,
	BucketRecord,
	FaucetRecord,
	FolderRecord,
	NetworkRecord,
	NetworkStatus,
	NodeRecord,
	NodeStatus,
	OrganizationRecord,
	PinRecord,
	ProjectRecord,
	UserRecord,
} from './records.mts';
import { networkStatus, nodeStatus, pinStatus, type PinStatus } from './transitions.mts';

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
export interface SandboxState {
	organization: OrganizationRecord;
	projects: ProjectRecord[];
	networks: Array<NetworkRecord & { status: NetworkStatus }>;
	nodes: Array<NodeRecord & { status: NodeStatus }>;
	accessRules: AccessRuleRecord[];
	buckets: BucketRecord[];
	folders: FolderRecord[];
	pins: Array<PinRecord & { status: PinStatus }>;
	faucet: FaucetRecord[];
}

/** The records of one sandbox. Routes read and write them; nothing else keeps state. */
export class Store {
	readonly clock: Clock;
	ids = new IdSource();
	organization: OrganizationRecord = { id: '', name: '' };
	user: UserRecord = { id: '', email: '', firstName: '', lastName: '' };
	readonly projects = new Map<string, ProjectRecord>();
	readonly networks = new Map<string, NetworkRecord>();
	readonly nodes = new Map<string, NodeRecord>();
	readonly accessRules: AccessRules;
	readonly buckets = new Map<string, BucketRecord>();
	readonly folders = new Map<string, FolderRecord>();
	readonly pins = new Map<string, PinRecord>();
	faucet: FaucetRecord[] = [];
	readonly #initialDeployMs: number;
	deployment: Deployment;

	/**
	 * @param deployMs milliseconds a new node or pin takes to come up
	 * @param accessRuleMs milliseconds until a change of access rules is in force
	 */
	constructor(clock: Clock, deployMs: number, accessRuleMs: number) {
		this.clock = clock;
		this.accessRules = new AccessRules(clock, accessRuleMs);
		this.#initialDeployMs = deployMs;
		this.deployment = this.#initialDeployment();
	}

	/** Forgets everything; the seed is the caller's business. */
	clear(): void {
		this.ids = new IdSource();
		this.faucet = [];
		this.deployment = this.#initialDeployment();
		for (const map of [this.projects, this.networks, this.nodes]) map.clear();
		this.accessRules.clear();
		for (const map of [this.buckets, this.folders, this.pins]) map.clear();
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
	statusOfNode(node: NodeRecord): NodeStatus {
		return nodeStatus(node, this.clock.now());
	}

	/** Status of a network at this moment, which follows from its nodes. */
	statusOfNetwork(network: NetworkRecord): NetworkStatus {
		const nodes = this.nodesOf(network.id).map((node) => this.statusOfNode(node));
		return networkStatus(network, nodes);
	}

	/** Status of a pin at this moment. */
	statusOfPin(pin: PinRecord): PinStatus {
		return pinStatus(pin, this.clock.now());
	}

	/** A copy of all records that later changes do not touch. */
	snapshot(): SandboxState {
		const withStatus = {
			networks: [...this.networks.values()].map((record) => ({
				...record,
				status: this.statusOfNetwork(record),
			})),
			nodes: [...this.nodes.values()].map((record) => ({
				...record,
				status: this.statusOfNode(record),
			})),
			pins: [...this.pins.values()].map((record) => ({
				...record,
				status: this.statusOfPin(record),
			})),
		};
		return structuredClone({
			organization: this.organization,
			projects: [...this.projects.values()],
			accessRules: this.accessRules.all(),
			buckets: [...this.buckets.values()],
			folders: [...this.folders.values()],
			faucet: this.faucet,
			...withStatus,
		});
	}

	#initialDeployment(): Deployment {
		return { ms: this.#initialDeployMs, outcome: 'running', pinOutcome: 'pinned' };
	}
}
