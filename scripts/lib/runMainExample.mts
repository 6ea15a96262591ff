import { step } from '../bootstrap/progress.mjs';
import type { Imported } from './exampleWorkflows.mts';
import type { N8nClient } from './n8nClient.mts';
import type { Execution, NodeRun } from './n8nExecution.mts';
import { itemTable, table } from './table.mts';

/** The file of the example that shows the most. */
export const mainExample = 'provision-network.json';

/**
 * Runs the main example once and prints what came out.
 *
 * @returns whether every step of it succeeded
 */
export async function runMainExample(
	client: N8nClient,
	examples: readonly Imported[],
): Promise<boolean> {
	const example = examples.find(({ file }) => file === mainExample);
	if (!example?.start) {
		console.error(`  ✖ examples/${mainExample} with a node to start from is missing`);
		return false;
	}
	const { id, name, start } = example;
	const execution = await step(`Running the example "${name}"`, () => client.run(id, start));
	console.log(`\n${stepTable(execution)}`);
	const result = execution.runs.at(-1)?.outputs.flat() ?? [];
	const failed = execution.runs.some(hasFailedItem);
	if (result.length) console.log(`\n${itemTable(result.map(({ json }) => json))}`);
	if (execution.error) {
		console.error(`\n✖ The example ended early: ${execution.error}`);
		if (execution.errorDetails?.description)
			console.error(`  ${execution.errorDetails.description}`);
	}
	return execution.status === 'success' && !failed && result.length > 0;
}

function stepTable(execution: Execution): string {
	return table(
		['Step', 'Items', 'Time', 'Outcome'],
		execution.runs.map((run) => [
			run.node,
			String(run.outputs.flat().length),
			`${run.milliseconds} ms`,
			run.error ?? (hasFailedItem(run) ? 'has failed items' : 'ok'),
		]),
	);
}

/** A node that goes on after a failure reports it in its items. */
function hasFailedItem(run: NodeRun): boolean {
	return Boolean(run.error) || run.outputs.flat().some((item) => item.error ?? item.json?.error);
}
