import type { IDataObject } from 'n8n-workflow';

import type { FamilyName } from '../addresses/chains';
import { buildEndpointAddress, type EndpointParts } from '../addresses/endpointAddress';
import type { endpointProperties } from '../fields/endpointFields';
import type { RpcEndpoint } from '../jsonRpc/rpcClient';
import type { NodeNetwork } from '../managementApi/nodeNetworks';
import { checkId } from '../managementApi/resourceIds';
import type { OperationContext } from '../run/operationContext';
import { Problem } from '../text/problem';
import { parseList } from '../text/strings';
import type { ValuesOf } from '../values/field';
import { explainNotServed, readNetworkOfNode, readNodeAddresses } from './nodeFacts';

/** An endpoint, or why a node of the organization has none at present. */
export type ResolvedEndpoint =
	| { endpoint: RpcEndpoint; nodeId?: string; nodeName?: string; nodeStatus?: string }
	| { absent: string; nodeId: string; nodeName?: string; nodeStatus?: string };

/** @returns an endpoint that is there @throws Problem for a node that has none at present */
export function requireEndpoint(resolved: ResolvedEndpoint) {
	if ('endpoint' in resolved) return resolved;
	throw new Problem(`${resolved.nodeId}: ${resolved.absent}`, {
		hint: 'Wait until the node is running, with Node, Wait Until Running',
	});
}

/** @returns the name under which results of an endpoint are shown: the user's label, that of the node, or the host */
export function nameEndpoint(resolved: ResolvedEndpoint, label = ''): string {
	return label || resolved.nodeName || findShownHost(resolved);
}

/** In a label, keys in the name of the host are masked already. */
const HOST_IN_LABEL = /^\w+:\/\/([^/?#]+)/;

function findShownHost(resolved: ResolvedEndpoint): string {
	if (!('endpoint' in resolved)) return resolved.nodeId;
	const { label } = resolved.endpoint;
	return HOST_IN_LABEL.exec(label)?.[1] ?? label;
}

/** The fields that choose an endpoint. */
export type EndpointValues = Readonly<ValuesOf<typeof endpointProperties>>;

/** Options that decide how an endpoint is asked. */
export type PathOptions = Readonly<{
	path?: string;
	customPath?: string;
	protocol?: 'automatic' | FamilyName;
}>;

/** The choices that decide the path, and how the endpoint is asked. */
export type PathChoice = Pick<EndpointParts, 'path' | 'family'>;

/**
 * Finds the endpoint an item specifies.
 * @throws Problem when the address cannot be built or the node cannot be looked up
 */
export async function resolveEndpoint(
	values: EndpointValues,
	options: PathOptions,
	context: OperationContext,
): Promise<ResolvedEndpoint> {
	const choice = readPathChoice(options);
	const { endpointSource, url } = values;
	if (endpointSource === 'credential')
		return { endpoint: buildCredentialEndpoint(choice, context) };
	if (endpointSource === 'url')
		return buildEnteredEndpoint({ address: url, field: 'Endpoint URL' }, options, context);
	const nodeId = checkChosenNode(values, context);
	const { node, network } = await lookUpNode(nodeId, context);
	const reason = choice.family === undefined ? explainNotServed(network) : undefined;
	if (reason !== undefined)
		throw new Problem(`The node ${nodeId} cannot be queried: ${reason}`, {
			hint: "Choose a node of another protocol, or set 'Protocol' in the options to say how to query it",
		});
	return readEndpointOfNode(node, network, choice, context);
}

/** Takes an address from a field. @throws Problem that names the field when the address is unusable */
export function buildEnteredEndpoint(
	given: Pick<GivenAddress, 'address' | 'field'>,
	options: PathOptions,
	context: OperationContext,
): { endpoint: RpcEndpoint } {
	return { endpoint: buildEndpoint(given, readPathChoice(options), context) };
}

/** @throws Problem when no node is chosen, or what is chosen is none */
function checkChosenNode({ nodeId }: EndpointValues, { session }: OperationContext): string {
	if (nodeId.trim() !== '') return checkId(nodeId, 'node');
	const hasEndpoint = Boolean(session.credential?.nodeEndpoint);
	throw new Problem(
		hasEndpoint
			? "Choose a node, or set 'Endpoint Source' to Credential: the credential has a node endpoint"
			: 'No node is selected',
		{ hint: 'The list of the field Node shows the nodes of your organization' },
	);
}

const NODE_IS_EASIER = "Set 'Endpoint Source' to Node: that needs only the API key.";

/**
 * Finds the node endpoint of the credential.
 * @param easier what to choose instead, which needs no endpoint in the credential
 * @throws Problem when it has none, or no key for it
 */
export function buildCredentialEndpoint(
	choice: PathChoice,
	context: OperationContext,
	easier = NODE_IS_EASIER,
): RpcEndpoint {
	const { credential } = context.session;
	if (credential === undefined)
		throw new Problem(`${easier} No credential is chosen`, {
			hint: 'Choose a Chainstack API credential in the node',
		});
	if (credential.nodeEndpoint === '')
		throw new Problem(`${easier} The credential has no 'Node Endpoint'`, {
			hint: "Or fill in 'Node Endpoint' and 'Endpoint Key' in the credential",
		});
	const given = { address: credential.nodeEndpoint, field: 'Node Endpoint' };
	const endpoint = buildEndpoint(given, choice, context);
	if (!endpoint.hasKey)
		throw new Problem(`${easier} The credential has no 'Endpoint Key'`, {
			hint: "Or fill in 'Endpoint Key' in the credential; it is the secret part of the node's address in the Chainstack console",
		});
	return endpoint;
}

/**
 * Finds the endpoints of a list of addresses, in its order.
 * @throws Problem when it is empty, or an address is unusable
 */
export function buildEndpoints(
	given: string | readonly string[],
	choice: PathChoice,
	context: OperationContext,
): RpcEndpoint[] {
	const addresses = parseList(given);
	if (addresses.length === 0)
		throw new Problem("'Addresses' is empty", {
			hint: 'Enter the HTTPS addresses of the endpoints, one per line',
		});
	return addresses.map((address, index) => {
		const field = addresses.length === 1 ? 'Addresses' : `Addresses #${index + 1}`;
		return buildEndpoint({ address, field }, choice, context);
	});
}

/**
 * Reads a node and, because a v1 node does not include its protocol, its network.
 * @throws Problem
 */
export function lookUpNode(
	nodeId: string,
	{ once }: OperationContext,
): Promise<{ node: IDataObject; network?: NodeNetwork }> {
	const name = `node ${nodeId}`;
	return once(
		name,
		async (shared) => {
			const node = await shared.api.get(`/v1/nodes/${nodeId}/`, name);
			// Without its network, the host name of the endpoint decides.
			const isNamed = typeof node.network === 'string' && node.network !== '';
			return { node, network: isNamed ? await readNetworkOfNode(node, shared) : undefined };
		},
		// A node that is being deployed gets its endpoint later.
		({ node }) => node.status === 'running' && readNodeAddresses(node).https !== '',
	);
}

/**
 * Takes the endpoint from a node returned by the platform.
 * @throws Problem when its address is unusable
 */
export function readEndpointOfNode(
	node: IDataObject,
	network: NodeNetwork | undefined,
	choice: PathChoice,
	context: OperationContext,
): ResolvedEndpoint {
	const nodeId = String(node.id);
	const nodeStatus = String(node.status);
	const nodeName = typeof node.name === 'string' ? node.name : undefined;
	const about = { nodeId, nodeName, nodeStatus };
	const { https, beacon, key } = readNodeAddresses(node);
	// The consensus layer may have an address of its own.
	const address = choice.family === 'beacon' && beacon !== '' ? beacon : https;
	if (address === '')
		return { ...about, absent: `the node has no endpoint yet (status ${nodeStatus})` };
	const own = { key, protocol: network?.protocol, network: network?.chainNetwork };
	const field = `https_endpoint of ${nodeId}`;
	return { ...about, endpoint: buildEndpoint({ address, field, own }, choice, context) };
}

/** An address as it was given. */
interface GivenAddress {
	address: string;
	/** Display name of the field that holds it, for messages. */
	field: string;
	/** What is known of a node; any other address has to include its key, unless it is at the credential's host. */
	own?: Partial<EndpointParts>;
}

/**
 * Builds an endpoint, once per run, because parsing an address costs more than everything else about an item; and does
 * what every item needs for its own.
 */
function buildEndpoint(
	{ address, field, own }: GivenAddress,
	choice: PathChoice,
	{ session, keepSecret, hint }: OperationContext,
): RpcEndpoint {
	// The parts are put together only where they are needed: within n8n, that takes 5 µs for each item.
	const name = JSON.stringify([address, own, choice, field]);
	const endpoint = session.remember(`endpoint ${name}`, () => {
		const { endpointKey: key, nodeEndpoint: keyHost } = session.credential ?? {};
		const known = own ?? { key, keyHost };
		return {
			...buildEndpointAddress({ address, ...known, ...choice, field }),
			allowUnauthorizedCerts: session.credential?.allowUnauthorizedCerts ?? false,
		};
	});
	keepSecret(...endpoint.secrets);
	if (endpoint.keyOverridden)
		hint(
			`'${field}' contains a different key than the credential; the one in the address was used.`,
		);
	return endpoint;
}

/**
 * @returns what the options Path, Custom Path and Protocol choose
 * @throws Problem when the custom path is empty
 */
export function readPathChoice({
	path = 'automatic',
	customPath = '',
	protocol = 'automatic',
}: PathOptions): PathChoice {
	if (path === 'custom' && customPath === '')
		throw new Problem("'Custom Path' is empty", {
			hint: "Enter the path that follows the key, or set 'Path' to None",
		});
	const chosen = path === 'none' ? '' : customPath;
	return {
		path: path === 'automatic' ? undefined : chosen,
		family: protocol === 'automatic' ? undefined : protocol,
	};
}
