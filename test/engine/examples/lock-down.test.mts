import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { rulesOfNode, startAt, text, useExample } from '../fixtures/examples.mts';

const { platform, run, sent } = useExample('lock-down', { accessRuleMs: 0 });
const { polygon: node } = seedIds.nodes;

const form = (Action: string, addresses?: string) =>
	startAt('Lock Down Form', { 'Node ID': node, Action, 'Admitted addresses': addresses });
const submit = async (action: string, addresses?: string) => await sent(form(action, addresses));
const rules = () => rulesOfNode(platform, node);
const NEXT =
	'Next: create a new key in the console, replace the old one everywhere, then open the node with the form.';

describe('Lock down after a leak', () => {
	it('admits the addresses and nobody else, n8n included', async () => {
		const told = await submit('Lock', '203.0.113.10, 2001:db8::1');
		expect(rules()).toEqual(['203.0.113.10 activated', '2001:db8::1 activated']);
		expect(told).toEqual([
			{
				subject: `${node} is locked`,
				text: `Admitted are 203.0.113.10, 2001:db8::1. This n8n is not admitted, so its checks of the node get status 403. ${NEXT}`,
				locked: true,
			},
		]);
	});

	it('says that this n8n is admitted where it is', async () => {
		expect(await sent()).toEqual([
			{
				subject: `${node} is locked`,
				text: `Admitted are 203.0.113.10, 127.0.0.1. This n8n is admitted and the node is ready. ${NEXT}`,
				locked: true,
			},
		]);
	});

	it('says that this n8n is admitted where the node is syncing', async () => {
		platform.sandbox.setSyncing(node, { currentBlock: '0x1', highestBlock: '0x9' });
		expect(await sent()).toMatchObject([
			{ text: text('This n8n is admitted, and the node is syncing: it is 8 blocks behind.') },
		]);
	});

	it('opens the node again', async () => {
		await submit('Lock', '203.0.113.10');
		const told = await submit('Open');
		expect(rules()).toEqual(['203.0.113.10 deactivated']);
		expect(told).toEqual([
			{
				subject: `${node} is open again`,
				text: 'No access rule is in force: everyone with a key is admitted. This n8n is admitted and the node is ready.',
				locked: false,
			},
		]);
	});

	it('opens a node that was never locked', async () => {
		expect(await submit('Open')).toMatchObject([{ subject: `${node} is open again` }]);
	});

	it('says which address could not be added, and locks with the others', async () => {
		const told = await submit('Lock', '203.0.113.0/24 203.0.113.10');
		expect(told).toMatchObject([
			{
				subject: `${node} is locked`,
				text: expect.stringMatching(
					/^Admitted are 203\.0\.113\.10\. These could not be added: 'Value' is not an IP address: '203\.0\.113\.0\/24'/,
				) as string,
			},
		]);
	});

	it('says that it is not locked when no rule could be added', async () => {
		platform.sandbox.fault({ method: 'POST', kind: 'status', status: 403 });
		const told = await submit('Lock', '203.0.113.10');
		expect(told).toMatchObject([
			{
				subject: `${node} is NOT locked`,
				text: expect.stringMatching(
					/^No access rule is in force\. These could not be added: .+not allowed/,
				) as string,
				locked: false,
			},
		]);
	});

	it('asks for addresses', async () => {
		const report = await run(form('Lock', ' '));
		expect(report.error?.message).toContain('Enter at least one address');
		expect(platform.requests()).toEqual([]);
	});
});
