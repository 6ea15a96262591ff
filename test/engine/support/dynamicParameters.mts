import {
	Workflow,
	type INodeListSearchResult,
	type INodeParameters,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { createAdditionalData } from './additionalData.mts';
import { credentialReferences, EngineCredentialsHelper } from './credentials.mts';
import { core } from './n8nCore.mts';
import { EngineNodeTypes } from './nodeTypes.mts';
import { loadPackage } from './packageTypes.mts';
import { packageNodeType } from './runNode.mts';
import type { EngineOptions } from './workflowTypes.mts';

/** The context that the editor sends when it asks for the entries of a dropdown. */
export interface DynamicParameterOptions extends Pick<EngineOptions, 'credentials'> {
	/** The parameter's path in the node, e.g. `parameters.region`. */
	path?: string;
	/** The node's parameters, expressions already resolved, as the editor sends them. */
	currentNodeParameters?: object;
}

/** The context that the editor sends when it asks for the entries of a resource locator. */
export interface ListSearchOptions extends DynamicParameterOptions {
	filter?: string;
}

/** The entries of a dropdown, as `DynamicNodeParametersService` of the server gets them. */
export async function loadOptions(
	methodName: string,
	options: DynamicParameterOptions = {},
): Promise<INodePropertyOptions[]> {
	return (await callMethod('loadOptions', methodName, options)) as INodePropertyOptions[];
}

/** The entries of a resource locator's list. */
export async function listSearch(
	methodName: string,
	options: ListSearchOptions = {},
): Promise<INodeListSearchResult> {
	return (await callMethod('listSearch', methodName, options)) as INodeListSearchResult;
}

async function callMethod(
	kind: 'loadOptions' | 'listSearch',
	name: string,
	options: ListSearchOptions,
): Promise<unknown> {
	const loaded = await loadPackage();
	const nodeTypes = new EngineNodeTypes(loaded);
	const type = packageNodeType;
	const credentials = credentialReferences({ type }, nodeTypes, options.credentials);
	const parameters = structuredClone(options.currentNodeParameters ?? {}) as INodeParameters;
	const node = {
		id: 'uuid-1234',
		name: 'Temp-Node',
		type,
		typeVersion: 1,
		parameters,
		position: [0, 0] as [number, number],
		...(credentials && { credentials }),
	};
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const additionalData = createAdditionalData({
		credentialsHelper: new EngineCredentialsHelper(loaded, options.credentials),
		currentNodeParameters: parameters,
	});
	const [inWorkflow] = Object.values(workflow.nodes);
	const path = options.path ?? '';
	const context = new core.LoadOptionsContext(workflow, inWorkflow, additionalData, path);
	const { methods } = nodeTypes.getByNameAndVersion(type);
	const method = methods?.[kind]?.[name] as ((filter?: string) => Promise<unknown>) | undefined;
	if (method === undefined) throw new Error(`The node has no ${kind} method '${name}'.`);
	return await workflow.expression.withIsolate(
		async () => await method.call(context, options.filter),
	);
}
