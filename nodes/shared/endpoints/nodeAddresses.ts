import type { IDataObject } from 'n8n-workflow';

import { buildEndpointAddress } from '../addresses/endpointAddress';
import type { NodeNetwork } from '../managementApi/nodeNetworks';
import { isRecord } from '../text/json';
import { trimEnd } from '../text/strings';

/** The addresses of a node; empty texts where it has none (yet). */
export interface NodeAddresses {
	https: string;
	webSocket: string;
	/** The one of its consensus layer. */
	beacon: string;
	key?: string;
}

/** @returns what a node returned by the platform says about its addresses */
export function readNodeAddresses({ details }: IDataObject): NodeAddresses {
	const given = isRecord(details) ? details : {};
	const text = (value: unknown): string => (typeof value === 'string' ? value : '');
	return {
		https: text(given.https_endpoint),
		webSocket: text(given.wss_endpoint),
		beacon: text(given.beacon_endpoint),
		...(typeof given.auth_key === 'string' && { key: given.auth_key }),
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
	if (key === undefined || webSocket.includes(key)) return webSocket;
	const given = trimEnd(webSocket, '/');
	if (given.endsWith('/ws')) return `${given}/${encodeURIComponent(key)}`;
	const address = given.replace(/^ws/i, 'http');
	const { protocol, chainNetwork } = network ?? {};
	const parts = { address, key, protocol, network: chainNetwork, field: 'wss_endpoint' };
	return buildEndpointAddress(parts).url.replace(/^http/, 'ws');
}
