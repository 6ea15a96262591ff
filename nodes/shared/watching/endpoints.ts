import type { IDataObject } from 'n8n-workflow';

import { explainNotServed } from '../endpoints/nodeFacts';
import {
	buildCredentialEndpoint,
	buildEndpoints,
	readEndpointOfNode,
	readPathChoice,
	type ResolvedEndpoint,
} from '../endpoints/resolveEndpoint';
import type { RpcEndpoint } from '../jsonRpc/rpcClient';
import { findChainName, type NodeNetwork } from '../managementApi/nodeNetworks';
import type { KnownNode, WatchedNetwork } from '../polling/liveTrigger';
import type { Observation, Snapshot } from '../polling/snapshot';
import { makeSlowListsProblem, type Poll } from '../polling/watchEvent';
import { groupBy } from '../text/json';
import { Cancelled, isTransient, Problem, toProblem } from '../text/problem';
import { describePlace, noteNetworks } from './nodePlaces';
import { isStatus, readListed, type PlatformRecord } from './records';
import { readWatched, type WatchedRecords } from './watched';
import { parseChosenIds, type WatchedSet } from './watchedFields';

/** An endpoint to ask. */
export interface Endpoint {
	id: string;
	name: string;
	target: ResolvedEndpoint;
	/** What people call its chain, as the platform says. */
	chain?: string;
	/** Facts about it that do not come from the endpoint itself, such as its region. */
	facts?: Record<string, unknown>;
	/** The platform says that its node is in maintenance. */
	isInMaintenance?: boolean;
}

/** Facts that are known without asking, and the endpoints to ask. */
type EndpointsToAsk = Snapshot & { endpoints: Endpoint[] };

/** The status of a node that the platform works on. */
const MAINTENANCE = 'maintenance';

/** Look-ups end after this share of a poll, so that there is time to ask what they found. */
const OF_POLL = 0.5;

/** What to choose in the trigger when the credential has no endpoint. */
const ALL_IS_EASIER =
	"Set 'Watch' to All Running Nodes of the Organization: that needs only the API key.";

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
	const { context, pollMs } = poll;
	const nothing = { observations: [], unknown: new Map() };
	if (set.watch === 'credential') {
		const endpoint = buildCredentialEndpoint({}, context, ALL_IS_EASIER);
		const { label: name } = endpoint;
		// Another endpoint in the credential is another object.
		return { ...nothing, endpoints: [{ id: name, name, target: { endpoint } }] };
	}
	if (set.watch === 'addresses') return { ...nothing, endpoints: readAddresses(set, poll) };
	const limited = context.within(context.clock.timeout(pollMs * OF_POLL));
	const found = await readNodes(set, { ...poll, context: limited }).catch(toProblem);
	return found instanceof Problem ? askKnown(found, set, poll) : found;
}

/**
 * An outage of the management API is no reason not to ask endpoints, whose addresses this process knows from an earlier
 * poll: nodes often fail with it.
 * @throws Problem when it knows none, or the user has to change something before the lists can be read
 */
function askKnown(problem: Problem, set: WatchedSet, poll: Poll): EndpointsToAsk {
	const { known, notes, trigger, context } = poll;
	const isOutOfTime = problem instanceof Cancelled && !context.cancel.aborted;
	const isPassing = isTransient(problem) || problem.httpStatus !== undefined || isOutOfTime;
	const chosen = set.watch === 'chosen' ? parseChosenIds(set, 'node') : undefined;
	const isSelected = ({ node: { id } }: KnownNode): boolean =>
		known.has(id) && (chosen === undefined || chosen.has(id));
	const selected = [...trigger.nodes.values()].filter(isSelected);
	if (!isPassing || selected.length === 0) throw problem;
	const endpoints = selected.map((node) => buildEndpoint(node, poll));
	const asked = new Set(endpoints.map(({ id }) => id));
	const others = [...known.keys()].filter((id) => !asked.has(id));
	const unknown = new Map(others.map((id) => [id, undefined]));
	const cause = isOutOfTime ? makeSlowListsProblem(poll) : problem;
	return { observations: [], unknown, notes, endpoints, problem: cause };
}

/**
 * Addresses that differ only in what is masked are distinguished for users by a number, which stays while the list
 * changes. In the memory each has a fingerprint.
 */
function readAddresses(set: EndpointSet, { context, memory }: Poll): Endpoint[] {
	// One address in two spellings is one endpoint, as the first spells it. A Basic header carries the user name.
	const byId = new Map<string, RpcEndpoint>();
	for (const endpoint of buildEndpoints(set.addresses, readPathChoice(set), context)) {
		const key = `${endpoint.url} ${endpoint.basic ?? ''}`.trim();
		const id = `${endpoint.label} ${calculateFingerprint(key)}`;
		if (!byId.has(id)) byId.set(id, endpoint);
	}
	const alike = groupBy(byId.keys(), (id) => byId.get(id)?.label);
	const taken = new Set([...byId.keys()].map((id) => memory.get(id)?.name));
	return [...byId].map(([id, endpoint]) => {
		const { label } = endpoint;
		const isAlone = alike.get(label)?.length === 1;
		const name = memory.get(id)?.name ?? (isAlone ? label : findFreeName(label, taken));
		taken.add(name);
		return { id, name, target: { endpoint } };
	});
}

/** @returns a label with the lowest number that no other address has */
function findFreeName(label: string, taken: ReadonlySet<string | undefined>): string {
	let number = 1;
	while (taken.has(`${label} #${number}`)) number += 1;
	return `${label} #${number}`;
}

/** 32-bit FNV-1a: enough to distinguish a few addresses, and far too little to recover them. */
function calculateFingerprint(text: string): string {
	let hash = 0x811c9dc5;
	for (const character of text)
		hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
	return (hash >>> 0).toString(16).padStart(8, '0');
}

/** The list of nodes has addresses and keys, and the list of networks what they run: no look-up for each. */
async function readNodes(set: WatchedSet, poll: Poll): Promise<EndpointsToAsk> {
	const isChosen = set.watch === 'chosen';
	const [result, listed] = await Promise.all([
		readWatched('node', set, poll),
		isChosen ? new Map<string, PlatformRecord>() : readListed('network', set, poll),
	]);
	await noteNetworks(result.records, listed, poll);
	const { nodes: known } = poll.trigger;
	const before = new Map(known);
	known.clear();
	for (const node of result.records) {
		if (!isChosen && isSaidNotToRun(node)) before.delete(node.id);
		const network = poll.trigger.networks.get(String(node.network));
		if (network === undefined) result.unknown.set(node.id, 'its network could not be read');
		else if (isToBeAsked(node, network, { ...result, isChosen }, poll))
			known.set(node.id, { node, network });
	}
	const problem = takeUnread(result, before, known);
	const endpoints = [...known.values()].map((node) => buildEndpoint(node, poll));
	return { ...result, endpoints, problem: result.problem ?? problem };
}

/**
 * Lets nodes be asked as before of which the platform does not say at present whether they run.
 * @returns a problem when it gave no record of any node
 */
function takeUnread(
	{ records, unknown }: WatchedRecords,
	before: ReadonlyMap<string, KnownNode>,
	known: Map<string, KnownNode>,
): Problem | undefined {
	const reasons: string[] = [];
	for (const [id, reason] of [...unknown]) {
		const node = before.get(id);
		if (node === undefined) continue;
		known.set(id, node);
		unknown.delete(id);
		if (reason !== undefined) reasons.push(reason);
	}
	if (records.length > 0 || reasons.length === 0) return undefined;
	return new Problem(`None of ${reasons.length} nodes could be read: ${reasons[0]}`, {
		isNetworkFault: true,
		hint: 'Their endpoints are asked with the addresses that are known from before',
	});
}

/** @returns an endpoint to ask; its key is declared secret for the poll */
function buildEndpoint({ node, network }: KnownNode, poll: Poll): Endpoint {
	const { id, name } = node;
	return {
		id,
		name: String(name ?? id),
		target: resolveTarget(node, network, poll),
		chain: findChainName(network),
		facts: describePlace(node, network),
		isInMaintenance: isStatus(node.status, MAINTENANCE),
	};
}

/** @returns whether the endpoint of a node is to be asked; where not, adds the node to what is known without that */
function isToBeAsked(
	node: PlatformRecord,
	network: WatchedNetwork,
	{ observations, unwatched, unknown, isChosen }: WatchedRecords & { isChosen: boolean },
	{ memory }: Poll,
): boolean {
	const { id, status } = node;
	const isRunning = isChosen || isStatus(status, 'running');
	if (!isChosen && isSaidNotToRun(node) && memory.has(id)) {
		observations.push(observeNotRunning(node, network));
		return false;
	}
	const notServed = explainNotServed(network);
	if (notServed !== undefined && isRunning) unwatched.set(id, notServed);
	// A node that was never seen running is not watched yet.
	if (notServed === undefined && !isRunning) unknown.set(id, undefined);
	return notServed === undefined && isRunning;
}

/** A record without a status says nothing about that. */
function isSaidNotToRun(node: PlatformRecord): node is PlatformRecord & { status: string } {
	return typeof node.status === 'string' && !isStatus(node.status, 'running');
}

function observeNotRunning(
	node: PlatformRecord & { status: string },
	network: WatchedNetwork,
): Observation {
	const { status } = node;
	return {
		id: node.id,
		name: String(node.name ?? node.id),
		state: 'notRunning',
		reason: `Chainstack says that the node is ${status.toLowerCase()}, so its endpoint is not asked`,
		chain: findChainName(network),
		isInMaintenance: isStatus(status, MAINTENANCE),
		facts: { ...describePlace(node, network), status },
	};
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
