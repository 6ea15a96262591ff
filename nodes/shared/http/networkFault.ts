/**
 * Codes of faults that happen before anything is sent: name resolution, routing, and the TLS handshake
 * (Node.js error codes, and OpenSSL's verification codes as Node.js reports them).
 */
const BEFORE_SENDING =
	/^(ECONNREFUSED|ENOTFOUND|EAI_\w+|ENETUNREACH|EHOSTUNREACH|EADDRNOTAVAIL|EPROTO|CERT_\w+|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_\w+|ERR_TLS_\w+|ERR_SSL_\w+|HOSTNAME_MISMATCH|ERR_INVALID_URL)$/;

/** Codes of Node.js for compressed bodies that cannot be unpacked: zlib's and those of Brotli. */
const DAMAGED = /^(Z_|ERR__?ERROR_|ERR_BROTLI_|ZSTD_)/;

/** @returns whether the connection held, but what came over it cannot be unpacked */
export function isDamaged(code: string): boolean {
	return DAMAGED.test(code);
}

/** What is known about a fault of the network. */
export interface NetworkFault {
	/** Node.js error code, or `UNKNOWN`. */
	code: string;
	/** Whether it is certain that nothing was sent. */
	beforeSending: boolean;
}

interface ErrorLike {
	code?: unknown;
	syscall?: unknown;
	cause?: unknown;
	errors?: unknown;
}

/**
 * Finds the network fault inside whatever an HTTP helper threw. The helpers wrap it up to three times
 * (socket error, HTTP client error, n8n error), each with the inner one as its `cause`.
 */
export function readNetworkFault(thrown: unknown): NetworkFault {
	const faults = causes(thrown).filter(hasCode);
	const fault = faults.find((error) => typeof error.syscall === 'string') ?? faults[0];
	if (fault === undefined) return { code: 'UNKNOWN', beforeSending: false };
	const { code, syscall } = fault;
	const isBeforeSending =
		syscall === undefined
			? BEFORE_SENDING.test(code)
			: syscall === 'connect' || syscall === 'getaddrinfo' || code === 'EPROTO';
	return { code, beforeSending: isBeforeSending };
}

function hasCode(error: ErrorLike): error is ErrorLike & { code: string } {
	return typeof error.code === 'string';
}

function causes(thrown: unknown): ErrorLike[] {
	const chain: ErrorLike[] = [];
	let current: unknown = thrown;
	while (typeof current === 'object' && current !== null && chain.length < 10) {
		const error: ErrorLike = current;
		chain.push(error);
		// A host with several addresses fails with one error that collects those of all of them.
		current = error.cause ?? (Array.isArray(error.errors) ? error.errors[0] : undefined);
	}
	return chain;
}
