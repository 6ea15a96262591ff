import { expect } from 'vitest';
import { manualTriggerOf, type Workflow } from '../../../scripts/lib/exampleWorkflows.mts';
import type { Execution } from '../../../scripts/lib/n8nExecution.mts';
import { client, world } from './world.mts';

/** They use nodes that n8n 1 does not have, as the README says. */
const needsN8n2 = ['assistant.json', 'incidents.json', 'node-inventory.json', 'quiet-hours.json'];

/** The workflows whose nodes the n8n under test has. */
export function usableHere(files: readonly string[]): string[] {
	const isOld = world.n8n.version.startsWith('1.');
	return files.filter((file) => !isOld || !needsN8n2.includes(file));
}

/** Runs a saved workflow by hand. */
export async function runByHand(id: string, workflow: Workflow): Promise<Execution> {
	const trigger = manualTriggerOf(workflow);
	if (!trigger) throw new Error(`${workflow.name} cannot be run by hand`);
	return await client.run(id, trigger);
}

/** Runs a workflow by hand; it has to finish, and nothing that reaches one of its ends may have failed. */
export async function expectToRun(workflow: Workflow): Promise<void> {
	const { id } = await client.createWorkflow(workflow);
	const execution = await runByHand(id, workflow);
	expect(execution.error, execution.errorDetails?.description).toBeUndefined();
	expect(execution.status).toBe('success');
	// Where a workflow has several ends, there may be nothing to do at one of them, such as nothing to save.
	const atEnds = execution.runs
		.filter(({ node }) => workflow.connections[node] === undefined)
		.flatMap(({ outputs }) => outputs.flat());
	expect(atEnds.length).toBeGreaterThan(0);
	for (const { json } of atEnds) expect(json.error).toBeUndefined();
}
