import type {
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';

import type { Answer, Outcome } from '../http/outcome';
import { readAnswer, readPlainAnswer, rpcErrorText, type RpcAnswer } from '../jsonRpc/answer';
import { endpointAddress, type EndpointAddress } from '../jsonRpc/endpointAddress';
import { urlBelow } from '../jsonRpc/urlBelow';
import { inWords } from '../pure/duration';
import { asProblem, inOneText, Problem } from '../pure/problem';
import { SecretMask } from '../secrets/secretMask';
import {
	credentialRequest,
	type CredentialOutcome,
	type CredentialRequest,
} from './credentialRequest';
import { familyNamed } from './families';
import { EndpointFault, ONLY_SYNC, type Asker, type FaultAnswer } from './families/family';
import { lastingHint } from './lastingHint';
import { answerProblem, unusableAnswer } from '../platform/answerProblem';
import { CHECK_BASE_URL } from '../platform/checkBaseUrl';
import { parseBaseUrl, tidyCredential, type ChainstackCredential } from '../platform/credential';
import { networkProblem } from '../platform/networkProblem';

/** Result for one half: the message when it is accepted, or what is wrong. */
type Checked = { accepted: string } | { problem: Problem };

/**
 * Tests every half of the credential that is filled in: the API key by reading the organization, the node
 * endpoint by asking it, as its chain requires, whether it is synchronized. Never throws; the message says
 * which half was checked and what is wrong.
 */
export async function chainstackApiTest(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const data = tidyCredential(credential.data ?? {});
	const mask = new SecretMask(data.apiKey, data.endpointKey, ...endpointSecrets(data));
	const { status, message } = await checkHalves(this, data);
	return { status, message: mask.text(message) };
}

async function checkHalves(
	context: ICredentialTestFunctions,
	data: ChainstackCredential,
): Promise<INodeCredentialTestResult> {
	const { apiKey, nodeEndpoint, endpointKey } = data;
	if (apiKey === '' && nodeEndpoint === '' && endpointKey === '') {
		const nothing = new Problem('Nothing is filled in', {
			hint: "Fill in 'API Key' for the management API, or 'Node Endpoint' and 'Endpoint Key' for JSON-RPC, or all three",
		});
		return { status: 'Error', message: inOneText(nothing) };
	}
	const halves: Array<Promise<Checked>> = [];
	const left: string[] = [];
	if (apiKey !== '') halves.push(checked(async () => await checkApiKey(context, data)));
	else left.push("'API Key' was left empty and not checked");
	if (nodeEndpoint !== '' || endpointKey !== '')
		halves.push(checked(async () => await checkEndpoint(context, data)));
	else left.push("'Node Endpoint' was left empty and not checked");
	const results = await Promise.all(halves);
	const wrong = results.flatMap((each) => ('problem' in each ? [inOneText(each.problem)] : []));
	const accepted = results.flatMap((each) => ('accepted' in each ? [each.accepted] : []));
	return {
		status: wrong.length === 0 ? 'OK' : 'Error',
		message: [...wrong, ...accepted, ...left].join('. '),
	};
}

async function checked(half: () => Promise<string>): Promise<Checked> {
	try {
		return { accepted: await half() };
	} catch (error) {
		return { problem: asProblem(error) };
	}
}

async function checkApiKey(
	context: ICredentialTestFunctions,
	data: ChainstackCredential,
): Promise<string> {
	return `API key accepted (organization ${await organizationName(context, data)})`;
}

async function organizationName(
	context: ICredentialTestFunctions,
	data: ChainstackCredential,
): Promise<string> {
	const baseUrl = parseBaseUrl(data.baseUrl);
	const url = `${baseUrl.href.replace(/\/$/, '')}/v1/organization/`;
	const outcome = await credentialRequest(context, data, {
		method: 'GET',
		url,
		headers: { Authorization: `Bearer ${data.apiKey}` },
	});
	if (outcome.kind !== 'answer') throw inHalf('API key', faultProblem(outcome, baseUrl.host));
	if (outcome.status === 404)
		throw inHalf('API key', answerProblem(outcome).with({ hint: CHECK_BASE_URL }));
	if (outcome.status < 200 || outcome.status >= 300)
		throw inHalf('API key', answerProblem(outcome));
	try {
		const organization = JSON.parse(outcome.text) as { name?: unknown; id?: unknown };
		if (typeof organization.id === 'string') return String(organization.name ?? organization.id);
	} catch {
		// Not JSON, or null: reported below like every other answer that is not an organization.
	}
	throw inHalf('API key', unusableAnswer(outcome.status, outcome.text, 'the organization'));
}

async function checkEndpoint(
	context: ICredentialTestFunctions,
	data: ChainstackCredential,
): Promise<string> {
	if (data.nodeEndpoint === '') {
		throw new Problem("'Endpoint Key' is filled in, but 'Node Endpoint' is empty", {
			hint: "Fill in 'Node Endpoint' with the HTTPS address of the node, or clear 'Endpoint Key'",
		});
	}
	const address = addressOf(data);
	if (!address.hasKey) {
		throw new Problem("'Node Endpoint' is filled in, but 'Endpoint Key' is empty", {
			hint: "Fill in 'Endpoint Key' with the secret part of the node's address",
		});
	}
	const { look, version, omitsEmptyParams } = familyNamed(address.family);
	let status = 0;
	const answerTo = async (
		sent: Pick<CredentialRequest, 'method' | 'url'> & { body?: unknown },
		read: (outcome: Outcome) => RpcAnswer,
	): Promise<unknown> => {
		const { body, ...target } = sent;
		const headers = {
			...(body !== undefined && { 'Content-Type': 'application/json' }),
			...(address.basic !== undefined && { Authorization: address.basic }),
		};
		const outcome = await credentialRequest(context, data, {
			...target,
			headers,
			body: JSON.stringify(body),
		});
		status = outcome.kind === 'answer' ? outcome.status : 0;
		const answer = read(outcome);
		if (answer.kind === 'result') return answer.result;
		// Nobody cancels the test of a credential.
		throw new EndpointFault(answer as FaultAnswer);
	};
	const plain = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> =>
		await answerTo({ method, url: urlBelow(address.url, path), body }, readPlainAnswer);
	const ask: Asker = {
		call: async (method, params = omitsEmptyParams ? undefined : []) =>
			await answerTo(
				{
					method: 'POST',
					url: address.url,
					body: { jsonrpc: version ?? '2.0', method, params, id: 1 },
				},
				(outcome) => readAnswer(outcome, 1, version),
			),
		get: async (path) => await plain('GET', path),
		post: async (path, body) => await plain('POST', path, body),
	};
	const fault = await faultIn(
		address.family === 'evm' ? ask.call('eth_syncing') : look(ask, ONLY_SYNC),
	);
	if (fault === undefined) return `Node endpoint responds (${address.label})`;
	const { answer } = fault;
	const reason = answer.kind === 'rpcError' ? rpcErrorText(answer) : answer.reason;
	throw new Problem(`Node endpoint ${address.label}: ${reason}`, {
		hint: hintOn(answer, status),
	});
}

/** Where key and address are not the reason, they do not have to be checked. */
function hintOn(answer: FaultAnswer, status: number): string {
	const lasting = lastingHint(answer, status);
	if (answer.kind === 'rateLimited' || status >= 500)
		return lasting ?? 'Test the credential again later';
	if (answer.kind === 'unreachable') {
		return (
			lasting ??
			"Check 'Node Endpoint' and the network of the machine n8n runs on, or test the credential again later"
		);
	}
	return "Check 'Node Endpoint' and 'Endpoint Key'; both are on the node's page in the Chainstack console";
}

/** @returns what an endpoint answered instead of a result, if anything */
async function faultIn(question: Promise<unknown>): Promise<EndpointFault | undefined> {
	try {
		await question;
		return undefined;
	} catch (error) {
		return error instanceof EndpointFault ? error : await Promise.reject(error);
	}
}

function inHalf(half: string, problem: Problem): Problem {
	const { message, hint } = problem;
	return new Problem(message.includes(half) ? message : `${half}: ${message}`, { hint });
}

function faultProblem(outcome: Exclude<CredentialOutcome, Answer>, host: string): Problem {
	if (outcome.kind === 'timedOut') {
		return new Problem(
			`${host} did not send a complete response within ${inWords(outcome.limitMs)}`,
			{
				hint: "Check 'Base URL', and try again later",
			},
		);
	}
	return networkProblem(host, outcome.code, outcome.kind === 'lost', 1);
}

function addressOf({ nodeEndpoint, endpointKey }: ChainstackCredential): EndpointAddress {
	return endpointAddress({
		address: nodeEndpoint,
		key: endpointKey,
		path: { mode: 'automatic' },
		field: 'Node Endpoint',
	});
}

/** An address may contain secrets itself; an invalid address is reported by the check itself. */
function endpointSecrets(data: ChainstackCredential): string[] {
	try {
		return addressOf(data).secrets;
	} catch {
		return [];
	}
}
