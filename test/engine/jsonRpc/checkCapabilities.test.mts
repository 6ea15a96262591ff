import { describe, expect, it } from 'vitest';
import { told, URL_KEY, usePlatform } from '../fixtures/platform.mts';
import { expectDescribed } from '../fixtures/schema.mts';
import { answering, useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const check = ['jsonRpc', 'checkCapabilities'] as const;
const quick = { limits: { maxRetries: 0, timeout: 2 } };
const newest = 20_000_000;
const hex = (number: number) => `0x${number.toString(16)}`;

/** The answers of an archive node, by method. */
const answers: Record<string, ([first]: unknown[]) => object> = {
	eth_syncing: () => ({ result: false }),
	eth_blockNumber: () => ({ result: hex(newest) }),
	eth_chainId: () => ({ result: '0x1' }),
	eth_getBlockByNumber: () => ({
		result: { number: hex(newest), timestamp: hex(Math.floor(Date.now() / 1000)) },
	}),
	web3_clientVersion: () => ({ result: 'Geth/v1.16.0' }),
	eth_getBalance: () => ({ result: '0x0' }),
	eth_getLogs: ([range]) => {
		const { fromBlock, toBlock } = range as Record<string, string>;
		return Number(toBlock) - Number(fromBlock) + 1 > 100_000
			? { error: { code: -32005, message: 'block range is too large' } }
			: { result: [] };
	},
	debug_traceTransaction: () => ({ error: { code: -32000, message: 'transaction not found' } }),
	trace_transaction: () => ({ result: null }),
};
const noMethod = { error: { code: -32601, message: 'Method not found' } };
const server = useServer(
	answering(({ method, params }) => answers[method]?.(params as unknown[]) ?? noMethod),
);

describe('Endpoint · Check Capabilities', () => {
	it('reports what an archive node can do, with the evidence', async () => {
		const run = await platform.runAtUrl(server, check);
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
