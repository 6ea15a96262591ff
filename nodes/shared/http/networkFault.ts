/** Facts about the faults that a code of Node.js or OpenSSL stands for. */
export interface FaultKind {
	/** Why no connection was made; in words, because n8n replaces messages that contain such a code. */
	reason: string;
	hint?: string;
	/** Advice about the address of an endpoint; set where trying again changes nothing. */
	lastingHint?: string;
	/** A name server says that there is no such name: it passes where the name was known before, or is new. */
	isOfName?: boolean;
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
		isOfName: true,
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
	// Node.js and axios check a request before they open a connection (Node.js, errors; axios, lib/core/AxiosError.js).
	{
		codes: /^ERR_(INVALID_|UNESCAPED_|BAD_OPTION|BAD_REQUEST$|NOT_SUPPORT$|ASSERTION$)/,
		isBeforeSending: true,
	},
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
