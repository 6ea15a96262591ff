import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { authenticateForPlatform } from '../nodes/shared/credential/authenticate';

/** A switch, although its name sounds like a certificate: it holds nothing secret. */
const ignoreSslIssues: INodeProperties = {
	displayName: 'Ignore SSL Issues',
	name: 'allowUnauthorizedCerts',
	type: 'boolean',
	default: false,
	description:
		'Whether to connect even if the certificate of the server cannot be verified. Use this only for your own servers.',
};

export class ChainstackApi implements ICredentialType {
	name = 'chainstackApi';

	displayName = 'Chainstack API';

	icon: Icon = { light: 'file:../icons/chainstack.svg', dark: 'file:../icons/chainstack.dark.svg' };

	documentationUrl = 'https://github.com/n8n-nodes-chainstack/n8n-nodes-chainstack#credential';

	properties: INodeProperties[] = [
		{
			displayName:
				'Create an API key in the <a href="https://console.chainstack.com/user/settings/api-keys" target="_blank">Chainstack console</a> under Settings, API keys. It is all that most workflows need.',
			name: 'whereToStart',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Key for the management API. It is sent only to the base URL. It can stay empty if you only use JSON-RPC.',
		},
		{
			displayName: 'Node Endpoint',
			name: 'nodeEndpoint',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://hyperliquid-mainnet.core.chainstack.com',
			description:
				"HTTPS address of a node, from the node's page in the Chainstack console, with or without its key. Needed only if 'Endpoint Source' is Credential.",
		},
		{
			displayName: 'Endpoint Key',
			name: 'endpointKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				"The secret segment in the path of the node's address. It can stay empty if the address above contains it.",
		},
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			default: 'https://api.chainstack.com',
			description: 'Address of the management API',
		},
		ignoreSslIssues,
	];

	/**
	 * Adds the API key to a request to the base URL, and to no other. A function instead of a declaration, because only
	 * a function can check where the request goes; HTTP Request nodes use it too.
	 */
	authenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => authenticateForPlatform(credentials, requestOptions);
}
