import { checkedNumber } from '../../../shared/parameters/checkedNumber';
import type { Property } from '../../../shared/parameters/propertyTypes';
import { Problem } from '../../../shared/pure/problem';
import { askSyncing, type SyncAnswer } from '../../../shared/readiness/askSyncing';
import { endpointProperties } from '../../../shared/readiness/endpointFields';
import { resolveEndpoint } from '../../../shared/readiness/resolveEndpoint';
import { defineOperation } from '../../../shared/session/operation';
import {
	waitLimits,
	waitProperties,
	waitUntil,
	type PollResult,
} from '../../../shared/session/waitUntil';
import { rpcOptions } from '../options';

const GOOD_ANSWERS = {
	displayName: 'Good Answers in a Row',
	name: 'goodAnswers',
	type: 'number',
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 2,
	description:
		'How many looks in a row have to find the endpoint ready; one that does not starts the count again',
} as const satisfies Property;

export const waitUntilSynced = defineOperation({
	name: 'Wait Until Synced',
	value: 'waitUntilSynced',
	action: 'Wait until node is synced',
	description:
		'Hold the workflow until an endpoint has said several times in a row that it is synchronized',
	effect: 'reads',
	secretProperties: ['url'],
	properties: [...endpointProperties, GOOD_ANSWERS, ...waitProperties(15, 1800), rpcOptions()],
	async execute(values, context) {
		const limits = waitLimits(values);
		const { options } = values;
		const goodAnswers = checkedNumber(GOOD_ANSWERS, values.goodAnswers);
		let inARow = 0;
		let looks = 0;
		const poll = async (leftMs: number): Promise<PollResult<SyncAnswer & { nodeId?: string }>> => {
			looks += 1;
			const resolved = await resolveEndpoint(values, options, context);
			// One attempt a poll, and none longer than the wait: the next poll is the repetition.
			const timeoutMs = Math.min(context.retryOptions.timeoutMs, leftMs);
			const retryOptions = { timeoutMs, maxRetries: 0, maxRetryWaitMs: leftMs };
			const answer = await askSyncing(resolved, 1, { rpc: context.rpc, retryOptions });
			if (answer.state === 'unauthorized') return { failed: notLetIn(answer) };
			inARow = answer.state === 'ready' ? inARow + 1 : 0;
			if (inARow >= goodAnswers) return { done: { ...answer, nodeId: resolved.nodeId } };
			return {
				state: answer.reason === undefined ? answer.state : `${answer.state}: ${answer.reason}`,
			};
		};
		const startedAt = context.clock.now();
		const answer = await waitUntil('endpoint to be synchronized', poll, limits, context);
		return {
			ready: true,
			state: answer.state,
			goodAnswers: inARow,
			looks,
			waitedMs: Math.round(context.clock.now() - startedAt),
			latencyMs: answer.latencyMs,
			endpoint: answer.endpoint,
			...(options.label && { label: options.label }),
			...(answer.nodeId !== undefined && { nodeId: answer.nodeId }),
			checkedAt: new Date().toISOString(),
		};
	},
});

function notLetIn({ endpoint, reason, httpStatus }: SyncAnswer): Problem {
	return new Problem(`${endpoint}: ${reason ?? 'the key was not accepted'}`, {
		httpStatus,
		hint: 'Waiting does not help here. Check the key of the endpoint',
	});
}
