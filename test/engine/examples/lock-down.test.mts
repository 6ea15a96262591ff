import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { text, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { platform, run } = useExample('lock-down', { accessRuleMs: 0 });
const { polygon: node } = seedIds.nodes;

const submit = async (Action: string, addresses?: string) =>
	await run({
		startNode: 'Lock Down Form',
		triggerItems: [{ json: { 'Node ID': node, Action, 'Admitted addresses': addresses } }],
	});
/** The rules of the node in the sandbox. */
const rulesOfNode = () =>
	platform.sandbox.state().accessRules.filter((rule) => rule.nodeId === node);

const told = (report: Awaited<ReturnType<typeof run>>) =>
	jsons(report.items('Replace with Slack, Email, …'));
const rules = () => rulesOfNode().map(({ value, status }) => `${value} ${status}`);
const NEXT =
	'Next: create a new key in the console, replace the old one everywhere, then open the node with the form.';

describe('Lock down after a leak', () => {
	it('admits the addresses and nobody else, n8n included', async () => {
		const report = await submit('Lock', '203.0.113.10, 2001:db8::1');
		expect(report.error).toBeUndefined();
		expect(rules()).toEqual(['203.0.113.10 activated', '2001:db8::1 activated']);
		expect(told(report)).toEqual([
			{
				subject: `${node} is locked`,
				text: `Admitted are 203.0.113.10, 2001:db8::1. This n8n is not admitted, so its checks of the node get status 403. ${NEXT}`,
				locked: true,
			},
		]);
	});

	it('says that this n8n is admitted where it is', async () => {
		const report = await run();
		expect(told(report)).toEqual([
			{
				subject: `${node} is locked`,
				text: `Admitted are 203.0.113.10, 127.0.0.1. This n8n is admitted and the node is ready. ${NEXT}`,
				locked: true,
			},
		]);
	});

	it('says that this n8n is admitted where the node is syncing', async () => {
		platform.sandbox.setSyncing(node, { currentBlock: '0x1', highestBlock: '0x9' });
		expect(told(await run())).toMatchObject([
			{ text: text('This n8n is admitted, and the node is syncing: it is 8 blocks behind.') },
		]);
	});

	it('opens the node again', async () => {
		await submit('Lock', '203.0.113.10');
		const report = await submit('Open');
		expect(rules()).toEqual(['203.0.113.10 deactivated']);
		expect(told(report)).toEqual([
			{
				subject: `${node} is open again`,
				text: 'No access rule is in force: everyone with a key is admitted. This n8n is admitted and the node is ready.',
				locked: false,
			},
		]);
	});

	it('opens a node that was never locked', async () => {
		expect(told(await submit('Open'))).toMatchObject([{ subject: `${node} is open again` }]);
	});

	it('says which address could not be added, and locks with the others', async () => {
		const report = await submit('Lock', '203.0.113.0/24 203.0.113.10');
		expect(told(report)).toMatchObject([
			{
				subject: `${node} is locked`,
				text: expect.stringMatching(
					/^Admitted are 203\.0\.113\.10\. These could not be added: 'Value' is a range of addresses/,
				) as string,
			},
		]);
	});

	it('says that it is not locked when no rule could be added', async () => {
		platform.sandbox.fault({ method: 'POST', kind: 'status', status: 403 });
		const report = await submit('Lock', '203.0.113.10');
		expect(told(report)).toMatchObject([
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
		const report = await submit('Lock', ' ');
		expect(report.error?.message).toContain('Enter at least one address');
		expect(platform.requests()).toEqual([]);
	});
});
