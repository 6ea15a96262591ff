import type { IDataObject } from 'n8n-workflow';

import { findFamilyOfProtocol } from '../addresses/chains';
import { buildEndpointAddress } from '../addresses/endpointAddress';
import { readNodeNetwork, type NodeNetwork } from '../managementApi/nodeNetworks';
import { checkId } from '../managementApi/resourceIds';
import type { OperationContext } from '../run/operationContext';
import { endSentence } from '../text/excerpt';
import { isRecord } from '../text/json';
import { Cancelled, toProblem } from '../text/problem';
import { trimEnd } from '../text/strings';

/** @returns the addresses of a node, as the platform gives them, and their key; empty texts where it has none (yet) */
export function readNodeAddresses({ details }: IDataObject) {
	const given = isRecord(details) ? details : {};
	const text = (value: unknown): string => (typeof value === 'string' ? value : '');
	return {
		https: text(given.https_endpoint),
		webSocket: text(given.wss_endpoint),
		/** The one of its consensus layer. */
		beacon: text(given.beacon_endpoint),
		key: text(given.auth_key),
	};
}

/**
 * Completes the WebSocket address of a node. Some nodes have the key after the path `/ws` (platform documentation, node
 * address forms).
 * @returns `undefined` where the node has none
 * @throws Problem when it is unusable
 */
export function buildWebSocketAddress(
	node: IDataObject,
	network: NodeNetwork | undefined,
): string | undefined {
	const { webSocket, key } = readNodeAddresses(node);
	if (webSocket === '') return undefined;
	if (webSocket.includes(key)) return webSocket;
	const given = trimEnd(webSocket, '/');
	if (given.endsWith('/ws')) return `${given}/${encodeURIComponent(key)}`;
	const address = given.replace(/^ws/i, 'http');
	const { protocol, chainNetwork } = network ?? {};
	const parts = { address, key, protocol, network: chainNetwork, field: 'wss_endpoint' };
	return buildEndpointAddress(parts).url.replace(/^http/, 'ws');
}

/**
 * Reads the network of a node, once per run and network.
 * @throws Problem
 */
export async function readNetworkOfNode(
	node: IDataObject,
	{ once }: Pick<OperationContext, 'once'>,
): Promise<NodeNetwork | undefined> {
	const id = checkId(node.network, 'network');
	return await once(`network ${id}`, async ({ api }) =>
		readNodeNetwork(await api.get(`/v1/networks/${id}/`, `network ${id}`)),
	);
}

/**
 * Says that the network of a node could not be read.
 * @throws Cancelled when that is the reason
 */
export function hintUnread(
	error: unknown,
	{ hint }: Pick<OperationContext, 'hint'>,
	consequence = '',
): void {
	const problem = toProblem(error);
	if (problem instanceof Cancelled) throw problem;
	const what = `Protocol and network of a node could not be read${consequence}`;
	hint(endSentence(`${what}: ${problem.message}`));
}

/** @returns why nodes of a network cannot be asked, if they cannot */
export function explainNotServed(network: NodeNetwork | undefined): string | undefined {
	return network !== undefined && findFamilyOfProtocol(network.protocol) === undefined
		? `it runs ${network.protocol}, whose interface is not documented`
		: undefined;
}
