import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seedIds } from '../../sandbox/start.mts';
import { exampleInputs, MADE } from '../../scripts/docs/exampleInputs.mts';
import { chainOf, manualTrigger } from './support/chain.mts';
import { credentialType } from './support/credentialType.mts';
import { nodeType } from './support/workflow.mts';
import { client, world } from './support/world.mts';

/** IDs of what examples make first, by resource. */
const MADE_BEFORE: Readonly<Record<string, string>> = {
	accessRule: seedIds.accessRule,
	ipfs: 'PIN-4180-1253-7200',
	project: seedIds.projects.staging,
};

/** These need a file, an empty network, or what an example makes before, or come after what they read is deleted. */
const FAIL_HERE =
	/^(ipfs\.(get|pinFile|waitUntilPinned)|(project|network|accessRule)\.delete|accessRule\.update|jsonRpc\.callAcross)$/;

/** Every operation, as its example fills it in, with limits inside the options, one of them by expression. */
const OPERATIONS = Object.entries(exampleInputs).map(([name, { parameters }]) => {
	const [resource, operation] = name.split('.');
	const filled = JSON.parse(
		JSON.stringify(parameters).replaceAll(MADE, MADE_BEFORE[resource] ?? ''),
	) as Record<string, unknown>;
	const limits = name.startsWith('jsonRpc')
		? { batchSize: 10, maxConcurrency: 3 }
		: /creat|request|pin/i.test(operation)
			? { maxRetries: '={{ 1 + 0 }}' }
			: { maxConcurrency: 3, timeout: '={{ 10 + 5 }}' };
	const options = { ...(filled.options as object | undefined), limits };
	return { name, parameters: { resource, operation, ...filled, options } };
});

const NODES = OPERATIONS.map(({ name, parameters }, index) => ({
	id: randomUUID(),
	name,
	type: nodeType,
	typeVersion: 1,
	position: [300, index * 160],
	onError: 'continueRegularOutput',
	credentials: { [credentialType]: world.credential },
	parameters,
}));

describe('a workflow with every operation', () => {
	it('is saved with every value, and runs', async () => {
		const started = chainOf([manualTrigger]);
		const targets = NODES.map(({ name }) => ({ node: name, type: 'main', index: 0 }));
		const { id } = await client.createWorkflow({
			...started,
			nodes: [...started.nodes, ...NODES],
			connections: { [manualTrigger.name]: { main: [targets] } },
		});
		const saved = (await client.request('GET', `/rest/workflows/${id}`)) as {
			nodes: Array<{ name: string; parameters: unknown }>;
		};
		for (const { name, parameters } of NODES)
			expect(saved.nodes.find((node) => node.name === name)?.parameters, name).toEqual(parameters);
		const run = await client.run(id, manualTrigger.name);
		expect(run.status, run.error).toBe('success');
		const said = NODES.map(({ name }) => [name, run.items(name)[0]?.json.error as unknown]);
		expect(
			said.filter(([name, error]) => error !== undefined && !FAIL_HERE.test(String(name))),
		).toEqual([]);
		expect(run.runs).toHaveLength(NODES.length + 1);
	});
});
