import { parse } from 'flatted';
import pWaitFor from 'p-wait-for';

/** JSON that n8n gives, of whatever form. Tests look deep into it, and say by that what they expect. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- a type for each answer of n8n would be n8n's own API
export type Json = any;

/** An item that a node passes on. */
export interface Item {
	json: Json;
	binary?: Json;
	error?: Json;
	pairedItem?: Json;
}

/** One run of a node. */
export interface NodeRun {
	node: string;
	/** The items of each output. */
	outputs: Item[][];
	milliseconds: number;
	error?: string;
}

/** The run of a workflow, as n8n stored it. */
export interface Execution {
	id: string;
	/** success, error, canceled … */
	status: string;
	/** The message that the editor shows when the run failed. */
	error?: string;
	/** The whole of it. */
	errorDetails?: Json;
	/** In the order in which the nodes ran. */
	runs: NodeRun[];
	/** The output of a node's last run. */
	items: (node: string, output?: number) => Item[];
	/** Everything that is stored. */
	raw: string;
}

interface StoredExecution {
	id: string;
	status: string;
	/** A text of the package flatted. */
	data: string;
}

interface StoredRun {
	executionIndex: number;
	executionTime: number;
	data?: { main?: Array<Item[] | null> };
	error?: { message: string };
}

interface StoredData {
	resultData?: { error?: { message: string }; runData?: Record<string, StoredRun[]> };
}

const unfinished = new Set(['new', 'running', 'waiting']);

/** Waits for the end of an execution and reads what n8n stored about it. */
export async function readExecution(
	client: { request: (method: string, path: string) => Promise<Json> },
	id: string,
	limitMs: number,
): Promise<Execution> {
	let status = 'unknown';
	return await pWaitFor<Execution>(
		async () => {
			const stored = (await client.request('GET', `/rest/executions/${id}`)) as StoredExecution;
			status = stored.status;
			const execution = unfinished.has(status) ? undefined : decode(stored);
			return execution === undefined ? false : pWaitFor.resolveWith(execution);
		},
		{
			interval: 200,
			timeout: {
				milliseconds: limitMs,
				fallback: () => {
					throw new Error(`Execution ${id} is still '${status}' after ${limitMs / 1000} seconds`);
				},
			},
		},
	);
}

/** @returns nothing while n8n has stored the status and not yet the rest */
function decode(stored: StoredExecution): Execution | undefined {
	const { resultData } = (parse(stored.data) as StoredData | undefined) ?? {};
	if (resultData === undefined) return undefined;
	const runs = Object.entries(resultData.runData ?? {})
		.flatMap(([node, all]) => all.map((run) => ({ node, run })))
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

function toNodeRun(node: string, run: StoredRun): NodeRun {
	return {
		node,
		outputs: (run.data?.main ?? []).map((items) => items ?? []),
		milliseconds: run.executionTime,
		error: run.error?.message,
	};
}
