import type { NodeAuth } from './random.mts';

export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;

/** ISO 8601 text of a time in milliseconds since the epoch. */
export function isoTime(ms: number): string {
	return new Date(ms).toISOString();
}

/** A JSON object whose members are not known beforehand. */
export type JsonObject = Record<string, unknown>;

type CommonStatus = 'pending' | 'failed' | 'stopping' | 'stopped' | 'starting';
export type NodeStatus = CommonStatus | 'running' | 'error' | 'maintenance';
export type NetworkStatus = CommonStatus | 'ok' | 'warning';
export type PinStatus = 'pinning' | 'pinned' | 'error';

/** Times in all records are milliseconds since the epoch. */
export interface NamedRecord {
	id: string;
	name: string;
	createdAt: number;
}

export interface ProjectRecord extends NamedRecord {
	description: string;
	type: string;
	members: Array<{ id: string; name: string; email: string }>;
}

export interface NetworkRecord extends NamedRecord {
	projectId: string;
	protocol: string;
	configuration: JsonObject;
	/** Wins over the status that follows from the nodes. */
	forcedStatus?: NetworkStatus;
	/** Made by a v2 node creation, which knows no networks: it goes away with its last node. */
	implicit: boolean;
}

export interface NodeRecord extends NamedRecord {
	networkId: string;
	type: string;
	role: string;
	provider: string;
	region: string;
	configuration: JsonObject;
	/** From then on the status is `outcome`; until then it is `pending`. */
	readyAt: number;
	outcome: NodeStatus;
	/** Wins over the status that follows from the clock. */
	forcedStatus?: NodeStatus;
	auth: NodeAuth;
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

export interface FolderRecord {
	id: string;
	bucketId: string;
	title: string;
	createdAt: number;
}

export interface PinRecord extends FolderRecord {
	/** null = the bucket's root. */
	folderId: string | null;
	cid: string;
	/** Bytes. */
	size: number;
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
