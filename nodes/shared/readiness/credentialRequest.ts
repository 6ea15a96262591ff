import type { ICredentialTestFunctions } from 'n8n-workflow';

import { readNetworkFault } from '../http/networkFault';
import type { Outcome } from '../http/outcome';
import type { ChainstackCredential } from '../platform/credential';
import { systemClock } from '../scheduler/clock';

/** How long a request may take, in milliseconds: users are waiting for the dialog. */
const TIMEOUT_MS = 15_000;

/** One request of the test of a credential. */
export interface CredentialRequest {
	method: 'GET' | 'POST';
	url: string;
	headers: Record<string, string>;
	body?: string;
}

/** How it ended: nobody cancels it, and the helper has read the whole answer. */
export type CredentialOutcome = Extract<
	Outcome,
	{ kind: 'answer' | 'notSent' | 'lost' | 'timedOut' }
>;

/**
 * Sends a request while a credential is tested. Never throws: a failure is an outcome as well. The time limit is
 * enforced here, because the helper's own timeout restarts with every byte, so a slowly dripping server would
 * never reach it.
 */
export async function credentialRequest(
	context: ICredentialTestFunctions,
	data: ChainstackCredential,
	request: CredentialRequest,
): Promise<CredentialOutcome> {
	const end = new AbortController();
	const timeIsUp = systemClock
		.sleep(TIMEOUT_MS, end.signal)
		.then((): CredentialOutcome => ({ kind: 'timedOut', limitMs: TIMEOUT_MS }));
	try {
		return await Promise.race([send(context, data, request), timeIsUp]);
	} finally {
		end.abort();
	}
}

/** The context of a credential test offers only n8n's older request helper. */
async function send(
	context: ICredentialTestFunctions,
	data: ChainstackCredential,
	{ method, url, headers, body }: CredentialRequest,
): Promise<CredentialOutcome> {
	try {
		const response = (await context.helpers.request({
			method,
			uri: url,
			headers: { Accept: 'application/json', ...headers },
			body,
			followRedirect: false,
			followAllRedirects: false,
			simple: false,
			resolveWithFullResponse: true,
			rejectUnauthorized: !data.allowUnauthorizedCerts,
			timeout: TIMEOUT_MS,
		})) as { statusCode: number; headers: Record<string, string>; body: unknown };
		const { body: answered = '' } = response;
		const text = typeof answered === 'string' ? answered : JSON.stringify(answered);
		return {
			kind: 'answer',
			status: response.statusCode,
			headers: response.headers,
			text,
			receivedAtMs: systemClock.wallMs(),
		};
	} catch (error) {
		const fault = readNetworkFault(error);
		return { kind: fault.beforeSending ? 'notSent' : 'lost', code: fault.code };
	}
}
