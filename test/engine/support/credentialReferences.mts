import type { INodeCredentials, INodeTypes } from 'n8n-workflow';
import type { CredentialStore } from './credentials.mts';
import type { NodeLike } from './workflowTypes.mts';

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
