import type { IDataObject } from 'n8n-workflow';
import { describe, expect, it } from 'vitest';
import { seedIds } from '../../../sandbox/start.mts';
import { exampleOf, text, useExample } from '../fixtures/examples.mts';
import { jsons } from '../fixtures/platform.mts';

const { platform, run } = useExample('quiet-hours');
const { ethereum } = seedIds.nodes;
const failure = {
	...{ event: 'readinessChanged', id: ethereum, incidentId: `${ethereum}#1` },
	...{ name: 'eth-archive-1', healthy: false, from: 'ready', to: 'unreachable' },
	since: '2026-11-22T01:02:03.000Z',
};

/** Runs it as if it were night all day, or never. */
async function told(change: IDataObject, isNight: boolean): Promise<object[]> {
	const quiet: Record<string, number> = { quietFrom: 0, quietTo: isNight ? 24 : 0 };
	const workflow = exampleOf('quiet-hours');
	const hours = workflow.nodes.find(({ name }) => name === 'Hours');
	const { assignments } = (
		hours?.parameters as {
			assignments: { assignments: Array<{ name: string; value: unknown }> };
		}
	).assignments;
	for (const field of assignments) field.value = quiet[field.name] ?? field.value;
	const triggerItems = [{ json: change }];
	const report = await run({ startNode: 'Node Changed', triggerItems }, workflow);
	expect(report.error).toBeUndefined();
	return jsons(report.items('Replace with Slack, Email, …'));
}

describe('Quiet hours', () => {
	it('sends at once by day, failure and recovery', async () => {
		expect(await told({ ...failure, reason: 'status 503' }, false)).toEqual([
			{
				subject: 'eth-archive-1 is unreachable',
				text: 'eth-archive-1 is unreachable since 2026-11-22T01:02:03.000Z. Reason: status 503.',
			},
		]);
		const recovery = { ...failure, healthy: true, from: 'unreachable', to: 'ready' };
		expect(await told(recovery, false)).toMatchObject([
			{ subject: 'eth-archive-1 is ready again' },
		]);
	});

	it('sends in the morning what still holds', async () => {
		platform.sandbox.setStatus(ethereum, 'stopped');
		expect(await told(failure, true)).toEqual([
			{
				subject: 'eth-archive-1 is unreachable since the night',
				text: text(
					/^eth-archive-1 is unreachable\. It began at 2026-11-22T01:02:03\.000Z and did not end by the morning\. Reason: .*503/,
				),
			},
		]);
	});

	it('sends nothing in the morning when it is over', async () => {
		expect(await told(failure, true)).toEqual([]);
	});

	it('says when it cannot be checked again', async () => {
		platform.sandbox.fault({ path: `/v1/nodes/${ethereum}/`, kind: 'status', status: 404 });
		expect(await told(failure, true)).toMatchObject([
			{ subject: 'eth-archive-1 is not checked since the night', text: text(/could not find/) },
		]);
	});

	it('sends what the platform stopped, which is not asked again by the trigger', async () => {
		platform.sandbox.setStatus(ethereum, 'stopped');
		const stopped = { ...failure, to: 'notRunning', status: 'stopped' };
		expect(await told(stopped, true)).toMatchObject([
			{ subject: 'eth-archive-1 is unreachable since the night' },
		]);
	});

	it.each([
		['a recovery', { healthy: true, from: 'unreachable', to: 'ready' }],
		['a change of its kind', { from: 'unreachable', to: 'lagging' }],
		['a reminder', { from: 'unreachable', reminder: true }],
	])('sends nothing of %s in the night', async (_, changes) => {
		platform.sandbox.setStatus(ethereum, 'stopped');
		expect(await told({ ...failure, ...changes }, true)).toEqual([]);
	});

	it('shows an example at once when it is run by hand', async () => {
		const report = await run();
		expect(jsons(report.items('Replace with Slack, Email, …'))).toMatchObject([
			{ subject: 'Test: Example node is unreachable' },
		]);
	});
});
