import { expect, it } from 'vitest';
import { exampleFiles, manualTriggerOf, readExample } from '../../scripts/lib/exampleWorkflows.mts';
import { client, world } from './support/world.mts';

/** They use nodes that n8n 1 does not have, as the README says. */
const needsN8n2 = ['assistant.json', 'node-inventory.json'];

const files = exampleFiles().filter(
	(file) => !world.n8n.version.startsWith('1.') || !needsN8n2.includes(file),
);

it.each(files)('the example %s runs in a real n8n', async (file) => {
	const workflow = readExample(file, world.credential);
	const trigger = manualTriggerOf(workflow);
	if (!trigger) throw new Error(`${file} cannot be run by hand`);
	const { id } = await client.createWorkflow({ ...workflow });
	const execution = await client.run(id, trigger);
	expect(execution.error, execution.errorDetails?.description).toBeUndefined();
	expect(execution.status).toBe('success');
	const last = execution.runs.at(-1)?.outputs.flat() ?? [];
	expect(last.length).toBeGreaterThan(0);
	for (const { json } of last) expect(json.error).toBeUndefined();
});
