import type { BodyCheck } from '../http/body.mts';
import { newNodeAuth } from '../ids.mts';
import type { JsonObject, NodeRecord } from '../records.mts';
import type { Store } from '../state.mts';
import {
	blockchainOf,
	cloudOf,
	mayBeShared,
	needsArchive,
	nodeRoles,
	nodeTypes,
	regionsByProvider,
} from './choices.mts';
import { chainOf } from './nodeView.mts';

/** What a request says about a node to create. */
export interface NodeInput {
	name: string;
	type: string;
	role: string;
	provider: string;
	region: string;
	configuration: JsonObject;
}

/** Reads a node to create; what is wrong with it goes into the check. */
export function readNodeInput(check: BodyCheck, protocol: string | undefined): NodeInput {
	const name = check.text('name') ?? '';
	const type = check.choice('type', nodeTypes) ?? '';
	const role = check.choice('role', nodeRoles) ?? '';
	const provider = check.choice('provider', Object.keys(regionsByProvider)) ?? '';
	const region = check.text('region') ?? '';
	const configuration = check.object('configuration');
	if (provider !== '' && region !== '' && !regionsByProvider[provider].has(region)) {
		check.refuse('region', `"${region}" is not a region of provider "${provider}".`);
	}
	if (protocol !== undefined && type === 'shared' && !mayBeShared(protocol)) {
		check.refuse('type', `Shared nodes are not available for protocol "${protocol}".`);
	}
	if (configuration !== undefined) checkArchive(check, configuration, protocol);
	return { name, type, role, provider, region, configuration: configuration ?? {} };
}

function checkArchive(
	check: BodyCheck,
	configuration: JsonObject,
	protocol: string | undefined,
): void {
	const { archive } = configuration;
	if (archive === undefined && protocol !== undefined && needsArchive(protocol)) {
		check.refuse('configuration.archive', 'This field is required.');
	}
	if (archive !== undefined && typeof archive !== 'boolean') {
		check.refuse('configuration.archive', 'Must be a valid boolean.');
	}
}

/** Puts a new node into the store; it comes up after the store's deployment time. */
export function createNode(store: Store, networkId: string, input: NodeInput): NodeRecord {
	const now = store.clock.now();
	const node: NodeRecord = {
		id: store.ids.next('ND'),
		...input,
		networkId,
		createdAt: now,
		readyAt: now + store.deployment.ms,
		outcome: store.deployment.outcome,
		auth: newNodeAuth(),
		cloud: cloudOf(input.provider, input.region),
		blockchain: blockchainOf(chainOf(store.networks.get(networkId))),
	};
	store.nodes.set(node.id, node);
	return node;
}
