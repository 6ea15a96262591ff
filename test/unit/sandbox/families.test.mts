import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { seedIds, startSandbox, type Sandbox } from '../../../sandbox/start.mts';

let sandbox: Sandbox;
beforeAll(async () => {
	sandbox = await startSandbox({ evm: 'minimal', deployMs: 1 });
});
beforeEach(() => sandbox.reset());
afterAll(async () => await sandbox.stop());

const { ethereum, hyperliquid, bitcoin, polygon } = seedIds.nodes;

async function keyOf(nodeId: string): Promise<string> {
	const response = await fetch(`${sandbox.url}/v1/nodes/${nodeId}/`, {
		headers: { authorization: `Bearer ${sandbox.apiKey}` },
	});
	const { details } = (await response.json()) as { details: { auth_key: string } };
	return details.auth_key;
}

/** A node's answer at a path, in which `{key}` stands for its key. */
async function ask(nodeId: string, path: string, body?: unknown) {
	const response = await fetch(
		`${sandbox.nodeEndpoint}/${path.replace('{key}', await keyOf(nodeId))}`,
		{
			...(body !== undefined && {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body: JSON.stringify(body),
			}),
		},
	);
	const text = await response.text();
	return { status: response.status, text };
}

const call = (method: string, params: unknown[] = []) => ({
	jsonrpc: '2.0',
	id: 7,
	method,
	params,
});

async function resultOf(nodeId: string, method: string, params: unknown[] = []): Promise<unknown> {
	const { text } = await ask(nodeId, '{key}/evm', call(method, params));
	return (JSON.parse(text) as { result: unknown }).result;
}

describe('the endpoints of the sandbox', () => {
	it('answer for the chains of their networks', async () => {
		expect(await resultOf(ethereum, 'eth_chainId')).toBe('0x1');
		expect(await resultOf(polygon, 'eth_chainId')).toBe('0x89');
		expect(await resultOf(hyperliquid, 'eth_chainId')).toBe('0x3e7');
		sandbox.setRpcBehaviour(polygon, { chainId: 5 });
		expect(await resultOf(polygon, 'eth_chainId')).toBe('0x5');
	});

	it('claim another head and have pruned state as configured', async () => {
		const real = Number(await resultOf(ethereum, 'eth_blockNumber'));
		sandbox.setRpcBehaviour(ethereum, { headOffset: 1000, headAge: 300, stateFrom: 500 });
		expect(Number(await resultOf(ethereum, 'eth_blockNumber'))).toBeGreaterThanOrEqual(real + 1000);
		const block = (await resultOf(ethereum, 'eth_getBlockByNumber', ['latest', false])) as {
			number: string;
			timestamp: string;
		};
		expect(Number(block.number)).toBeGreaterThanOrEqual(real + 1000);
		expect(Math.abs(Date.now() / 1000 - 300 - Number(block.timestamp))).toBeLessThan(5);
		const { text } = await ask(ethereum, '{key}/evm', call('eth_getBalance', ['0x0', '0x1']));
		expect(text).toContain('missing trie node');
	});

	it.each([
		['beacon/{key}/eth/v1/node/syncing', ethereum, undefined, 'head_slot'],
		['{key}/info', hyperliquid, { type: 'exchangeStatus' }, 'specialStatuses'],
		['{key}', bitcoin, call('getblockchaininfo'), 'initialblockdownload'],
		['{key}/metrics', ethereum, undefined, 'chainstack_node_memory_usage_bytes{node_id="ND-'],
	])('have other interfaces as well: %s', async (path, nodeId, body, expected) => {
		const { status, text } = await ask(nodeId, path, body);
		expect(status).toBe(200);
		expect(text).toContain(expected);
	});

	it.each([
		['{key}/metrics', polygon, 404],
		['{key}/wallet/getnowblock', ethereum, 404],
		['{key}/evm', bitcoin, 404],
	])('have no others: %s', async (path, nodeId, status) => {
		expect((await ask(nodeId, path, {})).status).toBe(status);
	});

	it('are in the configured condition, and give scripted answers', async () => {
		sandbox.setRpcBehaviour(bitcoin, { condition: 'failing' });
		expect(await ask(bitcoin, '{key}', call('getblockchaininfo'))).toMatchObject({
			status: 500,
			text: expect.stringContaining('-28') as string,
		});
		sandbox.setRpcBehaviour(bitcoin, { condition: 'ready' });
		sandbox.setRpcAnswer(bitcoin, 'getconnectioncount', 3);
		expect((await ask(bitcoin, '{key}', call('getconnectioncount'))).text).toContain('"result":3');
	});
});
