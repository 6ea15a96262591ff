import { expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { readExecution } from '../../scripts/lib/n8nExecution.mts';
import { sandbox } from './support/sandbox.mts';
import { everySeconds, triggerName, triggerWorkflow } from './support/triggerWorkflow.mts';
import { client, world } from './support/world.mts';

it('an active workflow is started by a node that stops, once', async () => {
	const workflow = triggerWorkflow({
		name: 'Node status',
		parameters: {
			pollTimes: everySeconds(2),
			event: 'nodeStatusChanged',
			watch: 'all',
			confirmations: 2,
		},
		credential: world.credential,
	});
	const { id, versionId } = await client.createWorkflow(workflow);
	await client.activate(id, versionId);
	try {
		// Only what was seen before can change.
		await expect.poll(polls, { timeout: 30_000 }).toBeGreaterThan(0);
		await sandbox.setStatus(seedIds.nodes.polygon, 'stopped');
		await expect
			.poll(async () => await client.executionsOf(id), { timeout: 30_000 })
			.toHaveLength(1);
		const before = await polls();
		await expect.poll(polls, { timeout: 30_000 }).toBeGreaterThan(before + 1);
	} finally {
		await client.deactivate(id, versionId);
	}
	const executions = await client.executionsOf(id);
	expect(executions).toHaveLength(1);
	const run = await readExecution(client, executions[0], 30_000);
	expect(run.status).toBe('success');
	expect(run.items(triggerName).map(({ json }) => json)).toEqual([
		expect.objectContaining({ id: seedIds.nodes.polygon, from: 'running', to: 'stopped' }),
	]);
});

async function polls(): Promise<number> {
	return (await sandbox.requests()).filter(({ path }) => path === '/v1/nodes/').length;
}
