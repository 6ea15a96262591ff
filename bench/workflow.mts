import pWaitFor from 'p-wait-for';
import { N8nRequestError, type N8nClient } from '../scripts/lib/n8nClient.mts';
import { readExecution, type NodeRun } from '../scripts/lib/n8nExecution.mts';
import { isGood, type Contestant } from './contestants.mts';

/** Name of the node that is measured. */
export const TESTED = 'Tested';

const TRIGGER = 'Start';

const longestRunMs = 600_000;

type WorkflowNode = { name: string } & Record<string, unknown>;

/** A workflow as n8n stores it. */
export type Workflow = { name: string } & Record<string, unknown>;

/** A workflow that runs these nodes one after another when it is started by hand. */
export function chain(name: string, nodes: readonly WorkflowNode[]): Workflow {
	const all = [
		{ name: TRIGGER, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, parameters: {} },
		...nodes,
	].map((node, index) => ({ id: `node-${index}`, position: [200 * index, 0], ...node }));
	const connections = Object.fromEntries(
		all.slice(1).map((node, index) => {
			return [all[index].name, { main: [[{ node: node.name, type: 'main', index: 0 }]] }];
		}),
	);
	return { name, nodes: all, connections, settings: {} };
}

/** A workflow that makes items, each with its number and an address in turn, and gives them to a node. */
export function itemsFor(
	{ name, node }: Contestant,
	count: number,
	addresses: readonly string[],
): Workflow {
	const jsCode = [
		`const addresses = ${JSON.stringify(addresses)};`,
		`const json = (n) => ({ n, address: addresses[n % addresses.length] });`,
		`return Array.from({ length: ${count} }, (_, n) => ({ json: json(n) }));`,
	].join('\n');
	return chain(name, [
		{ name: 'Items', type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } },
		{ name: TESTED, onError: 'continueRegularOutput', ...node },
	]);
}

/** A workflow that n8n has stored. */
export interface StoredWorkflow {
	/** Runs it once, waits until n8n has stored how that went, and gives the id of the execution. */
	run(): Promise<string>;
	/** The result of the measured node in a run; `good` counts the items that were answered. */
	read(executionId: string): Promise<NodeRun & { good: number }>;
}

/** Stores a workflow. Reading a run is apart from running, because n8n's process grows with it. */
export async function stored(client: N8nClient, workflow: Workflow): Promise<StoredWorkflow> {
	const { id } = (await client.createWorkflow(workflow)) as { id: string };
	const newest = `/rest/executions?limit=1&filter=${encodeURIComponent(JSON.stringify({ workflowId: id }))}`;
	return {
		run: async () => {
			const trigger = { triggerToStartFrom: { name: TRIGGER } };
			const started = await client.request('POST', `/rest/workflows/${id}/run`, trigger);
			const { executionId } = started as { executionId: string };
			const hasEnded = async (): Promise<boolean> => {
				const [last] = await client.request('GET', newest).then(newestOf, busy);
				return last?.id === executionId && Boolean(last.stoppedAt);
			};
			const message = `${workflow.name} still runs after ${longestRunMs / 60_000} minutes`;
			const timeout = { milliseconds: longestRunMs, message };
			await pWaitFor(hasEnded, { interval: 100, timeout });
			return executionId;
		},
		read: async (executionId) => {
			const execution = await readExecution(client, executionId, 10_000);
			const run = execution.runs.find(({ node }) => node === TESTED);
			if (!run) throw new Error(`${workflow.name}: ${execution.error ?? 'the node did not run'}`);
			return { ...run, good: (run.outputs[0] ?? []).filter(isGood).length };
		},
	};
}

type Listed = Array<{ id: string; stoppedAt?: string }>;

function newestOf(list: { results: Listed }): Listed {
	return list.results;
}

/**
 * An n8n that was too busy for seconds closes the connections that were quiet meanwhile, with the request
 * unread, or takes its database for lost: the next attempt gets through.
 */
function busy(error: unknown): Listed {
	if (error instanceof N8nRequestError && error.status !== 503) throw error;
	return [];
}
