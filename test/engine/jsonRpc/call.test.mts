import { describe, expect, it } from 'vitest';
import { jsons, numbered, pairs, told, URL_KEY, usePlatform } from '../fixtures/platform.mts';
import { answering, useServer, type Reply, type RpcCall } from '../fixtures/server.mts';

const platform = usePlatform();
const call = ['jsonRpc', 'call'] as const;
const server = useServer(answering(({ params }) => ({ result: params })));
type RunOptions = Parameters<typeof platform.runAtUrl>;

const send = async (parameters: RunOptions[2], options?: RunOptions[3]) =>
	await platform.runAtUrl(server, call, parameters, options);

const write = { method: 'eth_sendRawTransaction', params: '["0x02f8"]' };

describe('Endpoint · Call', () => {
	it('sends no transaction whose receiver an expression does not find', async () => {
		const params = '={{ [{ to: $json.missing, value: "0x1" }] }}';
		const run = await send({ method: 'eth_sendTransaction', params });
		expect(told(run).message).toBe("'Params (JSON)' lacks a value at [0].to");
		expect(server.seen).toEqual([]);
	});

	it('sends any method with its parameters and returns the result', async () => {
		server.answer = answering(() => ({ result: { deep: ['0x1'] } }));
		const params = '["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "latest"]';
		const run = await send({ method: 'eth_getBalance', params, options: { label: 'x' } });
		expect(run.error).toBeUndefined();
		expect(server.seen.map(({ json }) => json)).toEqual([
			{ jsonrpc: '2.0', method: 'eth_getBalance', params: JSON.parse(params) as unknown, id: 1 },
		]);
		expect(jsons(run.output)).toEqual([
			{
				method: 'eth_getBalance',
				result: { deep: ['0x1'] },
				latencyMs: expect.any(Number) as number,
				endpoint: `${server.url}/***/evm`,
				label: 'x',
			},
		]);
	});

	it.each([
		['the default', undefined, 'eth_blockNumber'],
		['one from the list', { __rl: true, mode: 'list', value: 'getSlot' }, 'getSlot'],
		['one by its name', { __rl: true, mode: 'name', value: 'hl_getRoot' }, 'hl_getRoot'],
		['an expression', { __rl: true, mode: 'name', value: '={{ "eth_" + $json.n }}' }, 'eth_0'],
	])('calls %s', async (_, method, expected) => {
		await send({ ...(method && { method }) }, { items: numbered(1) });
		expect(server.seen.map(({ json }) => (json as RpcCall).method)).toEqual([expected]);
	});

	it.each([
		['', []],
		['=["0x1", {{ $json.n }}]', ['0x1', 0]],
		['={{ ["0x1", "latest"] }}', ['0x1', 'latest']],
	])('takes parameters as a text or as the list of an expression: %s', async (params, expected) => {
		const run = await send({ method: 'eth_call', params }, { items: numbered(1) });
		expect(told(run).message).toBe('');
		expect((server.seen[0].json as RpcCall).params).toEqual(expected);
	});

	const block = { number: '0x1b4', nonce: '0x0000000000000042' };
	it.each<[string, object, unknown, unknown]>([
		['eth_getBlockByNumber', {}, block, block],
		['eth_getBlockByNumber', { convertHex: true }, block, { ...block, number: '436' }],
		['eth_getBalance', { options: { decimals: 18 } }, '0x14d1120d7b160000', '1.5'],
		['eth_getStorageAt', { convertHex: true }, '0x10', '0x10'],
	])('shows the result of %s with %j: %j', async (method, form, result, expected) => {
		server.answer = answering(() => ({ result }));
		const run = await send({ method, ...form });
		expect(run.output[0].json.result).toEqual(expected);
		// Where no quantities are known, a hint says that nothing was converted.
		const isUnknown = method === 'eth_getStorageAt';
		expect(run.hints.some(({ message }) => message.includes(method))).toBe(isUnknown);
	});

	it('refuses decimals for other methods before anything is sent', async () => {
		const run = await send({ method: 'eth_getLogs', options: { decimals: 18 } });
		expect(told(run).message).toBe(
			"'Decimals' is set, but the result of eth_getLogs is not one quantity",
		);
		expect(server.seen).toEqual([]);
	});

	it('names what was sent when a later item fails', async () => {
		const hash = `0x${'ab'.repeat(32)}`;
		const refused = { error: { code: -32000, message: 'nonce too low' } };
		server.answer = answering(() => (server.seen.length === 1 ? { result: hash } : refused));
		const run = await send(write, { items: numbered(3) });
		expect(told(run).message).toContain('nonce too low');
		expect(told(run).description).toContain(
			`Already sent in this run: eth_sendRawTransaction ${hash}`,
		);
		expect(server.seen).toHaveLength(2);
	});

	describe('an error of the endpoint', () => {
		const reverted = { code: 3, message: 'execution reverted', data: '0x08c379a0' };
		it('is reported with method, code, message and data, and does not affect other items', async () => {
			server.answer = answering(({ method }) =>
				method === 'eth_call' ? { error: reverted } : { result: '0x1' },
			);
			const run = await send(
				{ method: '={{ ["net_version", "eth_call", "trace_block"][$json.n] }}' },
				{ items: numbered(3), node: { onError: 'continueRegularOutput' } },
			);
			expect(pairs(run.output)).toEqual([0, 1, 2]);
			expect(jsons(run.output)).toMatchObject([
				{ result: '0x1' },
				{ error: 'eth_call: execution reverted (code 3), data "0x08c379a0"' },
				{ result: '0x1' },
			]);
			// Calls that only read go together.
			expect(server.seen).toHaveLength(1);
		});

		it('of another family says whose method it is, and what this node is', async () => {
			const error = { code: -32601, message: 'the method getblockcount does not exist' };
			server.answer = answering(() => ({ error }));
			const run = await send({ method: 'getblockcount' });
			expect(told(run).message).toContain('getblockcount does not exist (code -32601)');
			expect(told(run).description).toBe(
				"'getblockcount' is a method of Bitcoin; this node is EVM",
			);
		});

		it.each([
			[-32601, 'the method foo_bar does not exist', 'check its name and the path'],
			[-32602, 'missing value for required argument 0', "format in 'Params (JSON)'"],
		])('with the code %d says what to check', async (code, message, hint) => {
			server.answer = answering(() => ({ error: { code, message } }));
			const run = await send({ method: 'foo_bar' });
			expect(told(run).message).toContain(`${message} (code ${code})`);
			expect(told(run).description).toContain(hint);
		});
	});

	describe('a method that may change something', () => {
		it.each(['eth_sendRawTransaction', 'hl_order'])('%s is sent singly', async (method) => {
			const run = await send({ method }, { items: numbered(3) });
			expect(run.output).toHaveLength(3);
			expect(server.seen).toHaveLength(3);
			expect(server.mostAtOnce).toBe(1);
			for (const { json } of server.seen) expect(json).toMatchObject({ method });
		});

		it.each<[string, Reply]>([
			['a broken connection', { instead: 'reset' }],
			['a web page', { body: '<html></html>' }],
		])('and ends with %s may have been accepted', async (_, reply) => {
			server.answer = () => reply;
			const run = await send({ ...write, options: { limits: { maxRetries: 3, timeout: 0.3 } } });
			expect(told(run).message).toContain('eth_sendRawTransaction may have been accepted by');
			expect(told(run).description).toContain('Check on the chain');
			expect(server.seen).toHaveLength(1);
		});

		it.each([
			['stopWorkflow', 2],
			['continueRegularOutput', 3],
		] as const)('is not sent again by Retry On Fail (%s)', async (onError, sent) => {
			const usual = server.answer;
			server.answer = (request) =>
				server.seen.length === 2 ? { instead: 'reset' } : usual(request);
			const node = { onError, retryOnFail: true, maxTries: 3, waitBetweenTries: 1 };
			const options = { limits: { maxRetries: 3, timeout: 0.3 } };
			const run = await send({ ...write, options }, { items: numbered(3), node });
			expect(told(run).message + JSON.stringify(run.output)).toContain('may have been accepted');
			expect(server.seen).toHaveLength(sent);
		});

		it('and is rejected was not accepted, and is not repeated', async () => {
			server.answer = () => ({ status: 429, headers: { 'retry-after': '1' } });
			const run = await send({ ...write, options: { limits: { maxRetries: 3 } } });
			expect(told(run).message).not.toContain('may have been accepted');
			expect(told(run).message).toContain('eth_sendRawTransaction');
			expect(told(run).description).toContain('it had no effect and may be sent again');
			expect(server.seen).toHaveLength(1);
		});
	});
});

describe('a chain without EVM', () => {
	it.each([
		['solana', '', { jsonrpc: '2.0' }],
		['bitcoin', '', { jsonrpc: '1.0' }],
		['ton', '/api/v2/jsonRPC', { jsonrpc: '2.0' }],
	])('is called with the path and the body of its family: %s', async (protocol, path, body) => {
		server.answer = answering(() => ({ result: 'ok', error: null }));
		const run = await send({ method: 'getHealth', options: { protocol } });
		expect(run.error).toBeUndefined();
		expect(run.output[0].json).toMatchObject({ result: 'ok' });
		expect(server.seen[0]).toMatchObject({ url: `/${URL_KEY}${path}`, json: body });
	});

	it.each([
		['near', 'query', '{ "request_type": "view_account", "finality": "final" }'],
		['stellar', 'getLedgers', '{ "startLedger": 5 }'],
	])('takes parameters by name: %s', async (protocol, method, params) => {
		const run = await send({ method, params, options: { protocol } });
		expect(run.output[0].json).toMatchObject({ method, result: JSON.parse(params) as object });
	});

	it('gets no empty parameters where servers reject them', async () => {
		await send({ method: 'getNetwork', options: { protocol: 'stellar' } });
		expect(server.seen[0].json).toEqual({ jsonrpc: '2.0', method: 'getNetwork', id: 1 });
	});

	it.each([
		['aptos', '[]', 'Aptos nodes have no JSON-RPC interface'],
		['evm', '{ "to": "0x0" }', 'must be a JSON array'],
	])('is called only in a way that it has: %s', async (protocol, params, message) => {
		const run = await send({ method: 'getHealth', params, options: { protocol } });
		expect(told(run).message).toContain(message);
		expect(server.seen).toEqual([]);
	});
});
