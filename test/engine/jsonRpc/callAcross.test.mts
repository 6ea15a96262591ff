import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { byId, jsons, numbered, told, usePlatform } from '../fixtures/platform.mts';
import {
	answering,
	callsIn,
	useServer,
	type Reply,
	type RpcCall,
	type TestServer,
} from '../fixtures/server.mts';

const platform = usePlatform();
const across = ['jsonRpc', 'callAcross'] as const;
const keys = ['0', '1', '2'].map((digit) => digit.repeat(8) + 'abcdef0123456789abcdef01');

const HEAD = 20_000_000;

/** The example of EIP-155, and its hash. */
const TRANSACTION =
	'0xf86c098504a817c800825208943535353535353535353535353535353535353535880de0b6b3a76400008025a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83';
const HASH = '0x33469b22e9f636356c4160a87eb19df52b7412e8eac32a4a55ffe88ea8350788';

/** The state of an endpoint: the balance of each account, and the newest block. */
function answered({ method, params }: RpcCall, chainId = '0x1', head = HEAD): object {
	const block = {
		number: `0x${head.toString(16)}`,
		hash: '0xab',
		timestamp: `0x${Math.floor(Date.now() / 1000 - (HEAD - head) * 12).toString(16)}`,
	};
	const results: Record<string, unknown> = {
		eth_syncing: false,
		eth_chainId: chainId,
		eth_blockNumber: block.number,
		eth_getBlockByNumber: block,
		eth_getBalance: `0x${(1000 + Number((params as unknown[])[0] ?? 0)).toString(16)}`,
		eth_sendRawTransaction: HASH,
		eth_getTransactionReceipt: { status: '0x1', blockHash: '0xAB' },
	};
	return { result: results[method] ?? null };
}

const well = answering((call) => answered(call));
const onChain = (chainId: string) => answering((call) => answered(call, chainId));

const servers: TestServer[] = [useServer(well), useServer(well), useServer(well)];
const [a, b, c] = servers;

const addresses = () => servers.map(({ url }, index) => `${url}/${keys[index]}`).join('\n');

type RunOptions = Parameters<typeof platform.run>[2];

async function send(parameters: object = {}, options: RunOptions = {}) {
	return await platform.run(
		across,
		{
			endpoints: 'addresses',
			addresses: addresses(),
			method: 'eth_getBalance',
			params: '["7", "latest"]',
			options: { timeout: 2, limits: { maxRetries: 1 } },
			...parameters,
		},
		{ credentials: {}, ...options },
	);
}

const callsAt = (server: TestServer): RpcCall[] => server.seen.flatMap(callsIn);
const methodsAt = (server: TestServer): string[] => callsAt(server).map(({ method }) => method);

const errorAt = (server: TestServer, error: object): void => {
	server.answer = answering(() => ({ error }));
};

/** Looks for a transaction. */
const LOOK = 'eth_getTransactionByHash';

const hang = (): Reply => ({ instead: 'hang' });

describe('Endpoint · Call on Several Nodes', () => {
	it('sends nothing but the call, to the preferred endpoint alone', async () => {
		const run = await send({ convertHex: true, options: { label: 'x' } });
		expect(told(run).message).toBe('');
		expect(jsons(run.output)).toEqual([
			{
				result: '1007',
				endpoint: `${a.url}/***/evm`,
				label: 'x',
				strategy: 'first',
				failedOver: false,
				endpoints: 3,
				latencyMs: expect.any(Number) as number,
				attempts: [
					{
						endpoint: `${a.url}/***/evm`,
						state: 'answered',
						latencyMs: expect.any(Number) as number,
					},
				],
			},
		]);
		expect(methodsAt(a)).toEqual(['eth_getBalance']);
		expect([...b.seen, ...c.seen]).toEqual([]);
	});

	it.each<[string, Reply, string]>([
		['a reset connection', { instead: 'reset' }, 'unreachable'],
		['429', { status: 429, headers: { 'retry-after': '60' }, body: {} }, 'rateLimited'],
		[
			'an error inside HTTP 200',
			{ body: { jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'internal error' } } },
			'rpcError',
		],
	])('asks the next one at once for %s', async (_, reply, state) => {
		a.answer = () => reply;
		const started = Date.now();
		const run = await send();
		expect(told(run).message).toBe('');
		expect(run.output[0].json).toMatchObject({
			result: '0x3ef',
			endpoint: `${b.url}/***/evm`,
			failedOver: true,
			attempts: [{ endpoint: `${a.url}/***/evm`, state }, { state: 'answered' }],
		});
		expect(a.seen.length).toBeLessThanOrEqual(2);
		expect(c.seen).toEqual([]);
		expect(Date.now() - started).toBe(0);
	});

	it('gives an answer that is an error as it is, and that of the preferred endpoint when none has the method', async () => {
		errorAt(a, { code: 3, message: 'execution reverted', data: '0x08c379a0' });
		expect(told(await send()).message).toContain('eth_getBalance: execution reverted (code 3)');
		expect([...b.seen, ...c.seen]).toEqual([]);
		for (const [index, server] of servers.entries())
			errorAt(server, { code: -32601, message: `no such method at ${index}` });
		const run = await send();
		expect(told(run).message).toBe('eth_getBalance: no such method at 0 (code -32601)');
		expect(servers.map(({ seen }) => seen.length)).toEqual([2, 1, 1]);
	});

	it('says for each endpoint what went wrong, and shows no key', async () => {
		a.answer = () => ({ status: 401, body: {} });
		b.answer = () => ({ status: 404, body: { key: keys[1] } });
		c.answer = hang;
		const run = await send({ options: { timeout: 0.3, limits: { maxRetries: 0 } } });
		expect(told(run).message).toContain('No endpoint answered eth_getBalance');
		for (const { url } of servers) expect(told(run).message).toContain(`${url}/***`);
		expect(told(run).message).toMatch(/did not accept the key.*key or path wrong.*within 300 ms/s);
		for (const key of keys) expect(JSON.stringify(told(run))).not.toContain(key);
	});

	it('asks none again before each was asked, and then in rounds', async () => {
		const order: number[] = [];
		for (const [index, server] of servers.entries())
			server.answer = (request) => {
				order.push(index);
				return order.length < 6 ? { status: 500, body: '' } : well(request);
			};
		const run = await send({ options: { timeout: 2, limits: { maxRetries: 4 } } });
		expect(run.output[0].json).toMatchObject({ result: '0x3ef' });
		expect(order.slice(0, 3)).toEqual([0, 1, 2]);
		expect(order).toHaveLength(6);
	});

	it('counts an empty receipt as a failure, and as the answer when most know nothing', async () => {
		a.answer = answering(() => ({ result: null }));
		const receipt = { method: 'eth_getTransactionReceipt', params: '["0x1"]' };
		const run = await send(receipt);
		expect(run.output[0].json).toMatchObject({
			result: { status: '0x1' },
			failedOver: true,
			attempts: [{ state: 'empty' }, { state: 'answered' }],
		});
		b.answer = a.answer;
		c.answer = a.answer;
		const none = await send(receipt);
		expect(told(none).message).toBe('');
		expect(none.output[0].json).toMatchObject({ result: null, endpoints: 3 });
		const off = await send({ ...receipt, options: { emptyIsFailure: false } });
		expect(off.output[0].json).toMatchObject({ result: null, failedOver: false });
	});

	it('asks no endpoint of another chain, or one that lags', async () => {
		a.answer = onChain('0x89');
		const chain = await send({ options: { expectedChainId: 'eip155:1' } });
		expect(chain.output[0].json).toMatchObject({
			endpoint: `${b.url}/***/evm`,
			attempts: [{ state: 'wrongChain' }, { state: 'answered' }],
		});
		expect(methodsAt(a)).not.toContain('eth_getBalance');
		a.answer = answering((call) => answered(call, '0x1', HEAD - 100));
		for (const options of [{ maxBlockAge: 60 }, { maxBlocksBehind: 5 }]) {
			const lag = await send({ options });
			expect(lag.output[0].json).toMatchObject({
				endpoint: `${b.url}/***/evm`,
				attempts: [{ state: 'lagging' }, { state: 'answered' }],
			});
		}
	});

	describe('of what changes something', () => {
		const write = { method: 'eth_sendRawTransaction', params: `["${TRANSACTION}"]` };

		it('goes to the next endpoint only where nothing was sent for certain', async () => {
			a.answer = () => ({ status: 429, body: {} });
			const refused = await send(write);
			expect(refused.output[0].json).toMatchObject({ result: HASH, failedOver: true });
			expect(c.seen).toEqual([]);
		});

		it.each<[string, Reply]>([
			['a reset connection', { instead: 'reset' }],
			['no response', { instead: 'hang' }],
		])('ends with "may have been accepted" for %s', async (_, reply) => {
			a.answer = () => reply;
			for (const strategy of ['first', 'fastest']) {
				const run = await send({ ...write, strategy, options: { timeout: 0.5 } });
				expect(told(run).message).toContain('eth_sendRawTransaction may have been accepted by');
			}
			expect([...methodsAt(b), ...methodsAt(c)]).toEqual(Array(4).fill(LOOK));
		});

		it('says so too when its time limit ends the call', async () => {
			a.answer = hang;
			const run = await send({ ...write, options: { timeLimit: 0.3 } });
			expect(told(run).message).toMatch(/may have been accepted by .*Time Limit/);
			expect([...methodsAt(b), ...methodsAt(c)]).toEqual([LOOK, LOOK]);
		});

		/** An endpoint that has the transaction, waiting or in a block. */
		const knows = (server: TestServer, blockNumber: string | null, answer: Reply): void => {
			server.answer = (request) => {
				const isLook = callsIn(request).every(({ method }) => method === LOOK);
				if (!isLook) return answer;
				return answering(() => ({ result: { hash: HASH, blockNumber } }))(request);
			};
		};

		it.each<[string | null, string]>([
			[null, 'accepted'],
			['0x10', 'inChain'],
		])('has its end known where an endpoint knows it: block %j, %s', async (block, transaction) => {
			a.answer = hang;
			knows(b, block, { status: 500 });
			const lost = await send({ ...write, options: { timeout: 0.5 } });
			expect(lost.output[0].json).toMatchObject({
				result: HASH,
				transaction,
				endpoint: `${b.url}/***/evm`,
				attempts: [{ state: 'unreachable' }, { state: transaction }],
			});
		});

		it.each(['nonce too low: next nonce 15, tx nonce 12', 'already known'])(
			'started again, succeeds with the same hash: %s',
			async (message) => {
				const body = { jsonrpc: '2.0', id: 1, error: { code: -32000, message } };
				knows(a, '0x10', { body });
				const again = await send(write);
				expect(again.output[0].json).toMatchObject({ result: HASH, transaction: 'inChain' });
				expect(methodsAt(a)).toEqual(['eth_sendRawTransaction', LOOK]);
				expect([...b.seen, ...c.seen]).toEqual([]);
				for (const server of servers) knows(server, null, { body });
				const all = await toAll();
				expect(all.output[0].json).toMatchObject({ result: HASH, transaction: 'accepted' });
			},
		);

		it('stays refused where nobody knows it', async () => {
			errorAt(a, { code: -32000, message: 'nonce too low' });
			const run = await send(write);
			expect(told(run).message).toContain('nonce too low');
			expect(told(run).message).not.toContain('may have been accepted');
			expect(methodsAt(a)).toEqual(['eth_sendRawTransaction', LOOK]);
		});

		const toAll = async () =>
			await send({ ...write, strategy: 'sendToAll', options: { timeout: 0.5 } });

		it('goes to all endpoints if that is asked for; one that has it already counts', async () => {
			errorAt(a, { code: -32000, message: 'already known' });
			c.answer = hang;
			const run = await toAll();
			expect(run.output[0].json).toMatchObject({ result: HASH, agreed: 2, endpoints: 3 });
			expect(servers.map(({ seen }) => seen.length)).toEqual([1, 1, 1]);
			b.answer = a.answer;
			c.answer = a.answer;
			expect((await toAll()).output[0].json).toMatchObject({
				result: HASH,
				agreed: 3,
				attempts: servers.map(() => ({ state: 'answered', reason: expect.any(String) as string })),
			});
		});

		it('may have been accepted by one of all although the others refuse it', async () => {
			errorAt(a, { code: -32000, message: 'nonce too low' });
			b.answer = a.answer;
			c.answer = hang;
			expect(told(await toAll()).message).toContain(`may have been accepted by ${c.url}`);
		});

		it('is sent to all again while all of them reject it, and not when one has taken it', async () => {
			let calls = 0;
			for (const server of servers) {
				server.answer = (request) => {
					calls += 1;
					return calls <= 3 ? { status: 429 } : well(request);
				};
			}
			const run = await send({ ...write, strategy: 'sendToAll' });
			expect(run.output[0].json).toMatchObject({ result: HASH, agreed: 3 });
			expect(calls).toBe(6);
		});
	});

	it('takes the fastest when the preferred one is slow', async () => {
		a.answer = (request) => ({ ...well(request), delayMs: 1900 });
		const run = await send({ strategy: 'fastest' });
		expect(run.output[0].json).toMatchObject({
			strategy: 'fastest',
			endpoint: `${b.url}/***/evm`,
			attempts: [{ state: 'answered' }, { endpoint: `${a.url}/***/evm`, state: 'cancelled' }],
		});
		expect(run.executionTimeMs).toBeLessThan(1900);
		expect(c.seen).toEqual([]);
	});

	describe('with agreement', () => {
		const agree = { strategy: 'agreement' };
		const balances = (server: TestServer, head = HEAD, offset = 0): void => {
			const balance = { result: `0x${(offset + 10).toString(16)}` };
			server.answer = answering((call) =>
				call.method === 'eth_getBalance' ? balance : answered(call, '0x1', head),
			);
		};

		it('asks all about one block, and believes no single one', async () => {
			balances(a, HEAD, 5);
			balances(b);
			balances(c);
			const run = await send(agree);
			expect(told(run).message).toBe('');
			expect(run.output[0].json).toMatchObject({
				result: '0xa',
				endpoint: `${b.url}/***/evm`,
				strategy: 'agreement',
				failedOver: true,
				agreed: 2,
				endpoints: 3,
				blockNumber: HEAD,
			});
			const balance = servers.flatMap(callsAt).filter(({ method }) => method === 'eth_getBalance');
			expect(balance.map(({ params }) => params)).toEqual(
				servers.map(() => ['7', `0x${HEAD.toString(16)}`]),
			);
		});

		it('asks about the highest block that most have; those below it take no part', async () => {
			balances(a, HEAD - 1, 5);
			balances(b);
			balances(c);
			const ahead = await send(agree);
			expect(ahead.output[0].json).toMatchObject({ agreed: 2, blockNumber: HEAD });
			expect(methodsAt(a)).not.toContain('eth_getBalance');
			balances(a, HEAD - 1);
			// One that hangs is not waited for as long as it may take.
			c.answer = hang;
			const rest = await send({ ...agree, options: { timeLimit: 2.5 } });
			expect(rest.output[0].json).toMatchObject({ agreed: 2, blockNumber: HEAD - 1 });
		});

		it('asks about the finalized block that most have, which may be as old as the option says', async () => {
			const finalizedAt = (server: TestServer, finalized: number): void => {
				server.answer = answering((call) => {
					const [block] = call.params as unknown[];
					const isOld = block === 'finalized' || block === `0x${finalized.toString(16)}`;
					return answered(call, '0x1', isOld ? finalized : HEAD);
				});
			};
			finalizedAt(a, HEAD - 96);
			finalizedAt(b, HEAD - 64);
			finalizedAt(c, HEAD - 64);
			const params = '["7", "finalized"]';
			const run = await send({ ...agree, params });
			expect(run.output[0].json).toMatchObject({ agreed: 2, blockNumber: HEAD - 64 });
			expect(methodsAt(a)).not.toContain('eth_getBalance');
			const old = await send({ ...agree, params, options: { maxBlockAge: 60 } });
			expect(told(old).message).toMatch(/^No agreement on a recent block: .* is 76\d s old/);
		});

		it('reads the newest blocks once per run', async () => {
			const run = await send(
				{ ...agree, params: '={{ [String($json.n), "latest"] }}' },
				{ items: numbered(20) },
			);
			expect(run.output).toHaveLength(20);
			for (const server of servers) {
				const heads = methodsAt(server).filter((method) => method === 'eth_getBlockByNumber');
				expect(heads).toHaveLength(1);
			}
		});

		it('fails and lists who said what where they disagree, and where the block that most have is old', async () => {
			balances(a, HEAD, 5);
			balances(b, HEAD, 6);
			balances(c, HEAD, 7);
			const run = await send(agree);
			expect(told(run).message).toMatch(
				/^No agreement on eth_getBalance at block 20000000: 2 of 3/,
			);
			expect(told(run).message).toMatch(/1 said "0xf" .*1 said "0x10" .*1 said "0x11"/);
			expect(run.output).toEqual([]);
			for (const server of servers) balances(server, HEAD - 100);
			expect(told(await send(agree)).message).toMatch(/^No agreement on a recent block/);
		});

		it('compares values, and hints where there is no block', async () => {
			const result = { blockHash: '0xab', blockTimestamp: '0x1', status: '0x1' };
			b.answer = answering(() => ({ result }));
			c.answer = hang;
			const run = await send({ ...agree, method: 'eth_getTransactionReceipt', params: '["0x1"]' });
			expect(run.output[0].json).toMatchObject({ agreed: 2, failedOver: false });
			expect(run.hints.map(({ message }) => message).join()).toContain('names no block');
		});

		it('ends where endpoints are on different chains, unless one is expected', async () => {
			a.answer = onChain('0x89');
			const mixed = await send(agree);
			expect(told(mixed).message).toMatch(
				/^The endpoints are on different chains: Ethereum Mainnet \(2\), Polygon[^(]* \(1\)/,
			);
			for (const server of servers) expect(methodsAt(server)).not.toContain('eth_getBalance');
			const run = await send({ ...agree, options: { expectedChainId: '1' } });
			expect(run.output[0].json).toMatchObject({ agreed: 2, failedOver: true });
		});

		it('looks again at one that lagged a moment ago, and asks about a block that is not found yet', async () => {
			let looks = 0;
			balances(b);
			c.answer = hang;
			a.answer = answering((call) => {
				if (call.method === 'eth_getBlockByNumber') looks += 1;
				if (call.method !== 'eth_getBalance')
					return answered(call, '0x1', HEAD - (looks > 1 ? 0 : 100));
				return looks > 2
					? { result: '0xa' }
					: { error: { code: -32000, message: 'header not found' } };
			});
			const run = await send({ ...agree, options: { timeout: 2, limits: { maxRetries: 4 } } });
			expect(told(run).message).toBe('');
			expect(run.output[0].json).toMatchObject({ agreed: 2, blockNumber: HEAD });
		});
	});

	it.each([
		[{ addresses: '' }, /^'Addresses' is empty/],
		[{ endpoints: 'nodes', ids: '' }, /^No node is chosen/],
		[{ method: '={{ "" }}' }, /^'Method' is empty/],
		[{ strategy: 'agreement', atLeast: 4 }, /^'At Least' is 4, but there are 3 endpoints/],
		[{ strategy: 'agreement', atLeast: 1 }, /^'At Least' must be a whole number of at least 2/],
		[{ strategy: 'agreement', params: '["7", "pending"]' }, /cannot agree on the block 'pending'/],
		[
			{ strategy: 'agreement', method: 'eth_sendRawTransaction' },
			/^Endpoints cannot agree on eth_sendRawTransaction/,
		],
		[{ strategy: 'sendToAll' }, /^'Send to All' is for eth_sendRawTransaction/],
		[{ options: { timeLimit: 0 } }, /^'Time Limit \(Seconds\)' must be/],
	])('refuses %j before anything is sent', async (parameters, message) => {
		const run = await send(parameters);
		expect(told(run).message).toMatch(message);
		expect(servers.flatMap(({ seen }) => seen)).toEqual([]);
	});

	it('counts an address that is given twice once, and hints at those of one host', async () => {
		const twice = `${a.url}/${keys[0]}\n${a.url}/${keys[0]}/`;
		const run = await send({ addresses: twice });
		expect(run.output[0].json).toMatchObject({ endpoints: 1 });
		expect(run.hints.map(({ message }) => message).join()).toContain('it counts once');
		const alone = await send({ addresses: twice, strategy: 'agreement' });
		expect(told(alone).message).toBe(
			'Agreement needs at least two different endpoints, but there is one',
		);
		// Two of one host may be one node.
		const addresses = `={{ ["${a.url}/${keys[0]}", "${a.url}/${keys[1]}"] }}`;
		const two = await send({ addresses, strategy: 'agreement' });
		expect(two.output[0].json).toMatchObject({ agreed: 2, endpoints: 2 });
		expect(two.hints.map(({ message }) => message).join()).toContain('at one host');
	});

	it('ends before anything is sent where addresses are of different chains', async () => {
		const of = (network: string): string => `https://${network}.core.chainstack.com/${keys[0]}`;
		const run = await send({
			addresses: `${of('ethereum-mainnet')}\n${of('hyperliquid-mainnet')}/evm`,
		});
		expect(told(run).message).toBe(
			'The endpoints are on different chains: Ethereum Mainnet (1), Hyperliquid Mainnet (1)',
		);
		expect(told(run).description).toContain('Choose a network, or nodes of one chain');
	});

	it.each([
		['nodes', { ids: `${seedIds.nodes.ethereum}, ND-000-000-009` }],
		['nodes', { nodes: { node: [{ nodeId: byId(seedIds.nodes.ethereum) }] } }],
		['nodes', { ids: `={{ ['${seedIds.nodes.ethereum}'] }}` }],
		['network', { networkId: byId(seedIds.networks.ethereum) }],
	])('finds the keys of %s at run time', async (endpoints, parameters) => {
		const run = await platform.run(across, {
			endpoints,
			method: 'eth_chainId',
			params: '[]',
			...parameters,
		});
		expect(told(run).message).toBe('');
		expect(run.output[0].json).toMatchObject({ nodeId: seedIds.nodes.ethereum });
		const { auth } =
			platform.sandbox.state().nodes.find(({ id }) => id === seedIds.nodes.ethereum) ?? {};
		expect(run.text()).not.toContain(auth?.key);
	});

	it('says when a project or network has no running node', async () => {
		const run = await platform.run(across, {
			endpoints: 'network',
			networkId: byId('NW-000-000-999'),
		});
		expect(told(run).message).toMatch(/There is no endpoint to call|NW-000-000-999/);
	});

	it('is short for an agent', async () => {
		const run = await platform.runTool(across, {
			endpoints: 'addresses',
			addresses: addresses(),
			method: { __rl: true, mode: 'name', value: 'eth_getBalance' },
			params: '["7", "latest"]',
		});
		const [[{ json }]] = run.answers;
		expect(JSON.stringify(json)).toContain('0x3ef');
		expect(JSON.stringify(json)).not.toContain('attempts');
	});
});
