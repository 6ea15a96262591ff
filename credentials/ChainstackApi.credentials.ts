import type {
	Icon,
	ICredentialDataDecryptedObject,
	ICredentialType,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { authenticateForPlatform } from '../nodes/shared/platform/authenticate';

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

	documentationUrl = 'https://docs.chainstack.com/reference/platform-api-getting-started';

	properties: INodeProperties[] = [
		{
			displayName:
				'Management API: for networks, nodes, IPFS, usage and everything else in your organization. Can be left empty if you only use JSON-RPC.',
			name: 'apiHeading',
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
				'Key for the management API, from Settings > API keys in the Chainstack console. It is sent only to the base URL.',
		},
		{
			displayName:
				'Node endpoint: for JSON-RPC with Endpoint Source set to Credential. Can be left empty if you choose nodes by name instead.',
			name: 'endpointHeading',
			type: 'notice',
			default: '',
		},
		{
			displayName: 'Node Endpoint',
			name: 'nodeEndpoint',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://hyperliquid-mainnet.core.chainstack.com',
			description: "HTTPS address of a node, from the node's page in the Chainstack console",
		},
		{
			displayName: 'Endpoint Key',
			name: 'endpointKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description: "The secret segment in the path of the node's address",
		},
		{
			displayName: 'Connection: these settings rarely need to be changed.',
			name: 'connectionHeading',
			type: 'notice',
			default: '',
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
