import type { IDataObject } from 'n8n-workflow';

import {
	listEndpoints,
	presentAttempt,
	type Order,
	type Target,
} from '../../../shared/across/attempt';
import { callAcross as makeCall } from '../../../shared/across/callAcross';
import { endpointsProperties, resolveEndpoints } from '../../../shared/across/endpoints';
import { isReadMethod } from '../../../shared/families';
import {
	ENDPOINT_OPTIONS,
	expectedChain,
	maxBlockAge,
	maxBlocksBehind,
} from '../../../shared/fields/endpointFields';
import { defineOptions } from '../../../shared/fields/options';
import { checkOneQuantity, toExactNumber } from '../../../shared/jsonRpc/quantities';
import { readHealthSettings } from '../../../shared/readiness/health';
import { defineOperation } from '../../../shared/run/operation';
import { MAX_RETRIES, MAX_RETRY_WAIT, RPC_TIMEOUT } from '../../../shared/run/requestOptions';
import type { OperationContext } from '../../../shared/run/session';
import { omitUndefined } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';
import { choices, field } from '../../../shared/values/field';
import { PARAMS, RESULT_OPTIONS, buildFamilyCall } from './callFields';
import { convertResult, describeReceipt, readResult } from './callResult';
import { methodProperty } from './method';

/** Methods whose result is null while a node does not know the transaction, though another may. */
const BY_HASH = new Set([
	'eth_getTransactionByHash',
	'eth_getTransactionReceipt',
	'getTransaction',
]);

/** The method whose call any number of nodes may get: the transaction is signed, and takes effect once. */
const RAW_TRANSACTION = 'eth_sendRawTransaction';

export const callAcross = defineOperation({
	name: 'Call Across Endpoints',
	value: 'callAcross',
	action: 'Call method across endpoints',
	description:
		'Send a method to several endpoints: to the next where one fails, the fastest, or all until they agree',
	effect: ({ method }) => (isReadMethod(method) ? 'reads' : 'creates'),
	secretProperties: ['addresses'],
	receipt: ({ result }, { method }) => describeReceipt(method, result),
	properties: [
		...endpointsProperties,
		field('options', 'Strategy', 'strategy', {
			options: choices({
				first: [
					'First That Answers',
					'One after the other, in the order given; those that failed lately come last',
				],
				fastest: [
					'Fastest',
					'The next one is asked as well when an answer takes longer than usual',
				],
				agreement: [
					'Agreement',
					'All at once, about the same block, until enough of them say the same',
				],
			}),
			default: 'first',
			description: 'How the endpoints are used',
		}),
		field('number', 'At Least', 'atLeast', {
			typeOptions: { minValue: 2, numberPrecision: 0 },
			default: 2,
			displayOptions: { show: { strategy: ['agreement'] } },
			description: 'How many endpoints have to give the same answer',
		}),
		methodProperty,
		PARAMS,
		defineOptions([
			...RESULT_OPTIONS,
			field('boolean', 'Empty Counts as Failure', 'emptyIsFailure', {
				default: true,
				description:
					'Whether the next endpoint is asked when a result is empty. Without this option: for a transaction or receipt by its hash, which a node may not know yet; when most endpoints know nothing, the result is empty.',
			}),
			expectedChain(
				'The chain the endpoints must be on. One that is on another chain, or does not say, never answers. It costs one more request per endpoint and run.',
			),
			maxBlockAge(
				'How old the newest block of an endpoint may be; older ones take no part. With Agreement, how old the block may be that all are asked about; without this option, that depends on the chain.',
			),
			maxBlocksBehind(
				'How many blocks an endpoint may be behind most of the others; those further behind take no part. At least three endpoints are needed. The newest blocks are read once per run.',
			),
			field('boolean', 'Send to All', 'sendToAll', {
				description:
					'Whether eth_sendRawTransaction goes to all endpoints at once, so that the transaction spreads faster. It takes effect once: an endpoint that has it already counts as success.',
			}),
			field('number', 'Time Limit (Seconds)', 'timeLimit', {
				typeOptions: { minValue: 0.001, maxValue: 2_147_483 },
				default: 60,
				description:
					'How long the call may take as a whole, over all endpoints and repetitions. Without this option, these bound it.',
			}),
			...ENDPOINT_OPTIONS,
			{
				...MAX_RETRIES,
				description:
					'How many more times to go through the endpoints when none of them has answered. What changes something is repeated only if it certainly had no effect.',
			},
			MAX_RETRY_WAIT,
			{
				...RPC_TIMEOUT,
				displayName: 'Timeout per Endpoint (Seconds)',
				// Another endpoint can answer meanwhile, so one of several has less time.
				default: 5,
				description:
					'How long to wait for one endpoint, from connecting to the last byte of the response, before the next one is asked',
			},
		]),
	],
	async execute(values, context) {
		const { method, params, options, strategy, atLeast } = values;
		if (options.decimals !== undefined) checkOneQuantity(method);
		const isForAll = options.sendToAll === true;
		checkStrategy(strategy, method, isForAll);
		const targets = await resolveEndpoints(values, options, context);
		const isAgreement = strategy === 'agreement';
		if (isAgreement) checkAgreement(targets, atLeast, context);
		const requestFor: Order['requestFor'] = (endpoint, asked) =>
			buildFamilyCall(endpoint, asked, options.path);
		const endpoints = listEndpoints(targets);
		for (const endpoint of endpoints) requestFor(endpoint, params);
		const order: Order = {
			method,
			params,
			isWrite: !isReadMethod(method),
			isEmptyFailure: options.emptyIsFailure ?? BY_HASH.has(method),
			strategy: isForAll ? 'sendToAll' : strategy,
			atLeast: isAgreement ? atLeast : 1,
			settings: readHealthSettings(options, endpoints[0]?.family ?? 'evm'),
			requestFor,
		};
		const timeLimitMs = options.timeLimit && options.timeLimit * 1000;
		const { agreed, attempts, blockNumber } = await makeCall(targets, order, context, timeLimitMs);
		const [{ target, reply }] = agreed;
		const answer = readResult(reply, method, target.label);
		const result = convertResult(method, answer, options, context);
		const shown = attempts
			.map((each) => presentAttempt(each, isAgreement ? agreed : attempts))
			// An agent gets only what went wrong.
			.filter(({ state }) => !context.isTool || state !== 'answered');
		return omitUndefined<IDataObject>({
			result: result as IDataObject,
			endpoint: target.label,
			nodeId: target.resolved.nodeId,
			label: options.label || undefined,
			strategy,
			failedOver: target !== targets[0],
			agreed: isForAll || isAgreement ? agreed.length : undefined,
			of: targets.length,
			blockNumber: toExactNumber(blockNumber),
			latencyMs: reply.latencyMs,
			attempts: shown.length > 0 ? (shown as IDataObject[]) : undefined,
		});
	},
});

/** @throws Problem for what the strategy is not for */
function checkStrategy(strategy: string, method: string, isForAll: boolean): void {
	if (isForAll && method !== RAW_TRANSACTION)
		throw new Problem(`'Send to All' is for ${RAW_TRANSACTION}, not for ${method || 'nothing'}`, {
			hint: "Remove 'Send to All' from the options: only a signed transaction takes effect once, however many nodes get it",
		});
	if (strategy !== 'agreement' || isReadMethod(method)) return;
	throw new Problem(`Endpoints cannot agree on ${method}: it may change something`, {
		hint: "Set 'Strategy' to First That Answers: what changes something goes to one endpoint",
	});
}

/** @throws Problem when there are too few endpoints to agree */
function checkAgreement(
	targets: readonly Target[],
	atLeast: number,
	{ hint }: OperationContext,
): void {
	if (targets.length < 2)
		throw new Problem('Agreement needs at least two different endpoints, but there is one', {
			hint: "Add endpoints, or set 'Strategy' to First That Answers",
		});
	if (atLeast > targets.length)
		throw new Problem(`'At Least' is ${atLeast}, but there are ${targets.length} endpoints`, {
			hint: "Lower 'At Least', or add endpoints",
		});
	const hosts = listEndpoints(targets).map(({ origin }) => origin);
	if (new Set(hosts).size < hosts.length)
		hint(
			'Several of the endpoints are at one host, so they may be one node that agrees with itself.',
		);
}
