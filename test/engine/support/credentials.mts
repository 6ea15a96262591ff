import {
	ICredentialsHelper,
	NodeHelpers,
	UserError,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type ICredentialsExpressionResolveValues,
	type ICredentialType,
	type IHttpRequestOptions,
	type INodeCredentials,
	type INodeCredentialsDetails,
	type INodeProperties,
	type INodeTypes,
	type IRequestOptionsSimplified,
	type IExecuteData,
	type IWorkflowExecuteAdditionalData,
	type WorkflowExecuteMode,
} from 'n8n-workflow';
import { container, core } from './n8nCore.mts';
import type { LoadedPackage } from './packageTypes.mts';
import type { NodeLike } from './workflowTypes.mts';

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

let configured = false;

/**
 * Tells n8n-core which key encrypts credentials: the instance's own, as on a server without key
 * rotation. It has to be called before a credential is stored; calling it again does nothing.
 */
function useInstanceKey(): void {
	if (configured) return;
	configured = true;
	const cipher = container.get(core.Cipher);
	const { encryptionKey } = container.get(core.InstanceSettings);
	const key = {
		id: 'instance',
		value: cipher.encryptDEKWithInstanceKey(encryptionKey),
		algorithm: 'aes-256-cbc',
		format: 'no-prefix',
	} as const;
	container.get(core.EncryptionKeyProxy).setProvider({
		getActiveKey: async () => key,
		getLegacyKey: async () => key,
		getKeyById: async () => null,
	});
}

/**
 * The credentials a node uses: those it names itself, or else each given one whose key is a
 * credential type the node offers, as if the user had selected it in the editor.
 */
export function credentialReferences(
	{ type, typeVersion, credentials }: Pick<NodeLike, 'type' | 'typeVersion' | 'credentials'>,
	nodeTypes: INodeTypes,
	store: CredentialStore = {},
): INodeCredentials | undefined {
	if (credentials !== undefined) return credentials as INodeCredentials;
	const offered = nodeTypes.getByNameAndVersion(type, typeVersion).description.credentials ?? [];
	const selected = offered.filter(({ name }) => Object.hasOwn(store, name));
	if (selected.length === 0) return undefined;
	return Object.fromEntries(selected.map(({ name }) => [name, { id: name, name }]));
}
