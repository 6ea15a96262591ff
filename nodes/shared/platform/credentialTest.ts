import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import { readNetworkFault } from '../http/networkFault';
import type { Outcome } from '../http/outcome';
import { readAnswer, rpcErrorText } from '../jsonRpc/answer';
import { endpointAddress, type EndpointAddress } from '../jsonRpc/endpointAddress';
import { asProblem, inOneText, Problem } from '../pure/problem';
import { SecretMask } from '../secrets/secretMask';
import { answerProblem, unusableAnswer } from './answerProblem';
import { parseBaseUrl, tidyCredential, type ChainstackCredential } from './credential';
import { networkProblem } from './networkProblem';

/** People wait in front of the dialog. Milliseconds. */
const TIMEOUT_MS = 15_000;

/**
 * Tests every half of the credential that is filled in: the API key by reading the organization, the node
 * endpoint by asking eth_syncing. Never throws; the message says which half was checked and what is wrong.
 */
export async function chainstackApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const data = tidyCredential(credential.data ?? {});
	const mask = new SecretMask(data.apiKey, data.endpointKey, ...endpointSecrets(data));
	try {
		return { status: 'OK', message: mask.text(await checkHalves(this, data)) };
	} catch (error) {
		return { status: 'Error', message: mask.text(inOneText(asProblem(error))) };
	}
}

async function checkHalves(
	context: ICredentialTestFunctions,
	data: ChainstackCredential,
): Promise<string> {
	const { apiKey, nodeEndpoint, endpointKey } = data;
	if (apiKey === '' && nodeEndpoint === '' && endpointKey === '') {
		throw new Problem('Nothing is filled in', {
			hint: "Fill in 'API Key' for the management API, or 'Node Endpoint' and 'Endpoint Key' for JSON-RPC, or all three",
		});
	}
	if (nodeEndpoint === '' && endpointKey !== '') {
		throw new Problem("'Endpoint Key' is filled in, but 'Node Endpoint' is empty", {
			hint: "Fill in 'Node Endpoint' with the HTTPS address of the node, or empty 'Endpoint Key'",
		});
	}
	const checked: string[] = [];
	if (apiKey !== '')
		checked.push(`API key accepted (organization ${await organizationName(context, data)})`);
	if (nodeEndpoint !== '') checked.push(await checkEndpoint(context, data));
	if (apiKey === '') checked.push("'API Key' was left empty and not checked");
	if (nodeEndpoint === '') checked.push("'Node Endpoint' was left empty and not checked");
	return checked.join('. ');
}

async function organizationName(
	context: ICredentialTestFunctions,
	data: ChainstackCredential,
): Promise<string> {
	const baseUrl = parseBaseUrl(data.baseUrl);
	const url = `${baseUrl.href.replace(/\/$/, '')}/v1/organization/`;
	const outcome = await request(context, data, {
		method: 'GET',
		url,
		headers: { Authorization: `Bearer ${data.apiKey}` },
	});
	if (outcome.kind !== 'answer') throw inHalf('API key', faultProblem(outcome, baseUrl.host));
	if (outcome.status < 200 || outcome.status >= 300)
		throw inHalf('API key', answerProblem(outcome));
	try {
		const organization = JSON.parse(outcome.text) as { name?: unknown; id?: unknown };
		if (typeof organization?.id === 'string') return String(organization.name ?? organization.id);
	} catch {
		// Reported below like every other answer that is no organization.
	}
	throw inHalf('API key', unusableAnswer(outcome.status, outcome.text, 'the organization'));
}

async function checkEndpoint(
	context: ICredentialTestFunctions,
	data: ChainstackCredential,
): Promise<string> {
	const address = addressOf(data);
	if (address.secrets.every((secret) => secret === '')) {
		throw new Problem("'Node Endpoint' is filled in, but 'Endpoint Key' is empty", {
			hint: "Fill in 'Endpoint Key' with the secret part of the node's address",
		});
	}
	const outcome = await request(context, data, {
		method: 'POST',
		url: address.url,
		headers: {
			'Content-Type': 'application/json',
			...(address.basic !== undefined && { Authorization: address.basic }),
		},
		body: JSON.stringify({ jsonrpc: '2.0', method: 'eth_syncing', params: [], id: 1 }),
	});
	const answer = readAnswer(outcome, 1);
	if (answer.kind === 'result') return `Node endpoint answers (${address.label})`;
	const reason =
		answer.kind === 'rpcError'
			? rpcErrorText(answer)
			: answer.kind === 'cancelled'
				? ''
				: answer.reason;
	throw new Problem(`Node endpoint ${address.label}: ${reason}`, {
		hint: "Check 'Node Endpoint' and 'Endpoint Key'; both are on the node's page in the Chainstack console",
	});
}

function inHalf(half: string, problem: Problem): Problem {
	return new Problem(`${half}: ${problem.message}`, { hint: problem.hint });
}

function faultProblem(outcome: Exclude<Outcome, { kind: 'answer' }>, host: string): Problem {
	const code = 'code' in outcome ? outcome.code : 'UNKNOWN';
	return networkProblem(host, code, outcome.kind === 'lost', 1);
}

interface TestRequest {
	method: 'GET' | 'POST';
	url: string;
	headers: Record<string, string>;
	body?: string;
}

function addressOf({ nodeEndpoint, endpointKey }: ChainstackCredential): EndpointAddress {
	return endpointAddress({
		address: nodeEndpoint,
		key: endpointKey,
		path: { mode: 'automatic' },
		field: 'Node Endpoint',
	});
}

/** An address may hold secrets of its own; one that is no address is reported by the check itself. */
function endpointSecrets(data: ChainstackCredential): string[] {
	try {
		return addressOf(data).secrets;
	} catch {
		return [];
	}
}

/** The context of a credential test offers n8n's older request helper only. */
async function request(
	context: ICredentialTestFunctions,
	data: ChainstackCredential,
	{ method, url, headers, body }: TestRequest,
): Promise<Outcome> {
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
		return { kind: 'answer', status: response.statusCode, headers: response.headers, text };
	} catch (error) {
		const fault = readNetworkFault(error);
		return { kind: fault.beforeSending ? 'notSent' : 'lost', code: fault.code };
	}
}
