import type { ICredentialTestFunctions, IHttpRequestOptions } from 'n8n-workflow';

import type { RequestContext } from '../http/exchange';
import type { ChainstackCredential } from '../managementApi/credential';
import { waitForAbort } from '../scheduler/clock';
import { authenticateForPlatform } from './authenticate';

/** When the older helper gives up a request that was abandoned, in milliseconds. */
const ABANDONED_MS = 20_000;

/**
 * Turns the older request helper, which is all that n8n offers while a credential is tested, into the context that requests
 * are sent with everywhere else.
 */
export function createTestContext(
	{ helpers }: ICredentialTestFunctions,
	credential: ChainstackCredential,
): RequestContext {
	const httpRequest = async (options: IHttpRequestOptions): Promise<unknown> => {
		const { method, url, headers, body, abortSignal } = options;
		const request = helpers.request({
			method,
			uri: url,
			headers,
			body,
			followRedirect: false,
			followAllRedirects: false,
			simple: false,
			resolveWithFullResponse: true,
			rejectUnauthorized: !options.skipSslCertificateValidation,
			timeout: ABANDONED_MS,
		}) as Promise<{ body?: unknown }>;
		// The helper knows no signals, and its timeout starts again with every byte.
		const response = await Promise.race([request, rejectOnAbort(abortSignal as AbortSignal)]);
		const { body: received = '' } = response;
		const text = typeof received === 'string' ? received : JSON.stringify(received);
		return { ...response, body: text };
	};
	const httpRequestWithAuthentication = (_type: string, options: IHttpRequestOptions) =>
		httpRequest(authenticateForPlatform({ ...credential }, options));
	const provided = { httpRequest, httpRequestWithAuthentication };
	return { helpers: provided as unknown as RequestContext['helpers'] };
}

async function rejectOnAbort(signal: AbortSignal): Promise<never> {
	await waitForAbort(signal);
	throw new Error('The request was ended');
}
