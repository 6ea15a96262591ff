import { expect, it } from 'vitest';
import { exampleFiles, readExample } from '../../scripts/lib/exampleWorkflows.mts';
import { expectToRun, usableHere } from './support/wholeWorkflow.mts';
import { world } from './support/world.mts';

/** They wait for 5 to 15 seconds, each for something else. */
const waiting = ['deployment-gate', 'lock-down', 'provision-network', 'verify-archive-node'].map(
	(name) => `${name}.json`,
);

const files = usableHere(exampleFiles());

const run = async (file: string) => await expectToRun(readExample(file, world.credential));

it.each(files.filter((file) => !waiting.includes(file)))(
	'the example %s runs in a real n8n',
	async (file) => {
		await run(file);
	},
);

it('the examples that wait run in a real n8n', async () => {
	expect(files).toEqual(expect.arrayContaining(waiting));
	await Promise.all(waiting.map(run));
});
