import { describe, expect, it } from 'vitest';
import { jsons, told, usePlatform } from '../fixtures/platform.mts';
import { useServer } from '../fixtures/server.mts';

const platform = usePlatform();
const server = useServer(() => ({ body: [] }));
const request = ['faucet', 'requestTokens'] as const;
const history = ['faucet', 'getHistory'] as const;
const address = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
const ton = `0:${'a'.repeat(64)}`;
const solana = '4Nd1mYQtHXyk2m8XqkKp4Jmqn4AQe2mTg4QZpQ3u1Xyz';
/** Words of the node for when tokens can be requested again. */
const when = /Next request possible after 20\d\d-\d\d-\d\dT/;

describe('Test Tokens · Request Tokens', () => {
	it('sends only the address, to the path of the chain, without a trailing slash', async () => {
		const run = await platform.succeed(request, { chain: 'hoodi', address });
		const [sent, ...others] = platform.requests();
		expect(others).toEqual([]);
		expect(sent).toMatchObject({ method: 'POST', path: '/v1/faucet/hoodi', query: {} });
		expect(sent.body).toEqual({ address });
		expect(jsons(run.output)).toEqual([
			{
				chain: 'hoodi',
				address,
				amountSent: '500000000000000000',
				transaction: expect.stringMatching(/^https:\/\/hoodi\.etherscan\.io\/tx\/0x/) as string,
				amount: '0.5',
				unit: 'ETH',
			},
		]);
	});

	it.each([
		...['amoy', 'base', 'bnb-testnet', 'hoodi', 'hyperevm', 'monad', 'plasma'].map((chain) => [
			chain,
			address,
		]),
		...['robinhood', 'sepolia', 'zksync-testnet'].map((chain) => [chain, address]),
		['solana', solana],
		['ton', ton],
		['ton-testnet', ton],
	])('requests tokens on %s', async (chain, to) => {
		await platform.succeed(request, { chain, address: to });
		expect(platform.requests().map(({ path }) => path)).toEqual([`/v1/faucet/${chain}`]);
	});

	it("accepts a custom chain, and shows the service's message about it", async () => {
		const run = await platform.run(request, { chain: 'custom', customChain: 'goerli', address });
		expect(platform.requests().map(({ path }) => path)).toEqual(['/v1/faucet/goerli']);
		expect(told(run).message).toContain('Faucet "goerli" not found');
	});

	it.each([
		['a short address', { address: '0x1234' }, "'0x1234' is not an address on sepolia"],
		['an address without 0x', { address: address.slice(2) }, 'is not an address on sepolia'],
		[
			'a path as chain',
			{ chain: 'custom', customChain: '../x' },
			"'../x' is not the name of a chain",
		],
	])('refuses %s before anything is sent', async (_, parameters, message) => {
		const run = await platform.run(request, { chain: 'sepolia', address, ...parameters });
		expect(told(run).message).toContain(message);
		expect(platform.requests()).toEqual([]);
	});

	it.each([{}, { options: { limits: { maxRetries: 0 } } }])(
		'says when tokens can be requested again, %j',
		async (more) => {
			const parameters = { chain: 'sepolia', address, ...more };
			await platform.run(request, parameters);
			const run = await platform.run(request, parameters);
			const { message, description } = told(run);
			expect(message).toBe(
				'This address already received tokens on Ethereum Sepolia in the last 24 hours',
			);
			expect(description).toMatch(when);
			expect(description).not.toContain('Max Retry Wait');
			expect(run.error).toMatchObject({ name: 'NodeApiError', httpCode: '429' });
		},
	);

	it('gives an AI agent the same in the one text it sees', async () => {
		const parameters = {
			address: "={{ $fromAI('address', '', 'string') }}",
			options: { limits: { maxRetries: 0 } },
		};
		const run = await platform.runTool(request, parameters, [{ address }, { address }]);
		expect(jsons(run.answers[0])).toMatchObject([{ chain: 'sepolia', address }]);
		expect(JSON.stringify(run.answers[1])).toMatch(when);
	});

	it('checks the history when it is unknown whether tokens were sent', async () => {
		platform.sandbox.fault({ method: 'POST', kind: 'reset', when: 'after' });
		const run = await platform.run(request, { address });
		expect(told(run).message).toContain('The token transfer on sepolia may exist anyway');
		expect(told(run).description).toContain('A transfer on ethereum sepolia to this address');
		expect(platform.requests().map(({ method }) => method)).toEqual(['POST', 'GET']);
	});

	it('says so when the history shows no transfer or cannot be read', async () => {
		platform.sandbox.fault({ method: 'POST', kind: 'reset' });
		const run = await platform.run(request, { address });
		expect(told(run).description).toContain('the list contained nothing that matches');
		platform.sandbox.fault({ method: 'GET', kind: 'wrongShape' });
		const blind = await platform.run(request, { address });
		expect(told(blind).description).toContain('The list could not be read to check for it');
	});
});

describe('Test Tokens · Get History', () => {
	/** Requests tokens three times. */
	async function give(): Promise<void> {
		const items = [
			{ json: { chain: 'sepolia', to: address } },
			{ json: { chain: 'amoy', to: address } },
			{ json: { chain: 'ton', to: ton } },
		];
		const parameters = { chain: '={{ $json.chain }}', address: '={{ $json.to }}' };
		const run = await platform.run(request, parameters, { items });
		if (run.error) throw run.error;
		platform.sandbox.clearRequests();
	}

	it('lists the transfers in a form that workflows can use', async () => {
		await give();
		const run = await platform.succeed(history);
		expect(platform.requests()).toMatchObject([
			{ method: 'GET', path: '/v1/faucet/transactions-history', query: {} },
		]);
		expect(jsons(run.output)).toMatchObject([
			{ protocol: 'ton', address: ton, amount: '2', unit: 'TON' },
			{ protocol: 'polygon-pos', network: 'amoy', address, amount: '2', unit: 'POL' },
			{ protocol: 'ethereum', network: 'sepolia', address, amount: '0.5', unit: 'ETH' },
		]);
		const { sentAt } = run.output[0].json;
		expect(Math.abs(Date.parse(String(sentAt)) - Date.now())).toBeLessThan(10_000);
	});

	it('outputs the raw transfers without Simplify', async () => {
		await give();
		const run = await platform.run(history, { simplify: false, limit: 1 });
		expect(jsons(run.output)).toEqual([
			{
				protocol: 'ton',
				network: 'testnet',
				amount: { $numberDecimal: '2000000000' },
				address: ton,
				userId: 'UR-123-456-789',
				organizationId: 'RG-123-456',
				transactionHash: expect.any(String) as string,
				timestamp: expect.any(Number) as number,
			},
		]);
	});

	it('outputs no item when there were no transfers', async () => {
		const run = await platform.succeed(history);
		expect(run.output).toEqual([]);
	});

	it('understands transfers that lack fields', async () => {
		server.answer = () => ({ body: [{ address, amount: 5, timestamp: 'soon' }] });
		const run = await platform.runAt(server, history, {});
		expect(jsons(run.output)).toMatchObject([{ address, amount: '5', sentAt: null }]);
	});

	it('refuses an answer that is not a list of transfers', async () => {
		platform.sandbox.fault({ kind: 'wrongShape' });
		expect(told(await platform.run(history)).message).toContain('not a list of transfers');
	});
});
