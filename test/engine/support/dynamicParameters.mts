import {
	Workflow,
	type INodeListSearchResult,
	type INodeParameters,
	type INodePropertyOptions,
} from 'n8n-workflow';
import { createAdditionalData } from './additionalData.mts';
import { credentialReferences } from './credentialReferences.mts';
import { EngineCredentialsHelper } from './credentials.mts';
import { core } from './n8nCore.mts';
import { EngineNodeTypes } from './nodeTypes.mts';
import { loadPackage } from './packageTypes.mts';
import { packageNodeType } from './runNode.mts';
import type { EngineOptions } from './workflowTypes.mts';

/** What the editor sends along when it asks for the entries of a dropdown. */
export interface DynamicParameterOptions extends Pick<EngineOptions, 'credentials'> {
	/** The parameter's path in the node, e.g. `parameters.region`. */
	path?: string;
	/** The node's parameters, expressions already resolved, as the editor sends them. */
	currentNodeParameters?: object;
}

/** What the editor sends along when it asks for the entries of a resource locator. */
export interface ListSearchOptions extends DynamicParameterOptions {
	filter?: string;
}

/** The entries of a dropdown, as `DynamicNodeParametersService` of the server gets them. */
export async function loadOptions(
	methodName: string,
	options: DynamicParameterOptions = {},
): Promise<INodePropertyOptions[]> {
	const { context, nodeType, workflow } = await prepare(options);
	const method = findMethod('loadOptions', nodeType.methods?.loadOptions, methodName);
	return await workflow.expression.withIsolate(async () => await method.call(context));
}

/** The entries of a resource locator's list. */
export async function listSearch(
	methodName: string,
	options: ListSearchOptions = {},
): Promise<INodeListSearchResult> {
	const { context, nodeType, workflow } = await prepare(options);
	const method = findMethod('listSearch', nodeType.methods?.listSearch, methodName);
	return await workflow.expression.withIsolate(
		async () => await method.call(context, options.filter),
	);
}

function findMethod<Method>(
	kind: string,
	methods: Readonly<Record<string, Method>> = {},
	name: string,
): Method {
	if (!Object.hasOwn(methods, name)) {
		const available = Object.keys(methods).join(', ') || 'none';
		throw new Error(`The node has no ${kind} method '${name}'; it has: ${available}.`);
	}
	return methods[name];
}

async function prepare(options: DynamicParameterOptions) {
	const loaded = await loadPackage();
	const nodeTypes = new EngineNodeTypes(loaded);
	const type = packageNodeType;
	const credentials = credentialReferences({ type }, nodeTypes, options.credentials);
	const parameters = structuredClone(options.currentNodeParameters ?? {}) as INodeParameters;
	const workflow = new Workflow({
		nodes: [
			{
				id: 'uuid-1234',
				name: 'Temp-Node',
				type,
				typeVersion: 1,
				position: [0, 0],
				parameters,
				...(credentials && { credentials }),
			},
		],
		connections: {},
		active: false,
		nodeTypes,
	});
	const additionalData = createAdditionalData({
		credentialsHelper: new EngineCredentialsHelper(loaded, options.credentials),
		currentNodeParameters: parameters,
	});
	const context = new core.LoadOptionsContext(
		workflow,
		workflow.nodes['Temp-Node'],
		additionalData,
		options.path ?? '',
	);
	return { context, workflow, nodeType: nodeTypes.getByNameAndVersion(type) };
}
