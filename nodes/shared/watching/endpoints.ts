import type { IDataObject } from 'n8n-workflow';

import { notServed } from '../endpoints/nodeNetwork';
import {
	endpointOfAddress,
	endpointOfNode,
	pathOf,
	resolveEndpoint,
	type ResolvedEndpoint,
} from '../endpoints/resolveEndpoint';
import { networkOf, type NodeNetwork } from '../managementApi/nodeNetworks';
import { notReadInTime } from '../polling/lookInTime';
import { DELETED, type Observation, type Snapshot } from '../polling/observation';
import type { Look } from '../polling/watchEvent';
import { listedIn } from '../text/listedIn';
import { asProblem, Cancelled, Problem } from '../text/problem';
import { lookedUp } from './lookUp';
import type { WatchedKind } from './lookUp';
import { found, listed, type WatchedSet } from './watched';

const NODES: WatchedKind = { resource: 'node', path: '/v1/nodes/' };

const NETWORKS: WatchedKind = { resource: 'network', path: '/v1/networks/' };

const AUTOMATIC = { path: { mode: 'automatic' } } as const;

/** An endpoint to ask. */
export interface Endpoint {
	id: string;
	name: string;
	/** Its host, which may limit the rate of all calls to it; empty where there is none. */
	host: string;
	target: ResolvedEndpoint;
}

/** What is watched: endpoints to ask, and what is known without asking. */
export interface EndpointsToAsk extends Omit<Snapshot, 'observations' | 'unknown' | 'cutOff'> {
	endpoints: Endpoint[];
	/** Those that no longer exist, or are no longer running. */
	observations: Observation[];
	/** Those that cannot be asked at present. */
	unknown: string[];
	cutOff: number;
}

/** Look-ups end after this share of a poll, so that there is time to ask what they found. */
const OF_POLL = 0.5;

/** Which endpoints are watched. */
export type EndpointSet = WatchedSet & {
	addresses: string | readonly string[];
	path?: string;
	customPath?: string;
};

/**
 * Finds out which endpoints are to be asked.
 * @throws Problem when a field is invalid or the lists cannot be read
 */
export async function endpointsToAsk(set: EndpointSet, look: Look): Promise<EndpointsToAsk> {
	if (set.watch === 'credential') return await ofCredential(look);
	if (set.watch === 'addresses') return ofAddresses(set, look);
	const { context, pollMs } = look;
	const cancel = context.clock.timeout(pollMs * OF_POLL);
	const { retryOptions } = context;
	const limited = { ...look, context: context.within({ cancel, retryOptions }) };
	return await ofNodes(set, limited).catch((error: unknown) => {
		throw error instanceof Cancelled ? notReadInTime(pollMs * OF_POLL) : error;
	});
}

const NOTHING_ELSE = { observations: [], unknown: [], cutOff: 0 };

/** The label is the id: another endpoint in the credential is another object. */
async function ofCredential({ context }: Look): Promise<EndpointsToAsk> {
	const source = { endpointSource: 'credential', nodeId: '', url: '' } as const;
	const target = await resolveEndpoint(source, {}, context);
	const label = labelOf(target);
	return { endpoints: [endpointOf(label, label, target)], ...NOTHING_ELSE };
}

/**
 * Addresses that differ only in what is masked are distinguished for users by their place among those with the same
 * label. In the memory each has a fingerprint, because places and neighbours change with the list.
 */
function ofAddresses(set: EndpointSet, { context }: Look): EndpointsToAsk {
	const addresses = listedIn(set.addresses);
	const way = { path: pathOf(set) };
	if (addresses.length === 0) {
		throw new Problem("'Addresses' is empty", {
			hint: 'Enter the HTTPS addresses of the endpoints, one per line',
		});
	}
	// One address in two spellings is one endpoint.
	const byUrl = new Map<string, { label: string; target: ResolvedEndpoint }>();
	for (const [index, address] of addresses.entries()) {
		const field = addresses.length === 1 ? 'Addresses' : `Addresses #${index + 1}`;
		const target = { endpoint: endpointOfAddress(address, way, context, field) };
		const place = keyOfTarget(target);
		if (!byUrl.has(place)) byUrl.set(place, { label: labelOf(target), target });
	}
	const targets = [...byUrl.values()];
	const endpoints = targets.map(({ label, target }) => {
		const alike = targets.filter((each) => each.label === label);
		const place = alike.findIndex((each) => each.target === target) + 1;
		const name = alike.length === 1 ? label : `${label} #${place}`;
		return endpointOf(`${label} ${fingerprintOf(target)}`, name, target);
	});
	return { endpoints, ...NOTHING_ELSE };
}

/** Its address, with the user name that a Basic header carries. */
function keyOfTarget(target: ResolvedEndpoint): string {
	return 'endpoint' in target
		? [target.endpoint.url, target.endpoint.basic ?? ''].join(' ').trim()
		: target.nodeId;
}

/** 32-bit FNV-1a: enough to distinguish a few addresses, and far too little to recover them. */
function fingerprintOf(target: ResolvedEndpoint): string {
	const text = keyOfTarget(target);
	let hash = 0x811c9dc5;
	for (const character of text)
		hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
	return (hash >>> 0).toString(16).padStart(8, '0');
}

function endpointOf(id: string, name: string, target: ResolvedEndpoint): Endpoint {
	const host = 'endpoint' in target ? new URL(target.endpoint.url).host : '';
	return { id, name, host, target };
}

function labelOf(target: ResolvedEndpoint): string {
	return 'endpoint' in target ? target.endpoint.label : target.nodeId;
}

/** The list of nodes has addresses and keys, and the list of networks what they run: no look-up for each. */
async function ofNodes(set: WatchedSet, look: Look): Promise<EndpointsToAsk> {
	const isChosen = set.watch === 'chosen';
	const [nodes, networks] = await Promise.all([
		found(NODES, set, look),
		isChosen ? new Map<string, IDataObject>() : listed(NETWORKS, set, look),
	]);
	for (const network of networks.values()) noteNetwork(look, network);
	await lookUpNetworks(nodes.records, look);
	const { gone, unread, unwatched, organization, isElsewhere, cutOff } = nodes;
	const result: EndpointsToAsk = {
		endpoints: [],
		observations: gone.map((id) => ({ id, name: look.known.get(id) ?? id, state: DELETED })),
		unknown: [...nodes.unknown],
		cutOff,
		unread,
		unwatched,
		isElsewhere,
		notes: organization === undefined ? {} : { organization },
	};
	for (const node of nodes.records) {
		const id = String(node.id);
		const { status } = node;
		if (!isChosen && typeof status === 'string' && status !== 'running' && look.isWatched(id)) {
			const reason = `Chainstack says that the node is ${status}, so its endpoint is not asked`;
			const facts = { status, reason };
			result.observations.push({ id, name: String(node.name ?? id), state: 'notRunning', facts });
			continue;
		}
		const network = look.networks.get(String(node.network));
		const reason = network && notServed(network);
		if (reason !== undefined) {
			if (isChosen || node.status === 'running') unwatched.set(id, reason);
			continue;
		}
		// A node that was not seen running since activation is not watched yet, but not forgotten either.
		if (network !== undefined && (isChosen || status === 'running')) {
			const target = targetOf(node, network, look);
			result.endpoints.push(endpointOf(id, String(node.name ?? id), target));
			continue;
		}
		result.unknown.push(id);
		if (network === undefined) unread.set(id, 'its network could not be read');
	}
	return result;
}

/** What a network runs never changes. */
async function lookUpNetworks(nodes: readonly IDataObject[], look: Look): Promise<void> {
	const missing = new Set(
		nodes
			.map(({ network }) => network)
			.filter((id): id is string => typeof id === 'string' && id !== '')
			.filter((id) => !look.networks.has(id)),
	);
	const objects = [...missing].map((id) => ({ id }));
	const { records } = await lookedUp(NETWORKS, objects, look, 'mayFail');
	for (const network of records) noteNetwork(look, network);
}

function noteNetwork({ networks }: Look, network: IDataObject): void {
	const facts = networkOf(network);
	if (facts !== undefined) networks.set(String(network.id), facts);
}

/** An unusable address is a problem of its own node only. */
function targetOf(node: IDataObject, network: NodeNetwork, { context }: Look): ResolvedEndpoint {
	try {
		return endpointOfNode(node, network, AUTOMATIC, context);
	} catch (error) {
		return { nodeId: String(node.id), absent: asProblem(error).message };
	}
}
