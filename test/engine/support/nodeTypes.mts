import {
	NodeConnectionTypes,
	NodeHelpers,
	UserError,
	type IDataObject,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';
import { core } from './n8nCore.mts';
import type { LoadedPackage } from './packageTypes.mts';

/**
 * The node types of one execution: those of the package, their `Tool` variants, and single
 * types given by their full name. Follows `NodeTypes` of n8n 2.41.1 (packages/cli/src/node-types.ts).
 */
export class EngineNodeTypes implements INodeTypes {
	private readonly tools = new Map<string, INodeType>();

	constructor(
		private readonly ofPackage: LoadedPackage,
		private readonly single: Readonly<Record<string, INodeType>> = {},
	) {}

	getByName(fullName: string): INodeType | IVersionedNodeType {
		if (Object.hasOwn(this.single, fullName)) return this.single[fullName];
		const [packageName, nodeName] = fullName.split('.');
		if (packageName !== this.ofPackage.packageName)
			throw new core.UnrecognizedNodeTypeError(packageName, nodeName);
		return this.ofPackage.getNode(nodeName).type;
	}

	getByNameAndVersion(fullName: string, version?: number): INodeType {
		const isTool = fullName.endsWith('Tool') && !this.recognizes(fullName);
		const baseName = isTool ? fullName.replace(/Tool$/, '') : fullName;
		const nodeType = NodeHelpers.getVersionedNodeType(this.getByName(baseName), version);
		if (!isTool) return nodeType;

		const key = `${fullName}?version=${version ?? 'default'}`;
		const known = this.tools.get(key);
		if (known !== undefined) return known;
		if (!nodeType.description.usableAsTool) {
			throw new UserError('Node cannot be used as a tool', { extra: { nodeType: baseName } });
		}
		const tool = convertNodeToAiTool(nodeType);
		this.tools.set(key, tool);
		return tool;
	}

	getKnownTypes(): IDataObject {
		const { packageName, known } = this.ofPackage;
		const own = Object.keys(known.nodes).map((name) => `${packageName}.${name}`);
		return Object.fromEntries([...Object.keys(this.single), ...own].map((name) => [name, {}]));
	}

	private recognizes(fullName: string): boolean {
		return Object.hasOwn(this.getKnownTypes(), fullName);
	}
}

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
