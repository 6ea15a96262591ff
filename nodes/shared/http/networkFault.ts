import { isRecord } from '../text/json';

/** Facts about the faults that a code of Node.js or OpenSSL stands for. */
export interface FaultKind {
	/** Why no connection was made; in words, because n8n replaces messages that contain such a code. */
	reason: string;
	hint?: string;
	/** Advice about the address of an endpoint; set where trying again changes nothing. */
	lastingHint?: string;
	/** May pass within seconds. */
	isTransient?: boolean;
	/** It is certain that nothing was sent, whatever was under way. */
	isBeforeSending?: boolean;
	/** The connection held, but what came over it cannot be unpacked. */
	isDamage?: boolean;
}

const NOT_RESOLVED =
	'The host name could not be resolved. Check its spelling and the DNS of the machine n8n runs on';

const NO_ROUTE = {
	reason: 'there is no route to the host',
	hint: 'There is no route to the host. Check the network and the firewall of the machine n8n runs on',
	isTransient: true,
};

/** The first whose pattern fits. */
const KINDS: ReadonlyArray<Partial<FaultKind> & { codes: RegExp }> = [
	{
		codes: /ECONNREFUSED/,
		reason: 'connection refused, nothing is listening there',
		hint: 'Nothing is listening at that address and port. Check the address, and that the service is running',
		isTransient: true,
		isBeforeSending: true,
	},
	{
		codes: /ENOTFOUND/,
		reason: 'the host name could not be resolved',
		hint: NOT_RESOLVED,
		lastingHint: 'Check the host name in the address of the endpoint',
		isBeforeSending: true,
	},
	{
		codes: /EAI_/,
		reason: 'the host name could not be resolved, because no name server answered',
		hint: NOT_RESOLVED,
		isTransient: true,
		isBeforeSending: true,
	},
	{ codes: /ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL/, ...NO_ROUTE, isBeforeSending: true },
	{ codes: /ETIMEDOUT/, ...NO_ROUTE },
	{
		codes: /CERT|UNABLE_TO_|HOSTNAME_MISMATCH/,
		reason:
			"no secure connection: the certificate of the host could not be verified; if it is your own, turn on 'Ignore SSL Issues' in the credential",
		hint: "The certificate could not be verified. If it is your own, turn on 'Ignore SSL Issues' in the credential",
		lastingHint:
			"Check the address of the endpoint, or turn on 'Ignore SSL Issues' in the credential if you trust the host",
		isBeforeSending: true,
	},
	{
		codes: /EPROTO$|ERR_SSL_|ERR_TLS_/,
		reason: 'no secure connection could be made, check address and port',
		hint: 'The host does not speak TLS at this port. Check that the address begins with https:// and names the right port',
		isBeforeSending: true,
	},
	{ codes: /ERR_INVALID_URL/, isBeforeSending: true },
	// Of zlib and Brotli, in any version of Node.js.
	{ codes: /^(Z_|ERR__?ERROR_|ERR_BROTLI_|ZSTD_)/, isDamage: true },
	{ codes: /ECONN/, isTransient: true },
];

/** @returns what is known about the faults with a code */
export function getFaultKind(code: string): FaultKind {
	return {
		reason: 'no connection could be made',
		...KINDS.find(({ codes }) => codes.test(code)),
	};
}

/**
 * Finds the network fault inside whatever an HTTP helper threw. The helpers wrap it up to three times
 * (socket error, HTTP client error, n8n error), each with the inner one as its `cause`.
 * @returns whether it is certain that nothing was sent, and the Node.js error code, or `UNKNOWN`
 */
export function readNetworkFault(thrown: unknown): { kind: 'notSent' | 'lost'; code: string } {
	const faults = listCauses(thrown).filter((each) => typeof each.code === 'string');
	const fault = faults.find((each) => typeof each.syscall === 'string') ?? faults[0];
	const code = String(fault?.code ?? 'UNKNOWN');
	const syscall = fault?.syscall;
	const isBeforeSending =
		syscall === undefined
			? getFaultKind(code).isBeforeSending
			: syscall === 'connect' || syscall === 'getaddrinfo' || code === 'EPROTO';
	return { kind: isBeforeSending ? 'notSent' : 'lost', code };
}

/** @returns what was thrown, and what caused it, from the outside in */
export function listCauses(thrown: unknown): Array<Record<string, unknown>> {
	const chain: Array<Record<string, unknown>> = [];
	for (let error = thrown; isRecord(error) && chain.length < 10; ) {
		chain.push(error);
		// A host with several addresses fails with one error that collects those of all of them.
		error = error.cause ?? (Array.isArray(error.errors) ? error.errors[0] : undefined);
	}
	return chain;
}
