import type { IDataObject } from 'n8n-workflow';

import {
	endpointAddress,
	type EndpointAddress,
	type EndpointPath,
} from '../../../shared/jsonRpc/endpointAddress';
import { isRecord } from '../../../shared/pure/json';
import { asProblem } from '../../../shared/pure/problem';
import { trimEnd } from '../../../shared/pure/trimEnd';
import { isEvm } from '../../../shared/readiness/resolveEndpoint';
import type { OperationContext } from '../../../shared/session/session';

/**
 * Adds `endpoint` to a node: its addresses ready to be used, with the key in them. They are shown only if
 * the user asked for secrets; otherwise the runner masks what is declared secret here.
 *
 * @param protocol protocol of the node's network, where known; it decides about the path
 * @returns the node as it is when it has no address yet
 */
export function withEndpoint(
	node: IDataObject,
	protocol: string | undefined,
	context: OperationContext,
): IDataObject {
	const details = isRecord(node.details) ? node.details : {};
	const { https_endpoint: https, wss_endpoint: wss, auth_key: key } = details;
	if (typeof https !== 'string' || https === '') return node;
	const secret = typeof key === 'string' ? key : undefined;
	try {
		const { url, secrets } = completed(https, secret, protocol);
		context.keepSecret(...secrets);
		const socket =
			typeof wss === 'string' && wss !== '' ? socketAddress(wss, secret, protocol) : undefined;
		context.hint(
			"To call a node, choose 'Node' as the endpoint source of a JSON-RPC operation: it needs no secret at all.",
		);
		return { ...node, endpoint: { https: url, ...(socket !== undefined && { wss: socket }) } };
	} catch (error) {
		// An address the service made is no reason to lose the node; it is there as it came.
		context.hint(`The address of a node could not be completed: ${asProblem(error).message}.`);
		return node;
	}
}

function completed(
	address: string,
	key: string | undefined,
	protocol: string | undefined,
): EndpointAddress {
	const isEvmNode = protocol === undefined || isEvm(protocol);
	const path: EndpointPath = { mode: isEvmNode ? 'automatic' : 'none' };
	return endpointAddress({ address, key, path, protocol, field: 'https_endpoint' });
}

/** Some nodes have the key behind the path `/ws` (platform documentation, node address forms). */
function socketAddress(
	address: string,
	key: string | undefined,
	protocol: string | undefined,
): string {
	if (key === undefined || address.includes(key)) return address;
	const trimmed = trimEnd(address, '/');
	if (trimmed.endsWith('/ws')) return `${trimmed}/${encodeURIComponent(key)}`;
	return completed(trimmed.replace(/^ws/i, 'http'), key, protocol).url.replace(/^http/, 'ws');
}
