import {
	NodeConnectionTypes,
	type IDataObject,
	type INodeExecutionData,
	type ITaskData,
} from 'n8n-workflow';
import { agentNode, emitItemsNode, helperType } from './helperNodes.mts';
import { packageNodeType } from './runNode.mts';
import { reportOf, runWorkflow } from './runWorkflow.mts';
import type { EngineOptions, NodeLike, RunReport } from './workflowTypes.mts';

/** How an agent calls the node as a tool. */
export interface ToolRunOptions extends EngineOptions {
	/** The tool node's parameters; `={{ $fromAI('key') }}` takes a value from the call. */
	parameters?: object;
	/** The arguments of each call the agent makes; one call without arguments by default. */
	calls?: readonly IDataObject[];
	/** The item the agent works on. */
	agentItem?: INodeExecutionData;
	/** The tool node's settings. */
	node?: Partial<NodeLike>;
}

/** The outcome of an agent's calls. */
export interface ToolRun extends RunReport {
	/** What the agent received, call by call: the items of the tool's answer. */
	answers: INodeExecutionData[][];
	/** n8n's record of each call. */
	tasks: ITaskData[];
}

const toolName = 'Tool';

/** Makes an agent call the `Tool` variant of a node through the engine, as in n8n 2.x. */
export async function runTool(options: ToolRunOptions = {}): Promise<ToolRun> {
	const { parameters, calls = [{}], agentItem = { json: {} }, node, ...engine } = options;
	const type = node?.type ?? `${packageNodeType}Tool`;
	const to = (target: string, type: string) => [[{ node: target, type, index: 0 }]];
	const run = await runWorkflow(
		{
			nodes: [
				{ name: 'Manual Trigger', type: 'n8n-nodes-base.manualTrigger' },
				{ name: 'Items', type: helperType.emitItems },
				{ name: 'Agent', type: helperType.agent },
				{ ...node, name: toolName, type, parameters },
			],
			connections: {
				'Manual Trigger': { main: to('Items', 'main') },
				Items: { main: to('Agent', 'main') },
				[toolName]: { ai_tool: to('Agent', 'ai_tool') },
			},
		},
		{
			...engine,
			startNode: 'Manual Trigger',
			nodeTypes: {
				...engine.nodeTypes,
				[helperType.emitItems]: emitItemsNode([agentItem]),
				[helperType.agent]: agentNode(toolName, calls),
			},
		},
	);
	const tasks = run.tasks(toolName);
	return {
		...reportOf(run),
		answers: tasks.map(({ data }) => data?.[NodeConnectionTypes.AiTool]?.[0] ?? []),
		tasks,
	};
}
