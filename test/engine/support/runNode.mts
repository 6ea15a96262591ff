import type { INodeExecutionData, ITaskData, NodeExecutionHint } from 'n8n-workflow';
import { emitItemsNode, helperType } from './helperNodes.mts';
import { reportOf, runWorkflow } from './runWorkflow.mts';
import type { EngineOptions, NodeLike, RunReport } from './workflowTypes.mts';

/** The node that tests run unless they name another. */
export const packageNodeType = 'n8n-nodes-chainstack.chainstack';

/** How to run one node on some items. */
export interface NodeRunOptions extends EngineOptions {
	/** The node's input; one empty item by default. */
	items?: readonly INodeExecutionData[];
	/** The node's parameters. */
	parameters?: object;
	/** The node's settings: onError, retryOnFail, maxTries, type, typeVersion, credentials… */
	node?: Partial<NodeLike>;
}

/** The outcome of one node. Its `error` is what the node threw, also when the workflow continued. */
export interface NodeRun extends RunReport {
	/** The success branch. */
	output: INodeExecutionData[];
	/** The error branch, filled when `onError` is `continueErrorOutput`. */
	errorOutput: INodeExecutionData[];
	hints: NodeExecutionHint[];
	/** The time the node took, including its tries and the waits between them. */
	executionTimeMs: number;
	/** n8n's record of the node; missing when it did not run. */
	task?: ITaskData;
}

const nodeName = 'Node';

/**
 * Runs one node in a workflow of Manual Trigger, the given items, the node, and a No Operation on
 * each of its two branches.
 */
export async function runNode(options: NodeRunOptions = {}): Promise<NodeRun> {
	const { items = [{ json: {} }], parameters, node, ...engine } = options;
	const tested: NodeLike = {
		type: packageNodeType,
		...node,
		name: node?.name ?? nodeName,
		parameters,
	};
	const { name } = tested;
	const to = (target: string) => [{ node: target, type: 'main', index: 0 }];
	const run = await runWorkflow(
		{
			nodes: [
				{ name: 'Manual Trigger', type: 'n8n-nodes-base.manualTrigger' },
				{ name: 'Items', type: helperType.emitItems },
				tested,
				{ name: 'Success', type: 'n8n-nodes-base.noOp' },
				{ name: 'Failure', type: 'n8n-nodes-base.noOp' },
			],
			connections: {
				'Manual Trigger': { main: [to('Items')] },
				Items: { main: [to(name)] },
				[name]: { main: [to('Success'), to('Failure')] },
			},
		},
		{
			...engine,
			startNode: 'Manual Trigger',
			nodeTypes: { ...engine.nodeTypes, [helperType.emitItems]: emitItemsNode(items) },
		},
	);
	const task = run.tasks(name).at(-1);
	return {
		...reportOf(run),
		error: run.error ?? task?.error,
		output: run.items(name, 0),
		errorOutput: run.items(name, 1),
		hints: task?.hints ?? [],
		executionTimeMs: task?.executionTime ?? 0,
		task,
	};
}
