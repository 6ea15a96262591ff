import type {
	NetworkRecord,
	NetworkStatus,
	NodeRecord,
	NodeStatus,
	PinRecord,
} from './records.mts';

export type PinStatus = 'pinning' | 'pinned' | 'error';

// Statuses are worked out when somebody asks. A timer per object would have to be cancelled at
// every deletion, reset and stop, and would be late under load.

/** Status of a node at `now` (milliseconds since the epoch). */
export function nodeStatus(node: NodeRecord, now: number): NodeStatus {
	if (node.forcedStatus !== undefined) return node.forcedStatus;
	return now < node.readyAt ? 'pending' : node.outcome;
}

/** Status of a network whose nodes have these statuses. */
export function networkStatus(
	network: Pick<NetworkRecord, 'forcedStatus'>,
	nodes: NodeStatus[],
): NetworkStatus {
	if (network.forcedStatus !== undefined) return network.forcedStatus;
	const worstFirst: Array<[NodeStatus, NetworkStatus]> = [
		['failed', 'failed'],
		['error', 'warning'],
		['pending', 'pending'],
		['starting', 'starting'],
		['stopping', 'stopping'],
		['maintenance', 'warning'],
	];
	for (const [node, whole] of worstFirst) {
		if (nodes.includes(node)) return whole;
	}
	if (nodes.length > 0 && nodes.every((status) => status === 'stopped')) return 'stopped';
	return nodes.includes('stopped') ? 'warning' : 'ok';
}

/** Status of a pin at `now` (milliseconds since the epoch). */
export function pinStatus(pin: PinRecord, now: number): PinStatus {
	return now < pin.readyAt ? 'pinning' : pin.outcome;
}

/** Whether a node with this status answers on its endpoint. */
export function answersJsonRpc(status: NodeStatus): boolean {
	return status === 'running' || status === 'error' || status === 'maintenance';
}
