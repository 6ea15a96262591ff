import type { FastifyRequest } from 'fastify';
import { isAcceptedElsewhere, judgeRequest, type Flaw } from '../contract/judgeRequest.mts';
import { isJsonObject } from './body.mts';
import { coreError, familyOf, HttpError, ipfsError } from './errors.mts';
import type { Form } from './form.mts';
import { queryOf, urlOf } from './listing.mts';

/**
 * Refuses what neither the vendor's description nor another source has: unknown parameters and fields,
 * other types, formats and values. The service itself may be more lenient; nothing may depend on that.
 * @throws HttpError 400 in the form of the path's errors
 */
export function checkDescribed(request: FastifyRequest): void {
	const { method, recorded, form } = request;
	const json = isJsonObject(recorded?.body) ? recorded.body : undefined;
	const body = form === null ? json : fieldsOf(form);
	const { pathname: path } = urlOf(request);
	const flaws = judgeRequest({ method, path, query: queryOf(request), body })
		// What is missing is named by what reads the body, together with its other flaws.
		.filter(({ flaw }) => flaw !== 'missing')
		.filter((flaw) => !isAcceptedElsewhere(flaw));
	if (flaws.length > 0) throw refusal(request, flaws);
}

/** The fields of a form and their values. */
export function fieldsOf({ parts }: Form): Record<string, unknown> {
	const fields = parts.map((part) => [part.name, 'value' in part ? part.value : 'a file'] as const);
	return Object.fromEntries(fields);
}

function refusal(request: FastifyRequest, flaws: readonly Flaw[]): HttpError {
	const [{ field, flaw }] = flaws;
	switch (familyOf(request)) {
		case 'ipfs':
			return ipfsError(400, 'INVALID', `The parameter is ${flaw}.`, field);
		case 'faucet':
			return new HttpError(400, { error: `${field}: ${flaw}` });
		default:
			return coreError(400, undefined, complaintsOf(flaws));
	}
}

function complaintsOf(flaws: readonly Flaw[]): Record<string, string[]> {
	const complaints: Record<string, string[]> = {};
	for (const { field, flaw } of flaws) complaints[field] = [`The value is ${flaw}.`];
	return complaints;
}
