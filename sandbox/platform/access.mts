import type { FastifyRequest } from 'fastify';
import { coreError, faucetError, familyOf, ipfsError } from '../http/errors.mts';

/**
 * Lets a request to the management API pass if it carries the bearer key.
 * @throws HttpError 401 in the form of the path's error family
 */
export function checkBearer(request: FastifyRequest, apiKey: string): void {
	if (request.headers.authorization === `Bearer ${apiKey}`) return;
	const message =
		request.headers.authorization === undefined
			? 'Authentication credentials were not provided.'
			: 'Invalid API key.';
	switch (familyOf(request)) {
		case 'ipfs':
			throw ipfsError(401, 'UNAUTHORIZED', message);
		case 'faucet':
			throw faucetError(401, message);
		default:
			throw coreError(401, message);
	}
}
