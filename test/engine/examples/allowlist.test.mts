import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { changedFields, rulesOfNode, startAt, useExample } from '../fixtures/examples.mts';

const { platform, run, succeed, told } = useExample('allowlist', { accessRuleMs: 0, pageSize: 2 });
const { polygon: node } = seedIds.nodes;

/** Runs it with a list of addresses. */
async function keep(addresses: readonly string[], { approve = false } = {}) {
	const list = JSON.stringify(addresses.map((address) => ({ address })));
	const workflow = changedFields('allowlist', 'Allowlist', { addresses: list });
	const approval = startAt('Approve Activation', { 'Activate the rules': 'Yes' });
	const start = approve ? approval : 'Every Morning';
	return await run(start, workflow);
}

const rules = () => rulesOfNode(platform, node);

describe('Keep an allowlist equal to a list', () => {
	it('adds the addresses and activates nothing before someone approves', async () => {
		const report = await succeed();
		expect(rules()).toEqual([
			'203.0.113.10 deactivated',
			'203.0.113.24 deactivated',
			'2001:db8::1 deactivated',
		]);
		expect(told(report)).toMatchObject([
			{
				subject: `The allowlist of ${node} waits for approval`,
				text: '3 addresses are listed; added: 203.0.113.10, 203.0.113.24, 2001:db8::1; deleted: none. No rule is in force yet: everyone with the key is admitted until someone opens the form "Approve Activation" of this workflow and answers Yes.',
			},
		]);
	});

	it('asks again each morning until it is approved, and adds nothing twice', async () => {
		await keep(['203.0.113.10']);
		const report = await keep(['203.0.113.10']);
		expect(rules()).toEqual(['203.0.113.10 deactivated']);
		expect(told(report)).toMatchObject([
			{ subject: `The allowlist of ${node} waits for approval` },
		]);
	});

	it('activates all once it is approved', async () => {
		await keep(['203.0.113.10', '203.0.113.24']);
		const report = await keep(['203.0.113.10', '203.0.113.24'], { approve: true });
		expect(rules()).toEqual(['203.0.113.10 activated', '203.0.113.24 activated']);
		expect(told(report)).toMatchObject([
			{
				subject: `The allowlist of ${node} was changed`,
				text: '2 addresses are listed; added and activated: 203.0.113.10, 203.0.113.24; deleted: none.',
			},
		]);
	});

	it('activates what is new before it deletes what is gone', async () => {
		await keep(['203.0.113.10', '2001:db8::1'], { approve: true });
		platform.sandbox.clearRequests();
		const report = await keep(['2001:0DB8:0::1', '203.0.113.11']);
		expect(rules()).toEqual(['2001:db8::1 activated', '203.0.113.11 activated']);
		expect(
			platform
				.requests()
				.map(({ method }) => method)
				.filter((method) => method !== 'GET'),
		).toEqual(['POST', 'PATCH', 'DELETE']);
		expect(told(report)).toMatchObject([
			{
				text: '2 addresses are listed; added and activated: 203.0.113.11; deleted: 203.0.113.10.',
			},
		]);
	});

	it('says when nothing had to be changed', async () => {
		await keep(['203.0.113.10'], { approve: true });
		const report = await keep([' 203.0.113.10 ', '203.0.113.10']);
		expect(told(report)).toMatchObject([
			{
				subject: `The allowlist of ${node} is unchanged`,
				text: '1 addresses are listed; added and activated: none; deleted: none.',
			},
		]);
		expect(report.executed).not.toContain('Delete Rule');
	});

	it.each([
		[[], 'The list has no address in it.'],
		[[''], 'The list has no address in it.'],
		[['203.0.113.10', 'office'], 'The list has no IP address: "office".'],
		[['203.0.113.0/24', '203.0.113.10'], 'The list has no IP address: "203.0.113.0/24".'],
	])('changes nothing for the list %j', async (addresses, said) => {
		await keep(['203.0.113.10'], { approve: true });
		const report = await keep(addresses);
		expect(rules()).toEqual(['203.0.113.10 activated']);
		expect(told(report)).toMatchObject([
			{
				subject: `The allowlist of ${node} was not applied`,
				text: `${said} Nothing was changed; 1 rules are in force as before.`,
			},
		]);
	});

	it('deletes nothing when a rule cannot be added', async () => {
		await keep(['203.0.113.10'], { approve: true });
		platform.sandbox.fault({ method: 'POST', kind: 'status', status: 403 });
		const report = await keep(['203.0.113.11']);
		expect(report.error?.message).toContain('not allowed to do this');
		expect(rules()).toEqual(['203.0.113.10 activated']);
	});

	it('leaves rules for origins alone', async () => {
		await platform.run(['accessRule', 'create'], { nodeId: node, type: 'origin', value: '*' });
		await keep(['203.0.113.10'], { approve: true });
		expect(rules()).toEqual(['* deactivated', '203.0.113.10 activated']);
	});
});
