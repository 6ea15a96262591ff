import type { FastifyRequest } from 'fastify';

/** Which error form the paths of one part of the platform answer with. */
export type ErrorFamily = 'core' | 'ipfs' | 'faucet' | 'rpc';

/** The error family of a request: by its server, and on the platform by its path. */
export function familyOf({ server, url }: FastifyRequest): ErrorFamily {
	if (server.serverName === 'rpc') return 'rpc';
	if (url.startsWith('/v1/ipfs')) return 'ipfs';
	if (url.startsWith('/v1/faucet')) return 'faucet';
	return 'core';
}

/** An answer other than success: thrown by routes, sent by the server's error handler. */
export class HttpError extends Error {
	readonly status: number;
	/** JSON value, or a text that is sent as it is. */
	readonly body: unknown;
	readonly headers: Record<string, string>;

	constructor(status: number, body: unknown, headers: Record<string, string> = {}) {
		super(`HTTP ${status}`);
		this.status = status;
		this.body = body;
		this.headers = headers;
	}
}

const coreCodes: Record<number, string> = {
	400: 'validation_error',
	401: 'authentication_failed',
	403: 'permission_denied',
	404: 'not_found',
	405: 'method_not_allowed',
	415: 'unsupported_media_type',
	429: 'throttled',
};

const texts: Record<number, string> = {
	400: 'Invalid input.',
	401: 'Authentication credentials were not provided or are not valid.',
	403: 'You do not have permission to perform this action.',
	404: 'Not found.',
	405: 'Method not allowed.',
	415: 'Unsupported media type in request.',
	429: 'Request was throttled.',
	500: 'Internal server error.',
	502: 'Bad gateway.',
	503: 'Service temporarily unavailable.',
	504: 'Gateway timeout.',
};

/** Core envelope `{error:{code,message,fields?}}`; `fields` maps a field to its complaints. */
export function coreError(
	status: number,
	message = texts[status] ?? 'Error.',
	fields?: Record<string, string[]>,
): HttpError {
	const code = coreCodes[status] ?? 'internal_error';
	return new HttpError(status, { error: { code, message, ...(fields ? { fields } : {}) } });
}

/** IPFS envelope `{errors:[{code,message,field}]}`. */
export function ipfsError(status: number, code: string, message: string, field = ''): HttpError {
	return new HttpError(status, { errors: [{ code, message, field }] });
}

/** The faucet's plain form `{error:"…"}`. */
export function faucetError(status: number, message: string): HttpError {
	return new HttpError(status, { error: message });
}

/** The page a reverse proxy in front of a node would send. */
export function proxyPage(status: number): string {
	const title = proxyTitles[status] ?? texts[status]?.replace(/\.$/, '') ?? 'Error';
	return (
		`<html>\r\n<head><title>${status} ${title}</title></head>\r\n<body>\r\n` +
		`<center><h1>${status} ${title}</h1></center>\r\n<hr><center>nginx</center>\r\n` +
		`</body>\r\n</html>\r\n`
	);
}

const proxyTitles: Record<number, string> = {
	400: 'Bad Request',
	401: 'Authorization Required',
	403: 'Forbidden',
	404: 'Not Found',
	405: 'Not Allowed',
	413: 'Request Entity Too Large',
	429: 'Too Many Requests',
	500: 'Internal Server Error',
	502: 'Bad Gateway',
	503: 'Service Temporarily Unavailable',
	504: 'Gateway Time-out',
};

/** A proxy's HTML answer, as node endpoints give it. */
export function proxyError(status: number, headers: Record<string, string> = {}): HttpError {
	return new HttpError(status, proxyPage(status), { 'content-type': 'text/html', ...headers });
}

/** The usual answer for a status in the form of a request's family. */
export function familyError(request: FastifyRequest, status: number): HttpError {
	const text = texts[status] ?? 'Error.';
	switch (familyOf(request)) {
		case 'rpc':
			return proxyError(status);
		case 'ipfs':
			return ipfsError(status, coreCodes[status]?.toUpperCase() ?? 'INTERNAL_ERROR', text);
		case 'faucet':
			return status === 429 ? faucetThrottled(Date.now()) : faucetError(status, text);
		case 'core':
			return coreError(status, status === 429 ? throttledText(request.url) : text);
	}
}

/** Faucet answer while the 24 hours of an address are not over. `nextAt` in ms since the epoch. */
export function faucetThrottled(nextAt: number): HttpError {
	return new HttpError(429, {
		error: {
			code: 'TooManyRequests',
			message: 'You have already requested tokens for this address in the last 24 hours.',
		},
		nextFaucetAvailable: new Date(nextAt).toISOString(),
	});
}

function throttledText(path: string): string {
	if (path.includes('/node-usage/export')) {
		return `${texts[429]} The node usage export endpoint allows 5 requests per minute per organization.`;
	}
	if (path.includes('/node-usage')) {
		return `${texts[429]} The node usage list endpoint allows 60 requests per minute per organization.`;
	}
	return texts[429];
}
