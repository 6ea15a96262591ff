import { NodeConnectionTypes, type INodeProperties, type INodeType } from 'n8n-workflow';

/**
 * The AI tool variant of a node with `usableAsTool`, made as the server makes it when a workflow
 * asks for `<name>Tool` (`convertNodeToAiTool` of n8n 2.41.1, packages/cli/src/tool-generation).
 * It shares `execute` with the node; name, connections and two added parameters differ.
 */
export function convertNodeToAiTool(nodeType: INodeType): INodeType {
	const original = nodeType.description;
	const description = {
		...original,
		name: `${original.name}Tool`,
		displayName: `${original.displayName} Tool`,
		inputs: [],
		outputs: [NodeConnectionTypes.AiTool],
		properties: withToolDescription(original.properties, original.description),
		codex: {
			categories: ['AI'],
			subcategories: {
				AI: ['Tools'],
				Tools: original.codex?.subcategories?.Tools ?? ['Other Tools'],
			},
			resources: original.codex?.resources ?? {},
			...(original.codex?.alias && { alias: original.codex.alias }),
		},
	};
	delete description.usableAsTool;
	return Object.create(nodeType, { description: { value: description } }) as INodeType;
}

function withToolDescription(
	properties: readonly INodeProperties[],
	nodeDescription: string,
): INodeProperties[] {
	const names = properties.map(({ name }) => name);
	if (names.includes('toolDescription')) return [...properties];

	const automatic = names.includes('resource') || names.includes('operation');
	const descriptionType: INodeProperties = {
		displayName: 'Tool Description',
		name: 'descriptionType',
		type: 'options',
		noDataExpression: true,
		options: [
			{ name: 'Set Automatically', value: 'auto' },
			{ name: 'Set Manually', value: 'manual' },
		],
		default: 'auto',
	};
	const toolDescription: INodeProperties = {
		displayName: 'Description',
		name: 'toolDescription',
		type: 'string',
		default: nodeDescription,
		required: true,
		typeOptions: { rows: 2 },
		...(automatic && { displayOptions: { show: { descriptionType: ['manual'] } } }),
	};
	const afterCallouts = properties.findLastIndex(({ type }) => type === 'callout') + 1;
	return properties.toSpliced(
		afterCallouts,
		0,
		...(automatic ? [descriptionType] : []),
		toolDescription,
	);
}
