import {
	NodeConnectionTypes,
	type IDataObject,
	type INodeExecutionData,
	type INodeType,
} from 'n8n-workflow';
import { storeBinaries } from './binaryData.mts';
import { defineNode } from './defineNode.mts';

/** Full names of the helper node types; they exist only in the harness. */
export const helperType = {
	emitItems: 'engine-harness.emitItems',
	agent: 'engine-harness.agent',
} as const;

/** A node that outputs the given items, their binaries stored as the current mode stores them. */
export function emitItemsNode(items: readonly INodeExecutionData[]): INodeType {
	return defineNode(
		{ displayName: 'Emit Items', name: 'emitItems' },
		{
			async execute() {
				const workflowId = this.getWorkflow().id ?? '';
				return [await storeBinaries(items, { workflowId, executionId: this.getExecutionId() })];
			},
		},
	);
}

/**
 * A node that calls the tool node connected to it, once per input, and outputs the tool's
 * answer. It asks the engine to run the tool, which is how the agents of n8n 2.x call tools.
 */
export function agentNode(toolName: string, calls: readonly IDataObject[]): INodeType {
	return defineNode(
		{
			displayName: 'Agent',
			name: 'agent',
			extra: { inputs: [NodeConnectionTypes.Main, NodeConnectionTypes.AiTool] },
		},
		{
			async execute(response) {
				if (response !== undefined && response.actionResponses.length > 0) {
					return [
						response.actionResponses.flatMap(
							({ data }) => data.data?.[NodeConnectionTypes.AiTool]?.[0] ?? [],
						),
					];
				}
				return {
					actions: calls.map((input, index) => ({
						actionType: 'ExecutionNodeAction',
						nodeName: toolName,
						input,
						type: NodeConnectionTypes.AiTool,
						id: `call-${index}`,
						metadata: {},
					})),
					metadata: {},
				};
			},
		},
	);
}
