import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { it } from 'vitest';
import { readWorkflow, workflowFiles } from '../../scripts/lib/exampleWorkflows.mts';
import { expectToRun, usableHere } from './support/wholeWorkflow.mts';
import { world } from './support/world.mts';

/**
 * The examples as they were with the first version of the nodes, never changed since. What people saved then has to
 * run with every later version: names and values of fields stay.
 */
const folder = fileURLToPath(new URL('./fixtures/firstVersion', import.meta.url));

it.each(usableHere(workflowFiles(folder)))('%s of the first version still runs', async (file) => {
	await expectToRun(readWorkflow(join(folder, file), world.credential));
});
