import { beforeEach, describe, expect, it, vi } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/jsonRpc/chains';
import { lookAtHealth } from '../../../nodes/shared/readiness/health';
import type { HealthLook, HealthSettings } from '../../../nodes/shared/readiness/healthReading';
import type { OperationContext } from '../../../nodes/shared/session/session';
import { playedFamilies } from '../../../sandbox/jsonRpc/families.mts';
import { finish, useStoppedTime } from '../fixtures/clock.mts';
import { callsOf } from '../fixtures/answerCalls.mts';
import { familyAnswer, familyEndpoint, serving } from '../fixtures/familyEndpoint.mts';
import { fault, type Reply, type Respond, type Sent } from '../fixtures/requestContext.mts';

const NOW = Date.UTC(2026, 10, 21, 12);

useStoppedTime(0);
beforeEach(() => {
	vi.advanceTimersByTime(5000);
	vi.setSystemTime(NOW);
});

/** What every item of a run shares. */
function sharing(): OperationContext['once'] {
	const made = new Map<string, Promise<unknown>>();
	return async <T,>(key: string, work: (context: OperationContext) => Promise<T>) => {
		if (!made.has(key)) made.set(key, work({} as OperationContext));
		return await (made.get(key) as Promise<T>);
	};
}

interface Parts {
	family?: FamilyName;
	network?: string;
	batchSize?: number;
	settings?: HealthSettings;
	once?: OperationContext['once'];
	/** The address, where it matters. */
	url?: string;
}

/** Looks at an endpoint. */
async function healthOf(
	respond: Respond,
	{ family = 'evm', settings = {}, once = sharing(), url, ...parts }: Parts = {},
) {
	const { endpoint, sent, ...context } = familyEndpoint(family, respond, parts);
	const asked = { ...endpoint, ...(url !== undefined && { url }) };
	const beganAt = performance.now();
	const look = await finish(lookAtHealth({ endpoint: asked }, settings, { ...context, once }));
	return { look, sent, endpoint: asked, beganAt };
}

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
): Promise<{ look: HealthLook; requests: number }> {
	const once = async (): Promise<never> => await Promise.reject(new Error('not expected here'));
	const settings = { isCompared: true };
	const parts = { family, network, batchSize: 1, settings, once };
	const { look, sent } = await healthOf(respond, parts);
	return { look, requests: sent.length };
}

/** What a healthy node of a family answers. */
const answered = (family: string, sent: Sent): Reply => familyAnswer(family, 'ready', sent);

describe.each(playedFamilies as FamilyName[])('an endpoint of %s', (family) => {
	it('is rate limited, not healthy, when calls after the first one are rejected for that', async () => {
		const { look, requests } = await checked(family, (sent, count) =>
			count > 1 ? { status: 429, body: '' } : answered(family, sent),
		);
		expect(look.reading.state).toBe(requests > 1 ? 'rateLimited' : 'ready');
	});
});

describe('chains that are queried like Bitcoin', () => {
	const withoutGenesis = (sent: Sent): Reply =>
		String(sent.body).includes('getblockhash') ? { status: 403 } : answered('bitcoin', sent);

	it('are distinguished by their first block', async () => {
		const { look } = await checked('bitcoin', (sent) => answered('bitcoin', sent), 'litecoin');
		expect(look.head?.group).toMatch(/^bitcoin 0{10,}1$/);
	});

	it('are distinguished by their network where that cannot be read, never by the name they share', async () => {
		const known = await checked('bitcoin', withoutGenesis, 'litecoin');
		expect(known.look.head?.group).toBe('bitcoin litecoin');
		const unknown = await checked('bitcoin', withoutGenesis);
		expect(unknown.look.reading).toMatchObject({ state: 'ready', chainId: 'main' });
		expect(unknown.look.head).not.toHaveProperty('group');
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

/** What a node of that chain says, `undefined` where it does not have the method. */
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

describe('lookAtHealth', () => {
	it('reports a node that has no endpoint yet as unreachable, without asking anything', async () => {
		const { sent, ...context } = familyEndpoint('evm', () => ({}));
		const absent = 'the node has no endpoint yet (status pending)';
		const resolved = { absent, nodeId: 'ND-1-2-3' };
		expect(await lookAtHealth(resolved, {}, { ...context, once: sharing() })).toStrictEqual({
			reading: {
				...{ healthy: false, state: 'unreachable', reason: absent },
				...{ latencyMs: 0, endpoint: '', attempts: 0 },
			},
		});
		expect(sent).toEqual([]);
	});

	it('reports everything an EVM node says about itself', async () => {
		const node = evmNode({ eth_syncing: { currentBlock: '0x3e8', highestBlock: '0x3e9' } });
		const { look, endpoint, beganAt } = await healthOf(serving(node, { takesMs: 40 }), {
			network: 'ethereum-mainnet',
			settings: { asks: { peers: true, finality: true, clientVersion: true } },
		});
		expect(look).toStrictEqual({
			reading: {
				healthy: true,
				state: 'syncing',
				chain: 'Ethereum Mainnet',
				chainId: '1',
				blockNumber: 1000,
				blockTime: '2026-11-21T11:59:57.000Z',
				blockAgeSeconds: 3,
				blocksBehind: 1,
				peers: 25,
				finalizedBlocksBehind: 64,
				safeBlocksBehind: 32,
				clientVersion: 'Geth/v1.16.4',
				maxBlockAgeSeconds: 72,
				protocol: 'evm',
				latencyMs: 40,
				endpoint: LABEL,
				httpStatus: 200,
				attempts: 1,
			},
			head: {
				blockNumber: 1000n,
				blockHash: HASH,
				blockTimeMs: NOW - 3000,
				at: beganAt + 20,
				earlierByMs: 0,
				endpoint,
				group: 'evm 1',
				pace: { blockTimeMs: 12_000, usualLag: 1 },
			},
		});
	});

	it('leaves out what a node does not say, its height included', async () => {
		const body = { ledger_timestamp: String((NOW - 1000) * 1000) };
		const { look } = await healthOf(() => ({ body }), { family: 'aptos' });
		expect(look).toStrictEqual({
			reading: {
				healthy: true,
				state: 'ready',
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
		const { look } = await healthOf(serving({ getHealth: 'ok' }), { family: 'solana' });
		expect(look).toStrictEqual({
			reading: {
				healthy: true,
				state: 'ready',
				reason: 'the node did not report the time of its newest slot',
				maxBlockAgeSeconds: 40,
				protocol: 'solana',
				latencyMs: 0,
				endpoint: 'https://nodes.example.com/***',
				httpStatus: 200,
				attempts: 1,
			},
		});
	});

	it.each<[string, Respond, object]>([
		[
			'that does not accept the key, with what to do about it',
			() => ({ status: 401, body: '<html>401 Authorization Required</html>' }),
			{
				reading: {
					...{
						healthy: false,
						state: 'unauthorized',
						reason: 'the endpoint did not accept the key (status 401)',
					},
					...{ protocol: 'evm', latencyMs: 0, endpoint: LABEL, httpStatus: 401, attempts: 1 },
				},
				lastingHint: 'Check the key of the endpoint',
			},
		],
		[
			'that refuses the connection, without a status',
			() => {
				throw fault('ECONNREFUSED');
			},
			{
				reading: {
					...{
						healthy: false,
						state: 'unreachable',
						reason: 'connection refused, nothing is listening there',
					},
					...{ protocol: 'evm', latencyMs: 0, endpoint: LABEL, attempts: 1 },
				},
			},
		],
	])('reports an endpoint %s', async (_, respond, expected) => {
		expect((await healthOf(respond)).look).toStrictEqual(expected);
	});

	it('dates the newest block to the middle of the last round trip, or earlier where calls had to wait', async () => {
		const results = {
			getHealth: 'ok',
			getEpochInfo: { absoluteSlot: 9 },
			getBlockTime: NOW / 1000,
		};
		const respond = serving(results, { takesMs: 40 });
		const { look, beganAt } = await healthOf(respond, { family: 'solana' });
		expect(look.reading.latencyMs).toBe(40);
		expect(look.head).toMatchObject({ at: beganAt + 60, earlierByMs: 40 });
	});
});

describe('what is asked', () => {
	const EVM = ['eth_syncing', 'eth_blockNumber', 'eth_getBlockByNumber latest', 'eth_chainId'];
	const SOLANA = ['getHealth', 'getEpochInfo', 'getBlockTime'];
	const genesis = [...SOLANA.slice(0, 2), 'getGenesisHash', 'getBlockTime'];

	it.each<[FamilyName, HealthSettings, string[]]>([
		['evm', {}, EVM],
		['evm', { asks: {} }, EVM],
		['evm', { asks: { peers: true } }, [...EVM, 'net_peerCount']],
		[
			'evm',
			{ asks: { finality: true } },
			[...EVM, 'eth_getBlockByNumber finalized', 'eth_getBlockByNumber safe'],
		],
		['evm', { asks: { clientVersion: true } }, [...EVM, 'web3_clientVersion']],
		['solana', {}, SOLANA],
		['solana', { isCompared: false }, SOLANA],
		['solana', { isCompared: true }, genesis],
		['solana', { expectedChainId: 'x' }, genesis],
	])('of %s, where %j is wanted: %j', async (family, settings, expected) => {
		const solana = { getHealth: 'ok', getEpochInfo: { absoluteSlot: 9 }, getBlockTime: NOW / 1000 };
		const network = family === 'evm' ? 'ethereum-mainnet' : undefined;
		const results = family === 'evm' ? evmNode() : solana;
		const { sent } = await healthOf(serving(results), { family, network, settings });
		expect(methodsOf(sent)).toEqual(expected);
	});
});

describe('the chain of an endpoint', () => {
	const ETHEREUM = { network: 'ethereum-mainnet' };
	const onBsc = 'chain 56 (BNB Smart Chain Mainnet)';
	const onEthereum = 'chain 1 (Ethereum Mainnet)';

	/** The network of the address, the id that is returned, and the one the user expects. */
	interface Given {
		network?: string;
		id?: number;
		expected?: string;
	}

	it.each<[string, Given, Partial<HealthLook['reading']>]>([
		['is the one it says', { ...ETHEREUM, id: 1 }, { state: 'ready', chain: 'Ethereum Mainnet' }],
		[
			'is not the one of its address where it says another',
			{ ...ETHEREUM, id: 56 },
			{
				state: 'wrongChain',
				reason: `it is on ${onBsc}, not on ${onEthereum}`,
				chain: 'BNB Smart Chain Mainnet',
			},
		],
		[
			'may be another one that the user expects',
			{ ...ETHEREUM, id: 56, expected: '56' },
			{ state: 'ready', chain: 'BNB Smart Chain Mainnet' },
		],
		[
			'has to be the one that the user expects',
			{ id: 1, expected: '56' },
			{
				state: 'wrongChain',
				reason: `it is on ${onEthereum}, not on ${onBsc}`,
				chain: 'Ethereum Mainnet',
			},
		],
		[
			'is not the one of its address where it says an unknown one',
			{ ...ETHEREUM, id: 31_337 },
			{ state: 'wrongChain', reason: `it is on chain 31337, not on ${onEthereum}` },
		],
		[
			'is the one of its address where the id of that is not known',
			{ network: 'harmony-testnet', id: 1_666_700_000 },
			{ state: 'ready', chain: 'Harmony Testnet shard 0' },
		],
		[
			'is the one of its address where it says none',
			ETHEREUM,
			{ state: 'ready', chain: 'Ethereum Mainnet' },
		],
		[
			'is confirmed by its address where the user expects one',
			{ ...ETHEREUM, expected: '1' },
			{ state: 'ready', chain: 'Ethereum Mainnet' },
		],
		[
			'is said to be unconfirmed where nothing says it',
			{ expected: '1' },
			{
				state: 'ready',
				reason: 'it could not be confirmed that it is on chain 1 (Ethereum Mainnet)',
			},
		],
		['may be unknown', { id: 31_337 }, { state: 'ready' }],
		['need not be said', {}, { state: 'ready' }],
	])('%s: %j', async (_, { network, id, expected: expectedChainId }, verdict) => {
		const node = evmNode({ eth_chainId: id === undefined ? undefined : hex(id) });
		const { look } = await healthOf(serving(node), { network, settings: { expectedChainId } });
		const { state, reason, chain, chainId } = look.reading;
		expect({ state, reason, chain, chainId }).toEqual({ ...verdict, chainId: id?.toString() });
	});

	it('is the one of its address where the ids of its family are not those of EVM', async () => {
		const { look } = await checked('aptos', (sent) => answered('aptos', sent), 'aptos-mainnet');
		expect(look.reading).toMatchObject({ chain: 'Aptos Mainnet', chainId: '1' });
	});

	it('distinguishes no endpoints where nothing about it is known', async () => {
		const { look } = await healthOf(serving(evmNode({ eth_chainId: undefined })));
		expect(look.reading).not.toHaveProperty('chainId');
		expect(look.head).not.toHaveProperty('group');
	});
});

describe('a chain whose speed is not known', () => {
	const PACE = { blockTimeMs: 1000, usualLag: 10 };
	const GUESS = { blockTimeMs: 10_000, usualLag: 5, isGuess: true };
	const unknown = (results: object = {}): Record<string, unknown> =>
		evmNode({ eth_chainId: hex(31_337), ...results });

	/** Blocks that were asked for by number. */
	const earlier = (sent: Sent[]): number =>
		methodsOf(sent).filter((method) => method.includes(' 0x')).length;

	it('is judged by the time between its blocks', async () => {
		const { look, sent } = await healthOf(serving(unknown()));
		expect(earlier(sent)).toBe(1);
		expect(look.reading).toMatchObject({ healthy: true, maxBlockAgeSeconds: 10 });
		expect(look.head).toMatchObject({ group: 'evm 31337' });
		expect(look.head?.pace).toStrictEqual(PACE);
	});

	it('is judged by a cautious guess where earlier blocks cannot be read', async () => {
		const node = unknown({
			eth_getBlockByNumber: ([tag]: [string]) => tag === 'latest' && blockAt(1000),
		});
		const { look } = await healthOf(serving(node));
		expect(look.reading.maxBlockAgeSeconds).toBe(60);
		expect(look.head?.pace).toStrictEqual(GUESS);
	});

	it.each<[HealthSettings, number, object]>([
		[{ maxBlockAgeSeconds: 90 }, 1, { age: 90, lag: undefined, pace: PACE }],
		[{ maxBlocksBehind: 3 }, 1, { age: 10, lag: 3, pace: PACE }],
		[{ maxBlockAgeSeconds: 90, maxBlocksBehind: 3 }, 0, { age: 90, lag: 3, pace: GUESS }],
		[{ maxBlockAgeSeconds: 0, maxBlocksBehind: 0 }, 0, { age: 0, lag: 0, pace: GUESS }],
	])('is measured unless both limits are set: %j', async (settings, measured, expected) => {
		const { look, sent } = await healthOf(serving(unknown()), { settings });
		expect(earlier(sent)).toBe(measured);
		const { maxBlocksBehind: lag, pace } = look.head ?? {};
		expect({ age: look.reading.maxBlockAgeSeconds, lag, pace }).toStrictEqual(expected);
	});

	it.each<[string, Array<[id: number | undefined, host: string]>, number]>([
		[
			'per chain',
			[
				[31_337, 'a'],
				[31_337, 'b'],
			],
			1,
		],
		[
			'for each chain',
			[
				[31_337, 'a'],
				[31_338, 'b'],
			],
			2,
		],
		[
			'per address where no chain is said',
			[
				[undefined, 'a'],
				[undefined, 'a'],
			],
			1,
		],
		[
			'for each address where no chain is said',
			[
				[undefined, 'a'],
				[undefined, 'b'],
			],
			2,
		],
	])('is measured once %s: %j', async (_, endpoints, measured) => {
		const once = sharing();
		let count = 0;
		for (const [id, host] of endpoints) {
			const node = unknown({ eth_chainId: id === undefined ? undefined : hex(id) });
			const url = `https://${host}.example.com`;
			const { look, sent } = await healthOf(serving(node), { once, url });
			expect(look.head?.pace).toStrictEqual(PACE);
			count += earlier(sent);
		}
		expect(count).toBe(measured);
	});
});
