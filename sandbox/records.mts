import type { NodeAuth } from './ids.mts';

/** A JSON object whose members are not known beforehand. */
export type JsonObject = Record<string, unknown>;

export type NodeStatus =
	| 'pending'
	| 'running'
	| 'maintenance'
	| 'failed'
	| 'error'
	| 'stopping'
	| 'stopped'
	| 'starting';

export type NetworkStatus =
	| 'pending'
	| 'ok'
	| 'failed'
	| 'warning'
	| 'stopping'
	| 'stopped'
	| 'starting';

/** Times in all records are milliseconds since the epoch. */
export interface OrganizationRecord {
	id: string;
	name: string;
}

export interface UserRecord {
	id: string;
	email: string;
	firstName: string;
	lastName: string;
}

export interface MemberRecord {
	id: string;
	name: string;
	email: string;
}

export interface ProjectRecord {
	id: string;
	name: string;
	description: string;
	type: string;
	members: MemberRecord[];
	createdAt: number;
}

export interface NetworkRecord {
	id: string;
	name: string;
	projectId: string;
	protocol: string;
	configuration: JsonObject;
	createdAt: number;
	/** Wins over the status that follows from the nodes. */
	forcedStatus?: NetworkStatus;
	/** Made by a v2 node creation, which knows no networks: it goes away with its last node. */
	implicit: boolean;
}

export interface NodeRecord {
	id: string;
	name: string;
	networkId: string;
	type: string;
	role: string;
	provider: string;
	region: string;
	configuration: JsonObject;
	createdAt: number;
	/** From then on the status is `outcome`; until then it is `pending`. */
	readyAt: number;
	outcome: NodeStatus;
	/** Wins over the status that follows from the clock. */
	forcedStatus?: NodeStatus;
	auth: NodeAuth;
	/** v2 id of the cloud (CC-…) and of the blockchain (BC-…); null where v2 has none. */
	cloud: string | null;
	blockchain: string | null;
}

export interface AccessRuleRecord {
	id: string;
	nodeId: string;
	type: 'ip' | 'origin';
	value: string;
	status: 'activated' | 'deactivated';
	createdAt: number;
	updatedAt: number;
}

export interface BucketRecord {
	id: string;
	name: string;
}

export interface FolderRecord {
	id: string;
	bucketId: string;
	title: string;
	createdAt: number;
}

export interface PinRecord {
	id: string;
	title: string;
	bucketId: string;
	/** null = the bucket's root. */
	folderId: string | null;
	cid: string;
	size: number;
	itemCount: number;
	createdAt: number;
	/** From then on the pin is `outcome` and shows its CID and link. */
	readyAt: number;
	outcome: 'pinned' | 'error';
	/** The CID came with the request (pin by CID), so it is shown from the start. */
	cidKnown: boolean;
}

export interface FaucetRecord {
	chain: string;
	address: string;
	/** Base units of the coin (wei and the like). */
	amount: number;
	transactionHash: string;
	at: number;
}
