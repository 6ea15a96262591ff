import {
	ICredentialsHelper,
	NodeHelpers,
	UserError,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeCredentialsDetails,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type IExecuteData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { useInstanceKey } from './encryption.mts';
import { core } from './n8nCore.mts';
import type { LoadedPackage } from './packageTypes.mts';

/** Decrypted credential data by credential id, name or type, whichever is most convenient for the test. */
export type CredentialStore = Readonly<Record<string, object>>;

/**
 * Stored credentials of the package as the server serves them: encrypted at rest, filled up with the type's
 * defaults, expressions resolved, applied to a request by the type's own `authenticate`. Follows
 * `CredentialsHelper` of n8n 2.41.1 (packages/cli/src/credentials-helper.ts) without its database,
 * overwrites, external secrets and per-user credentials, and without what the type has no use for: parents,
 * requests before authentication, updates.
 */
export class EngineCredentialsHelper extends ICredentialsHelper {
	private readonly stored = new Map<string, ICredentials>();

	constructor(
		private readonly ofPackage: LoadedPackage,
		private readonly data: CredentialStore = {},
	) {
		super();
		useInstanceKey();
	}

	getParentTypes(): string[] {
		return [];
	}

	/** The full names of the nodes that offer a credential type. */
	getSupportedNodes(name: string): string[] {
		const { known, packageName } = this.ofPackage;
		const nodes = known.credentials[name]?.supportedNodes ?? [];
		return nodes.map((node) => `${packageName}.${node}`);
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	/** A credential type by name. */
	getType(name: string): ICredentialType {
		if (!Object.hasOwn(this.ofPackage.known.credentials, name))
			throw new core.UnrecognizedCredentialTypeError(name);
		return this.ofPackage.getCredential(name).type;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
	): Promise<IHttpRequestOptions> {
		const options = requestOptions as IHttpRequestOptions;
		const { authenticate } = this.getType(typeName);
		if (typeof authenticate === 'function') return await authenticate(credentials, options);
		throw new Error(
			`Credential type '${typeName}' authenticates declaratively; test it end to end.`,
		);
	}

	async preAuthentication(): Promise<undefined> {}

	async runPreAuthentication(): Promise<undefined> {}

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
		return this.applyDefaults(additionalData, data, type, mode, executeData, resolveValues);
	}

	/** Fills missing fields with the type's defaults and resolves expressions in the others, where there is a workflow. */
	applyDefaults(
		additionalData: IWorkflowExecuteAdditionalData,
		data: ICredentialDataDecryptedObject,
		type: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		resolveValues?: ICredentialsExpressionResolveValues,
	): ICredentialDataDecryptedObject {
		const filled = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(type),
			data as Parameters<typeof NodeHelpers.getNodeParameters>[1],
			true,
			false,
			null,
			null,
		) as NonNullable<ReturnType<typeof NodeHelpers.getNodeParameters>>;
		if (resolveValues === undefined) return filled as ICredentialDataDecryptedObject;
		return resolveValues.workflow.expression.getParameterValue(
			filled,
			resolveValues.runExecutionData,
			resolveValues.runIndex,
			resolveValues.itemIndex,
			resolveValues.node.name,
			resolveValues.connectionInputData,
			mode,
			core.getAdditionalKeys(additionalData, mode, null, { isCredential: true }),
			executeData,
			false,
			filled,
		) as ICredentialDataDecryptedObject;
	}

	updateCredentials = notSupported;

	updateCredentialsOauthTokenData = notSupported;

	getCredentialsProperties(type: string): INodeProperties[] {
		return this.getType(type).properties;
	}
}

async function notSupported(): Promise<void> {
	throw new Error('The engine harness changes no stored credential; test it end to end.');
}
