import { NodeConnectionTypes, type IDataObject, type INodeExecutionData } from 'n8n-workflow';
import { agentNode, emitItemsNode, helperType } from './helperNodes.mts';
import { packageNodeType } from './runNode.mts';
import { reportOf, runWorkflow } from './runWorkflow.mts';
import type { EngineOptions, RunReport } from './workflowTypes.mts';

/** How an agent calls the node as a tool. */
export interface ToolRunOptions extends EngineOptions {
	/** The tool node's parameters; `={{ $fromAI('key') }}` takes a value from the call. */
	parameters?: object;
	/** The arguments of each call the agent makes; one call without arguments by default. */
	calls?: readonly IDataObject[];
}

/** The outcome of an agent's calls. */
export interface ToolRun extends RunReport {
	/** The items of the tool's answers that the agent received, call by call. */
	answers: INodeExecutionData[][];
}

const toolName = 'Tool';

/** Makes an agent call the `Tool` variant of a node through the engine, as in n8n 2.x. */
export async function runTool(options: ToolRunOptions = {}): Promise<ToolRun> {
	const { parameters, calls = [{}], ...engine } = options;
	const to = (target: string, type: string) => [[{ node: target, type, index: 0 }]];
	const run = await runWorkflow(
		{
			nodes: [
				{ name: 'Manual Trigger', type: 'n8n-nodes-base.manualTrigger' },
				{ name: 'Items', type: helperType.emitItems },
				{ name: 'Agent', type: helperType.agent },
				{ name: toolName, type: `${packageNodeType}Tool`, parameters },
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
				[helperType.emitItems]: emitItemsNode([{ json: {} }]),
				[helperType.agent]: agentNode(toolName, calls),
			},
		},
	);
	return {
		...reportOf(run),
		answers: run.tasks(toolName).map(({ data }) => data?.[NodeConnectionTypes.AiTool]?.[0] ?? []),
	};
}
