import type { IDataObject } from 'n8n-workflow';

import type { NodeNetwork } from '../managementApi/nodeNetworks';
import type { OperationContext } from '../run/operationContext';
import { endSentence } from '../text/excerpt';
import { isRecord } from '../text/json';
import { toProblem } from '../text/problem';
import {
	buildWebSocketAddress,
	hintUnread,
	readNetworkOfNode,
	readNodeAddresses,
} from './nodeFacts';
import { readEndpointOfNode } from './resolveEndpoint';

/**
 * Adds `endpoint` to a node: its addresses ready to be used, with the key in them. They are shown only if
 * the user asked for secrets; otherwise the runner masks what is declared secret here.
 *
 * @param network the node's network, where known; it determines the path
 * @returns the node unchanged when it has no address yet
 */
export function addEndpoint(
	node: IDataObject,
	network: NodeNetwork | undefined,
	context: OperationContext,
): IDataObject {
	try {
		const resolved = readEndpointOfNode(node, network, {}, context);
		if ('absent' in resolved) return node;
		const wss = buildWebSocketAddress(node, network);
		const { url: https } = resolved.endpoint;
		return { ...node, endpoint: { https, ...(wss !== undefined && { wss }) } };
	} catch (error) {
		// An unusable address from the service is no reason to lose the node; it stays as it was received.
		const { message } = toProblem(error);
		context.hint(endSentence(`The address of a node could not be completed: ${message}`));
		return node;
	}
}

/** Adds to a node what its network says about it, and its endpoint. Without the network, only the host decides the path. */
export async function addNetworkAndEndpoint(
	node: IDataObject,
	context: OperationContext,
): Promise<IDataObject> {
	try {
		const network = await readNetworkOfNode(node, context);
		return addEndpoint({ ...node, ...network }, network, context);
	} catch (error) {
		const consequence = ', so the path in its address may be wrong';
		hintUnread(error, context, readNodeAddresses(node).https && consequence);
		return addEndpoint(node, undefined, context);
	}
}

/**
 * Tells how to use an endpoint whose key is masked.
 * @param includeSecrets whether the user asked for the key
 * @returns the record unchanged
 */
export function hintHiddenKey(
	record: IDataObject,
	includeSecrets: boolean | undefined,
	{ hint }: Pick<OperationContext, 'hint'>,
): IDataObject {
	const nodes = Array.isArray(record.nodes) ? (record.nodes as unknown[]).filter(isRecord) : [];
	const hasEndpoint = [record, ...nodes].some(({ endpoint }) => endpoint !== undefined);
	if (hasEndpoint && !includeSecrets)
		hint(
			"The key is hidden (***). Operations that choose this node need no key. To pass the full address on, turn on 'Include Secrets' in the options; n8n then saves it with the execution.",
		);
	return record;
}
