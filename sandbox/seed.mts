import { dayMs } from './clock.mts';
import { tableRows } from './tableRows.mts';
import { contentId } from './http/form.mts';
import { deploymentOptions } from './platform/offer.mts';
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

/** The user who made everything. */
export const user = {
	id: seedIds.user,
	email: 'ada@example.com',
	first_name: 'Ada',
	last_name: 'Example',
};

const projects = [
	{
		id: seedIds.projects.main,
		name: 'Production',
		description: 'Nodes that customers depend on',
		members: [
			{ id: seedIds.user, name: 'Ada Example', email: 'ada@example.com' },
			{ id: 'UR-223-456-789', name: 'Grace Example', email: 'grace@example.com' },
		],
		daysOld: 120,
	},
	{ id: seedIds.projects.staging, name: 'Staging', description: '', members: [], daysOld: 90 },
];

// Each in a network of its own.
const nodes = tableRows(`
	ethereum    main    ethereum    eth-archive-1 dedicated gcloud asia-southeast1 archive
	hyperliquid main    hyperliquid hyperliquid-1 dedicated aws    us-east-1       full
	polygon     staging polygon-pos polygon-1     shared    vzo    eu3             full
	bitcoin     staging bitcoin     bitcoin-1     dedicated azure  uksouth
`);

/** A file that lies in the seeded folder from the start. */
interface SeedPicture {
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

/** Fills an empty store with an organization somebody has been using for some months. */
export function seed(store: Store, pictures: SeedPicture[]): void {
	const daysAgo = (days: number): number => store.now() - days * dayMs;
	store.organization = { id: seedIds.organization, name: 'Example Organization' };
	for (const { daysOld, ...project } of projects) {
		store.projects.set(project.id, {
			...project,
			members: [...project.members],
			type: 'public',
			createdAt: daysAgo(daysOld),
		});
	}
	for (const [index, row] of nodes.entries()) {
		const [word, project, protocol, name, type, provider, region, mode] = row;
		const key = word as keyof typeof seedIds.nodes;
		const createdAt = daysAgo(80 - index);
		const network = {
			name: `${key[0].toUpperCase()}${key.slice(1)} mainnet`,
			projectId: seedIds.projects[project as 'main' | 'staging'],
			protocol,
			configuration: { network: `${protocol}-mainnet` },
		};
		store.addNetwork(network, { id: seedIds.networks[key], createdAt });
		const configuration = mode === undefined ? {} : { archive: mode === 'archive' };
		store.addNode(
			seedIds.networks[key],
			{ name, type, role: 'peer', provider, region, configuration },
			{ id: seedIds.nodes[key], createdAt, readyAt: createdAt },
		);
	}
	store.accessRules.set(seedIds.accessRule, {
		id: seedIds.accessRule,
		nodeId: seedIds.nodes.bitcoin,
		...({ type: 'ip', value: '203.0.113.10', status: 'deactivated' } as const),
		...{ createdAt: daysAgo(20), updatedAt: daysAgo(20) },
	});
	seedBucket(store, daysAgo(30), pictures);
}

function seedBucket(store: Store, createdAt: number, pictures: SeedPicture[]): void {
	const { bucket, folders } = seedIds;
	store.buckets.set(bucket, { id: bucket, name: 'Example bucket' });
	for (const [title, id] of Object.entries(folders)) {
		store.folders.set(id, { id, bucketId: bucket, title, createdAt });
	}
	for (const picture of pictures) {
		const id = store.ids.next('PIN');
		const place = { bucketId: bucket, folderId: folders.pictures };
		store.pins.set(id, {
			...{ id, ...picture, ...place, itemCount: 1, createdAt, readyAt: createdAt },
			...({ outcome: 'pinned', cidKnown: false } as const),
		});
	}
}

/**
 * Adds running nodes, each in a network of its own, for tests of long lists. Protocols take turns.
 * @returns the nodes' ids
 * @throws Error when the project does not exist
 */
export function addManyNodes(
	store: Store,
	count: number,
	projectId: string = seedIds.projects.main,
): string[] {
	if (!store.projects.has(projectId)) throw new Error(`There is no project ${projectId}`);
	return Array.from({ length: count }, (_, index) => {
		const { network, ...offered } = deploymentOptions[index % deploymentOptions.length];
		const { protocol, provider, region, features } = offered;
		const id = store.ids.next('ND');
		const number = String(index + 1).padStart(4, '0');
		const name = `${network} ${number}`;
		const { id: networkId } = store.addNetwork(
			{ name, projectId, protocol, configuration: { network } },
			{ implicit: true },
		);
		const configuration = { archive: features.includes('archive') };
		const place = { type: 'dedicated', role: 'peer', provider, region, configuration };
		const readyAt = store.now();
		store.addNode(
			networkId,
			{ name: `${protocol}-${number}`, ...place },
			{ id, readyAt, outcome: 'running' },
		);
		return id;
	});
}
