import type { IDataObject } from 'n8n-workflow';

import { isEmpty } from '../../../shared/across/answerClass';
import {
	listEndpoints,
	presentAttempt,
	type CallPlan,
	type Candidate,
} from '../../../shared/across/attempt';
import { callAcross as makeCall } from '../../../shared/across/callAcross';
import { resolveEndpoints } from '../../../shared/across/endpoints';
import { buildFamilyCall } from '../../../shared/endpoints/familyCall';
import { isLookup, isReadMethod } from '../../../shared/families';
import {
	ENDPOINT_LIMITS,
	ENDPOINT_OPTIONS,
	expectedChain,
	maxBlockAge,
	maxBlocksBehind,
} from '../../../shared/fields/endpointFields';
import { endpointsProperties } from '../../../shared/fields/severalEndpoints';
import { defineOptions } from '../../../shared/fields/options';
import { checkOneQuantity, toExactNumber } from '../../../shared/jsonRpc/quantities';
import { readHealthSettings } from '../../../shared/readiness/health';
import { defineOperation } from '../../../shared/run/operation';
import { MAX_RETRIES, MAX_RETRY_WAIT, RPC_TIMEOUT } from '../../../shared/fields/requestFields';
import type { OperationContext } from '../../../shared/run/operationContext';
import { omitUndefined } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';
import { choices, field } from '../../../shared/values/field';
import { CONVERT_HEX, DECIMALS, PARAMS } from './callFields';
import { convertResult, describeReceipt, readResult } from './callResult';
import { methodProperty } from './method';

/** The method whose call any number of nodes may get: the transaction is signed, and takes effect once. */
const RAW_TRANSACTION = 'eth_sendRawTransaction';

export const callAcross = defineOperation({
	name: 'Call on Several Nodes',
	value: 'callAcross',
	action: 'Call method on several nodes',
	description:
		'Make one call on several nodes of a chain: on the next if one fails, on the fastest, or on all until several say the same',
	effect: ({ method }) => (isReadMethod(method) ? 'reads' : 'creates'),
	secretProperties: ['addresses'],
	receipt: ({ result }, { method }) => describeReceipt(method, result),
	properties: [
		...endpointsProperties,
		field('options', 'Strategy', 'strategy', {
			options: choices({
				first: [
					'First That Answers',
					'If one fails, the next is asked. Right for nearly everything.',
				],
				fastest: ['Fastest', 'When somebody waits: a slow one is overtaken by the next'],
				agreement: ['Agreement', 'For decisions about money: several have to say the same'],
				sendToAll: [
					'Send to All',
					'For eth_sendRawTransaction, so that the transaction spreads faster. It takes effect once: an endpoint that has it already counts as success.',
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
		CONVERT_HEX,
		defineOptions(
			[
				DECIMALS,
				field('boolean', 'Empty Counts as Failure', 'emptyIsFailure', {
					default: true,
					description:
						'Whether the next endpoint is called when a result is empty. By default only when it is null for a block, transaction or receipt looked up by number or hash. If most endpoints return nothing, so does this.',
				}),
				expectedChain(
					'The chain the endpoints must be on. Endpoints on another chain, or that do not report one, are skipped. It costs one more request per endpoint and run.',
				),
				maxBlockAge(
					'How old the newest block of an endpoint may be; endpoints with older blocks are skipped. With Agreement, how old the block of the call may be; if unset, that depends on the chain.',
				),
				maxBlocksBehind(
					'How many blocks an endpoint may be behind most of the others; endpoints further behind are skipped. At least three endpoints are needed. The newest blocks are read once, and every 5 seconds in a long run.',
				),
				field('number', 'Time Limit (Seconds)', 'timeLimit', {
					typeOptions: { minValue: 0.001, maxValue: 2_147_483 },
					default: 60,
					description:
						'Total time for the call, across all endpoints and retries. If unset, only their own limits apply.',
				}),
				...ENDPOINT_OPTIONS,
				{
					...RPC_TIMEOUT,
					displayName: 'Timeout per Endpoint (Seconds)',
					// Another endpoint can answer meanwhile, so one of several has less time.
					default: 5,
					description:
						'How long to wait for one endpoint, from connecting to the last byte of the response, before the next one is asked',
				},
			],
			[
				...ENDPOINT_LIMITS,
				{
					...MAX_RETRIES,
					description:
						'How many more times to go through the endpoints when none of them has answered. What changes something is repeated only if it certainly had no effect.',
				},
				MAX_RETRY_WAIT,
			],
		),
	],
	async execute(values, context) {
		const { method, params, convertHex, options, strategy, atLeast } = values;
		if (options.decimals !== undefined) checkOneQuantity(method);
		checkStrategy(strategy, method);
		const candidates = await resolveEndpoints(values, options, context);
		const isAgreement = strategy === 'agreement';
		if (isAgreement) checkAgreement(candidates, atLeast, context);
		const endpoints = listEndpoints(candidates);
		for (const endpoint of endpoints) buildFamilyCall(endpoint, params, options.path);
		const family = endpoints[0]?.family ?? 'evm';
		const plan: CallPlan = {
			family,
			method,
			params,
			isWrite: !isReadMethod(method),
			lacks: chooseLack(options.emptyIsFailure, method, params),
			strategy,
			atLeast: isAgreement ? atLeast : 1,
			settings: readHealthSettings(options, family),
			path: options.path,
		};
		const { timeLimit } = options;
		const timeLimitMs = timeLimit === undefined ? undefined : timeLimit * 1000;
		const { agreed, attempts, blockNumber, transaction } = await makeCall(
			candidates,
			plan,
			context,
			timeLimitMs,
		);
		const [{ candidate, reply }] = agreed;
		const [asked] = listEndpoints([candidate]);
		const answer = readResult(reply, method, { ...asked, label: candidate.label });
		const result = convertResult(method, answer, { ...options, convertHex }, context);
		const presented = attempts.map((each) => presentAttempt(each, isAgreement ? agreed : attempts));
		return omitUndefined<IDataObject>({
			result: result as IDataObject,
			transaction,
			endpoint: candidate.label,
			nodeId: candidate.resolved.nodeId,
			label: options.label || undefined,
			strategy,
			failedOver: candidate !== candidates[0],
			agreed: isAgreement || strategy === 'sendToAll' ? agreed.length : undefined,
			endpoints: candidates.length,
			blockNumber: toExactNumber(blockNumber),
			latencyMs: reply.latencyMs,
			attempts: chooseAttempts(presented, context),
		});
	},
});

/** @returns the attempts to show, if there are any: to an agent only those that did not answer */
function chooseAttempts(
	presented: Array<ReturnType<typeof presentAttempt>>,
	{ isTool }: OperationContext,
): IDataObject[] | undefined {
	const shown = presented.filter(({ state }) => !isTool || state !== 'answered');
	return shown.length > 0 ? (shown as IDataObject[]) : undefined;
}

/**
 * @param isEmptyFailure the option, where it is set
 * @returns whether a result counts as none
 */
function chooseLack(
	isEmptyFailure: boolean | undefined,
	method: string,
	params: CallPlan['params'],
): CallPlan['lacks'] {
	if (isEmptyFailure !== undefined) return (result) => isEmptyFailure && isEmpty(result);
	const mayLack = isLookup(method, params);
	return (result) => mayLack && result === null;
}

/** @throws Problem for what the strategy is not for */
function checkStrategy(strategy: string, method: string): void {
	if (strategy === 'sendToAll' && method !== RAW_TRANSACTION)
		throw new Problem(`'Send to All' is for ${RAW_TRANSACTION}, not for ${method || 'nothing'}`, {
			hint: "Choose another 'Strategy': only a signed transaction takes effect once, however many nodes get it",
		});
	if (strategy !== 'agreement' || isReadMethod(method)) return;
	throw new Problem(`Endpoints cannot agree on ${method}: it may change something`, {
		hint: "Set 'Strategy' to First That Answers: what changes something goes to one endpoint",
	});
}

/** @throws Problem when there are too few endpoints to agree */
function checkAgreement(
	candidates: readonly Candidate[],
	atLeast: number,
	{ hint }: OperationContext,
): void {
	if (candidates.length < 2)
		throw new Problem('Agreement needs at least two different endpoints, but there is one', {
			hint: 'Add endpoints of the chain, best of different providers',
		});
	if (atLeast > candidates.length)
		throw new Problem(`'At Least' is ${atLeast}, but there are ${candidates.length} endpoints`, {
			hint: "Lower 'At Least', or add endpoints",
		});
	const hosts = listEndpoints(candidates).map(({ origin }) => origin);
	if (new Set(hosts).size < hosts.length)
		hint(
			'Several of the endpoints are at one host, so they may be one node that agrees with itself.',
		);
}
