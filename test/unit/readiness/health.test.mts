import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/addresses/chains';
import type { RpcEndpoint } from '../../../nodes/shared/jsonRpc/rpcClient';
import {
	assessHealth,
	describeHealth,
	type Health,
	type HealthSettings,
} from '../../../nodes/shared/readiness/health';
import { omitUndefined } from '../../../nodes/shared/text/json';
import { playedFamilies } from '../../../sandbox/jsonRpc/families.mts';
import { finish, useStoppedTime } from '../fixtures/clock.mts';
import { callsOf } from '../fixtures/answerCalls.mts';
import { familyAnswer, familyEndpoint, serving } from '../fixtures/familyEndpoint.mts';
import { sharing } from '../fixtures/sharing.mts';
import { fault, type Reply, type Respond, type Sent } from '../fixtures/requestContext.mts';

const NOW = Date.UTC(2026, 10, 21, 12);

useStoppedTime(0);
beforeEach(() => {
	vi.advanceTimersByTime(5000);
	vi.setSystemTime(NOW);
});

interface Parts {
	family?: FamilyName;
	network?: string;
	batchSize?: number;
	settings?: HealthSettings;
	/** The address, where it matters. */
	url?: string;
}

/** Checks the health of an endpoint. */
async function checkedHealth(
	respond: Respond,
	{ family = 'evm', settings = {}, url, ...parts }: Parts = {},
): Promise<{ health: Health; sent: Sent[]; endpoint: RpcEndpoint }> {
	const { endpoint, sent, ...context } = familyEndpoint(family, respond, parts);
	const asked = { ...endpoint, ...(url !== undefined && { url }) };
	const health = await finish(assessHealth({ endpoint: asked }, settings, sharing(context)));
	return { health, sent, endpoint: asked };
}

/** A health as it is shown, with what else is said of it. */
const told = (health: Health) => {
	const { healthy, state, reason, lastingHint } = health;
	return omitUndefined({ healthy, state, reason, lastingHint, facts: describeHealth(health) });
};

/** The methods of the calls that were sent, with their parameters that are texts. */
const methodsOf = (sent: Sent[]): string[] =>
	sent.flatMap(callsOf).map(({ method, params = [] }) => {
		const texts = params.filter((param) => typeof param === 'string');
		return [method, ...texts].join(' ');
	});

/** Checks the health of an endpoint whose calls are sent one by one. */
async function checked(
	family: FamilyName,
	respond: (sent: Sent, count: number) => Reply,
	network?: string,
): Promise<{ health: Health; requests: number }> {
	const settings = { chain: true };
	const parts = { family, network, batchSize: 1, settings };
	const { health, sent } = await checkedHealth(respond, parts);
	return { health, requests: sent.length };
}

/** The answers of a healthy node of a family. */
const answered = (family: string, sent: Sent): Reply => familyAnswer(family, 'ready', sent);

describe.each(playedFamilies as FamilyName[])('an endpoint of %s', (family) => {
	it('is rate limited, not healthy, when calls after the first one are rejected for that', async () => {
		const { health, requests } = await checked(family, (sent, count) =>
			count > 1 ? { status: 429, body: '' } : answered(family, sent),
		);
		expect(health.state).toBe(requests > 1 ? 'rateLimited' : 'ready');
	});
});

describe('chains that are queried like Bitcoin', () => {
	const withoutGenesis = (sent: Sent): Reply =>
		String(sent.body).includes('getblockhash') ? { status: 403 } : answered('bitcoin', sent);

	it('are distinguished by their first block', async () => {
		const { health } = await checked('bitcoin', (sent) => answered('bitcoin', sent), 'litecoin');
		expect(health.report?.chainKey).toMatch(/^bitcoin 0{10,}1$/);
	});

	it('are distinguished by their network where that cannot be read, never by the name they share', async () => {
		const known = await checked('bitcoin', withoutGenesis, 'litecoin');
		expect(known.health.report?.chainKey).toBe('bitcoin litecoin');
		const unknown = await checked('bitcoin', withoutGenesis);
		expect(unknown.health).toMatchObject({ state: 'ready', report: { chainId: 'main' } });
		expect(unknown.health.report?.chainKey).toBeUndefined();
	});
});

const HASH = `0x${'ab'.repeat(32)}`;
const LABEL = 'https://nodes.example.com/***/evm';

const hex = (value: number): string => `0x${value.toString(16)}`;

/** A block of a chain with one block per second, whose block 1000 is three seconds old. */
const blockAt = (height: number) => ({
	number: hex(height),
	hash: HASH,
	timestamp: hex(NOW / 1000 - 1003 + height),
});

/** The answers of a node of that chain, `undefined` where it does not have the method. */
const evmNode = (results: Record<string, unknown> = {}): Record<string, unknown> => ({
	eth_syncing: false,
	eth_blockNumber: hex(1000),
	eth_getBlockByNumber: ([tag]: [string]) =>
		blockAt(
			({ latest: 1000, safe: 968, finalized: 936 } as Record<string, number>)[tag] ?? Number(tag),
		),
	eth_chainId: '0x1',
	net_peerCount: '0x19',
	web3_clientVersion: 'Geth/v1.16.4',
	...results,
});

describe('assessHealth', () => {
	it('reports a node that has no endpoint yet as unreachable, without asking anything', async () => {
		const { sent, ...context } = familyEndpoint('evm', () => ({}));
		const absent = 'the node has no endpoint yet (status pending)';
		const resolved = { absent, nodeId: 'ND-1-2-3' };
		expect(told(await assessHealth(resolved, {}, sharing(context)))).toStrictEqual({
			healthy: false,
			state: 'unreachable',
			reason: absent,
			facts: { latencyMs: 0, endpoint: '', attempts: 0 },
		});
		expect(sent).toEqual([]);
	});

	it('reports everything an EVM node says about itself', async () => {
		const node = evmNode({ eth_syncing: { currentBlock: '0x3e8', highestBlock: '0x3e9' } });
		const { health, endpoint } = await checkedHealth(serving(node, { takesMs: 40 }), {
			network: 'ethereum-mainnet',
			settings: { peers: true, finality: true, clientVersion: true },
		});
		expect(told(health)).toStrictEqual({
			healthy: true,
			state: 'syncing',
			facts: {
				chain: 'Ethereum Mainnet',
				chainId: '1',
				blockNumber: 1000,
				blocksBehind: 1,
				blockTime: '2026-11-21T11:59:57.000Z',
				blockAgeSeconds: 3,
				maxBlockAgeSeconds: 72,
				peers: 25,
				finalizedBlocksBehind: 64,
				safeBlocksBehind: 32,
				clientVersion: 'Geth/v1.16.4',
				protocol: 'evm',
				latencyMs: 40,
				endpoint: LABEL,
				httpStatus: 200,
				attempts: 1,
			},
		});
		expect(health.report).toMatchObject({
			blockNumber: 1000n,
			blockHash: HASH,
			headAtMs: NOW + 40,
			ageMs: 3000,
			endpoint,
			chainKey: 'evm 1',
		});
	});

	it('leaves out what a node does not say, its height included', async () => {
		const body = { ledger_timestamp: String((NOW - 1000) * 1000) };
		const { health } = await checkedHealth(() => ({ body }), { family: 'aptos' });
		expect(told(health)).toStrictEqual({
			healthy: true,
			state: 'ready',
			facts: {
				blockTime: '2026-11-21T11:59:59.000Z',
				blockAgeSeconds: 1,
				maxBlockAgeSeconds: 10,
				protocol: 'aptos',
				latencyMs: 0,
				endpoint: 'https://nodes.example.com/***/v1',
				httpStatus: 200,
				attempts: 1,
			},
		});
	});

	it('leaves out the age of a newest block without a time', async () => {
		const { health } = await checkedHealth(serving({ getHealth: 'ok' }), { family: 'solana' });
		expect(told(health)).toStrictEqual({
			healthy: true,
			state: 'ready',
			reason: 'the node did not report the time of its newest slot',
			facts: {
				maxBlockAgeSeconds: 40,
				protocol: 'solana',
				latencyMs: 0,
				httpStatus: 200,
				endpoint: 'https://nodes.example.com/***',
				attempts: 1,
			},
		});
	});

	it('reports an endpoint that does not accept the key, with what to do about it', async () => {
		const { health } = await checkedHealth(() => ({ status: 401 }));
		expect(told(health)).toStrictEqual({
			healthy: false,
			state: 'unauthorized',
			reason: 'the endpoint did not accept the key (status 401)',
			// A batch may be refused as a whole where its calls are not.
			facts: { protocol: 'evm', latencyMs: 0, endpoint: LABEL, httpStatus: 401, attempts: 2 },
			lastingHint: 'Check the key of the endpoint',
		});
	});

	it('reports an endpoint that refuses the connection, without a status', async () => {
		const { health } = await checkedHealth(() => {
			throw fault('ECONNREFUSED');
		});
		expect(told(health)).toStrictEqual({
			healthy: false,
			state: 'unreachable',
			reason: 'connection refused, nothing is listening there',
			facts: { protocol: 'evm', latencyMs: 0, endpoint: LABEL, attempts: 1 },
		});
	});
});

describe('what is asked', () => {
	const EVM = ['eth_syncing', 'eth_blockNumber', 'eth_getBlockByNumber latest', 'eth_chainId'];
	const FINALITY = ['eth_getBlockByNumber finalized', 'eth_getBlockByNumber safe'];
	const SOLANA = ['getHealth', 'getEpochInfo', 'getBlockTime'];
	const genesis = [...SOLANA.slice(0, 2), 'getGenesisHash', 'getBlockTime'];

	it.each<[FamilyName, HealthSettings, string[]]>([
		['evm', {}, EVM],
		['evm', { peers: true }, [...EVM, 'net_peerCount']],
		['evm', { finality: true }, [...EVM, ...FINALITY]],
		['evm', { clientVersion: true }, [...EVM, 'web3_clientVersion']],
		['solana', {}, SOLANA],
		['solana', { chain: true }, genesis],
		['solana', { expectedChainId: 'x' }, genesis],
	])('of %s, where %j is wanted: %j', async (family, settings, expected) => {
		const solana = { getHealth: 'ok', getEpochInfo: { absoluteSlot: 9 }, getBlockTime: NOW / 1000 };
		const network = family === 'evm' ? 'ethereum-mainnet' : undefined;
		const results = family === 'evm' ? evmNode() : solana;
		const { sent } = await checkedHealth(serving(results), { family, network, settings });
		expect(methodsOf(sent)).toEqual(expected);
	});
});

describe('the chain of an endpoint', () => {
	const ETHEREUM = { network: 'ethereum-mainnet' };
	const onBsc = 'chain 56 (BNB Smart Chain Mainnet)';
	const onEthereum = 'chain 1 (Ethereum Mainnet)';

	const MAINNET = { state: 'ready', chain: 'Ethereum Mainnet' };
	const BSC = { state: 'ready', chain: 'BNB Smart Chain Mainnet' };
	const wrong = (is: string, not: string) => ({
		state: 'wrongChain',
		reason: `it is on ${is}, not on ${not}`,
	});

	it.each<[string, { network?: string; id?: number; expected?: string }, object]>([
		['is the one it says', { ...ETHEREUM, id: 1 }, MAINNET],
		[
			'is not the one of its address where it says another',
			{ ...ETHEREUM, id: 56 },
			{ ...BSC, ...wrong(onBsc, onEthereum) },
		],
		['may be another one that the user expects', { ...ETHEREUM, id: 56, expected: '56' }, BSC],
		[
			'is not the one of its address where it says an unknown one',
			{ ...ETHEREUM, id: 31_337 },
			wrong('chain 31337', onEthereum),
		],
		[
			'is the one of its address where the id of that is not known',
			{ network: 'harmony-testnet', id: 1_666_700_000 },
			{ state: 'ready', chain: 'Harmony Testnet' },
		],
		['is the one of its address where it says none', ETHEREUM, MAINNET],
		[
			'is said to be unconfirmed where nothing says it',
			{ expected: '1' },
			{ state: 'ready', reason: `it could not be confirmed that it is on ${onEthereum}` },
		],
		['may be unknown', { id: 31_337 }, { state: 'ready' }],
		['need not be said', {}, { state: 'ready' }],
	])('%s: %j', async (_, { network, id, expected: expectedChainId }, verdict) => {
		const node = evmNode({ eth_chainId: id === undefined ? undefined : hex(id) });
		const settings = { expectedChainId };
		const { health } = await checkedHealth(serving(node), { network, settings });
		const { state, reason } = health;
		const { chain, chainId } = describeHealth(health);
		expect({ state, reason, chain, chainId }).toEqual({ ...verdict, chainId: id?.toString() });
	});

	it('is the one of its address where the ids of its family are not those of EVM', async () => {
		const { health } = await checked('aptos', (sent) => answered('aptos', sent), 'aptos-mainnet');
		expect(describeHealth(health)).toMatchObject({ chain: 'Aptos Mainnet', chainId: '1' });
	});

	it('distinguishes no endpoints where nothing about it is known', async () => {
		const { health } = await checkedHealth(serving(evmNode({ eth_chainId: undefined })));
		expect(describeHealth(health)).not.toHaveProperty('chainId');
		expect(health.report?.chainKey).toBeUndefined();
	});
});

describe('how old the newest block may be', () => {
	/** A chain with a block every 20 s, whose newest one is this old. */
	const slow = (ageSeconds: number, results: object = {}): Record<string, unknown> =>
		evmNode({
			eth_chainId: hex(31_337),
			eth_getBlockByNumber: ([tag]: [string]) => {
				const height = tag === 'latest' ? 1000 : Number(tag);
				const timestamp = hex(NOW / 1000 - ageSeconds - (1000 - height) * 20);
				return { number: hex(height), hash: HASH, timestamp };
			},
			...results,
		});

	/** Blocks that were asked for by number. */
	const earlier = (sent: Sent[]): number =>
		methodsOf(sent).filter((method) => method.includes(' 0x')).length;

	it.each([
		[10, 0, 10, true],
		[119, 17, 120, true],
		[121, 17, 120, false],
	])('follows from the blocks where it matters (%d s old)', async (age, asked, limit, healthy) => {
		const { health, sent } = await checkedHealth(serving(slow(age)));
		expect(earlier(sent)).toBe(asked);
		expect(sent.length).toBe(asked === 0 ? 1 : 2);
		expect(health).toMatchObject({ healthy, maxBlockAgeSeconds: limit });
	});

	it('is not measured where the user sets it', async () => {
		const settings = { maxBlockAgeSeconds: 90 };
		const { health, sent } = await checkedHealth(serving(slow(91)), { settings });
		expect(earlier(sent)).toBe(0);
		expect(health).toMatchObject({ state: 'lagging', maxBlockAgeSeconds: 90 });
	});

	it('is a cautious guess where earlier blocks cannot be read', async () => {
		const node = slow(30, {
			eth_getBlockByNumber: ([tag]: [string]) => (tag === 'latest' ? blockAt(970) : null),
		});
		const { health } = await checkedHealth(serving(node));
		expect(health.maxBlockAgeSeconds).toBe(60);
	});

	it('says nothing about a chain that pauses while nobody sends', async () => {
		const apechain = { network: 'apechain' };
		const node = (age: number) => serving(slow(age, { eth_chainId: hex(33_139) }));
		expect((await checkedHealth(node(500), apechain)).health.state).toBe('ready');
		expect((await checkedHealth(node(700), apechain)).health.state).toBe('lagging');
	});

	const A = 31_337;
	type Chain = [id: number | undefined, host: string];
	it.each<[string, Chain, Chain, number]>([
		['per chain', [A, 'a'], [A, 'b'], 17],
		['for each chain', [A, 'a'], [A + 1, 'b'], 34],
		['per address where no chain is said', [undefined, 'a'], [undefined, 'a'], 17],
		['for each address where no chain is said', [undefined, 'a'], [undefined, 'b'], 34],
	])('is measured once %s: %j, %j', async (_, one, other, measured) => {
		const endpoints = [one, other];
		const hosts = endpoints.map(([id, host]) => {
			const node = slow(50, { eth_chainId: id === undefined ? undefined : hex(id) });
			return { node, url: `https://${host}.example.com` };
		});
		const { endpoint, sent, rpc, retryOptions } = familyEndpoint('evm', async (request) => {
			const { node } = hosts.find(({ url }) => request.url.startsWith(url)) ?? hosts[0];
			return await serving(node)(request);
		});
		const run = sharing({ rpc, retryOptions });
		for (const { url } of hosts)
			await finish(assessHealth({ endpoint: { ...endpoint, url } }, {}, run));
		expect(earlier(sent)).toBe(measured);
	});
});
