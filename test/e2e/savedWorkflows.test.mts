import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readWorkflow, workflowFiles } from '../../scripts/lib/exampleWorkflows.mts';
import { expectToRun, runByHand, usableHere } from './support/wholeWorkflow.mts';
import { world } from './support/world.mts';

/**
 * The examples as they were with the first version of the nodes, never changed since. What users saved then has to run
 * with every later version: names and values of fields stay.
 */
const folder = fileURLToPath(new URL('./fixtures/firstVersion', import.meta.url));

/** Its title is an expression that yields nothing, which the first version treated as no title. */
const withoutTitle = 'ipfs-upload.json';

const others = workflowFiles(folder).filter((file) => file !== withoutTitle);

it.each(usableHere(others))('%s of the first version still runs', async (file) => {
	await expectToRun(readWorkflow(join(folder, file), world.credential));
});

it(`${withoutTitle} of the first version says what it now requires`, async () => {
	const execution = await runByHand(readWorkflow(join(folder, withoutTitle), world.credential));
	expect(execution.error).toBe("'Title' is empty");
	expect(execution.errorDetails.description).toContain("Correct the expression in 'Title'");
});
