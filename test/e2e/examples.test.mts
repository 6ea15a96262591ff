import { it } from 'vitest';
import { exampleFiles, readExample } from '../../scripts/lib/exampleWorkflows.mts';
import { expectToRun, usableHere } from './support/wholeWorkflow.mts';
import { world } from './support/world.mts';

it.each(usableHere(exampleFiles()))('the example %s runs in a real n8n', async (file) => {
	await expectToRun(readExample(file, world.credential));
});
