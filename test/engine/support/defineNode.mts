import {
	NodeConnectionTypes,
	type INodeProperties,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';

/** The definition of a helper or stand-in node type. */
export interface NodeDefinition {
	displayName: string;
	/** The name without its package, e.g. `noOp`. */
	name: string;
	trigger?: boolean;
	/** Number of main inputs and outputs; one each unless said otherwise. */
	inputs?: number;
	outputs?: number;
	properties?: INodeProperties[];
	/** More of the description, e.g. `webhooks`. */
	extra?: Partial<INodeTypeDescription>;
}

/** A node type from its definition and its methods (`execute`, `trigger`, `webhook`…). */
export function defineNode(
	definition: NodeDefinition,
	methods: Omit<INodeType, 'description'>,
): INodeType {
	const { displayName, name, trigger = false, properties = [], extra } = definition;
	const { inputs = trigger ? 0 : 1, outputs = 1 } = definition;
	return {
		...methods,
		description: {
			displayName,
			name,
			group: [trigger ? 'trigger' : 'transform'],
			version: 1,
			description: displayName,
			defaults: { name: displayName },
			inputs: Array.from({ length: inputs }, () => NodeConnectionTypes.Main),
			outputs: Array.from({ length: outputs }, () => NodeConnectionTypes.Main),
			properties,
			...extra,
		},
	};
}
