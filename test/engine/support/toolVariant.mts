import { NodeConnectionTypes, type INodeType } from 'n8n-workflow';

/**
 * The AI tool variant of a node with `usableAsTool`, as the server makes it when a workflow asks for `<name>Tool`
 * (`convertNodeToAiTool` of n8n 2.41.1, packages/cli/src/tool-generation), without what only a model and the editor
 * read: the added fields for its description, and its category.
 */
export function convertNodeToAiTool(nodeType: INodeType): INodeType {
	const original = nodeType.description;
	const description = {
		...original,
		name: `${original.name}Tool`,
		displayName: `${original.displayName} Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
	};
	delete description.usableAsTool;
	return Object.create(nodeType, { description: { value: description } }) as INodeType;
}
