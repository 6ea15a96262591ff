import type { IDataObject } from 'n8n-workflow';

import { endpointAddress, type EndpointAddress } from '../../../shared/addresses/endpointAddress';
import { networkOf, networkOfNode, type NodeNetwork } from '../../../shared/endpoints/nodeNetwork';
import type { OperationContext } from '../../../shared/run/session';
import { sentence } from '../../../shared/text/excerpt';
import { isRecord } from '../../../shared/text/json';
import { asProblem, Cancelled } from '../../../shared/text/problem';
import { trimEnd } from '../../../shared/text/trimEnd';

/**
 * Adds `endpoint` to a node: its addresses ready to be used, with the key in them. They are shown only if
 * the user asked for secrets; otherwise the runner masks what is declared secret here.
 *
 * @param network the node's network, where known; it determines the path
 * @returns the node unchanged when it has no address yet
 */
export function withEndpoint(
	node: IDataObject,
	network: NodeNetwork | undefined,
	context: OperationContext,
): IDataObject {
	const details = isRecord(node.details) ? node.details : {};
	const { https_endpoint: https, wss_endpoint: wss, auth_key: key } = details;
	if (typeof https !== 'string' || https === '') return node;
	const secret = typeof key === 'string' ? key : undefined;
	try {
		const { url, secrets } = completed(https, secret, network);
		context.keepSecret(...secrets);
		const socket =
			typeof wss === 'string' && wss !== '' ? socketAddress(wss, secret, network) : undefined;
		return { ...node, endpoint: { https: url, ...(socket !== undefined && { wss: socket }) } };
	} catch (error) {
		// An unusable address from the service is no reason to lose the node; it stays as it was received.
		const { message } = asProblem(error);
		context.hint(sentence(`The address of a node could not be completed: ${message}`));
		return node;
	}
}

/**
 * Tells how to use an endpoint whose key is masked.
 * @param includeSecrets whether the user asked for the key
 * @returns the record unchanged
 */
export function noteHiddenKey(
	record: IDataObject,
	includeSecrets: boolean | undefined,
	{ hint }: Pick<OperationContext, 'hint'>,
): IDataObject {
	const nodes = Array.isArray(record.nodes) ? (record.nodes as IDataObject[]) : [];
	const hasEndpoint = [record, ...nodes].some(({ endpoint }) => endpoint !== undefined);
	if (hasEndpoint && !includeSecrets) {
		hint(
			'The key in the address is hidden (***). To use this node in a workflow, choose it under JSON-RPC, Endpoint Source: Node; no key is needed. To pass the full address on, turn on Options, Include Secrets; n8n then saves it with the execution.',
		);
	}
	return record;
}

/**
 * Adds `endpoint` to a node that came without its network, which is looked up. If that fails, only the host decides.
 */
export async function withEndpointOf(
	node: IDataObject,
	context: OperationContext,
): Promise<IDataObject> {
	if (!isRecord(node.details) || !node.details.https_endpoint) return node;
	let network: NodeNetwork | undefined;
	try {
		network = networkOf(await networkOfNode(node, context));
	} catch (error) {
		if (error instanceof Cancelled) return await Promise.reject(error);
		context.hint(
			`The network of a node could not be read (${asProblem(error).message}), so the path in its address may be wrong.`,
		);
	}
	return withEndpoint(node, network, context);
}

function completed(
	address: string,
	key: string | undefined,
	network: NodeNetwork | undefined,
): EndpointAddress {
	const path = { mode: 'automatic' } as const;
	return endpointAddress({ address, key, path, ...network, field: 'https_endpoint' });
}

/** Some nodes have the key after the path `/ws` (platform documentation, node address forms). */
function socketAddress(
	address: string,
	key: string | undefined,
	network: NodeNetwork | undefined,
): string {
	if (key === undefined || address.includes(key)) return address;
	const trimmed = trimEnd(address, '/');
	if (trimmed.endsWith('/ws')) return `${trimmed}/${encodeURIComponent(key)}`;
	return completed(trimmed.replace(/^ws/i, 'http'), key, network).url.replace(/^http/, 'ws');
}
