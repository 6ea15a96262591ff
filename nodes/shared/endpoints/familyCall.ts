import { joinUrl } from '../addresses/urls';
import { FAMILIES } from '../families';
import type { RpcEndpoint, RpcRequest } from '../jsonRpc/rpcClient';
import { Problem } from '../text/problem';
import { makeNoListProblem } from '../values/jsonText';

/** Display name of the field that holds the parameters of a method. */
export const PARAMS_NAME = 'Params (JSON)';

/** Parameters of a method: a list, or an object for chains whose methods take them by name. */
export type Params = unknown[] | Record<string, unknown>;

/** A call in the form that nodes of its family take. */
export interface FamilyCall extends Pick<RpcRequest, 'params' | 'version' | 'errors'> {
	/** With the path at which the family answers JSON-RPC. */
	endpoint: RpcEndpoint;
}

/**
 * @param path the option Path
 * @returns a call in the form that nodes of its family take
 * @throws Problem for a family without JSON-RPC, and for named parameters where there are none
 */
export function buildFamilyCall(
	endpoint: RpcEndpoint,
	params: Params,
	path = 'automatic',
): FamilyCall {
	const { family } = endpoint;
	const { version, callPath, reads, title, omitsEmptyParams, errors } = FAMILIES[family];
	// EVM methods take only lists, and a node's response to an object hardly says so.
	if (family === 'evm' && !Array.isArray(params)) throw makeNoListProblem(PARAMS_NAME);
	const isAutomatic = path === 'automatic';
	if (reads === undefined && isAutomatic)
		throw new Problem(`${title} nodes have no JSON-RPC interface`, {
			hint: "Use the HTTP Request node for them, or set 'Protocol' or 'Path' in the options to what the endpoint supports",
		});
	const hasNone = Array.isArray(params) && params.length === 0;
	const isOwnPath = callPath === undefined || !isAutomatic;
	return {
		endpoint: isOwnPath ? endpoint : { ...endpoint, url: joinUrl(endpoint.url, callPath) },
		...(!(omitsEmptyParams === true && hasNone) && { params }),
		...(version !== undefined && { version }),
		errors,
	};
}
