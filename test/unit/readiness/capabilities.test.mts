import { describe, expect, it } from 'vitest';

import type { FamilyName } from '../../../nodes/shared/addresses/chains';
import { Cancelled } from '../../../nodes/shared/text/problem';
import { findCapabilities } from '../../../nodes/shared/readiness/capabilities';
import { answerCalls, callsOf } from '../fixtures/answerCalls.mts';
import { finish, useStoppedTime } from '../fixtures/clock.mts';
import { familyEndpoint, KEY } from '../fixtures/familyEndpoint.mts';
import type { Respond } from '../fixtures/requestContext.mts';

interface Parts {
	network?: string;
	socketUrl?: string;
	findsLimits?: boolean;
	cancel?: AbortSignal;
}

async function checked(
	family: FamilyName,
	respond: Respond,
	{ socketUrl, findsLimits, ...parts }: Parts = {},
): Promise<{ found: object; calls: unknown[][]; sent: string[] }> {
	const { endpoint, sent, ...context } = familyEndpoint(family, respond, parts);
	const found = await findCapabilities(endpoint, socketUrl, context, findsLimits);
	const calls = sent
		.filter(({ body }) => body !== undefined)
		.flatMap((each) => callsOf(each).map(({ method, params = [] }) => [method, ...params]));
	return { found, calls, sent: sent.map(({ method, url }) => `${method} ${url}`) };
}

const NEWEST = '0x3e8';
const nowInHex = (): string => `0x${Math.floor(Date.now() / 1000).toString(16)}`;
const NO_METHOD = { error: { code: -32601, message: 'Method not found' } };

/** An archive of Ethereum at block 1000 with all methods, except for what some of them answer. */
const archive =
	(methods: Record<string, object> = {}): Respond =>
	(sent) => {
		const answers: Record<string, object> = {
			eth_syncing: { result: false },
			eth_blockNumber: { result: NEWEST },
			eth_getBlockByNumber: { result: { number: NEWEST, timestamp: nowInHex() } },
			eth_chainId: { result: '0x1' },
			web3_clientVersion: { result: 'Geth/v1.16.0' },
			eth_getBalance: { result: '0x0' },
			eth_getLogs: { result: [] },
			debug_traceTransaction: { error: { code: -32000, message: 'transaction not found' } },
			trace_transaction: { result: null },
			...methods,
		};
		return answerCalls(sent, ({ method }) => answers[method] ?? NO_METHOD);
	};

const WEB_SOCKET = { result: 'available', httpStatus: 426, evidence: 'responds with status 426' };
const anyNumber = expect.any(Number) as number;

const FOUND = {
	state: 'ready',
	chain: 'Ethereum Mainnet',
	chainId: '1',
	clientVersion: 'Geth/v1.16.0',
	blockNumber: 1000,
	protocol: 'evm',
	latencyMs: anyNumber,
	endpoint: 'https://nodes.example.com/***/evm',
	history: {
		depth: 'archive',
		result: 'available',
		stateFromBlock: 1,
		stateBlocks: 1000,
		uncertainty: 0,
		evidence: 'the state of blocks 1, 250, 500, 750, 808, 992 is readable',
	},
	debug: { result: 'available', evidence: 'transaction not found (code -32000)' },
	trace: { result: 'available', evidence: 'returned null' },
	logs: { result: 'available', max: 1000, evidence: '1000 blocks work; more were not tried' },
	batches: { result: 'available', max: 10, evidence: '10 calls work; more were not tried' },
	calls: 27,
};

/** A node at this block that has the state of blocks from another one on, and lacks most methods. */
const pruned =
	(head: string, from: number, chainId = '0x1'): Respond =>
	(sent) =>
		answerCalls(sent, ({ method, params = [] }) => {
			if (method === 'eth_getBalance')
				return Number(params[1]) < from
					? { error: { code: -32000, message: 'missing trie node' } }
					: { result: '0x0' };
			const results: Record<string, unknown> = {
				eth_syncing: false,
				eth_blockNumber: head,
				eth_chainId: chainId,
				eth_getLogs: [],
				eth_getBlockByNumber: { number: head, timestamp: nowInHex() },
			};
			return method in results ? { result: results[method] } : NO_METHOD;
		});

/** The findings about an archive with something else; what is `undefined` is left out. */
function foundWith(details: Record<string, unknown>): object {
	const all = Object.entries({ ...FOUND, ...details });
	return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

describe('what an EVM endpoint can do', () => {
	it('is reported with the evidence, and how many calls that took', async () => {
		const { found } = await checked('evm', archive());
		expect(found).toStrictEqual(FOUND);
	});

	it('takes at most 60 calls where the first block with state has to be searched', async () => {
		const { found, calls } = await checked('evm', pruned('0x17d78400', 123_456_789));
		expect(found).toMatchObject({ history: { depth: 'extended' }, calls: calls.length });
		expect(calls.length).toBeLessThanOrEqual(60);
	});

	it('includes the largest batch where that is wanted, and counts all of its calls', async () => {
		const { found, calls } = await checked('evm', archive(), { findsLimits: true });
		expect(found).toMatchObject({ batches: { max: 100 }, calls: 177 });
		expect(calls).toHaveLength(177);
	});

	it.each([
		['arbitrum-mainnet', '0xa4b1', 22_207_817],
		['optimism-mainnet', '0xa', 105_235_063],
	])('is an archive of %s from the first block with state on', async (_, id, stateFrom) => {
		const depthOf = async (from: number) =>
			(await checked('evm', pruned('0x11e1a300', from, id))).found;
		const history = { depth: 'archive', stateFromBlock: stateFrom };
		expect(await depthOf(stateFrom)).toMatchObject({ history });
		expect(await depthOf(stateFrom + 1)).toMatchObject({ history: { depth: 'extended' } });
	});

	it('is found out about a transaction that does not exist', async () => {
		const { calls } = await checked('evm', archive());
		const none = '0x0000000000000000000000000000000000000000000000000000000000000000';
		const traces = calls.filter(([method]) => /trace/.test(String(method)));
		expect(traces).toEqual([
			['debug_traceTransaction', none, { tracer: 'callTracer' }],
			['trace_transaction', none],
		]);
	});

	it('is reported where the node lacks methods', async () => {
		const methods = `web3_clientVersion debug_traceTransaction trace_transaction eth_getBalance
			eth_getLogs`.split(/\s+/);
		const none = Object.fromEntries(methods.map((method) => [method, NO_METHOD]));
		const { found } = await checked('evm', archive(none));
		const lacking = { result: 'notAvailable', evidence: 'Method not found (code -32601)' };
		expect(found).toStrictEqual(
			foundWith({
				clientVersion: undefined,
				history: { ...lacking, depth: 'unknown' },
				debug: lacking,
				trace: lacking,
				logs: { ...lacking, evidence: `100 blocks returned '${lacking.evidence}'` },
			}),
		);
	});

	it('is also found out while it is synchronizing', async () => {
		const syncing = { eth_syncing: { result: { currentBlock: '0x1', highestBlock: '0x2' } } };
		const { found } = await checked('evm', archive(syncing));
		expect(found).toStrictEqual(foundWith({ state: 'syncing' }));
	});

	it('includes the chain that its id stands for, whatever its address says', async () => {
		const { found } = await checked('evm', archive(), { network: 'avalanche-mainnet' });
		expect(found).toMatchObject({ chain: 'Ethereum Mainnet', chainId: '1' });
	});

	it('is searched where full nodes of its chain keep the state from', async () => {
		const { found } = await checked('evm', archive({ eth_chainId: { result: '0xa86a' } }));
		expect(found).toMatchObject({
			chain: 'Avalanche Mainnet',
			history: { evidence: 'the state of blocks 1, 250, 500, 750, 904, 992 is readable' },
		});
	});

	it('is not found where the execution is stopped', async () => {
		const stop = new AbortController();
		const respond: Respond = (sent, count) => {
			if (count === 2) stop.abort();
			return archive()(sent, count);
		};
		const check = checked('evm', respond, { cancel: stop.signal });
		await expect(check).rejects.toBeInstanceOf(Cancelled);
	});
});

describe('the WebSocket address of a node', () => {
	const answering: Respond = (sent, count) =>
		sent.method === 'GET' ? { status: 426 } : archive()(sent, count);

	it.each([
		['ethereum-mainnet', 'wss://ws-nd-1.p2pify.com/abc', 'https://ws-nd-1.p2pify.com/abc'],
		['ethereum-mainnet', 'WSS://ws-nd-1.p2pify.com/abc', 'https://ws-nd-1.p2pify.com/abc'],
		['hyperliquid-mainnet', 'wss://ws-nd-1.p2pify.com/abc', 'https://ws-nd-1.p2pify.com/abc/evm'],
		[
			'avalanche-mainnet',
			'wss://ws-nd-1.p2pify.com/abc/ext/bc/C/ws',
			'https://ws-nd-1.p2pify.com/abc/ext/bc/C/ws',
		],
		[
			undefined,
			'wss://base-mainnet.core.chainstack.com/abc',
			'https://base-mainnet.core.chainstack.com/abc',
		],
		[undefined, 'ws://127.0.0.1:8546/abc', 'http://127.0.0.1:8546/abc/evm'],
		[undefined, 'ws-nd-1.example.com/x', 'https://ws-nd-1.example.com/x'],
	])('of %s is asked over HTTP: %s', async (network, socketUrl, url) => {
		const { found, sent } = await checked('evm', answering, { network, socketUrl });
		expect(found).toMatchObject({ webSocket: WEB_SOCKET });
		expect(sent.filter((each) => each.startsWith('GET'))).toEqual([`GET ${url}`]);
	});

	it('is reported in addition to everything else', async () => {
		const { found } = await checked('evm', answering, { socketUrl: 'wss://ws.example.com/abc' });
		expect(found).toStrictEqual({ ...FOUND, calls: anyNumber, webSocket: WEB_SOCKET });
	});

	it('that cannot be used says nothing about the rest', async () => {
		const socketUrl = 'wss://console.chainstack.com/abc';
		const { found } = await checked('evm', answering, { socketUrl });
		expect(found).toMatchObject({
			state: 'ready',
			batches: { result: 'available' },
			webSocket: {
				result: 'failed',
				evidence: "'wss_endpoint' is a page of the Chainstack console, not an endpoint",
			},
		});
	});
});

describe('an endpoint that does not answer', () => {
	useStoppedTime(0);

	it.each<[string, Respond, object]>([
		[
			'unauthorized',
			() => ({ status: 401 }),
			{ reason: 'the endpoint did not accept the key (status 401)' },
		],
		['unreachable', () => ({ status: 503 }), { reason: 'status 503' }],
		[
			'rpcError',
			archive({ eth_syncing: NO_METHOD, eth_blockNumber: NO_METHOD }),
			{ reason: 'no EVM method here, check the path: Method not found (code -32601)' },
		],
	])('is %s, and nothing else is found out', async (state, respond, details) => {
		const { found } = await finish(checked('evm', respond));
		expect(found).toStrictEqual({
			state,
			...details,
			protocol: 'evm',
			latencyMs: anyNumber,
			endpoint: 'https://nodes.example.com/***/evm',
			calls: anyNumber,
		});
	});
});

describe('an endpoint that is not EVM', () => {
	const ledger = (block_height: string): object => ({
		ledger_timestamp: String(Date.now() * 1000),
		block_height,
		chain_id: 1,
		git_hash: 'a1b2',
	});
	const about = {
		state: 'ready',
		chainId: '1',
		clientVersion: 'a1b2',
		protocol: 'aptos',
		calls: 1,
		latencyMs: anyNumber,
		endpoint: 'https://nodes.example.com/***/v1',
	};

	it('is asked for nothing but chain and version', async () => {
		const { found, sent } = await checked('aptos', () => ({ body: ledger('700') }));
		expect(found).toStrictEqual({ ...about, blockNumber: 700 });
		expect(sent).toEqual([`GET https://nodes.example.com/${KEY}/v1`]);
	});

	it('has the chain of its address, and a block number of any size as it is', async () => {
		const body = ledger('9007199254740993');
		const { found } = await checked('aptos', () => ({ body }), { network: 'aptos-mainnet' });
		const blockNumber = '9007199254740993';
		expect(found).toStrictEqual({ ...about, chain: 'Aptos Mainnet', blockNumber });
	});

	it('says why it is not ready, without a block number where it has none', async () => {
		const starting = { error: { code: -32603, message: 'data stores are not initialized' } };
		const { found } = await checked('stellar', (sent) =>
			answerCalls(sent, ({ method }) => (method === 'getHealth' ? starting : NO_METHOD)),
		);
		expect(found).toStrictEqual({
			state: 'syncing',
			reason: 'data stores are not initialized',
			protocol: 'stellar',
			latencyMs: anyNumber,
			endpoint: 'https://nodes.example.com/***',
			calls: 3,
		});
	});
});
