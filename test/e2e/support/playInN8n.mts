import { readExample } from '../../../scripts/lib/exampleWorkflows.mts';
import type { Execution } from '../../../scripts/lib/n8nExecution.mts';
import { messagesOf, withParameters } from '../../examples/messages.mts';
import type { Spoken } from '../../examples/play.mts';
import type { Performance, Scene } from '../../examples/scene.mts';
import { client, world } from './world.mts';

/** An example that has run in the real n8n. */
export interface Played extends Spoken {
	workflowId: string;
	execution: Execution;
}

/** Runs an example in the real n8n, from the trigger of a path. */
export async function performInN8n(scene: Scene, performance: Performance): Promise<Played> {
	const { example, start, input, parameters } = performance;
	const source = readExample(`${example}.json`, world.credential);
	const workflow = withParameters(source, { ...scene.hurry, ...parameters });
	const { id } = await client.createWorkflow(workflow);
	const execution = await client.run(id, start, 120_000, input);
	const itemsOf = (node: string) =>
		execution.runs.filter((run) => run.node === node).flatMap(({ outputs }) => outputs[0]);
	const rows = workflow.nodes
		.filter(({ parameters }) => (parameters as { operation?: string }).operation === 'upsert')
		.flatMap(({ name }) => itemsOf(name).map(({ json }) => json));
	const messages = messagesOf(workflow, scene, itemsOf, execution.error);
	return { messages, rows, workflowId: id, execution };
}
