import type { FastifyRequest } from 'fastify';
import { readTable } from '../data/readTable.mts';
import type { JsonObject } from '../records.mts';

/** Which error form the paths of one part of the platform answer with. */
export type ErrorFamily = 'core' | 'ipfs' | 'faucet' | 'rpc';

/** The error family of a request: by its server, and on the platform by its path. */
export function familyOf({ server, url }: FastifyRequest): ErrorFamily {
	if (server.serverName === 'rpc') return 'rpc';
	if (url.startsWith('/v1/ipfs')) return 'ipfs';
	return url.startsWith('/v1/faucet') ? 'faucet' : 'core';
}

/** An answer other than success: thrown by routes, sent by the server's error handler. */
export class HttpError extends Error {
	/** @param body JSON value, or a text that is sent as it is */
	constructor(
		readonly status: number,
		readonly body: unknown,
		readonly headers: Record<string, string> = {},
	) {
		super(`HTTP ${status}`);
	}
}

const known = new Map(
	readTable('statuses').map(([status, code, text, title]) => [
		Number(status),
		{ code, text, title },
	]),
);

function about(status: number): { code: string; text: string; title: string } {
	return known.get(status) ?? { code: 'internal_error', text: 'Error.', title: 'Error' };
}

/** Core envelope `{error:{code,message,fields?}}`; `fields` maps a field to its complaints. */
export function coreError(
	status: number,
	message = about(status).text,
	fields?: Record<string, string[]>,
): HttpError {
	return new HttpError(status, { error: { code: about(status).code, message, fields } });
}

/** IPFS envelope `{errors:[{code,message,field}]}`. */
export function ipfsError(status: number, code: string, message: string, field = ''): HttpError {
	return new HttpError(status, { errors: [{ code, message, field }] });
}

/** The page a reverse proxy in front of a node would send. */
export function proxyPage(status: number): string {
	const title = `${status} ${about(status).title}`;
	return (
		`<html>\r\n<head><title>${title}</title></head>\r\n<body>\r\n` +
		`<center><h1>${title}</h1></center>\r\n<hr><center>nginx</center>\r\n` +
		`</body>\r\n</html>\r\n`
	);
}

/** A proxy's HTML answer, as node endpoints give it. */
export function proxyError(status: number, headers: Record<string, string> = {}): HttpError {
	return new HttpError(status, proxyPage(status), { 'content-type': 'text/html', ...headers });
}

/** Faucet answer while the 24 hours of an address are not over. `nextAt` in ms since the epoch. */
export function faucetThrottled(nextAt: number): HttpError {
	const message = 'You have already requested tokens for this address in the last 24 hours.';
	return new HttpError(429, {
		error: { code: 'TooManyRequests', message },
		nextFaucetAvailable: new Date(nextAt).toISOString(),
	});
}

/** The answer for a status in the form of a request's family, with the usual message or another. */
export function familyError(
	request: FastifyRequest,
	status: number,
	message = about(status).text,
): HttpError {
	switch (familyOf(request)) {
		case 'rpc':
			return proxyError(status);
		case 'ipfs':
			return ipfsError(status, about(status).code.toUpperCase(), message);
		case 'faucet':
			return status === 429
				? faucetThrottled(Date.now())
				: new HttpError(status, { error: message });
		case 'core':
			return coreError(status, message);
	}
}

/** A JSON-RPC error answer. */
export function rpcError(id: unknown, code: number, message: string, data?: unknown): JsonObject {
	return { jsonrpc: '2.0', id, error: { code, message, ...(data !== undefined && { data }) } };
}

/** The JSON-RPC error of a node that is asked too often; `wait` as Go prints a duration. */
export function rpcLimitError(id: unknown, wait: string): JsonObject {
	const message = "You've exceeded the RPS limit available on the current plan";
	return rpcError(id, -32005, message, { try_again_in: wait });
}
