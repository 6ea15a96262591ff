import {
	ICredentialsHelper,
	isExpression,
	NodeHelpers,
	UnexpectedError,
	UserError,
	Workflow,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type ICredentialType,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeProperties,
	type INodeTypes,
	type IRequestOptionsSimplified,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { useInstanceKey } from './encryption.mts';
import { core } from './n8nCore.mts';
import type { LoadedPackage } from './packageTypes.mts';

/** Decrypted credential data by credential id, name or type, whichever is most convenient for the test. */
export type CredentialStore = Readonly<Record<string, object>>;

const mockNode: INode = {
	id: 'mock',
	name: '',
	typeVersion: 1,
	type: 'mock',
	position: [0, 0],
	parameters: {},
};
const mockType = {
	description: { ...({} as ICredentialType), properties: [] },
};
const mockNodeTypes = {
	getByName: () => mockType,
	getByNameAndVersion: () => mockType,
	getKnownTypes: () => ({}),
} as unknown as INodeTypes;

/**
 * Stored credentials as the server serves them: encrypted at rest, filled up with the type's
 * defaults, expressions resolved, applied to a request by the type's own `authenticate`. Follows
 * `CredentialsHelper` of n8n 2.41.1 (packages/cli/src/credentials-helper.ts) without its database,
 * overwrites, external secrets and per-user credentials.
 */
export class EngineCredentialsHelper extends ICredentialsHelper {
	private readonly stored = new Map<string, ICredentials>();

	constructor(
		private readonly packages: readonly LoadedPackage[],
		private readonly data: CredentialStore = {},
	) {
		super();
		useInstanceKey();
	}

	getParentTypes(name: string): string[] {
		const parents = this.packageOf(name)?.known.credentials[name]?.extends ?? [];
		return parents.flatMap((parent) => [parent, ...this.getParentTypes(parent)]);
	}

	/** The full names of the nodes that offer a credential type. */
	getSupportedNodes(name: string): string[] {
		const owner = this.packageOf(name);
		const nodes = owner?.known.credentials[name]?.supportedNodes ?? [];
		return nodes.map((node) => `${owner?.packageName}.${node}`);
	}

	isCredentialUsableByNode(credentialType: string, nodeType: string): boolean {
		if (this.packageOf(credentialType) === undefined) return true;
		if (!this.getType(credentialType).restrictToSupportedNodes) return true;
		return this.getSupportedNodes(credentialType).includes(nodeType);
	}

	/** A credential type by name. */
	getType(name: string): ICredentialType {
		const owner = this.packageOf(name);
		if (owner === undefined) throw new core.UnrecognizedCredentialTypeError(name);
		return owner.getCredential(name).type;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const { authenticate } = this.getType(typeName);
		if (authenticate === undefined) return options;
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		if (workflow === undefined || node === undefined) {
			throw new UnexpectedError(
				'Workflow and node are required for declarative credential authentication',
			);
		}
		options.headers ??= {};
		if (authenticate.type !== 'generic') return options;

		const resolve = (value: unknown) => {
			if (!isExpression(value)) return String(value);
			const keys = { $credentials: credentials };
			const result = workflow.expression.getSimpleParameterValue(node, value, 'internal', keys);
			return result ? String(result) : '';
		};
		const target = options as unknown as Record<string, Record<string, unknown>>;
		for (const [part, values] of Object.entries(authenticate.properties)) {
			for (const [key, value] of Object.entries(values as object)) {
				target[part] ??= {};
				target[part][resolve(key)] = resolve(value);
			}
		}
		return options;
	}

	async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const type = this.getType(typeName);
		const expirable = type.properties.find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
		);
		if (expirable === undefined || type.preAuthentication === undefined) return undefined;
		if (credentials[expirable.name] !== '' && !credentialsExpired) return undefined;
		const output = await type.preAuthentication.call(helpers, credentials);
		const reference = node.credentials?.[typeName];
		if (output[expirable.name] === undefined || reference === undefined) return undefined;
		const stored = await this.getCredentials(reference, typeName);
		await stored.updateData({ ...output } as ICredentialDataDecryptedObject);
		return Object.assign(credentials, output);
	}

	async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const output = await this.getType(typeName).preAuthentication?.call(helpers, credentials);
		return output as ICredentialDataDecryptedObject | undefined;
	}

	async getCredentials(reference: INodeCredentialsDetails, type: string): Promise<ICredentials> {
		const key = [reference.id, reference.name, type].find(
			(candidate) => typeof candidate === 'string' && Object.hasOwn(this.data, candidate),
		);
		if (typeof key !== 'string') {
			throw new UserError(
				`Credential with ID "${reference.id}" does not exist for type "${type}".`,
			);
		}
		let credentials = this.stored.get(key);
		if (credentials === undefined) {
			credentials = new core.Credentials({ id: reference.id, name: reference.name }, type);
			await credentials.setData(this.data[key] as ICredentialDataDecryptedObject);
			this.stored.set(key, credentials);
		}
		return credentials;
	}

	async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		reference: INodeCredentialsDetails,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		resolveValues?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const data = await (await this.getCredentials(reference, type)).getData();
		if (raw === true) return data;
		return await this.applyDefaults(additionalData, data, type, mode, executeData, resolveValues);
	}

	/** Fills missing fields with the type's defaults and resolves expressions in the others. */
	async applyDefaults(
		additionalData: IWorkflowExecuteAdditionalData,
		data: ICredentialDataDecryptedObject,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		resolveValues?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const filled = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			data as Parameters<typeof NodeHelpers.getNodeParameters>[1],
			true,
			false,
			null,
			null,
		) as NonNullable<ReturnType<typeof NodeHelpers.getNodeParameters>>;
		const keys = core.getAdditionalKeys(additionalData, mode, null, { isCredential: true });
		if (resolveValues) {
			return resolveValues.workflow.expression.getParameterValue(
				filled,
				resolveValues.runExecutionData,
				resolveValues.runIndex,
				resolveValues.itemIndex,
				resolveValues.node.name,
				resolveValues.connectionInputData,
				mode,
				keys,
				executeData,
				false,
				filled,
			) as ICredentialDataDecryptedObject;
		}
		const workflow = new Workflow({
			nodes: [mockNode],
			connections: {},
			active: false,
			nodeTypes: mockNodeTypes,
		});
		return await workflow.expression.withIsolate(
			async () =>
				workflow.expression.getComplexParameterValue(
					mockNode,
					filled,
					mode,
					keys,
					undefined,
					undefined,
					filled,
				) as ICredentialDataDecryptedObject,
		);
	}

	async updateCredentials(
		reference: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		await (await this.getCredentials(reference, type)).setData(data);
	}

	async updateCredentialsOauthTokenData(
		reference: INodeCredentialsDetails,
		type: string,
		data: ICredentialDataDecryptedObject,
	): Promise<void> {
		const { oauthTokenData } = data;
		await (await this.getCredentials(reference, type)).updateData({ oauthTokenData });
	}

	getCredentialsProperties(type: string): INodeProperties[] {
		const { properties, extends: parents = [] } = this.getType(type);
		const combined: INodeProperties[] = [];
		for (const parent of parents) {
			NodeHelpers.mergeNodeProperties(combined, this.getCredentialsProperties(parent));
		}
		NodeHelpers.mergeNodeProperties(combined, properties);
		return combined;
	}

	private packageOf(credentialType: string): LoadedPackage | undefined {
		return this.packages.find((loader) => Object.hasOwn(loader.known.credentials, credentialType));
	}
}
