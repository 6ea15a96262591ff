import { resolveEndpoint, type ResolvedEndpoint } from '../../../shared/endpoints/resolveEndpoint';
import {
	checkField,
	endpointProperties,
	rpcWaitOptions,
} from '../../../shared/fields/endpointFields';
import { stopEarlyOption, readLimits, waitProperties } from '../../../shared/fields/waitProperties';
import { assessHealth, probeSync, type HealthState } from '../../../shared/readiness/health';
import type { ProbeResult } from '../../../shared/readiness/probe';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/operationContext';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';
import { waitUntil, type PollResult } from '../../../shared/waiting/waitUntil';

/** An endpoint that never answered is out of reach in this many polls, because a name may not resolve for a moment. */
const UNREACHABLE_IN_A_ROW = 2;

/** Advice for a node that will never have an endpoint. */
const FAILED = 'Its deployment failed. The Chainstack console shows the reason';

/** The state in which an endpoint was found, and what the check took. */
type Found = Omit<ProbeResult, 'state'> & { state: HealthState };

export const waitUntilSynced = defineOperation({
	name: 'Wait Until Synced',
	value: 'waitUntilSynced',
	action: 'Wait until node is synced',
	description:
		'Pause the workflow until an endpoint has been found synchronized, or healthy, several times in a row',
	effect: 'reads',
	secretProperties: ['url'],
	properties: [
		...endpointProperties,
		checkField({
			health:
				'Also whether its newest block is recent for its chain, and whether it is on the right chain',
			description:
				'What makes an endpoint ready. Some clients say that they are synchronized before they have found any peers; Health detects that.',
		}),
		field('number', 'Successful Checks in a Row', 'goodAnswers', {
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 2,
			description:
				'How many attempts in a row must find the endpoint ready; one that does not restarts the count',
		}),
		...waitProperties(15, 1800),
		rpcWaitOptions(
			stopEarlyOption(
				'Whether to fail as soon as waiting is unlikely to help: the key is not accepted, the key or path is wrong, the host or the method does not exist, the endpoint is on another chain, the quota is used up, or the node failed to deploy. When off, only the time limit ends the wait.',
			),
		),
	],
	async execute(values, context) {
		const limits = readLimits(values);
		const { options, goodAnswers } = values;
		let ready = 0;
		let final = 0;
		let hasAnswered = false;
		const poll = async (
			limited: OperationContext,
		): Promise<PollResult<Found & { nodeId?: string }>> => {
			const resolved = await resolveEndpoint(values, options, limited);
			const { nodeId, nodeStatus = 'running' } = resolved;
			const answer = await (values.check === 'health'
				? findHealth(resolved, limited)
				: probeSync(resolved, 1, limited));
			const { state, endpoint, httpStatus, lastingHint } = answer;
			ready = state === 'ready' ? ready + 1 : 0;
			if (ready >= goodAnswers) return { done: { ...answer, nodeId }, state };
			// Until a node runs, its endpoint may answer anything.
			const hints: Record<string, string | undefined> = { failed: FAILED, running: lastingHint };
			const hint = ready === 0 ? hints[nodeStatus] : undefined;
			final = hint === undefined ? 0 : final + 1;
			hasAnswered ||= state !== 'unreachable';
			const isCertain = state !== 'unreachable' || nodeStatus === 'failed';
			const isFinal = isCertain ? final > 0 : final >= UNREACHABLE_IN_A_ROW && !hasAnswered;
			const reason = findReason(answer);
			if ((options.stopEarly ?? true) && isFinal) {
				const failed = new Problem(`${endpoint || nodeId} is not ready: ${reason ?? state}`, {
					httpStatus,
					hint: `${hint}. Waiting is unlikely to help here; to wait anyway, turn off 'Stop Early' in the options`,
				});
				return { failed };
			}
			const isRateLimited = state === 'rateLimited' && lastingHint === undefined;
			return { state, reason, hint, isRateLimited };
		};
		const target = {
			what: 'endpoint to be synchronized',
			hint: 'A node that was just created needs time to catch up with its chain: wait again, or look at it in the Chainstack console',
		};
		const { done, wait } = await waitUntil(target, poll, limits, context);
		return {
			ready: true,
			state: done.state,
			goodAnswers: ready,
			wait,
			latencyMs: done.latencyMs,
			endpoint: done.endpoint,
			...(options.label && { label: options.label }),
			...(done.nodeId !== undefined && { nodeId: done.nodeId }),
			checkedAt: new Date(context.clock.wallMs()).toISOString(),
		};
	},
});

async function findHealth(resolved: ResolvedEndpoint, context: OperationContext): Promise<Found> {
	const { healthy, state, lastingHint, ...health } = await assessHealth(resolved, {}, context);
	return {
		...health,
		// A node that is a few blocks behind says that it is syncing, but is fine.
		state: healthy ? 'ready' : state,
		lastingHint: state === 'wrongChain' ? 'Check the address of the endpoint' : lastingHint,
	};
}

function findReason({ state, reason, inWords = reason, report }: Found): string | undefined {
	const isBehind = state === 'syncing' && report?.blocksBehind !== undefined;
	return inWords ?? (isBehind ? `${report.blocksBehind} blocks behind` : undefined);
}
