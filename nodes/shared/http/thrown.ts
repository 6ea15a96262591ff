import { isRecord } from '../text/json';
import { excerpt } from '../text/excerpt';
import { getFaultKind } from './networkFault';

/** `name` of the exception with which the credential blocks a request. */
export const REQUEST_BLOCKED = 'ChainstackRequestBlocked';

/**
 * How a request ended whose helper threw. `notSent` and `lost`: a fault of the network, before and after the request
 * left. `blocked`: n8n, its HTTP client or the credential did not let the request leave.
 */
export type ThrownOutcome =
	| { kind: 'notSent' | 'lost'; code: string }
	| { kind: 'blocked'; message: string; hint?: string };

/** Names of the exceptions of n8n's protection against requests to internal addresses (@n8n/backend-network, ssrf). */
const SSRF_BLOCKED = /^SsrfBlocked/;

const ALLOW_ADDRESS =
	'n8n protects its internal network (N8N_SSRF_PROTECTION_ENABLED). If the address is yours, ask the administrator of n8n to add it to N8N_SSRF_ALLOWED_IP_RANGES';

const ALLOW_HOST =
	'The administrator of n8n has blocked this host. Ask to take it out of N8N_SSRF_BLOCKED_HOSTNAMES, or to add it to N8N_SSRF_ALLOWED_HOSTNAMES';

/**
 * Reads what an HTTP helper of n8n threw. The helpers wrap an exception up to three times (socket error, HTTP client
 * error, n8n error), each with the inner one as its `cause`.
 *
 * Faults of a connection have a code of Node.js. Looked through in n8n 2.41 (@n8n/backend-network, axios 1.18), these
 * have none, and all are thrown before anything leaves: `SsrfBlockedIpError` and `SsrfBlockedHostnameError`,
 * `UnknownConnectionHostError`, an invalid URL or query, a domain that is not allowed, a credential that is missing or
 * cannot be read, and a proxy that does not open a tunnel.
 *
 * @param hasAnswerBegun whether the head of an answer had arrived
 */
export function readThrown(thrown: unknown, hasAnswerBegun: boolean): ThrownOutcome {
	const causes = listCauses(thrown);
	const blocked = findBlocked(causes);
	if (blocked !== undefined) return blocked;
	const faults = causes.filter((each) => typeof each.code === 'string');
	const fault = faults.find((each) => typeof each.syscall === 'string') ?? faults[0];
	if (fault !== undefined) return readFault(String(fault.code), fault.syscall);
	if (hasAnswerBegun || causes.some(hasLeft)) return { kind: 'lost', code: 'UNKNOWN' };
	return { kind: 'blocked', message: describeUnsent(causes.at(-1)?.message) };
}

function readFault(code: string, syscall: unknown): ThrownOutcome {
	const isBeforeSending =
		syscall === undefined
			? getFaultKind(code).isBeforeSending
			: syscall === 'connect' || syscall === 'getaddrinfo' || code === 'EPROTO';
	return { kind: isBeforeSending ? 'notSent' : 'lost', code };
}

function findBlocked(causes: Causes): ThrownOutcome | undefined {
	const byCredential = causes.find(({ name }) => name === REQUEST_BLOCKED);
	if (byCredential !== undefined) return { kind: 'blocked', message: String(byCredential.message) };
	// The HTTP client gives its own exception the name of the inner one: the innermost is n8n's.
	const byN8n = causes.filter(({ name }) => SSRF_BLOCKED.test(String(name))).at(-1);
	if (byN8n === undefined) return undefined;
	const isOfHost = byN8n.name === 'SsrfBlockedHostnameError';
	return {
		kind: 'blocked',
		message: describeUnsent(byN8n.message),
		hint: isOfHost ? ALLOW_HOST : ALLOW_ADDRESS,
	};
}

function describeUnsent(message: unknown): string {
	const did = 'n8n did not send the request';
	return typeof message === 'string' && message !== '' ? `${did}: ${excerpt(message)}` : did;
}

/** @returns whether an exception of the HTTP client holds a request of which a part was written to a connection */
function hasLeft({ request }: Record<string, unknown>): boolean {
	const socket = isRecord(request) ? request.socket : undefined;
	return isRecord(socket) && Number(socket.bytesWritten) > 0;
}

type Causes = ReadonlyArray<Record<string, unknown>>;

/** @returns what was thrown, and what caused it, from the outside in */
function listCauses(thrown: unknown): Causes {
	const chain: Array<Record<string, unknown>> = [];
	let error = thrown;
	while (isRecord(error) && chain.length < 10) {
		chain.push(error);
		// A host with several addresses fails with one error that collects those of all of them.
		const [first] = Array.isArray(error.errors) ? error.errors : [];
		error = error.cause ?? first;
	}
	return chain;
}
