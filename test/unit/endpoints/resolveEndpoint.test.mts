import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';

import { normalizeCredential } from '../../../nodes/shared/managementApi/credential';
import { buildWebSocketAddress } from '../../../nodes/shared/endpoints/nodeFacts';
import {
	readEndpointOfNode,
	resolveEndpoint,
	type ResolvedEndpoint,
} from '../../../nodes/shared/endpoints/resolveEndpoint';
import { OperationContext } from '../../../nodes/shared/run/operationContext';
import { Session } from '../../../nodes/shared/run/session';
import { fakeExecution } from '../fixtures/executeContext.mts';
import { problemOf, rejection } from '../fixtures/problems.mts';
import { CREDENTIAL_DATA, type Respond, type Sent } from '../fixtures/requestContext.mts';

const RETRY_OPTIONS = { timeoutMs: 1000, maxRetries: 0, maxRetryWaitMs: 0 };
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
	item(): OperationContext;
}

/** A run with this credential, on a platform with one node and its network. */
function world(
	credential: object | null = CREDENTIAL_DATA,
	node: IDataObject = NODE,
	protocol = 'ethereum',
	configuration: object = {},
): World {
	return worldOf(credential, ({ url }) => ({
		body: url.includes('/networks/') ? { id: 'NW-1-2-3', protocol, configuration } : node,
	}));
}

/** A run with this credential, on a scripted platform. */
function worldOf(credential: object | null, respond: Respond): World {
	const { context, sent } = fakeExecution({ respond });
	const data = credential === null ? undefined : normalizeCredential({ ...credential });
	const session = new Session(context, data);
	return { session, sent, item: () => new OperationContext(session, RETRY_OPTIONS) };
}

async function resolve(
	context: OperationContext,
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
		protocol?: 'automatic' | 'beacon' | 'evm';
	} = {},
): Promise<ResolvedEndpoint> {
	return await resolveEndpoint({ endpointSource: source, url, nodeId }, options, context);
}

const urlOf = (resolved: ResolvedEndpoint): string =>
	'endpoint' in resolved ? resolved.endpoint.url : resolved.absent;

/** The paths of the requests to the platform. */
const pathsOf = (sent: Sent[]): string[] => sent.map(({ url }) => new URL(url).pathname);

describe('the endpoint of the credential', () => {
	const NO_KEY =
		"The credential has no 'Endpoint Key'. Or fill in 'Endpoint Key' in the credential; it is the secret part of the node's address in the Chainstack console";

	it.each<[string, object | null, string]>([
		[
			'no address',
			{ ...CREDENTIAL_DATA, nodeEndpoint: '' },
			"The credential has no 'Node Endpoint'. Or fill in 'Node Endpoint' and 'Endpoint Key' in the credential",
		],
		[
			'no credential',
			null,
			'No credential is chosen. Choose a Chainstack API credential in the node',
		],
		['no key', { ...CREDENTIAL_DATA, endpointKey: '' }, NO_KEY],
		[
			'an address whose query has room for a key',
			{ nodeEndpoint: 'https://rpc.example.com/?key=', endpointKey: '' },
			NO_KEY,
		],
	])('needs both halves, and names what is missing: %s', async (_, credential, expected) => {
		const { message, hint } = await rejection(resolve(world(credential).item(), 'credential'));
		expect(`${message}. ${hint}`).toBe(
			`Set 'Endpoint Source' to Node: that needs only the API key. ${expected}`,
		);
	});

	const CHOOSE = 'No node is selected';
	const OR_USE_OWN =
		"Choose a node, or set 'Endpoint Source' to Credential: the credential has a node endpoint";
	it.each([
		[CREDENTIAL_DATA, OR_USE_OWN],
		[{ ...CREDENTIAL_DATA, nodeEndpoint: '' }, CHOOSE],
		[null, CHOOSE],
	])('is offered where no node is chosen', async (credential, expected) => {
		const { message } = await rejection(resolve(world(credential).item(), 'node'));
		expect(message).toBe(expected);
	});

	it('is named after its field where its address is wrong', async () => {
		const { item } = world({ ...CREDENTIAL_DATA, nodeEndpoint: 'wss://rpc.example.com' });
		const { message } = await rejection(resolve(item(), 'credential'));
		expect(message).toBe("'Node Endpoint' is a WebSocket address; this node uses HTTPS");
	});

	it('is built from host and key, without a note, with the path of each item', async () => {
		const { session, item } = world();
		const { nodeEndpoint, endpointKey } = CREDENTIAL_DATA;
		const own = `${nodeEndpoint}/${endpointKey}`;
		expect(urlOf(await resolve(item(), 'credential'))).toBe(`${own}/evm`);
		expect(urlOf(await resolve(item(), 'credential', { path: 'none' }))).toBe(own);
		expect([...session.hints]).toEqual([]);
	});
});

it.each<[string, object | null, boolean]>([
	['is', { ...CREDENTIAL_DATA, allowUnauthorizedCerts: true }, true],
	['is not', CREDENTIAL_DATA, false],
	['is not', null, false],
])('an endpoint %s trusted without a valid certificate: %j', async (_, credential, expected) => {
	const url = 'https://rpc.example.com';
	expect(await resolve(world(credential).item(), 'url', { url })).toMatchObject({
		endpoint: { allowUnauthorizedCerts: expected },
	});
});

describe('an endpoint given as a URL', () => {
	const elsewhere = 'https://rpc.example.com/0123456789abcdef0123456789abcdef';

	it("gets the credential's key at the credential's host, and nowhere else", async () => {
		const { item } = world();
		const own = await resolve(item(), 'url', { url: CREDENTIAL_DATA.nodeEndpoint });
		expect(urlOf(own)).toContain(CREDENTIAL_DATA.endpointKey);
		const other = await resolve(item(), 'url', { url: 'https://rpc.example.com' });
		expect(urlOf(other)).toBe('https://rpc.example.com/evm');
	});

	it('is named after its field where it is wrong, whatever the credential holds', async () => {
		for (const credential of [CREDENTIAL_DATA, { endpointKey: 'k' }, null]) {
			const { message } = await rejection(
				resolve(world(credential).item(), 'url', { url: 'https://' }),
			);
			expect(message).toBe("'Endpoint URL' is not an HTTPS address");
		}
	});

	it('that contains another key keeps it, and says so for every item', async () => {
		const { session, item } = world();
		const url = `${CREDENTIAL_DATA.nodeEndpoint}/ffffeeeeddddccccbbbbaaaa99998888`;
		for (const work of [item(), item()]) {
			const resolved = await resolve(work, 'url', { url });
			expect(urlOf(resolved)).toBe(`${url}/evm`);
			expect(work.mask.text(url)).not.toContain('ffffeeee');
		}
		expect([...session.hints]).toEqual([
			"'Endpoint URL' contains a different key than the credential; the one in the address was used.",
		]);
	});

	it.each([
		[{ path: 'none' }, ''],
		[{ path: 'custom', customPath: 'ext/bc/C/rpc' }, '/ext/bc/C/rpc'],
		[{}, '/evm'],
	])('needs no credential, and has the path that the options set: %j', async (options, path) => {
		const { item } = world(null);
		expect(urlOf(await resolve(item(), 'url', { url: elsewhere, ...options }))).toBe(
			`${elsewhere}${path}`,
		);
	});

	it('needs a path when Custom is chosen', async () => {
		const given = { url: elsewhere, path: 'custom' };
		expect(await rejection(resolve(world(null).item(), 'url', given))).toMatchObject({
			message: "'Custom Path' is empty",
			hint: "Enter the path that follows the key, or set 'Path' to None",
		});
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
		expect(pathsOf(sent)).toEqual(['/v1/nodes/ND-1-2-3/', '/v1/networks/NW-1-2-3/']);
	});

	it('is that of the node an item names, not that of another item', async () => {
		const { item } = worldOf(CREDENTIAL_DATA, ({ url }) => {
			const id = url.includes('/ND-1-2-3/') ? 'ND-1-2-3' : 'ND-4-5-6';
			const details = { https_endpoint: `https://${id.toLowerCase()}.p2pify.com`, auth_key: 'k3y' };
			return { body: { id, status: 'running', details } };
		});
		const urls = [];
		for (const nodeId of ['ND-1-2-3', 'ND-4-5-6'])
			urls.push(urlOf(await resolve(item(), 'node', { nodeId })));
		expect(urls).toEqual(['https://nd-1-2-3.p2pify.com/k3y', 'https://nd-4-5-6.p2pify.com/k3y']);
	});

	it.each<[string, IDataObject, number]>([
		['only once when it is running and has an address', {}, 1],
		['again while it is not running', { status: 'pending' }, 2],
		['again while it has no address', { details: {} }, 2],
	])('is looked up %s', async (_, state, times) => {
		const { sent, item } = world(CREDENTIAL_DATA, { ...NODE, network: '', ...state });
		await resolve(item(), 'node', { nodeId: NODE.id });
		await resolve(item(), 'node', { nodeId: NODE.id });
		expect(pathsOf(sent)).toEqual(Array(times).fill('/v1/nodes/ND-1-2-3/'));
	});

	it.each([
		['node', '/nodes/', 'Chainstack could not find the node ND-1-2-3'],
		['network', '/networks/', 'Chainstack could not find the network NW-1-2-3'],
	])('cannot be found without its %s, which is named', async (_, path, expected) => {
		const { item } = worldOf(CREDENTIAL_DATA, ({ url }) =>
			url.includes(path) ? { status: 404, body: {} } : { body: NODE },
		);
		const { message } = await rejection(resolve(item(), 'node', { nodeId: NODE.id }));
		expect(message).toBe(expected);
	});

	it('has no key where the platform reports none', async () => {
		for (const key of [undefined, null, 5]) {
			const details = { ...NODE.details, auth_key: key } as IDataObject;
			const { item } = world(CREDENTIAL_DATA, { ...NODE, details });
			expect(urlOf(await resolve(item(), 'node', { nodeId: NODE.id }))).toBe(
				`${NODE.details.https_endpoint}/`,
			);
		}
	});

	it('is hidden in everything that is reported about the item', async () => {
		const work = world().item();
		await resolve(work, 'node', { nodeId: NODE.id });
		expect(work.mask.text(`see ${NODE.details.auth_key}`)).toBe('see ***');
	});

	it('that is being deployed is reported as absent, and looked up again the next time', async () => {
		const { sent, item } = world(CREDENTIAL_DATA, { ...NODE, status: 'pending', details: {} });
		expect(await resolve(item(), 'node', { nodeId: NODE.id })).toEqual({
			nodeId: NODE.id,
			nodeStatus: 'pending',
			absent: 'the node has no endpoint yet (status pending)',
		});
		// Its network stays what it is, and is read once.
		await resolve(item(), 'node', { nodeId: NODE.id });
		expect(sent).toHaveLength(3);
	});

	it.each([
		['bitcoin', 'bitcoin-mainnet', '', 'bitcoin', 'Bitcoin Mainnet'],
		['avalanche', 'avalanche-fuji-testnet', '/ext/bc/C/rpc', 'evm', 'Avalanche Testnet'],
		['ton', 'ton-mainnet', '/api/v2', 'ton', 'TON Mainnet'],
		['hyperliquid', 'hyperliquid-mainnet', '/evm', 'evm', 'Hyperliquid Mainnet'],
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

	const BEACON = 'https://beacon-nd-1-2-3.p2pify.com';

	it.each([
		['beacon', BEACON, BEACON],
		['beacon', '', NODE.details.https_endpoint],
		['beacon', undefined, NODE.details.https_endpoint],
		['evm', BEACON, NODE.details.https_endpoint],
		['evm', undefined, NODE.details.https_endpoint],
		['automatic', BEACON, NODE.details.https_endpoint],
	] as const)(
		'is queried as the user has chosen (%s), at the address of the consensus layer if there is one: %j',
		async (protocol, beacon, expected) => {
			const details = { ...NODE.details, ...(beacon !== undefined && { beacon_endpoint: beacon }) };
			const { item } = world(CREDENTIAL_DATA, { ...NODE, details });
			const resolved = await resolve(item(), 'node', { nodeId: NODE.id, protocol });
			expect(resolved).toMatchObject({
				endpoint: {
					url: `${expected}/${NODE.details.auth_key}`,
					family: protocol === 'automatic' ? 'evm' : protocol,
				},
			});
		},
	);

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
		const { message, hint } = await rejection(resolve(item(), 'node', { nodeId: NODE.id }));
		expect({ message, hint }).toEqual({
			message:
				'The node ND-1-2-3 cannot be queried: it runs tezos, whose interface is not documented',
			hint: "Choose a node of another protocol, or set 'Protocol' in the options to say how to query it",
		});
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
			readEndpointOfNode(broken, { protocol: 'ethereum' }, {}, world().item()),
		);
		expect(message).toContain('https_endpoint of ND-1-2-3');
	});
});

describe('the WebSocket address of a node', () => {
	const KEY = NODE.details.auth_key;
	const HOST = 'wss://ws-nd-1-2-3.p2pify.com';

	it.each<[string, object, string | undefined]>([
		['ends in its key', { wss_endpoint: HOST, auth_key: KEY }, `${HOST}/${KEY}`],
		['may end in a slash', { wss_endpoint: `${HOST}/`, auth_key: KEY }, `${HOST}/${KEY}`],
		['is valid whatever its key is', { wss_endpoint: HOST, auth_key: 'a b' }, `${HOST}/a%20b`],
		['may have a path', { wss_endpoint: `${HOST}/ws`, auth_key: KEY }, `${HOST}/ws/${KEY}`],
		[
			'may contain its key',
			{ wss_endpoint: `${HOST}/${KEY}/ws`, auth_key: KEY },
			`${HOST}/${KEY}/ws`,
		],
		['needs no key', { wss_endpoint: HOST }, HOST],
		['is absent where it is empty', { wss_endpoint: '', auth_key: KEY }, undefined],
		['is absent where it is null', { wss_endpoint: null }, undefined],
		['is absent where there is none', { auth_key: KEY }, undefined],
	])('%s', (_, details, expected) => {
		const node = { ...NODE, details } as IDataObject;
		expect(buildWebSocketAddress(node, { protocol: 'ethereum' })).toBe(expected);
	});
});
