import { joinUrl } from '../../../shared/addresses/urls';
import { FAMILIES } from '../../../shared/families';
import type { RpcEndpoint } from '../../../shared/jsonRpc/rpcClient';
import { Problem } from '../../../shared/text/problem';
import { field, type Property } from '../../../shared/values/field';
import { makeNoListProblem } from '../../../shared/values/jsonText';

/** The arguments of the method. */
export const PARAMS = field('json', 'Params (JSON)', 'params', {
	default: '[]',
	traits: { holdsList: true },
	placeholder: 'e.g. ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "latest"]',
	description:
		'Parameters of the method as a JSON array, or as an object for chains whose methods take them by name, such as NEAR and Stellar',
});

/** Options for the form of the result. */
export const RESULT_OPTIONS = [
	field('boolean', 'Convert Hex to Decimal', 'convertHex', {
		description:
			'Whether to convert the quantities that the Ethereum specification lists for the method, such as balances and block numbers, to exact decimal texts. Everything else stays as it is, such as hashes, addresses and data.',
	}),
	field('number', 'Decimals', 'decimals', {
		typeOptions: { minValue: 0, maxValue: 36, numberPrecision: 0 },
		default: 18,
		description:
			'Returns the result in units with this many decimal places, as an exact text: with 18, the balance 0x14d1120d7b160000 is 1.5. Only for results that are one quantity, and for eth_call where it returns one word of 32 bytes.',
	}),
] as const satisfies readonly Property[];

/**
 * @param path the option Path
 * @returns a call in the form that nodes of its family take
 * @throws Problem for a family without JSON-RPC, and for named parameters where there are none
 */
export function buildFamilyCall(
	endpoint: RpcEndpoint,
	params: unknown[] | Record<string, unknown>,
	path = 'automatic',
) {
	const { family } = endpoint;
	const { version, callPath, reads, title, omitsEmptyParams } = FAMILIES[family];
	// EVM methods take only lists, and a node's response to an object hardly says so.
	if (family === 'evm' && !Array.isArray(params)) throw makeNoListProblem(PARAMS.displayName);
	const isOmitted = omitsEmptyParams === true && Array.isArray(params) && params.length === 0;
	const isAutomatic = path === 'automatic';
	if (reads === undefined && isAutomatic)
		throw new Problem(`${title} nodes have no JSON-RPC interface`, {
			hint: "Use the HTTP Request node for them, or set 'Protocol' or 'Path' in the options to what the endpoint supports",
		});
	const isOwnPath = callPath === undefined || !isAutomatic;
	return {
		endpoint: isOwnPath ? endpoint : { ...endpoint, url: joinUrl(endpoint.url, callPath) },
		...(!isOmitted && { params }),
		...(version !== undefined && { version }),
	};
}
