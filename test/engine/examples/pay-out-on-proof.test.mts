import { beforeEach, describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { startAt, text, useExample } from '../fixtures/examples.mts';
import { byId, jsons } from '../fixtures/platform.mts';

const { platform, run, succeed } = useExample('pay-out-on-proof');

const NAME = 'Balance by Agreement';

describe('Pay out only on proof', () => {
	/** Three nodes of the network, the first of the seed. */
	let ids: string[];

	beforeEach(async () => {
		platform.sandbox.setDeployment({ ms: 0 });
		ids = [seedIds.nodes.ethereum];
		for (const name of ['Second', 'Third']) {
			const made = await platform.run(['node', 'createInNetwork'], {
				networkId: byId(seedIds.networks.ethereum),
				name,
				type: 'dedicated',
				provider: 'gcloud',
				region: 'asia-southeast1',
			});
			ids.push(String(made.output[0].json.id));
		}
		await platform.run(['node', 'waitUntilRunning'], {
			nodeId: byId(ids[2]),
			waitInterval: 1,
		});
		platform.sandbox.setRpcAnswer('*', 'eth_getBalance', '0x14d1120d7b160000');
	});

	it('asks for the approval when two nodes say that there is enough, whatever the third says', async () => {
		platform.sandbox.setRpcAnswer(ids[0], 'eth_getBalance', '0x1');
		const report = await succeed();
		expect(report.executed).toContain('Replace with Your Approval');
		expect(jsons(report.items(NAME))).toMatchObject([
			{
				result: '1.5',
				agreed: 2,
				endpoints: 3,
				failedOver: true,
				blockNumber: expect.any(Number) as number,
			},
		]);
		expect(jsons(report.items('Proof'))).toEqual([
			{ text: text(/^Pay 0\.5 to 0x71C7.*The account has 1\.5 at block \d+: 2 of 3 nodes say so/) },
		]);
		for (const { auth } of platform.sandbox.state().nodes)
			expect(report.text()).not.toContain(auth?.key);
	});

	it('does not pay more than there is', async () => {
		const request = { Recipient: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F', Amount: '2' };
		const report = await succeed(startAt('Payout Request Form', request));
		expect(report.executed).not.toContain('Proof');
		expect(jsons(report.items('Not Paid'))).toEqual([
			{ text: 'Not paid: the account has only 1.5, and 2 was asked for' },
		]);
	});

	it.each([
		['0x6f05b59d3b1ffff', '0.5', false],
		['0x6f05b59d3b20000', '0.5', true],
		['0x6f05b59d3b20001', '0.500000000000000001', true],
		['0x6f05b59d3b20000', '0.500000000000000001', false],
		['0x6f05b59d3b20000', '1e-7', false],
		['0x6f05b59d3b20000', '-1', false],
	])('compares every digit: %s is enough for %s: %s', async (balance, Amount, isEnough) => {
		platform.sandbox.setRpcAnswer('*', 'eth_getBalance', balance);
		const Recipient = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F';
		const report = await succeed(startAt('Payout Request Form', { Recipient, Amount }));
		expect(report.executed.includes('Proof')).toBe(isEnough);
		expect(report.executed.includes('Not Paid')).toBe(!isEnough);
	});

	it('pays nothing when the nodes do not agree', async () => {
		for (const [index, id] of ids.entries())
			platform.sandbox.setRpcAnswer(id, 'eth_getBalance', `0x14d1120d7b16000${index}`);
		const report = await succeed();
		expect(report.executed).not.toContain('Proof');
		expect(jsons(report.items('Not Paid'))).toEqual([
			{ text: text(/^Not paid: No agreement on eth_getBalance at block \d+: 2 of 3/) },
		]);
	});

	it('pays nothing when two of three nodes do not answer', async () => {
		for (const id of ids.slice(1)) {
			const { auth } = platform.sandbox.state().nodes.find((node) => node.id === id) ?? {};
			platform.sandbox.fault({ server: 'rpc', path: auth?.key, kind: 'status', status: 403 });
		}
		const report = await run();
		expect(report.executed).not.toContain('Proof');
		expect(jsons(report.items('Not Paid'))).toEqual([{ text: text(/^Not paid: No agreement/) }]);
	});
});
