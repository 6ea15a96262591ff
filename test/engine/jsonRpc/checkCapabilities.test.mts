import { describe, expect, it } from 'vitest';
import { told, URL_KEY, usePlatform } from '../fixtures/platform.mts';
import { expectDescribed } from '../fixtures/schema.mts';
import { answering, useServer, type RpcCall, type SeenRequest } from '../fixtures/server.mts';

const platform = usePlatform();
const check = ['jsonRpc', 'checkCapabilities'] as const;
const quick = { maxRetries: 0, timeout: 2 };
const newest = 20_000_000;
const hex = (number: number) => `0x${number.toString(16)}`;

interface NodeTraits {
	stateFrom?: number;
	mostLogs?: number;
	mostCalls?: number;
	methods?: Record<string, object>;
}

/** A node with such traits. */
const node =
	({ stateFrom = 0, mostLogs = 10_000, mostCalls = 1000, methods = {} }: NodeTraits) =>
	(request: SeenRequest) => {
		if (Array.isArray(request.json) && request.json.length > mostCalls) {
			return {
				body: { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch too large' } },
			};
		}
		const resultOf = ({ method, params }: RpcCall): object => {
			const given = params as unknown[];
			if (methods[method] !== undefined) return methods[method];
			switch (method) {
				case 'eth_syncing':
					return { result: false };
				case 'eth_blockNumber':
					return { result: hex(newest) };
				case 'eth_chainId':
					return { result: '0x1' };
				case 'eth_getBlockByNumber':
					return { result: { number: hex(newest), timestamp: hex(Math.floor(Date.now() / 1000)) } };
				case 'web3_clientVersion':
					return { result: 'Geth/v1.16.0' };
				case 'eth_getBalance':
					return Number(given[1]) < stateFrom
						? { error: { code: -32000, message: 'missing trie node 0 (path )' } }
						: { result: '0x0' };
				case 'eth_getLogs': {
					const { fromBlock, toBlock } = given[0] as Record<string, string>;
					return Number(toBlock) - Number(fromBlock) + 1 > mostLogs
						? { error: { code: -32005, message: 'block range is too large' } }
						: { result: [] };
				}
				default:
					return { error: { code: -32601, message: 'Method not found' } };
			}
		};
		return answering(resultOf)(request);
	};
const server = useServer((request) => node({})(request));

async function capabilities(traits: NodeTraits) {
	server.answer = node(traits);
	return await platform.runAtUrl(server, check);
}

describe('JSON-RPC · Check Capabilities', () => {
	it('reports what an archive node can do, with the evidence', async () => {
		const run = await capabilities({
			mostLogs: 100_000,
			methods: {
				debug_traceTransaction: { error: { code: -32000, message: 'transaction not found' } },
				trace_transaction: { result: null },
			},
		});
		expect(run.error).toBeUndefined();
		expect(run.output[0].json).toMatchObject({
			state: 'ready',
			protocol: 'evm',
			chain: 'Ethereum Mainnet',
			chainId: '1',
			clientVersion: 'Geth/v1.16.0',
			blockNumber: newest,
			history: { depth: 'archive', result: 'available', stateFromBlock: 1 },
			debug: { result: 'available', evidence: 'transaction not found (code -32000)' },
			trace: { result: 'available', evidence: 'returned null' },
			logs: { result: 'available', max: 100_000 },
			batches: { result: 'available', max: 10 },
			endpoint: `${server.url}/***/evm`,
		});
		expect(run.text()).not.toContain(URL_KEY);
		expectDescribed(check, run.output);
	});

	it('reports what a pruned node cannot do', async () => {
		const run = await capabilities({ stateFrom: newest - 127, mostLogs: 100, mostCalls: 20 });
		expect(run.output[0].json).toMatchObject({
			history: { depth: 'full', stateFromBlock: newest - 127, stateBlocks: 128 },
			debug: { result: 'notAvailable' },
			trace: { result: 'notAvailable' },
			logs: { max: 100, evidence: expect.stringContaining('1000 blocks returned') as string },
			batches: { max: 10, evidence: expect.stringContaining('more were not tried') as string },
		});
		const { calls } = run.output[0].json as { calls: number };
		expect(calls).toBeLessThanOrEqual(60);
	});

	it('checks the WebSocket address of a node, and says when a node has no endpoint', async () => {
		const nodeId = 'ND-123-456-789';
		platform.sandbox.setRpcBehaviour(nodeId, { stateFrom: 1 });
		const run = await platform.run(check, { endpointSource: 'node', nodeId, options: quick });
		expect(run.output[0].json).toMatchObject({
			nodeId,
			chain: 'Ethereum Mainnet',
			webSocket: { httpStatus: expect.any(Number) as number },
		});
		server.answer = ({ url }) => ({
			body: url.includes('nodes')
				? { id: nodeId, network: 'NW-1-2-3', status: 'pending', details: {} }
				: { id: 'NW-1-2-3', protocol: 'ethereum' },
		});
		const early = await platform.runAt(server, check, { endpointSource: 'node', nodeId });
		expect(told(early).message).toContain('no endpoint yet');
	});
});
