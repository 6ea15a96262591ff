import {
	NodeHelpers,
	UserError,
	type IDataObject,
	type INodeType,
	type INodeTypes,
	type IVersionedNodeType,
} from 'n8n-workflow';
import { core } from './n8nCore.mts';
import type { LoadedPackage } from './packageTypes.mts';
import { convertNodeToAiTool } from './toolVariant.mts';

/**
 * The node types of one execution: those of loaded packages, their `Tool` variants, and single
 * types given by their full name. Follows `NodeTypes` of n8n 2.41.1 (packages/cli/src/node-types.ts).
 */
export class EngineNodeTypes implements INodeTypes {
	private readonly tools = new Map<string, INodeType>();

	constructor(
		private readonly packages: readonly LoadedPackage[],
		private readonly single: Readonly<Record<string, INodeType>> = {},
	) {}

	getByName(fullName: string): INodeType | IVersionedNodeType {
		if (Object.hasOwn(this.single, fullName)) return this.single[fullName];
		const [packageName, nodeName] = fullName.split('.');
		const owner = this.packages.find((loader) => loader.packageName === packageName);
		if (owner === undefined) throw new core.UnrecognizedNodeTypeError(packageName, nodeName);
		return owner.getNode(nodeName).type;
	}

	getByNameAndVersion(fullName: string, version?: number): INodeType {
		const isTool = fullName.endsWith('Tool') && !this.recognizes(fullName);
		const baseName = isTool ? fullName.replace(/Tool$/, '') : fullName;
		const nodeType = NodeHelpers.getVersionedNodeType(this.getByName(baseName), version);
		if (isDeclarative(nodeType)) {
			nodeType.execute = async function () {
				const context = this as InstanceType<typeof core.ExecuteContext>;
				return (await new core.RoutingNode(context, nodeType).runNode()) ?? [];
			};
		}
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
		const names = Object.keys(this.single);
		for (const { packageName, known } of this.packages) {
			names.push(...Object.keys(known.nodes).map((name) => `${packageName}.${name}`));
		}
		return Object.fromEntries(names.map((name) => [name, {}]));
	}

	private recognizes(fullName: string): boolean {
		if (Object.hasOwn(this.single, fullName)) return true;
		const [packageName, nodeName] = fullName.split('.');
		const owner = this.packages.find((loader) => loader.packageName === packageName);
		return owner !== undefined && Object.hasOwn(owner.known.nodes, nodeName);
	}
}

function isDeclarative(nodeType: INodeType): boolean {
	const { requestDefaults } = nodeType.description;
	const { execute, supplyData, poll, trigger } = nodeType;
	return requestDefaults !== undefined && !execute && !supplyData && !poll && !trigger;
}
