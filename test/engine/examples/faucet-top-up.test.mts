import { describe, expect, it } from 'vitest';
import { changedExample, editFields, exampleOf, text, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { platform, run, succeed, told: sent } = useExample('faucet-top-up', { pageSize: 3 });

describe('Top up test accounts', () => {
	it('requests tokens for accounts that run low, and says why one got nothing', async () => {
		platform.sandbox.setRpcAnswer('*', 'eth_getBalance', '0x0');
		const first = await run('Every Day');
		expect(first.error).toBeUndefined();
		expect(jsons(first.items('Tokens Sent'))).toEqual([
			{ label: 'Tests', text: text(/^Sent 0\.5 ETH to 0x71C.+: https:\/\//) },
			{ label: 'Staging', text: text(/^Sent 0\.5 ETH to 0xd8d.+: https:\/\//) },
		]);
		const again = await run();
		expect(again.error).toBeUndefined();
		expect(again.executed).not.toContain('Tokens Sent');
		expect(sent(again)).toEqual([
			{ label: 'Tests', text: text(/^No tokens for 0x71C.+: .+/) },
			{ label: 'Staging', text: text(/^No tokens for 0xd8d.+: .+/) },
		]);
		expect(platform.sandbox.state().faucet).toHaveLength(2);
	});

	it('leaves out accounts that have enough', async () => {
		platform.sandbox.setRpcAnswer('*', 'eth_getBalance', '0x8ac7230489e80000');
		const report = await succeed();
		expect(report.items('Has Enough')).toHaveLength(2);
		expect(report.executed).not.toContain('Request Tokens');
		const [balances] = platform.requests();
		expect(balances.body).toMatchObject([
			{
				method: 'eth_getBalance',
				params: ['0x71C7656EC7ab88b098defB751B7401B5f6d8976F', 'latest'],
			},
			{ method: 'eth_getBalance' },
		]);
	});

	/** The messages of a run; each kind of message is sent by a run of the last node of its own. */
	const told = async (workflow = exampleOf('faucet-top-up')) => {
		const report = await succeed('Every Day', workflow);
		const names = ['Tokens Sent', 'Not Sent', 'Balance Not Read'];
		const sent = names.filter((name) => report.items(name).length > 0);
		for (const name of sent)
			expect(workflow.connections).toMatchObject({
				[name]: { main: [[{ node: 'Replace with Slack, Email, …' }]] },
			});
		return sent.flatMap((name) => jsons(report.items(name)));
	};

	it('tells what was sent and what was refused together', async () => {
		platform.sandbox.setRpcAnswer('*', 'eth_getBalance', '0x0');
		platform.sandbox.fault({
			path: 'faucet',
			kind: 'status',
			status: 429,
			retryAfter: 7200,
			skip: 1,
		});
		expect(await told()).toEqual([
			{ label: 'Tests', text: text(/^Sent 0\.5 ETH to 0x71C.+: https:\/\//) },
			{ label: 'Staging', text: text(/^No tokens for 0xd8d.+: .+Next request possible after 20/) },
		]);
	});

	it('says which balance could not be read, and requests no tokens for it', async () => {
		platform.sandbox.setRpcAnswer('*', 'eth_getBalance', '0x0');
		platform.sandbox.fault({ server: 'rpc', kind: 'status', status: 503 });
		const unread = (address: string) =>
			text(new RegExp(`^The balance of ${address}.+ could not be read: .+`));
		expect(await told()).toEqual([
			{ label: 'Tests', text: unread('0x71C') },
			{ label: 'Staging', text: unread('0xd8d') },
		]);
		expect(platform.sandbox.state().faucet).toHaveLength(0);
	});

	it('goes on after an address that is none', async () => {
		platform.sandbox.setRpcAnswer('*', 'eth_getBalance', {
			$sequence: [{ $error: { code: -32602, message: 'invalid address' } }, '0x0'],
		});
		const address = '0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045';
		const accounts = [
			{ label: 'Mistyped', address: '0x71C' },
			{ label: 'Staging', address },
		];
		const messages = await told(
			changedExample('faucet-top-up', 'Accounts', editFields({ accounts })),
		);
		expect(messages).toEqual([
			{ label: 'Staging', text: text(/^Sent 0\.5 ETH to 0xd8d/) },
			{ label: 'Mistyped', text: text(/^The balance of 0x71C could not be read: .+/) },
		]);
	});

	it.each([
		[{ kind: 'status', status: 401 }, /API key/],
		[{ kind: 'status', status: 500 }, /may exist anyway: Chainstack could not process/],
	] as const)('says why nothing was sent: %j', async (fault, reason) => {
		platform.sandbox.setRpcAnswer('*', 'eth_getBalance', '0x0');
		platform.sandbox.fault({ server: 'platform', ...fault });
		const refused = { text: text(new RegExp(`^No tokens for 0x.+: .*(${reason.source})`)) };
		expect(await told()).toMatchObject([refused, refused]);
	});

	it('does nothing without accounts', async () => {
		const example = changedExample('faucet-top-up', 'Accounts', editFields({ accounts: [] }));
		const report = await succeed({}, example);
		expect(report.executed).not.toContain('Balance');
	});
});
