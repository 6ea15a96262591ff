import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import { REQUEST_BLOCKED } from '../http/thrown';
import {
	normalizeCredential,
	parseBaseUrl,
	type ChainstackCredential,
} from '../managementApi/credential';
import { formatProblem, Problem, toProblem } from '../text/problem';

/**
 * Adds the API key to a request, if it goes to the origin of the credential's base URL.
 *
 * @returns the options with the Authorization header, and without permission to carry it to another origin
 * @throws an error that n8n's helpers pass on, when there is no key, or the request goes elsewhere
 */
export function authenticateForPlatform(
	data: ICredentialDataDecryptedObject,
	options: IHttpRequestOptions,
): IHttpRequestOptions {
	try {
		const Authorization = `Bearer ${checkKey(normalizeCredential(data), options)}`;
		const headers = { ...options.headers, Authorization };
		return { ...options, headers, sendCredentialsOnCrossOriginRedirect: false };
	} catch (error) {
		// The HTTP layer knows it by this name.
		throw Object.assign(new Error(formatProblem(toProblem(error))), { name: REQUEST_BLOCKED });
	}
}

function checkKey({ apiKey, baseUrl }: ChainstackCredential, options: IHttpRequestOptions): string {
	const { origin } = parseBaseUrl(baseUrl);
	if (apiKey === '')
		throw new Problem("The credential has no 'API Key'", {
			hint: "Fill in 'API Key', or choose another credential",
		});
	const target = findTarget(options)?.origin;
	if (target === origin) return apiKey;
	throw new Problem(
		`The API key is only sent to ${origin}, but this request goes to ${target ?? 'another address'}`,
		{
			hint: "Use an address that starts with the 'Base URL' of the credential, or use no authentication for other addresses",
		},
	);
}

/** HTTP Request nodes still use the older name `uri`. */
function findTarget(options: IHttpRequestOptions & { uri?: string }): URL | undefined {
	const { baseURL, url: address = options.uri ?? '' } = options;
	return URL.canParse(address, baseURL) ? new URL(address, baseURL) : undefined;
}
