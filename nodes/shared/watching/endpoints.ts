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
import { readNodeNetwork, type NodeNetwork } from '../managementApi/nodeNetworks';
import { isWatched, type Poll, type Snapshot } from '../polling/watchEvent';
import { toProblem } from '../text/problem';
import { lookUp, readListed, readWatched, type PlatformRecord, type WatchedSet } from './watched';

/** An endpoint to ask. */
export interface Endpoint {
	id: string;
	name: string;
	target: ResolvedEndpoint;
}

/** Facts that are known without asking, and the endpoints to ask. */
type EndpointsToAsk = Snapshot & { endpoints: Endpoint[] };

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
	const { context, pollMs } = poll;
	const nothing = { observations: [], unknown: new Map() };
	if (set.watch === 'credential') {
		const endpoint = buildCredentialEndpoint({}, context);
		const { label: name } = endpoint;
		// Another endpoint in the credential is another object.
		return { ...nothing, endpoints: [{ id: name, name, target: { endpoint } }] };
	}
	if (set.watch === 'addresses') return { ...nothing, endpoints: readAddresses(set, poll) };
	const limited = context.within(context.clock.timeout(pollMs * OF_POLL));
	return await readNodes(set, { ...poll, context: limited });
}

/**
 * Addresses that differ only in what is masked are distinguished for users by their place among those with the same
 * label. In the memory each has a fingerprint, because places and neighbours change with the list.
 */
function readAddresses(set: EndpointSet, { context }: Poll): Endpoint[] {
	// One address in two spellings is one endpoint, as the first spells it. A Basic header carries the user name.
	const byKey = new Map<string, RpcEndpoint>();
	for (const endpoint of buildEndpoints(set.addresses, readPathChoice(set), context)) {
		const key = `${endpoint.url} ${endpoint.basic ?? ''}`.trim();
		byKey.set(key, byKey.get(key) ?? endpoint);
	}
	const endpoints = [...byKey.values()];
	return [...byKey].map(([key, endpoint]) => {
		const { label } = endpoint;
		const alike = endpoints.filter((each) => each.label === label);
		const name = alike.length === 1 ? label : `${label} #${alike.indexOf(endpoint) + 1}`;
		return { id: `${label} ${calculateFingerprint(key)}`, name, target: { endpoint } };
	});
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
	const [{ records, ...result }, listed] = await Promise.all([
		readWatched('node', set, poll),
		isChosen ? new Map<string, PlatformRecord>() : readListed('network', set, poll),
	]);
	const { networks } = poll.trigger;
	const noteNetwork = (record: PlatformRecord): void => {
		const network = readNodeNetwork(record);
		// A network never changes what it runs.
		if (network !== undefined) networks.set(record.id, network);
	};
	listed.forEach(noteNetwork);
	const named = records.map(({ network }) => String(network ?? ''));
	const missing = new Set(named.filter((id) => id !== '' && !networks.has(id)));
	(await lookUp('network', missing, poll)).records.forEach(noteNetwork);
	const endpoints: Endpoint[] = [];
	for (const node of records) {
		const { id, status } = node;
		const name = String(node.name ?? id);
		const isRunning = isChosen || status === 'running';
		const network = networks.get(String(node.network));
		const notServed = explainNotServed(network);
		if (!isRunning && typeof status === 'string' && isWatched(id, poll)) {
			const reason = `Chainstack says that the node is ${status}, so its endpoint is not asked`;
			result.observations.push({ id, name, state: 'notRunning', facts: { status, reason } });
		} else if (notServed !== undefined) {
			if (isRunning) result.unwatched.set(id, notServed);
		} else if (network !== undefined && isRunning) {
			endpoints.push({ id, name, target: resolveTarget(node, network, poll) });
		} else {
			// A node that was not seen running since activation is not watched yet, but not forgotten either.
			result.unknown.set(id, network === undefined ? 'its network could not be read' : undefined);
		}
	}
	return { ...result, endpoints };
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
