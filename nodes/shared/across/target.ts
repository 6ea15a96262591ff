import type { ResolvedEndpoint } from '../endpoints/resolveEndpoint';
import type { RpcEndpoint } from '../jsonRpc/rpcClient';

/** One of the endpoints among which a call is made, or a node that has none at present. */
export interface Target {
	resolved: ResolvedEndpoint;
	/** Distinguishes it from the others; it may contain a key. */
	key: string;
	/** The part of its address that may be shown; the ID of a node without one. */
	label: string;
	nodeId?: string;
}

/** @returns an endpoint, or a node without one, as one of several */
export function createTarget(resolved: ResolvedEndpoint): Target {
	const { nodeId } = resolved;
	const named = nodeId === undefined ? {} : { nodeId };
	if ('absent' in resolved)
		return { resolved, key: resolved.nodeId, label: resolved.nodeId, ...named };
	const { endpoint } = resolved;
	return { resolved, key: addressOf(endpoint), label: endpoint.label, ...named };
}

/** @returns each endpoint once, in their order */
export function distinct(targets: readonly Target[]): Target[] {
	const byKey = new Map<string, Target>();
	for (const target of targets) if (!byKey.has(target.key)) byKey.set(target.key, target);
	return [...byKey.values()];
}

/** Two logins at one address are two endpoints. */
function addressOf({ url, basic }: RpcEndpoint): string {
	return basic === undefined ? url : `${url} ${basic}`;
}
