import { dayMs } from './clock.mts';
import { newNodeAuth } from './ids.mts';
import type { NodeRecord } from './records.mts';
import { contentId } from './platform/contentId.mts';
import { blockchainOf, cloudOf } from './platform/choices.mts';
import type { Store } from './state.mts';

/** Ids of what is there from the start. They are the same in every sandbox. */
export const seedIds = {
	organization: 'RG-123-456',
	user: 'UR-123-456-789',
	projects: { main: 'PR-123-456-789', staging: 'PR-222-333-444' },
	networks: {
		ethereum: 'NW-123-456-789',
		hyperliquid: 'NW-999-456-111',
		polygon: 'NW-222-333-555',
		bitcoin: 'NW-222-333-666',
	},
	nodes: {
		ethereum: 'ND-123-456-789',
		hyperliquid: 'ND-999-456-111',
		polygon: 'ND-222-333-555',
		bitcoin: 'ND-222-333-666',
	},
	accessRule: 'NAR-222-333-666',
	bucket: 'BUCK-1337-8085-1337',
	folders: { pictures: 'FOLD-1337-8085-1337', empty: 'FOLD-2337-8085-1337' },
} as const;

/** Fills an empty store with an organization somebody has been using for some months. */
export function seed(store: Store, pictures: SeedPicture[]): void {
	store.organization = { id: seedIds.organization, name: 'Example Organization' };
	store.user = {
		id: seedIds.user,
		email: 'ada@example.com',
		firstName: 'Ada',
		lastName: 'Example',
	};
	const now = store.clock.now();
	const { main, staging } = seedIds.projects;
	store.projects.set(main, {
		id: main,
		name: 'Production',
		description: 'Nodes that customers depend on',
		type: 'public',
		members: [
			{ id: 'UR-123-456-789', name: 'Ada Example', email: 'ada@example.com' },
			{ id: 'UR-223-456-789', name: 'Grace Example', email: 'grace@example.com' },
		],
		createdAt: now - 120 * dayMs,
	});
	store.projects.set(staging, {
		id: staging,
		name: 'Staging',
		description: '',
		type: 'public',
		members: [],
		createdAt: now - 90 * dayMs,
	});
	for (const [index, node] of seedNodes.entries()) {
		addNode(store, node, now - (80 - index) * dayMs);
	}
	seedAccessRule(store, now);
	seedBucket(store, now, pictures);
}

interface SeedNode {
	key: keyof typeof seedIds.nodes;
	name: string;
	project: keyof typeof seedIds.projects;
	protocol: string;
	chain: string;
	networkName: string;
	type: 'shared' | 'dedicated';
	provider: string;
	region: string;
	configuration: NodeRecord['configuration'];
}

const seedNodes: SeedNode[] = [
	{
		key: 'ethereum',
		name: 'eth-archive-1',
		project: 'main',
		protocol: 'ethereum',
		chain: 'ethereum-mainnet',
		networkName: 'Ethereum mainnet',
		type: 'dedicated',
		provider: 'gcloud',
		region: 'asia-southeast1',
		configuration: { archive: true },
	},
	{
		key: 'hyperliquid',
		name: 'hyperliquid-1',
		project: 'main',
		protocol: 'hyperliquid',
		chain: 'hyperliquid-mainnet',
		networkName: 'Hyperliquid mainnet',
		type: 'dedicated',
		provider: 'aws',
		region: 'us-east-1',
		configuration: { archive: false },
	},
	{
		key: 'polygon',
		name: 'polygon-1',
		project: 'staging',
		protocol: 'polygon-pos',
		chain: 'polygon-pos-mainnet',
		networkName: 'Polygon mainnet',
		type: 'shared',
		provider: 'vzo',
		region: 'eu3',
		configuration: { archive: false },
	},
	{
		key: 'bitcoin',
		name: 'bitcoin-1',
		project: 'staging',
		protocol: 'bitcoin',
		chain: 'bitcoin-mainnet',
		networkName: 'Bitcoin mainnet',
		type: 'dedicated',
		provider: 'azure',
		region: 'uksouth',
		configuration: {},
	},
];

function addNode(store: Store, node: SeedNode, createdAt: number): void {
	const [id, networkId] = [seedIds.nodes[node.key], seedIds.networks[node.key]];
	store.networks.set(networkId, {
		id: networkId,
		name: node.networkName,
		projectId: seedIds.projects[node.project],
		protocol: node.protocol,
		configuration: { network: node.chain },
		createdAt,
		implicit: false,
	});
	store.nodes.set(id, {
		id,
		name: node.name,
		networkId,
		type: node.type,
		role: 'peer',
		provider: node.provider,
		region: node.region,
		configuration: node.configuration,
		createdAt,
		readyAt: createdAt,
		outcome: 'running',
		auth: newNodeAuth(),
		cloud: cloudOf(node.provider, node.region),
		blockchain: blockchainOf(node.chain),
	});
	store.ids.reserve(id);
	store.ids.reserve(networkId);
}

function seedAccessRule(store: Store, now: number): void {
	const createdAt = now - 20 * dayMs;
	store.ids.reserve(seedIds.accessRule);
	store.accessRules.save({
		id: seedIds.accessRule,
		nodeId: seedIds.nodes.bitcoin,
		type: 'ip',
		value: '203.0.113.10',
		status: 'deactivated',
		createdAt,
		updatedAt: createdAt,
	});
}

/** A file that lies in the seeded folder from the start. */
export interface SeedPicture {
	title: string;
	cid: string;
	size: number;
}

/** The seeded files with their real CIDs. */
export async function seedPictures(): Promise<SeedPicture[]> {
	const titles = ['cover.svg', 'back.svg', 'licence.txt'];
	return await Promise.all(
		titles.map(async (title) => ({
			title,
			...(await contentId([Buffer.from(`The content of ${title} in the sandbox.\n`)])),
		})),
	);
}

function seedBucket(store: Store, now: number, pictures: SeedPicture[]): void {
	const { bucket, folders } = seedIds;
	store.buckets.set(bucket, { id: bucket, name: 'Example bucket' });
	const createdAt = now - 30 * dayMs;
	for (const [title, id] of Object.entries(folders)) {
		store.folders.set(id, { id, bucketId: bucket, title, createdAt });
		store.ids.reserve(id);
	}
	for (const { title, cid, size } of pictures) {
		const id = store.ids.nextStorage('PIN');
		store.pins.set(id, {
			id,
			title,
			bucketId: bucket,
			folderId: folders.pictures,
			cid,
			size,
			itemCount: 1,
			createdAt,
			readyAt: createdAt,
			outcome: 'pinned',
			cidKnown: false,
		});
	}
}
