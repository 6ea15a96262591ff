import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seedIds, startSandbox, type Sandbox } from '../../../sandbox/start.mts';
import { at, rpc, rpcWithLogin, send, syncing } from './client.mts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ evm: 'minimal' });
});
afterAll(async () => await sandbox.stop());
beforeEach(() => sandbox.reset());

/** The address of a seeded node, with its key. */
function addressOf(id: string): string {
	const node = sandbox.state().nodes.find((one) => one.id === id);
	return `${sandbox.nodeEndpoint}/${node?.auth.key}`;
}

describe('addresses', () => {
	test.each([
		['the key and /evm', '{key}/evm', 200],
		['a trailing slash', '{key}/evm/', 200],
		['a query', '{key}/evm?a=/b', 200],
		['only the key', '{key}', 200],
		['the key and a slash', '{key}/', 200],
		['the other path of Hyperliquid', '{key}/nanoreth', 200],
		['a wrong key', 'wrong/evm', 401],
		['a part of the key', '{key}x/evm', 401],
		['no key', 'evm', 401],
		['nothing', '', 401],
		['a switch of the sandbox', '_sandbox/state', 401],
		['a path of the management API', 'v1/nodes/', 401],
		['a wrong path', '{key}/nothing', 404],
		['the path of another chain', '{key}/ext/bc/C/rpc', 404],
	])('%s', async (_case, rest, status) => {
		const url = `${sandbox.nodeEndpoint}/${rest.replace('{key}', sandbox.endpointKey)}`;
		const answer = await rpc(url, syncing());
		expect(answer.status).toBe(status);
		if (status !== 200) expect(answer.headers.get('content-type')).toBe('text/html');
		if (status === 401) expect(answer.body).toContain('Authorization Required');
	});

	test.each([
		['/', 200],
		['/evm', 200],
		['/nothing', 404],
		['/wrong/evm', 404],
	])('user name and password give access to %s: %i', async (path, status) => {
		const [{ auth }] = sandbox.state().nodes;
		const login = `${auth.username}:${auth.password}`;
		const answer = await rpcWithLogin(`${sandbox.nodeEndpoint}${path}`, login, syncing());
		expect(answer.status).toBe(status);
	});

	test('a wrong password gives no access', async () => {
		const [{ auth }] = sandbox.state().nodes;
		const url = `${sandbox.nodeEndpoint}/evm`;
		expect((await rpcWithLogin(url, `${auth.username}:wrong`, syncing())).status).toBe(401);
	});

	test('the key of a deleted node gives no access', async () => {
		const url = addressOf(seedIds.nodes.polygon);
		await send(sandbox, 'DELETE', `/v1/nodes/${seedIds.nodes.polygon}/`);
		expect((await rpc(url, syncing())).status).toBe(401);
	});

	test('a chain without an EVM has no methods', async () => {
		const { body } = await rpc(addressOf(seedIds.nodes.bitcoin), syncing());
		expect(body).toMatchObject({ error: { code: -32601 } });
	});

	test.each(['stopped', 'failed', 'starting'] as const)(
		'a %s node does not answer',
		async (status) => {
			sandbox.setStatus(seedIds.nodes.ethereum, status);
			expect((await rpc(addressOf(seedIds.nodes.ethereum), syncing())).status).toBe(503);
		},
	);
});

describe('scripted answers', () => {
	const blocks = { startingBlock: '0x0', currentBlock: '0x10', highestBlock: '0x20' };

	test.each<[unknown, unknown]>([
		[blocks, { jsonrpc: '2.0', id: 1, result: blocks }],
		['false', { jsonrpc: '2.0', id: 1, result: 'false' }],
		[null, { jsonrpc: '2.0', id: 1, result: null }],
		[[], { jsonrpc: '2.0', id: 1, result: [] }],
		[
			{ $error: { code: -32603, message: 'broken' } },
			{ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'broken' } },
		],
	])('%o', async (value, expected) => {
		sandbox.setSyncing(sandbox.endpointKey, value);
		expect((await rpc(sandbox.rpcUrl, syncing())).body).toEqual(expected);
		sandbox.setSyncing(sandbox.endpointKey, undefined);
		expect((await rpc(sandbox.rpcUrl, syncing())).body).toMatchObject({ result: false });
	});

	test('a sequence advances with every call, and its last value is repeated', async () => {
		sandbox.setSyncing('*', { $sequence: [blocks, true, false] });
		const results: unknown[] = [];
		for (let call = 1; call <= 4; call++) {
			results.push(at((await rpc(sandbox.rpcUrl, syncing())).body, 'result'));
		}
		expect(results).toEqual([blocks, true, false, false]);
	});

	test('over HTTP, for one node by its id, and for another method', async () => {
		const [node] = sandbox.state().nodes;
		const url = addressOf(node.id);
		await send(sandbox, 'POST', '/_sandbox/rpc', { node: node.id, value: true });
		const block = { node: node.auth.key, method: 'eth_blockNumber', value: '0x99' };
		await send(sandbox, 'POST', '/_sandbox/rpc', block);
		const calls = [syncing(), { ...syncing(2), method: 'eth_blockNumber' }];
		expect((await rpc(url, calls)).body).toMatchObject([{ result: true }, { result: '0x99' }]);
		expect((await rpc(sandbox.rpcUrl, syncing())).body).toMatchObject({ result: false });
	});
});

test('every call of a batch counts against the limit, and those that fit are answered', async () => {
	sandbox.setRpcBehaviour('*', { rateLimitPerSecond: 2 });
	const { status, body } = await rpc(sandbox.rpcUrl, [syncing(1), syncing(2), syncing(3)]);
	expect(status).toBe(200);
	expect(body).toMatchObject([{ result: false }, { result: false }, { error: { code: -32005 } }]);
	expect(String(at(body, 2, 'error', 'data', 'try_again_in'))).toMatch(/^(\d+(ms|µs)|1s)$/);
});
