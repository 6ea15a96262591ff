import { describe, expect, it } from 'vitest';
import { jsons, numbered, told, URL_KEY, usePlatform } from '../fixtures/platform.mts';
import { expectDescribed } from '../fixtures/schema.mts';
import { answering, useServer, type RpcCall } from '../fixtures/server.mts';

const platform = usePlatform();
const check = ['jsonRpc', 'checkHealth'] as const;
const quick = { limits: { maxRetries: 0, timeout: 2 } };

/** Members of the answers, by method; a method that is undefined is not answered. */
type Answers = Partial<Record<string, object | undefined>>;

const block = (ageSeconds: number, members: object = {}) => ({
	number: '0x1b4',
	timestamp: `0x${Math.floor(Date.now() / 1000 - ageSeconds).toString(16)}`,
	hash: `0x${'ab'.repeat(32)}`,
	...members,
});
const healthy = (): Answers => ({
	eth_syncing: { result: false },
	eth_blockNumber: { result: '0x1b4' },
	eth_getBlockByNumber: { result: block(3) },
	eth_chainId: { result: '0x1' },
});
const nodeWith = (answers: Answers) =>
	answering(({ method }) => ({ ...healthy(), ...answers })[method]);
const server = useServer((request) => nodeWith({})(request));

async function health(answers: Answers = {}, parameters: { options?: object } = {}) {
	server.answer = nodeWith(answers);
	return await platform.runAtUrl(server, check, parameters);
}

describe('Endpoint · Check Health', () => {
	it('queries everything in one request', async () => {
		const run = await health();
		expect(run.error).toBeUndefined();
		expect(server.seen).toHaveLength(1);
		expect(server.seen[0]).toMatchObject({ method: 'POST', url: `/${URL_KEY}/evm` });
		expect(server.seen[0].json).toEqual([
			{ jsonrpc: '2.0', id: 1, method: 'eth_syncing', params: [] },
			{ jsonrpc: '2.0', id: 2, method: 'eth_blockNumber', params: [] },
			{ jsonrpc: '2.0', id: 3, method: 'eth_getBlockByNumber', params: ['latest', false] },
			{ jsonrpc: '2.0', id: 4, method: 'eth_chainId', params: [] },
		]);
		expect(jsons(run.output)).toEqual([
			{
				summary: expect.stringMatching(/ \(Ethereum Mainnet\) is ready$/) as string,
				ready: true,
				healthy: true,
				state: 'ready',
				name: new URL(server.url).host,
				protocol: 'evm',
				chain: 'Ethereum Mainnet',
				chainId: '1',
				blockNumber: 436,
				blockTime: expect.stringMatching(/^\d{4}-.*Z$/) as string,
				blockAgeSeconds: expect.any(Number) as number,
				maxBlockAgeSeconds: 72,
				reason: '',
				latencyMs: expect.any(Number) as number,
				endpoint: `${server.url}/***/evm`,
				httpStatus: 200,
				attempts: 1,
				checkedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
			},
		]);
		expectDescribed(check, run.output);
	});

	it('reports a head that stands still, and fails the item where that is wanted', async () => {
		const stale = { eth_getBlockByNumber: { result: block(300) } };
		expect((await health(stale)).output[0].json).toMatchObject({
			healthy: false,
			state: 'lagging',
			reason: expect.stringMatching(/30\d s old, more than the 72 s allowed/) as string,
		});
		const options = { failWhenNotHealthy: true };
		const run = await health(stale, { options });
		expect(told(run).message).toMatch(/\/evm is not healthy: .* s old/);
		expect(told(run).message).toContain(`${server.url}/***/evm`);
		expect((await health({}, { options })).output[0].json.healthy).toBe(true);
	});

	it.each([
		[{ maxBlockAge: 0 }, 'Max Block Age'],
		[{ maxBlocksBehind: -1 }, 'Max Blocks Behind'],
		[{ expectedChainId: 'ethereum' }, 'Expected Chain ID'],
	])('refuses %j', async (options, field) => {
		const run = await health({}, { options });
		expect(told(run).message).toContain(field);
		expect(server.seen).toEqual([]);
	});

	it('understands a node that has no endpoint yet, and a node of the sandbox', async () => {
		const nodeId = 'ND-123-456-789';
		const run = await platform.run(check, { endpointSource: 'node', nodeId, options: quick });
		expect(run.output[0].json).toMatchObject({
			endpoint: expect.stringContaining('/***/evm'),
			nodeId,
		});
		server.answer = ({ url }) => ({
			body: url.includes('nodes')
				? { id: nodeId, network: 'NW-1-2-3', status: 'pending', details: {} }
				: { id: 'NW-1-2-3', protocol: 'ethereum' },
		});
		const early = await platform.runAt(server, check, { endpointSource: 'node', nodeId });
		expect(early.output[0].json).toMatchObject({
			healthy: false,
			state: 'unreachable',
			reason: 'the node has no endpoint yet (status pending)',
		});
	});
});

describe('the chain', () => {
	it('is expected to be that of the option', async () => {
		const expecting = async (expectedChainId: string) =>
			(await health({}, { options: { expectedChainId } })).output[0].json;
		expect(await expecting('56')).toMatchObject({
			healthy: false,
			state: 'wrongChain',
			reason: 'it is on chain 1 (Ethereum Mainnet), not on chain 56 (BNB Smart Chain Mainnet)',
		});
		expect(await expecting('eip155:1')).toMatchObject({ healthy: true, chainId: '1' });
	});

	it('is taken from the network for a node of the organization', async () => {
		const nodeId = 'ND-123-456-789';
		const check1 = { endpointSource: 'node', nodeId, options: quick };
		const right = await platform.run(check, check1);
		expect(right.output[0].json).toMatchObject({
			healthy: true,
			chain: 'Ethereum Mainnet',
			chainId: '1',
		});
		platform.sandbox.setRpcBehaviour(nodeId, { chainId: 11155111 });
		const wrong = await platform.run(check, check1);
		expect(wrong.output[0].json).toMatchObject({
			healthy: false,
			state: 'wrongChain',
			reason: expect.stringContaining('Ethereum Sepolia Testnet') as string,
		});
	});

	it('returns the optional facts from the same request', async () => {
		const run = await health(
			{
				net_peerCount: { result: '0x19' },
				web3_clientVersion: { result: 'Geth/v1.16.0' },
			},
			{ options: { alsoAskFor: ['peers', 'finality', 'clientVersion'] } },
		);
		expect(run.output[0].json).toMatchObject({
			healthy: true,
			peers: 25,
			finalizedBlocksBehind: 0,
			safeBlocksBehind: 0,
			clientVersion: 'Geth/v1.16.0',
		});
		expect(server.seen).toHaveLength(1);
		expectDescribed(check, run.output);
	});
});

describe('Compare With', () => {
	/** Endpoints by their key, each with a head. */
	const serveHeads = (heads: Record<string, { number: number; hash?: string; chain?: string }>) => {
		server.answer = (request) => {
			const {
				number,
				hash = `0x${number}`,
				chain = '0x1',
			} = heads[request.url.split('/')[1]] ?? {};
			if (number === undefined) return { status: 503 };
			const blockAt = ([tag]: unknown[]): object => {
				const height = tag === 'latest' ? number : Number(tag);
				// A block every 12 s, the one at height 100 is 3 s old.
				const age = Math.max(0, 3 + (100 - height) * 12);
				return block(age, { number: `0x${height.toString(16)}`, hash });
			};
			const others: Answers = { ...healthy(), eth_chainId: { result: chain } };
			return answering(({ method, params }: RpcCall) =>
				method === 'eth_getBlockByNumber'
					? { result: blockAt(params as unknown[]) }
					: others[method],
			)(request);
		};
	};
	const names = (count: number) =>
		Array.from({ length: count }, (_, index) => `endpoint-key-${index}-0123456789`);
	const compare = async (count: number, parameters: object = {}, node: object = {}) =>
		await platform.runAtUrl(
			server,
			check,
			{
				url: `={{ "${server.url}/endpoint-key-" + $json.n + "-0123456789" }}`,
				compareWith: 'otherItems',
				...parameters,
			},
			{ items: numbered(count), node },
		);

	it('names the endpoints that are behind most others', async () => {
		const [a, b, c, d, e] = names(5);
		const heads = {
			[a]: { number: 100 },
			[b]: { number: 100 },
			[c]: { number: 101 },
			[d]: { number: 97 },
		};
		serveHeads({ ...heads, [e]: { number: 9_000_000 } });
		const run = await compare(5);
		expect(run.output.map(({ json }) => json.state)).toEqual([
			'ready',
			'ready',
			'ready',
			'lagging',
			'ready',
		]);
		expect(run.output[3].json).toMatchObject({
			compared: true,
			blocksBehindReference: 3,
			secondsBehindReference: expect.any(Number) as number,
			reason: expect.stringMatching(
				/^it is 3 blocks behind most others: it was \d+ s behind \(12 s allowed\)$/,
			) as string,
			reference: { source: 'otherItems', blockNumber: 100, endpoints: 5 },
		});
		expect(run.output[4].json.blocksBehindReference).toBe(-8_999_900);
		// One request each, one for earlier blocks, and one for the block that the late one lacks.
		expect(server.seen).toHaveLength(7);
		expectDescribed(check, run.output);
	});

	it('continues when an item fails before it can be compared', async () => {
		serveHeads(Object.fromEntries(names(4).map((name) => [name, { number: 100 }])));
		const url = `={{ $json.n === 1 ? "wss://x.example.com" : "${server.url}/endpoint-key-" + $json.n + "-0123456789" }}`;
		const run = await compare(4, { url }, { onError: 'continueRegularOutput' });
		expect(run.output.map(({ json }) => json.state)).toEqual([
			'ready',
			undefined,
			'ready',
			'ready',
		]);
	});

	it('calls a reference endpoint that cannot be used by its name', async () => {
		const parameters = { compareWith: 'reference', referenceUrl: 'wss://x.example.com/ws' };
		const run = await compare(1, parameters);
		expect(told(run).message).toMatch(/^'Reference Endpoint' is a WebSocket address/);
	});

	it('accepts a reference endpoint, which is queried once', async () => {
		const [a, b] = names(2);
		const reference = 'reference-key-0123456789';
		serveHeads({ [a]: { number: 100 }, [b]: { number: 96 }, [reference]: { number: 101 } });
		const parameters = { compareWith: 'reference', referenceUrl: `${server.url}/${reference}` };
		const run = await compare(2, parameters);
		expect(run.output[0].json).toMatchObject({
			healthy: true,
			blocksBehindReference: 1,
			reference: { source: 'referenceEndpoint', blockNumber: 101 },
		});
		expect(run.output[1].json).toMatchObject({
			state: 'lagging',
			reason: expect.stringContaining('5 blocks behind the reference endpoint') as string,
		});
		// One request each, one for earlier blocks, and one for the block that the late one lacks.
		expect(server.seen).toHaveLength(5);
		expect(run.text()).not.toContain(reference);
	});
});
