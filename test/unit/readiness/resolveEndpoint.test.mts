import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { runSettings } from '../../../nodes/shared/parameters/requestOptions';
import { tidyCredential } from '../../../nodes/shared/platform/credential';
import {
	endpointOfNode,
	networkOf,
	notServed,
	resolveEndpoint,
	type ResolvedEndpoint,
} from '../../../nodes/shared/readiness/resolveEndpoint';
import { NO_FILES } from '../../../nodes/shared/session/binaryFiles';
import { Session, type ItemAtWork } from '../../../nodes/shared/session/session';
import { fakeExecution } from '../fixtures/executeContext.mts';
import { problemOf, rejection } from '../fixtures/problems.mts';
import { CREDENTIAL_DATA, type Sent } from '../fixtures/requestContext.mts';

const RETRY_OPTIONS = { timeoutMs: 1000, maxRetries: 0, maxRetryWaitMs: 0 };
const AUTOMATIC = { path: { mode: 'automatic' } } as const;
const NODE = {
	id: 'ND-1-2-3',
	status: 'running',
	network: 'NW-1-2-3',
	details: {
		https_endpoint: 'https://nd-1-2-3.p2pify.com',
		auth_key: 'ab12cd34ef56ab12cd34ef56ab12cd34',
	},
};

interface World {
	session: Session;
	sent: Sent[];
	/** Starts an item. */
	item(): ItemAtWork;
}

/** A run with this credential, on a platform with one node and its network. */
function world(
	credential: object | null = CREDENTIAL_DATA,
	node: IDataObject = NODE,
	protocol = 'ethereum',
	configuration: object = {},
): World {
	const { context, sent } = fakeExecution({
		respond: ({ url }) => ({
			body: url.includes('/networks/') ? { id: 'NW-1-2-3', protocol, configuration } : node,
		}),
	});
	const data = credential === null ? undefined : tidyCredential({ ...credential });
	const session = new Session(context, data, runSettings({}, 'rpc'), false);
	return { session, sent, item: () => session.item(RETRY_OPTIONS, NO_FILES) };
}

async function resolve(
	{ context }: ItemAtWork,
	source: 'credential' | 'node' | 'url',
	{
		url = '',
		nodeId = '',
		...options
	}: {
		url?: string;
		nodeId?: string;
		path?: string;
		customPath?: string;
		protocol?: 'beacon' | 'evm';
	} = {},
): Promise<ResolvedEndpoint> {
	return await resolveEndpoint({ endpointSource: source, url, nodeId }, options, context);
}

const urlOf = (resolved: ResolvedEndpoint): string =>
	'endpoint' in resolved ? resolved.endpoint.url : resolved.absent;

describe('the endpoint of the credential', () => {
	it('is built from host and key', async () => {
		const { nodeEndpoint, endpointKey } = CREDENTIAL_DATA;
		expect(urlOf(await resolve(world().item(), 'credential'))).toBe(
			`${nodeEndpoint}/${endpointKey}/evm`,
		);
	});

	it.each([
		[{ nodeEndpoint: '' }, "'Node Endpoint'"],
		[{ endpointKey: '' }, "'Endpoint Key'"],
	])('names what is missing: %j', async (missing, field) => {
		const { item } = world({ ...CREDENTIAL_DATA, ...missing });
		const { message, hint } = await rejection(resolve(item(), 'credential'));
		expect(message).toContain(field);
		expect(hint).toContain(field);
	});
});

describe('an endpoint given as a URL', () => {
	const elsewhere = 'https://rpc.example.com/0123456789abcdef0123456789abcdef';

	it('needs no credential', async () => {
		const { item } = world(null);
		expect(urlOf(await resolve(item(), 'url', { url: elsewhere }))).toBe(`${elsewhere}/evm`);
	});

	it("gets the credential's key at the credential's host, and nowhere else", async () => {
		const { item } = world();
		const own = await resolve(item(), 'url', { url: CREDENTIAL_DATA.nodeEndpoint });
		expect(urlOf(own)).toContain(CREDENTIAL_DATA.endpointKey);
		const other = await resolve(item(), 'url', { url: 'https://rpc.example.com' });
		expect(urlOf(other)).toBe('https://rpc.example.com/evm');
	});

	it('that contains another key keeps it, and says so for every item', async () => {
		const { session, item } = world();
		const url = `${CREDENTIAL_DATA.nodeEndpoint}/ffffeeeeddddccccbbbbaaaa99998888`;
		for (const work of [item(), item()]) {
			const resolved = await resolve(work, 'url', { url });
			expect(urlOf(resolved)).toBe(`${url}/evm`);
			expect(work.mask().text(url)).not.toContain('ffffeeee');
		}
		expect([...session.hints]).toEqual([expect.stringContaining("'Endpoint URL'")]);
	});

	it.each([
		[{ path: 'none' }, ''],
		[{ path: 'custom', customPath: 'ext/bc/C/rpc' }, '/ext/bc/C/rpc'],
		[{}, '/evm'],
	])('has the path that the options set: %j', async (options, path) => {
		const { item } = world(null);
		expect(urlOf(await resolve(item(), 'url', { url: elsewhere, ...options }))).toBe(
			`${elsewhere}${path}`,
		);
	});

	it('needs a path when Custom is chosen', async () => {
		const { message } = await rejection(
			resolve(world(null).item(), 'url', { url: elsewhere, path: 'custom' }),
		);
		expect(message).toBe("'Custom Path' is empty");
	});
});

describe('the endpoint of a node', () => {
	it('is looked up once for all items, with its network', async () => {
		const { sent, item } = world();
		const resolved = await Promise.all(
			[item(), item(), item()].map(
				async (work) => await resolve(work, 'node', { nodeId: NODE.id }),
			),
		);
		expect(resolved.map(urlOf)).toEqual(
			Array(3).fill(`${NODE.details.https_endpoint}/${NODE.details.auth_key}`),
		);
		expect(sent.map(({ url }) => new URL(url).pathname)).toEqual([
			'/v1/nodes/ND-1-2-3/',
			'/v1/networks/NW-1-2-3/',
		]);
	});

	it('is hidden in everything that is reported about the item', async () => {
		const work = world().item();
		await resolve(work, 'node', { nodeId: NODE.id });
		expect(work.mask().text(`see ${NODE.details.auth_key}`)).toBe('see ***');
	});

	it('that is being deployed is reported as absent, and looked up again the next time', async () => {
		const { sent, item } = world(CREDENTIAL_DATA, { ...NODE, status: 'pending', details: {} });
		for (const looks of [2, 4]) {
			const resolved = await resolve(item(), 'node', { nodeId: NODE.id });
			expect(resolved).toEqual({
				nodeId: NODE.id,
				nodeStatus: 'pending',
				absent: 'the node has no endpoint yet (status pending)',
			});
			expect(sent).toHaveLength(looks);
		}
	});

	it.each([
		['bitcoin', 'bitcoin-mainnet', '', 'bitcoin', 'Bitcoin Mainnet'],
		['avalanche', 'avalanche-fuji-testnet', '/ext/bc/C/rpc', 'evm', 'Avalanche C-Chain Fuji'],
		['ton', 'ton-mainnet', '/api/v2', 'ton', 'TON Mainnet'],
		['hyperliquid', 'hyperliquid-mainnet', '/evm', 'evm', 'HyperEVM Mainnet'],
	])('of %s is that of its network', async (protocol, network, path, family, chain) => {
		const { item } = world(CREDENTIAL_DATA, NODE, protocol, { network });
		const resolved = await resolve(item(), 'node', { nodeId: NODE.id });
		expect(resolved).toMatchObject({
			endpoint: {
				url: `${NODE.details.https_endpoint}/${NODE.details.auth_key}${path}`,
				family,
				chain: { name: chain },
			},
		});
	});

	it('is queried as the user has chosen, at the address of the consensus layer if there is one', async () => {
		const beacon = 'https://beacon-nd-1-2-3.p2pify.com';
		const details = { ...NODE.details, beacon_endpoint: beacon };
		const { item } = world(CREDENTIAL_DATA, { ...NODE, details });
		const resolved = await resolve(item(), 'node', { nodeId: NODE.id, protocol: 'beacon' });
		expect(resolved).toMatchObject({
			endpoint: { url: `${beacon}/${NODE.details.auth_key}`, family: 'beacon' },
		});
	});

	it.each([undefined, null, '', { id: 'NW-1-2-3' }])(
		'that names the network %j is reached by its host name, without another look-up',
		async (network) => {
			const { item, sent } = world(CREDENTIAL_DATA, { ...NODE, network } as IDataObject);
			const resolved = await resolve(item(), 'node', { nodeId: 'ND-1-2-3' });
			expect(urlOf(resolved)).toContain('https://nd-1-2-3.p2pify.com/');
			expect(sent).toHaveLength(1);
		},
	);

	it('is refused when its protocol is not supported, unless the user chooses another', async () => {
		const { item } = world(CREDENTIAL_DATA, NODE, 'tezos');
		const { message } = await rejection(resolve(item(), 'node', { nodeId: NODE.id }));
		expect(message).toMatch(/ND-1-2-3 cannot be queried: it runs tezos, whose interface/);
		const chosen = await resolve(item(), 'node', { nodeId: NODE.id, protocol: 'evm' });
		expect(chosen).toMatchObject({ endpoint: { family: 'evm' } });
	});

	it.each(['', 'NW-1-2-3', 'ND-1/../2'])('is not looked up with the ID %j', async (nodeId) => {
		const { sent, item } = world();
		await rejection(resolve(item(), 'node', { nodeId }));
		expect(sent).toEqual([]);
	});

	it('without a usable address is refused, naming the node', () => {
		const broken = { ...NODE, details: { https_endpoint: 'ftp://x', auth_key: 'k' } };
		const { message } = problemOf(() =>
			endpointOfNode(broken, { protocol: 'ethereum' }, AUTOMATIC, world().item().context),
		);
		expect(message).toContain('https_endpoint of ND-1-2-3');
	});
});

it.each([
	['ethereum', true],
	['hyperliquid', true],
	['a chain of tomorrow', true],
	['solana', true],
	['bitcoin', true],
	['tezos', false],
	['cardano', false],
])('nodes of %s can be queried: %s', (protocol, expected) => {
	expect(notServed({ protocol }) === undefined).toBe(expected);
});

it.each<[object, object]>([
	[
		{ protocol: 'ethereum', configuration: { network: 'ethereum-mainnet' } },
		{ protocol: 'ethereum', network: 'ethereum-mainnet' },
	],
	[{ protocol: 'ethereum', configuration: {} }, { protocol: 'ethereum' }],
	[{ protocol: 'ethereum', configuration: null }, { protocol: 'ethereum' }],
	[{}, { protocol: '' }],
])('reads the network %j', (record, expected) => {
	expect(networkOf(record as IDataObject)).toEqual(expected);
});
