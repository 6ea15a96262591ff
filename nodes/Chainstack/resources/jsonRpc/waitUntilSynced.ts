import { resolveEndpoint, type ResolvedEndpoint } from '../../../shared/endpoints/resolveEndpoint';
import {
	checkField,
	endpointProperties,
	rpcWaitOptions,
} from '../../../shared/fields/endpointFields';
import { stopEarlyOption, waitLimits, waitProperties } from '../../../shared/fields/waitProperties';
import { assessHealth, probeSync, type HealthState } from '../../../shared/readiness/health';
import type { ProbeResult } from '../../../shared/readiness/probe';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/session';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';
import { waitUntil, type PollResult } from '../../../shared/waiting/waitUntil';

const GOOD_ANSWERS = field('number', 'Successful Checks in a Row', 'goodAnswers', {
	typeOptions: { minValue: 1, numberPrecision: 0 },
	default: 2,
	description:
		'How many attempts in a row must find the endpoint ready; one that does not restarts the count',
});

const CHECK = checkField({
	health:
		'Also whether its newest block is recent for its chain, and whether it is on the right chain',
	description:
		'What makes an endpoint ready. Some clients say that they are synchronized before they have found any peers; Health detects that.',
});

/** A name that cannot be resolved may be a temporary fault; one that never can be is not. */
const UNREACHABLE_IN_A_ROW = 2;

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
		CHECK,
		GOOD_ANSWERS,
		...waitProperties(15, 1800),
		rpcWaitOptions(
			stopEarlyOption(
				'Whether to fail as soon as waiting is unlikely to help: the key is not accepted, the key or path is wrong, the host or the method does not exist, the endpoint is on another chain, the quota is used up, or the node failed to deploy. When off, only the time limit ends the wait.',
			),
		),
	],
	async execute(values, context) {
		const limits = waitLimits(values);
		const { options, goodAnswers } = values;
		const stopsEarly = options.stopEarly ?? true;
		let ready = 0;
		let final = 0;
		let hasAnswered = false;
		const poll = async (
			limited: OperationContext,
		): Promise<PollResult<Found & { nodeId?: string }>> => {
			const resolved = await resolveEndpoint(values, options, limited);
			const answer = await (values.check === 'health'
				? findHealth(resolved, limited)
				: probeSync(resolved, 1, limited));
			const { state } = answer;
			ready = state === 'ready' ? ready + 1 : 0;
			if (ready >= goodAnswers) return { done: { ...answer, nodeId: resolved.nodeId }, state };
			const hint = chooseFinalHint(answer, resolved.nodeStatus);
			final = hint === undefined ? 0 : final + 1;
			hasAnswered ||= state !== 'unreachable';
			const isCertain = state !== 'unreachable' || resolved.nodeStatus === 'failed';
			const isFinal = isCertain ? final > 0 : final >= UNREACHABLE_IN_A_ROW && !hasAnswered;
			if (stopsEarly && isFinal)
				return { failed: makeNotReadyProblem(answer, resolved.nodeId, hint) };
			const isRateLimited = state === 'rateLimited' && answer.lastingHint === undefined;
			return { state, reason: findReason(answer), hint, isRateLimited };
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
		// Its reason says how far it is behind.
		report: undefined,
		// A node that is a few blocks behind says that it is syncing, but is fine.
		state: healthy ? 'ready' : state,
		lastingHint: state === 'wrongChain' ? 'Check the address of the endpoint' : lastingHint,
	};
}

/** @returns what to do about an answer that is unlikely to change by itself */
function chooseFinalHint(
	{ state, lastingHint }: Found,
	nodeStatus = 'running',
): string | undefined {
	if (state === 'ready') return undefined;
	if (nodeStatus === 'failed')
		return 'Its deployment failed. The Chainstack console shows the reason';
	// Until a node runs, its endpoint may answer anything.
	return nodeStatus === 'running' ? lastingHint : undefined;
}

function findReason({ state, reason, inWords = reason, report }: Found): string | undefined {
	if (state !== 'syncing' || report?.blocksBehind === undefined) return inWords;
	return `${report.blocksBehind} blocks behind`;
}

function makeNotReadyProblem(answer: Found, nodeId = '', hint?: string): Problem {
	const { endpoint, state, httpStatus } = answer;
	return new Problem(`${endpoint || nodeId} is not ready: ${findReason(answer) ?? state}`, {
		httpStatus,
		hint: `${hint}. Waiting is unlikely to help here; to wait anyway, turn off 'Stop Early' in the options`,
	});
}
