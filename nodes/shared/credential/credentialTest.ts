import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { buildEndpointAddress } from '../addresses/endpointAddress';
import { CHECK_BASE_URL, makeUnexpectedAnswerProblem } from '../managementApi/answerProblem';
import { normalizeCredential, type ChainstackCredential } from '../managementApi/credential';
import { probeEndpoint, type ProbeResult } from '../readiness/probe';
import { OperationContext } from '../run/operationContext';
import { Session } from '../run/session';
import type { RetryOptions } from '../scheduler/retryPolicy';
import { Problem, toProblem, formatProblem } from '../text/problem';
import { createTestContext } from './credentialRequest';

/** Users are waiting for the dialog: a short disturbance is passed over, and nothing more. */
const RETRY_OPTIONS: RetryOptions = {
	timeoutMs: 15_000,
	maxRetries: 2,
	maxRetryWaitMs: 1000,
	retryForMs: 1000,
	isFixed: true,
};

/**
 * Tests every part of the credential that is filled in: the API key by reading the organization, the node
 * endpoint by asking it, as its chain requires, whether it is synchronized. Never throws; the message says
 * which part was checked, and names the fault.
 */
export async function chainstackApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const data = normalizeCredential(credential.data ?? {});
	const session = new Session(createTestContext(this, data), data);
	const context = new OperationContext(session, RETRY_OPTIONS);
	const { status, message } = await checkParts(data, context);
	return { status, message: context.mask.text(message) };
}

async function checkParts(
	data: ChainstackCredential,
	context: OperationContext,
): Promise<INodeCredentialTestResult> {
	const { apiKey, nodeEndpoint, endpointKey } = data;
	if (apiKey === '' && nodeEndpoint === '' && endpointKey === '')
		return {
			status: 'Error',
			message:
				"Nothing is filled in. Fill in 'API Key' for the management API, or 'Node Endpoint' and 'Endpoint Key' for JSON-RPC, or all three",
		};
	const checks: Array<Promise<string>> = [];
	const skipped: string[] = [];
	if (apiKey !== '') checks.push(checkApiKey(context));
	else skipped.push("'API Key' was left empty and not checked");
	if (nodeEndpoint !== '' || endpointKey !== '') checks.push(checkEndpoint(data, context));
	else skipped.push("'Node Endpoint' was left empty and not checked");
	const results = await Promise.all(checks.map((check) => check.catch(toProblem)));
	const wrong = results.filter((each) => each instanceof Problem).map(formatProblem);
	const accepted = results.filter((each) => typeof each === 'string');
	return {
		status: wrong.length === 0 ? 'OK' : 'Error',
		message: [...wrong, ...accepted, ...skipped].join('. '),
	};
}

async function checkApiKey(context: OperationContext): Promise<string> {
	try {
		const { id, name } = await context.api.get('/v1/organization/', 'organization');
		if (typeof id === 'string') return `API key accepted (organization ${String(name ?? id)})`;
		throw makeUnexpectedAnswerProblem('an organization without an ID');
	} catch (error) {
		const problem = toProblem(error);
		const { message, httpStatus, isFromService } = problem;
		// These answers are about the key, and name it.
		const isAboutKey = httpStatus === 401 || (httpStatus === 403 && isFromService);
		throw problem.with({
			message: isAboutKey ? message : `API key: ${message}`,
			hint: httpStatus === 404 ? CHECK_BASE_URL : problem.hint,
		});
	}
}

async function checkEndpoint(
	{ nodeEndpoint, endpointKey, allowUnauthorizedCerts }: ChainstackCredential,
	context: OperationContext,
): Promise<string> {
	const field = 'Node Endpoint';
	if (nodeEndpoint === '')
		throw new Problem("'Endpoint Key' is filled in, but 'Node Endpoint' is empty", {
			hint: "Fill in 'Node Endpoint' with the HTTPS address of the node, or clear 'Endpoint Key'",
		});
	const address = buildEndpointAddress({ address: nodeEndpoint, key: endpointKey, field });
	// It may contain others than that key.
	context.keepSecret(...address.secrets);
	if (!address.hasKey)
		throw new Problem("'Node Endpoint' is filled in, but 'Endpoint Key' is empty", {
			hint: "Fill in 'Endpoint Key' with the secret part of the node's address",
		});
	const endpoint = { ...address, allowUnauthorizedCerts };
	const probe = await probeEndpoint({ endpoint }, {}, context);
	const { report, reason, inWords = reason, result } = probe;
	// An address and key are right if anything is answered, even an answer that EVM nodes should not give.
	if (report !== undefined || (address.family === 'evm' && result !== null))
		return `Node endpoint responds (${address.label})`;
	throw new Problem(`Node endpoint ${address.label}: ${inWords}`, { hint: findHint(probe) });
}

/** A hint to check key and address appears only if they can be the reason. */
function findHint({ state, lastingHint: lasting, httpStatus = 0 }: ProbeResult): string {
	if (state === 'rateLimited' || httpStatus >= 500)
		return lasting ?? 'Test the credential again later';
	if (state === 'unreachable')
		return (
			lasting ??
			"Check 'Node Endpoint' and the network of the machine n8n runs on, or test the credential again later"
		);
	return "Check 'Node Endpoint' and 'Endpoint Key'; both are on the node's page in the Chainstack console";
}
