import type { IDataObject } from 'n8n-workflow';

import { rpcErrorText } from '../../../shared/jsonRpc/answer';
import { failureOfCall } from '../../../shared/jsonRpc/callFailure';
import type { RpcReply } from '../../../shared/jsonRpc/rpcClient';
import {
	checkOneQuantity,
	hasQuantities,
	inUnits,
	quantitiesToDecimals,
} from '../../../shared/jsonRpc/quantities';
import { urlBelow } from '../../../shared/jsonRpc/urlBelow';
import { noList } from '../../../shared/parameters/jsonText';
import type { Property } from '../../../shared/parameters/propertyTypes';
import { jsonExcerpt } from '../../../shared/pure/excerpt';
import { Cancelled, Problem } from '../../../shared/pure/problem';
import { endpointProperties } from '../../../shared/readiness/endpointFields';
import { familyNamed, isReadMethod } from '../../../shared/readiness/families';
import { resolveEndpoint } from '../../../shared/readiness/resolveEndpoint';
import { defineOperation } from '../../../shared/session/operation';
import type { OperationContext } from '../../../shared/session/session';
import { rpcOptions } from '../options';
import { methodProperty } from './method';

/** Longer results are not repeated in a message. */
const LONGEST_RECEIPT = 200;

/** What to do next, by JSON-RPC error code. */
const HINTS: Readonly<Record<string, string>> = {
	'-32601': 'This endpoint has no such method: check its name and the path of the endpoint',
	'-32602':
		'The endpoint did not accept the parameters: check their number, order and format in \'Params (JSON)\', such as ["0x…", "latest"]',
};

const PARAMS = {
	displayName: 'Params (JSON)',
	name: 'params',
	type: 'json',
	default: '[]',
	traits: { holdsList: true },
	placeholder: 'e.g. ["0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045", "latest"]',
	description:
		'Parameters of the method as a JSON array, or as an object for chains whose methods take them by name, such as NEAR and Stellar',
} as const satisfies Property;

/** The maximum number of characters shown of an error's data. */
const LONGEST_DATA = 300;

export const call = defineOperation({
	name: 'Call',
	value: 'call',
	action: 'Call JSON-RPC method',
	description: 'Send any JSON-RPC method to a node endpoint and return its result',
	effect: ({ method }) => (isReadMethod(method) ? 'reads' : 'creates'),
	secretProperties: ['url'],
	receipt: ({ method, result }) => `${String(method)} ${textOf(result)}`,
	properties: [
		...endpointProperties,
		methodProperty,
		PARAMS,
		rpcOptions(
			{
				displayName: 'Convert Hex to Decimal',
				name: 'convertHex',
				type: 'boolean',
				default: false,
				description:
					'Whether to convert the quantities that the Ethereum specification lists for the method, such as balances and block numbers, to exact decimal texts. Everything else stays as it is, such as hashes, addresses and data.',
			},
			{
				displayName: 'Decimals',
				name: 'decimals',
				type: 'number',
				typeOptions: { minValue: 0, maxValue: 36, numberPrecision: 0 },
				default: 18,
				description:
					'Returns the result in units with this many decimal places, as an exact text: with 18, the balance 0x14d1120d7b160000 is 1.5. Only for results that are one quantity, and for eth_call where it returns one word of 32 bytes.',
			},
		),
	],
	async execute(values, context) {
		const { method, params, options } = values;
		if (method === '')
			throw new Problem("'Method' is empty", { hint: 'Enter a method, such as eth_blockNumber' });
		if (options.decimals !== undefined) checkOneQuantity(method);
		const resolved = await resolveEndpoint(values, options, context);
		if ('absent' in resolved)
			throw new Problem(`${resolved.nodeId}: ${resolved.absent}`, {
				hint: 'Wait until the node is running',
			});
		const { nodeId } = resolved;
		const { name, version, callPath, reads, title, omitsEmptyParams } = familyNamed(
			resolved.endpoint.family,
		);
		// EVM methods take only lists, and a node's response to an object hardly says so.
		if (name === 'evm' && !Array.isArray(params)) throw noList(PARAMS.displayName);
		const isOmitted = omitsEmptyParams === true && Array.isArray(params) && params.length === 0;
		const isAutomatic = (options.path ?? 'automatic') === 'automatic';
		if (reads === undefined && isAutomatic) {
			throw new Problem(`${title} nodes have no JSON-RPC interface`, {
				hint: "Use the HTTP Request node for them, or set 'Protocol' or 'Path' in the options to what the endpoint supports",
			});
		}
		const isOwnPath = callPath === undefined || !isAutomatic;
		const endpoint = isOwnPath
			? resolved.endpoint
			: { ...resolved.endpoint, url: urlBelow(resolved.endpoint.url, callPath) };
		const request = {
			method,
			params: isOmitted ? undefined : params,
			id: 1,
			isWrite: !isReadMethod(method),
			version,
			retryOptions: context.retryOptions,
		};
		const reply = await context.rpc.call(endpoint, request);
		const result = resultOf(reply, method, endpoint.label);
		return {
			method,
			result: converted(method, result, options, context) as IDataObject,
			latencyMs: reply.latencyMs,
			endpoint: endpoint.label,
			...(options.label && { label: options.label }),
			...(nodeId !== undefined && { nodeId }),
		};
	},
});

function converted(
	method: string,
	result: unknown,
	{ convertHex = false, decimals }: { convertHex?: boolean; decimals?: number },
	{ hint }: OperationContext,
): unknown {
	if (decimals !== undefined) return inUnits(method, result, decimals);
	if (!convertHex) return result;
	if (!hasQuantities(method)) {
		hint(`No quantities are known in the result of ${method}, so it was not converted.`);
	}
	return quantitiesToDecimals(method, result);
}

/** Usually the hash of a transaction. */
function textOf(result: unknown): string {
	return typeof result === 'string' && result.length <= LONGEST_RECEIPT
		? result
		: '(result not shown)';
}

/** @throws Problem that says what the endpoint answered instead of a result */
function resultOf(
	{ answer, httpStatus, mayHaveBeenProcessed }: RpcReply,
	method: string,
	endpoint: string,
): unknown {
	if (answer.kind === 'result') return answer.result;
	const isWrite = !isReadMethod(method);
	const effect = mayHaveBeenProcessed && isWrite ? 'unclear' : 'none';
	if (answer.kind === 'cancelled') throw new Cancelled(effect);
	if (answer.kind === 'rpcError') {
		const data =
			answer.data === undefined ? '' : `, data ${jsonExcerpt(answer.data, LONGEST_DATA)}`;
		throw new Problem(`${method}: ${rpcErrorText(answer)}${data}`, {
			httpStatus,
			hint: HINTS[String(answer.code)],
		});
	}
	if (effect === 'none')
		throw new Problem(`${method} at ${endpoint}: ${answer.reason}`, {
			httpStatus,
			hint: `The state of the endpoint is '${answer.kind}'. Check it with JSON-RPC, Check Sync`,
			failure: failureOfCall(answer, httpStatus),
		});
	throw new Problem(`${method} may have been accepted by ${endpoint}: ${answer.reason}`, {
		effect,
		httpStatus,
		hint: 'It was not sent again. Check on the chain whether it took effect before you repeat it',
	});
}
