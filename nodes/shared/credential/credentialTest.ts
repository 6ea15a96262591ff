import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { buildEndpointAddress, type EndpointAddress } from '../addresses/endpointAddress';
import { RpcClient } from '../jsonRpc/rpcClient';
import { CHECK_BASE_URL, makeUnexpectedAnswerProblem } from '../managementApi/answerProblem';
import {
	checkPlatformCredential,
	normalizeCredential,
	type ChainstackCredential,
} from '../managementApi/credential';
import { PlatformClient } from '../managementApi/platformClient';
import { probeEndpoint, type ProbeResult } from '../readiness/probe';
import { SecretMask } from '../redact/secretMask';
import { runSettings } from '../run/requestOptions';
import { systemChance, systemClock } from '../scheduler/clock';
import { RequestScheduler } from '../scheduler/requestScheduler';
import type { RetryOptions } from '../scheduler/retryOptions';
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

/** Tools with which a test of a credential sends its requests. */
interface TestTools {
	data: ChainstackCredential;
	context: ReturnType<typeof createTestContext>;
	scheduler: RequestScheduler;
}

/**
 * Tests every half of the credential that is filled in: the API key by reading the organization, the node
 * endpoint by asking it, as its chain requires, whether it is synchronized. Never throws; the message says
 * which half was checked and what is wrong.
 */
export async function chainstackApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const data = normalizeCredential(credential.data ?? {});
	const mask = new SecretMask(data.apiKey, data.endpointKey, ...findEndpointSecrets(data));
	const scheduler = new RequestScheduler({ clock: systemClock, random: systemChance });
	const tools = { data, context: createTestContext(this, data), scheduler };
	const { status, message } = await checkHalves(tools);
	return { status, message: mask.text(message) };
}

async function checkHalves(tools: TestTools): Promise<INodeCredentialTestResult> {
	const { apiKey, nodeEndpoint, endpointKey } = tools.data;
	if (apiKey === '' && nodeEndpoint === '' && endpointKey === '') {
		const nothing = new Problem('Nothing is filled in', {
			hint: "Fill in 'API Key' for the management API, or 'Node Endpoint' and 'Endpoint Key' for JSON-RPC, or all three",
		});
		return { status: 'Error', message: formatProblem(nothing) };
	}
	const halves: Array<Promise<string>> = [];
	const left: string[] = [];
	if (apiKey !== '') halves.push(checkApiKey(tools));
	else left.push("'API Key' was left empty and not checked");
	if (nodeEndpoint !== '' || endpointKey !== '') halves.push(checkEndpoint(tools));
	else left.push("'Node Endpoint' was left empty and not checked");
	const results = await Promise.allSettled(halves);
	const wrong = results.flatMap((each) =>
		each.status === 'rejected' ? [formatProblem(toProblem(each.reason))] : [],
	);
	const accepted = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []));
	return {
		status: wrong.length === 0 ? 'OK' : 'Error',
		message: [...wrong, ...accepted, ...left].join('. '),
	};
}

async function checkApiKey(tools: TestTools): Promise<string> {
	try {
		return `API key accepted (organization ${await readOrganizationName(tools)})`;
	} catch (error) {
		const problem = toProblem(error);
		const { message, httpStatus, isFromService } = problem;
		// These answers are about the key, and name it.
		const isAboutKey = httpStatus === 401 || (httpStatus === 403 && isFromService);
		throw problem.with({
			message: isAboutKey ? message : `API key: ${message}`,
			...(httpStatus === 404 && { hint: CHECK_BASE_URL }),
		});
	}
}

async function readOrganizationName({ data, ...connection }: TestTools): Promise<string> {
	const api = new PlatformClient({
		...{ ...connection, ...checkPlatformCredential(data) },
		hostOptions: runSettings({}).platform,
		retryOptions: RETRY_OPTIONS,
	});
	const { id, name } = await api.get('/v1/organization/', 'organization');
	if (typeof id === 'string') return String(name ?? id);
	throw makeUnexpectedAnswerProblem('an organization without an ID', 200);
}

async function checkEndpoint({ data, context, scheduler }: TestTools): Promise<string> {
	if (data.nodeEndpoint === '')
		throw new Problem("'Endpoint Key' is filled in, but 'Node Endpoint' is empty", {
			hint: "Fill in 'Node Endpoint' with the HTTPS address of the node, or clear 'Endpoint Key'",
		});
	const address = buildAddress(data);
	if (!address.hasKey)
		throw new Problem("'Node Endpoint' is filled in, but 'Endpoint Key' is empty", {
			hint: "Fill in 'Endpoint Key' with the secret part of the node's address",
		});
	const { allowUnauthorizedCerts } = data;
	const rpc = new RpcClient(context, scheduler, runSettings({}).rpc);
	const probe = await probeEndpoint(
		{ endpoint: { ...address, allowUnauthorizedCerts } },
		{},
		{ rpc, retryOptions: RETRY_OPTIONS },
	);
	const { report, reason, inWords = reason, result } = probe;
	// An address and key are right where anything is answered, be it nothing that EVM nodes should say.
	if (report !== undefined || (address.family === 'evm' && result !== null))
		return `Node endpoint responds (${address.label})`;
	throw new Problem(`Node endpoint ${address.label}: ${inWords}`, { hint: hintOn(probe) });
}

/** Where key and address are not the reason, they do not have to be checked. */
function hintOn({ state, lastingHint: lasting, httpStatus = 0 }: ProbeResult): string {
	if (state === 'rateLimited' || httpStatus >= 500)
		return lasting ?? 'Test the credential again later';
	if (state === 'unreachable')
		return (
			lasting ??
			"Check 'Node Endpoint' and the network of the machine n8n runs on, or test the credential again later"
		);
	return "Check 'Node Endpoint' and 'Endpoint Key'; both are on the node's page in the Chainstack console";
}

function buildAddress({ nodeEndpoint, endpointKey }: ChainstackCredential): EndpointAddress {
	return buildEndpointAddress({
		address: nodeEndpoint,
		key: endpointKey,
		field: 'Node Endpoint',
	});
}

/** An address may contain secrets itself; an invalid address is reported by the check itself. */
function findEndpointSecrets(data: ChainstackCredential): string[] {
	try {
		return buildAddress(data).secrets;
	} catch {
		return [];
	}
}
