import type { IDataObject } from 'n8n-workflow';

import { buildFamilyCall } from '../../../shared/endpoints/familyCall';
import { requireEndpoint, resolveEndpoint } from '../../../shared/endpoints/resolveEndpoint';
import { isReadMethod } from '../../../shared/families';
import { endpointProperties, rpcOptions } from '../../../shared/fields/endpointFields';
import { checkOneQuantity } from '../../../shared/jsonRpc/quantities';
import { defineOperation } from '../../../shared/run/operation';
import { CONVERT_HEX, DECIMALS, PARAMS } from './callFields';
import { convertResult, describeReceipt, readResult } from './callResult';
import { methodProperty } from './method';

export const call = defineOperation({
	name: 'Call',
	value: 'call',
	action: 'Call JSON-RPC method',
	description: 'Send any JSON-RPC method to a node endpoint and return its result',
	effect: ({ method }) => (isReadMethod(method) ? 'reads' : 'creates'),
	secretProperties: ['url'],
	receipt: ({ method, result }) => describeReceipt(String(method), result),
	properties: [...endpointProperties, methodProperty, PARAMS, CONVERT_HEX, rpcOptions(DECIMALS)],
	async execute(values, context) {
		const { method, params, convertHex, options } = values;
		if (options.decimals !== undefined) checkOneQuantity(method);
		const resolved = await resolveEndpoint(values, options, context);
		const { nodeId, endpoint: found } = requireEndpoint(resolved);
		const { endpoint, ...asked } = buildFamilyCall(found, params, options.path);
		const request = {
			...asked,
			method,
			id: 1,
			isWrite: !isReadMethod(method),
			retryOptions: context.retryOptions,
		};
		const reply = await context.rpc.call(endpoint, request);
		const { label } = reply.asPasted ?? endpoint;
		const result = readResult(reply, method, { ...endpoint, label });
		return {
			method,
			result: convertResult(method, result, { ...options, convertHex }, context) as IDataObject,
			latencyMs: reply.latencyMs,
			endpoint: label,
			...(options.label && { label: options.label }),
			...(nodeId !== undefined && { nodeId }),
		};
	},
});
