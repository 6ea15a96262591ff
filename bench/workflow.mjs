import { setTimeout as sleep } from 'node:timers/promises';
import { N8nRequestError } from '../scripts/lib/n8nClient.mjs';
import { readExecution } from '../scripts/lib/n8nExecution.mjs';
import { isGood } from './contestants.mjs';

/** Name of the node that is measured. */
export const TESTED = 'Tested';

const TRIGGER = 'Start';

const longestRunMs = 600_000;

/**
 * A workflow that runs these nodes one after another when it is started by hand.
 *
 * @param {string} name
 * @param {Array<{ name: string } & Record<string, unknown>>} nodes
 */
export function chain(name, nodes) {
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

/**
 * A workflow that makes items, each with its number and an address in turn, and gives them to a node.
 *
 * @param {import('./contestants.mjs').Contestant} contestant
 * @param {number} count
 * @param {string[]} addresses
 */
export function itemsFor({ name, node }, count, addresses) {
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

/** @typedef {import('../scripts/lib/n8nExecution.mjs').NodeRun & { good: number }} TestedRun */
/**
 * @typedef {object} StoredWorkflow
 * @property {() => Promise<string>} run runs it once and waits until n8n has stored how that went
 * @property {(executionId: string) => Promise<TestedRun>} read what became of the measured node in a run
 */

/**
 * Stores a workflow. Reading a run is apart from running, because n8n's process grows with it.
 *
 * @param {import('../scripts/lib/n8nClient.mjs').N8nClient} client
 * @param {Record<string, unknown>} workflow
 * @returns {Promise<StoredWorkflow>}
 */
export async function stored(client, workflow) {
	const { id } = await client.createWorkflow(workflow);
	const newest = `/rest/executions?limit=1&filter=${encodeURIComponent(JSON.stringify({ workflowId: id }))}`;
	return {
		run: async () => {
			const trigger = { triggerToStartFrom: { name: TRIGGER } };
			const { executionId } = await client.request('POST', `/rest/workflows/${id}/run`, trigger);
			const deadline = performance.now() + longestRunMs;
			while (performance.now() < deadline) {
				const [last] = await client.request('GET', newest).then(({ results }) => results, busy);
				if (last?.id === executionId && last.stoppedAt) return executionId;
				await sleep(100);
			}
			throw new Error(`${workflow.name} still runs after ${longestRunMs / 60_000} minutes`);
		},
		read: async (executionId) => {
			const execution = await readExecution(client, executionId, 10_000);
			const run = execution.runs.find(({ node }) => node === TESTED);
			if (!run) throw new Error(`${workflow.name}: ${execution.error ?? 'the node did not run'}`);
			return { ...run, good: (run.outputs[0] ?? []).filter(isGood).length };
		},
	};
}

/**
 * An n8n that was too busy for seconds closes the connections that were quiet meanwhile, with the request
 * unread, or takes its database for lost: the next attempt gets through.
 *
 * @param {unknown} error
 * @returns {never[]}
 */
function busy(error) {
	if (error instanceof N8nRequestError && error.status !== 503) throw error;
	return [];
}
