import type { ICredentialDataDecryptedObject, IExecuteFunctions } from 'n8n-workflow';

import { checkHttps } from '../addresses/urls';
import { CREDENTIAL } from '../http/exchange';
import { Problem } from '../text/problem';
import { removeInvisible, trimEnd } from '../text/strings';

/** The address of the platform's management API (platform documentation, API reference). */
const DEFAULT_BASE_URL = 'https://api.chainstack.com';

/** The credential with its texts trimmed; a part that was left empty is an empty text. */
export interface ChainstackCredential {
	apiKey: string;
	baseUrl: string;
	nodeEndpoint: string;
	endpointKey: string;
	allowUnauthorizedCerts: boolean;
}

/**
 * Reads the credential chosen in the node.
 * @returns `undefined` when none is chosen, which is fine only for operations with an address of their own
 * @throws Problem when n8n cannot read it: deleted, or encrypted with another key; n8n says which of them
 */
export async function readCredential(
	context: Pick<IExecuteFunctions, 'getCredentials' | 'getNode'>,
): Promise<ChainstackCredential | undefined> {
	if (context.getNode().credentials?.[CREDENTIAL] === undefined) return undefined;
	const data = await context.getCredentials(CREDENTIAL).catch((error: unknown) => {
		const said = error instanceof Error ? error.message : String(error);
		throw new Problem(`The credential could not be read: ${said}`, {
			hint: 'Choose another credential in the node, or create a new one',
		});
	});
	return normalizeCredential(data);
}

/**
 * @returns the stored fields with surrounding space removed, the API key alone where a whole header was pasted,
 * and the default address filled in
 */
export function normalizeCredential(data: ICredentialDataDecryptedObject): ChainstackCredential {
	const text = (name: string): string =>
		typeof data[name] === 'string' ? removeInvisible(data[name]).trim() : '';
	return {
		apiKey: text('apiKey').replace(/^(authorization\s*:\s*)?bearer\s+/i, ''),
		baseUrl: text('baseUrl') || DEFAULT_BASE_URL,
		nodeEndpoint: text('nodeEndpoint'),
		endpointKey: text('endpointKey'),
		allowUnauthorizedCerts: data.allowUnauthorizedCerts === true,
	};
}

/**
 * Reads the address of the platform from the forms in which people paste it: without scheme, with
 * trailing slashes, with the version at the end.
 *
 * @returns the address without trailing slash; paths start with `/v1` or `/v2`
 * @throws Problem when it is not an address, or would send the key unencrypted or something else in its place
 */
export function parseBaseUrl(text: string): URL {
	const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
	if (!URL.canParse(withScheme)) {
		// The part before an @ may be a password.
		const shown = text.includes('@') ? '' : `: ${text}`;
		throw new Problem(`'Base URL' in the credential is not a valid URL${shown}`, {
			hint: `The usual value is ${DEFAULT_BASE_URL}`,
		});
	}
	const address = new URL(withScheme);
	if (address.username !== '' || address.password !== '')
		throw new Problem("'Base URL' in the credential contains a user name or a password", {
			hint: `They would be sent instead of the API key. Use only the address, such as ${DEFAULT_BASE_URL}`,
		});
	checkHttps(address, 'Base URL');
	// The version belongs to the paths of the calls.
	address.pathname = trimEnd(trimEnd(address.pathname, '/').replace(/\/v[12]$/, ''), '/');
	address.search = '';
	address.hash = '';
	return address;
}

/**
 * @returns the part of the credential that the management API needs; the key itself is added by n8n
 * @throws Problem that says which field to fill, or what is wrong with the base URL
 */
export function checkPlatformCredential(credential: ChainstackCredential | undefined) {
	if (credential === undefined)
		throw new Problem('This operation needs a Chainstack API credential, but none is chosen', {
			hint: "Choose or create one under 'Credential to connect with' and fill in 'API Key'",
		});
	if (credential.apiKey === '')
		throw new Problem("This operation needs the 'API Key', but the credential has none", {
			hint: "Fill in 'API Key' in the credential. Keys are created in the Chainstack console under Settings > API keys",
		});
	if (/^(https?|wss?):\/\//i.test(credential.apiKey))
		throw new Problem("'API Key' in the credential holds an address", {
			hint: "It belongs into 'Node Endpoint'. API keys are created in the Chainstack console under Settings > API keys",
		});
	const { baseUrl, allowUnauthorizedCerts } = credential;
	return { baseUrl: parseBaseUrl(baseUrl), allowUnauthorizedCerts };
}
