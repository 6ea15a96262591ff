import type { IDataObject } from 'n8n-workflow';

import { explainNotServed } from '../endpoints/nodeNetwork';
import {
	readEndpointOfNode,
	buildEndpoints,
	readPathChoice,
	resolveEndpoint,
	type ResolvedEndpoint,
} from '../endpoints/resolveEndpoint';
import { readNodeNetwork, type NodeNetwork } from '../managementApi/nodeNetworks';
import { makeNotReadProblem, type Snapshot } from '../polling/observation';
import { isWatched, type Poll } from '../polling/watchEvent';
import { toProblem, Cancelled } from '../text/problem';
import { lookUp, type PlatformRecord } from './lookUp';
import { readList, readWatched, type WatchedSet } from './watched';

/** An endpoint to ask. */
export interface Endpoint {
	id: string;
	name: string;
	/** Its host, which may limit the rate of all calls to it; empty where there is none. */
	host: string;
	target: ResolvedEndpoint;
}

/** Endpoints to ask, and what is known without asking. */
export interface EndpointsToAsk extends Partial<Snapshot> {
	endpoints: Endpoint[];
}

/** Look-ups end after this share of a poll, so that there is time to ask what they found. */
const OF_POLL = 0.5;

/** Values of the fields that say which endpoints are watched. */
export type EndpointSet = WatchedSet & {
	addresses: string | readonly string[];
	path?: string;
	customPath?: string;
};

/**
 * Finds the endpoints that are to be asked.
 * @throws Problem when a field is invalid or the lists cannot be read
 */
export async function findEndpoints(set: EndpointSet, poll: Poll): Promise<EndpointsToAsk> {
	if (set.watch === 'credential') return { endpoints: [await readCredential(poll)] };
	if (set.watch === 'addresses') return { endpoints: readAddresses(set, poll) };
	const { context, pollMs } = poll;
	const cancel = context.clock.timeout(pollMs * OF_POLL);
	const limited = context.within({ cancel, retryOptions: context.retryOptions });
	return await readNodes(set, { ...poll, context: limited }).catch((error: unknown) => {
		throw error instanceof Cancelled ? makeNotReadProblem(pollMs * OF_POLL) : error;
	});
}

/** The label is the id: another endpoint in the credential is another object. */
async function readCredential({ context }: Poll): Promise<Endpoint> {
	const source = { endpointSource: 'credential', nodeId: '', url: '' } as const;
	const target = await resolveEndpoint(source, {}, context);
	const label = getLabel(target);
	return toEndpoint(label, label, target);
}

/**
 * Addresses that differ only in what is masked are distinguished for users by their place among those with the same
 * label. In the memory each has a fingerprint, because places and neighbours change with the list.
 */
function readAddresses(set: EndpointSet, { context }: Poll): Endpoint[] {
	// One address in two spellings is one endpoint.
	const byUrl = new Map<string, { label: string; target: ResolvedEndpoint }>();
	for (const endpoint of buildEndpoints(set.addresses, readPathChoice(set), context)) {
		const target = { endpoint };
		const place = keyOfTarget(target);
		if (!byUrl.has(place)) byUrl.set(place, { label: getLabel(target), target });
	}
	const targets = [...byUrl.values()];
	return targets.map(({ label, target }) => {
		const alike = targets.filter((each) => each.label === label);
		const place = alike.findIndex((each) => each.target === target) + 1;
		const name = alike.length === 1 ? label : `${label} #${place}`;
		return toEndpoint(`${label} ${calculateFingerprint(target)}`, name, target);
	});
}

/** Its address, with the user name that a Basic header carries. */
function keyOfTarget(target: ResolvedEndpoint): string {
	return 'endpoint' in target
		? [target.endpoint.url, target.endpoint.basic ?? ''].join(' ').trim()
		: target.nodeId;
}

/** 32-bit FNV-1a: enough to distinguish a few addresses, and far too little to recover them. */
function calculateFingerprint(target: ResolvedEndpoint): string {
	const text = keyOfTarget(target);
	let hash = 0x811c9dc5;
	for (const character of text)
		hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
	return (hash >>> 0).toString(16).padStart(8, '0');
}

function toEndpoint(id: string, name: string, target: ResolvedEndpoint): Endpoint {
	const host = 'endpoint' in target ? new URL(target.endpoint.url).host : '';
	return { id, name, host, target };
}

function getLabel(target: ResolvedEndpoint): string {
	return 'endpoint' in target ? target.endpoint.label : target.nodeId;
}

/** The list of nodes has addresses and keys, and the list of networks what they run: no look-up for each. */
async function readNodes(set: WatchedSet, poll: Poll): Promise<EndpointsToAsk> {
	const isChosen = set.watch === 'chosen';
	const [{ records, ...result }, networks] = await Promise.all([
		readWatched('node', set, poll),
		isChosen ? new Map<string, PlatformRecord>() : readList('network', set, poll),
	]);
	noteNetworks(networks.values(), poll);
	const missing = records.map(({ network }) => String(network ?? ''));
	const isMissing = (id: string): boolean => id !== '' && !poll.networks.has(id);
	const found = await lookUp('network', new Set(missing.filter(isMissing)), poll, 'mayFail');
	noteNetworks(found.records, poll);
	const endpoints: Endpoint[] = [];
	for (const node of records) {
		const { id, status } = node;
		const name = String(node.name ?? id);
		const isRunning = isChosen || status === 'running';
		if (!isRunning && typeof status === 'string' && isWatched(id, poll)) {
			const reason = `Chainstack says that the node is ${status}, so its endpoint is not asked`;
			result.observations.push({ id, name, state: 'notRunning', facts: { status, reason } });
			continue;
		}
		const network = poll.networks.get(String(node.network));
		const reason = explainNotServed(network);
		if (reason !== undefined) {
			if (isRunning) result.unwatched.set(id, reason);
		} else if (network !== undefined && isRunning) {
			endpoints.push(toEndpoint(id, name, resolveTarget(node, network, poll)));
		} else {
			// A node that was not seen running since activation is not watched yet, but not forgotten either.
			result.unknown.add(id);
			if (network === undefined) result.unread.set(id, 'its network could not be read');
		}
	}
	return { ...result, endpoints };
}

/** A network never changes what it runs. */
function noteNetworks(records: Iterable<PlatformRecord>, { networks }: Poll): void {
	for (const record of records) {
		const network = readNodeNetwork(record);
		if (network !== undefined) networks.set(record.id, network);
	}
}

/** An unusable address is a problem of its own node only. */
function resolveTarget(
	node: IDataObject,
	network: NodeNetwork,
	{ context }: Poll,
): ResolvedEndpoint {
	try {
		return readEndpointOfNode(node, network, {}, context);
	} catch (error) {
		return { nodeId: String(node.id), absent: toProblem(error).message };
	}
}
