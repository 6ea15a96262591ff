import { setTimeout as sleep } from 'node:timers/promises';

/** @typedef {{ json: any, binary?: any, error?: any, pairedItem?: any }} Item */
/**
 * @typedef {object} NodeRun
 * @property {string} node
 * @property {Item[][]} outputs the items of each output
 * @property {number} startedAt in milliseconds since 1970
 * @property {number} milliseconds
 * @property {string} [error]
 */
/**
 * @typedef {object} Execution
 * @property {string} id
 * @property {string} status success, error, canceled …
 * @property {string} [error] what the editor shows when the run failed
 * @property {any} [errorDetails] the whole of it
 * @property {NodeRun[]} runs in the order in which the nodes ran
 * @property {(node: string, output?: number) => Item[]} items what a node's last run gave
 * @property {string} raw everything n8n stored about the run
 */

const unfinished = new Set(['new', 'running', 'waiting']);

/**
 * Waits for the end of an execution and reads what n8n stored about it.
 *
 * @param {{ request: (method: string, path: string) => Promise<any> }} client
 * @param {string} id
 * @param {number} limitMs
 * @returns {Promise<Execution>}
 */
export async function readExecution(client, id, limitMs) {
	const deadline = performance.now() + limitMs;
	let pause = 50;
	for (;;) {
		const stored = await client.request('GET', `/rest/executions/${id}`);
		const execution = unfinished.has(stored.status) ? undefined : await decode(stored);
		if (execution) return execution;
		if (performance.now() > deadline) {
			throw new Error(
				`Execution ${id} is still '${stored.status}' after ${limitMs / 1000} seconds`,
			);
		}
		await sleep(pause);
		pause = Math.min(pause * 1.5, 1_000);
	}
}

/**
 * @param {any} stored
 * @returns {Promise<Execution | undefined>} nothing while n8n has stored the status and not yet the rest
 */
async function decode(stored) {
	// Loaded here, because scripts import this module before anything is installed.
	const { parse } = await import('flatted');
	const data = parse(stored.data);
	if (data?.resultData === undefined) return undefined;
	const { resultData } = data;
	const runs = Object.entries(resultData.runData ?? {})
		.flatMap(([node, all]) => all.map((/** @type {any} */ run) => ({ node, run })))
		.sort((a, b) => a.run.executionIndex - b.run.executionIndex)
		.map(({ node, run }) => toNodeRun(node, run));
	return {
		id: stored.id,
		status: stored.status,
		error: resultData.error?.message,
		errorDetails: resultData.error,
		runs,
		items: (node, output = 0) => runs.findLast((run) => run.node === node)?.outputs[output] ?? [],
		raw: stored.data,
	};
}

/**
 * @param {string} node
 * @param {any} run
 * @returns {NodeRun}
 */
function toNodeRun(node, run) {
	return {
		node,
		outputs: (run.data?.main ?? []).map((/** @type {Item[] | null} */ items) => items ?? []),
		startedAt: run.startTime,
		milliseconds: run.executionTime,
		error: run.error?.message,
	};
}
