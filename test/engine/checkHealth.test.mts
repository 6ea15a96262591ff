import { describe, expect, it } from 'vitest';
import { jsons, numbered, pairs, told, usePlatform } from './fixtures/platform.mts';
import { expectDescribed } from './fixtures/schema.mts';
import { answerCalls, useServer, type RpcCall, type SeenRequest } from './fixtures/server.mts';

const platform = usePlatform();
const check = ['jsonRpc', 'checkHealth'] as const;
const key = 'abcdef0123456789abcdef0123456789';
const quick = { maxRetries: 0, timeout: 2 };

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
});
const answering =
	(answers: Answers) =>
	({ json }: SeenRequest) => ({
		body: answerCalls(json, ({ id, method }: RpcCall) => {
			const members = answers[method];
			return members && { jsonrpc: '2.0', id, ...members };
		}),
	});
const server = useServer((request) => answering(healthy())(request));

async function health(answers: Answers = {}, parameters: object = {}) {
	server.answer = answering({ ...healthy(), ...answers });
	return await platform.run(
		check,
		{ endpointSource: 'url', url: `${server.url}/${key}`, options: quick, ...parameters },
		{ credentials: {} },
	);
}

describe('JSON-RPC · Check Health', () => {
	it('asks for everything in one request', async () => {
		const run = await health();
		expect(run.error).toBeUndefined();
		expect(server.seen).toHaveLength(1);
		expect(server.seen[0]).toMatchObject({ method: 'POST', url: `/${key}/evm` });
		expect(server.seen[0].json).toEqual([
			{ jsonrpc: '2.0', id: 1, method: 'eth_syncing', params: [] },
			{ jsonrpc: '2.0', id: 2, method: 'eth_blockNumber', params: [] },
			{ jsonrpc: '2.0', id: 3, method: 'eth_getBlockByNumber', params: ['latest', false] },
		]);
		expect(jsons(run.output)).toEqual([
			{
				healthy: true,
				state: 'ready',
				blockNumber: 436,
				blockTime: expect.stringMatching(/^\d{4}-.*Z$/) as string,
				blockAgeSeconds: expect.any(Number) as number,
				latencyMs: expect.any(Number) as number,
				endpoint: `${server.url}/***/evm`,
				httpStatus: 200,
				attempts: 1,
				checkedAt: expect.stringMatching(/^\d{4}-.*Z$/) as string,
			},
		]);
		expectDescribed(check, run.output);
	});

	it('does so for many items of one endpoint together', async () => {
		const run = await platform.run(
			check,
			{ endpointSource: 'url', url: `${server.url}/${key}`, options: quick },
			{ credentials: {}, items: numbered(30) },
		);
		expect(run.output.every(({ json }) => json.healthy)).toBe(true);
		expect(pairs(run.output)).toEqual(numbered(30).map(({ json }) => json.n));
		expect(server.seen).toHaveLength(1);
	});

	it('sends three requests when Batch Size is 1', async () => {
		const run = await health({}, { options: { ...quick, batchSize: 1 } });
		expect(run.output[0].json.healthy).toBe(true);
		expect(server.seen).toHaveLength(3);
	});

	const syncing = (behind: number) => ({
		result: { currentBlock: '0x64', highestBlock: `0x${(100 + behind).toString(16)}` },
	});

	it.each<[string, () => Answers, object, object]>([
		[
			'a head that stands still, whatever eth_syncing says',
			() => ({ eth_getBlockByNumber: { result: block(300) } }),
			{},
			{ healthy: false, state: 'stale', reason: expect.stringMatching(/30\d s old, more than 60/) },
		],
		[
			'a head as old as the user allows',
			() => ({ eth_getBlockByNumber: { result: block(300) } }),
			{ maxBlockAge: 400 },
			{ healthy: true, state: 'ready' },
		],
		[
			'a head of the future',
			() => ({ eth_getBlockByNumber: { result: block(-30) } }),
			{},
			{ healthy: true, blockAgeSeconds: 0 },
		],
		[
			'as many blocks behind as the user allows',
			() => ({ eth_syncing: syncing(5) }),
			{},
			{ healthy: true, state: 'syncing', blocksBehind: 5 },
		],
		[
			'one block more',
			() => ({ eth_syncing: syncing(6) }),
			{},
			{ healthy: false, state: 'syncing', blocksBehind: 6, reason: 'it is 6 blocks behind' },
		],
		[
			'no block behind allowed',
			() => ({ eth_syncing: syncing(1) }),
			{ maxBlocksBehind: 0 },
			{ healthy: false, state: 'syncing' },
		],
		[
			'syncing nobody knows how far',
			() => ({ eth_syncing: { result: { stages: [] } } }),
			{},
			{ healthy: false, state: 'syncing', reason: expect.stringContaining('unknown number') },
		],
		['true', () => ({ eth_syncing: { result: true } }), {}, { healthy: false, state: 'syncing' }],
		[
			'a sync state that is none',
			() => ({ eth_syncing: { result: 'false' } }),
			{},
			{ healthy: false, state: 'invalidResponse' },
		],
		[
			'no answer to eth_syncing',
			() => ({ eth_syncing: { error: { code: -32601, message: 'Method not found' } } }),
			{},
			{ healthy: false, state: 'rpcError', reason: expect.stringContaining('check the path') },
		],
		[
			'no block',
			() => ({ eth_getBlockByNumber: { error: { code: -32000, message: 'header not found' } } }),
			{},
			{ healthy: false, state: 'rpcError', reason: expect.stringContaining('header not found') },
		],
		[
			'null instead of a block',
			() => ({ eth_getBlockByNumber: { result: null } }),
			{},
			{ healthy: false, state: 'invalidResponse', reason: expect.stringMatching(/block/) },
		],
		[
			'a block without a time',
			() => ({ eth_getBlockByNumber: { result: { number: '0x1' } } }),
			{},
			{ healthy: false, state: 'invalidResponse', reason: expect.stringMatching(/block.*time/) },
		],
		[
			'a block with an absurd time',
			() => ({ eth_getBlockByNumber: { result: block(0, { timestamp: `0x${'f'.repeat(20)}` }) } }),
			{},
			{ healthy: false, state: 'invalidResponse' },
		],
		[
			'no block number',
			() => ({ eth_blockNumber: { error: { code: -32000, message: 'no height' } } }),
			{},
			{ healthy: false, state: 'rpcError', reason: expect.stringContaining('no height') },
		],
	])('judges %s', async (_, answers, parameters, expected) => {
		const run = await health(answers(), parameters);
		expect(run.error).toBeUndefined();
		expect(run.output[0].json).toMatchObject(expected);
		expect(run.output[0].json).not.toHaveProperty('error');
	});

	it('asks again for what a batch left out', async () => {
		server.answer = (request) =>
			Array.isArray(request.json)
				? answering({ ...healthy(), eth_blockNumber: undefined })(request)
				: answering(healthy())(request);
		const run = await platform.run(
			check,
			{ endpointSource: 'url', url: `${server.url}/${key}`, options: quick },
			{ credentials: {} },
		);
		expect(run.output[0].json).toMatchObject({ healthy: true, blockNumber: 436 });
		expect(server.seen).toHaveLength(2);
	});

	it.each([
		[{ status: 401 }, 'unauthorized'],
		[{ status: 404 }, 'invalidResponse'],
		[{ status: 503 }, 'unreachable'],
		[{ instead: 'reset' }, 'unreachable'],
		[{ status: 429 }, 'rateLimited'],
	] as const)('answers %j with the state of Check Sync', async (reply, state) => {
		server.answer = () => reply;
		const run = await platform.run(
			check,
			{ endpointSource: 'url', url: `${server.url}/${key}`, options: quick },
			{ credentials: {} },
		);
		expect(run.output[0].json).toMatchObject({
			healthy: false,
			state,
			reason: expect.any(String) as string,
		});
	});

	it('fails the item when that is wanted', async () => {
		const stale = { eth_getBlockByNumber: { result: block(300) } };
		const options = { ...quick, failWhenNotHealthy: true };
		const run = await health(stale, { options });
		expect(told(run).message).toContain(`${server.url}/***/evm is not healthy`);
		expect(told(run).message).toContain('s old');
		expect((await health({}, { options })).output[0].json.healthy).toBe(true);
	});

	it.each([
		[{ maxBlockAge: 0 }, 'Max Block Age'],
		[{ maxBlockAge: -1 }, 'Max Block Age'],
		[{ maxBlocksBehind: -1 }, 'Max Blocks Behind'],
	])('refuses %j', async (parameters, field) => {
		const run = await health({}, parameters);
		expect(told(run).message).toContain(field);
		expect(server.seen).toEqual([]);
	});

	it('knows a node that has no endpoint yet, and one of the sandbox', async () => {
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
		const credentials = platform.credential({ baseUrl: server.url });
		const early = await platform.run(check, { endpointSource: 'node', nodeId }, { credentials });
		expect(early.output[0].json).toMatchObject({
			healthy: false,
			state: 'unreachable',
			reason: 'the node has no endpoint yet (status pending)',
		});
	});
});
