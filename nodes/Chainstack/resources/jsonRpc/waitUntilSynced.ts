import {
	nameEndpoint,
	resolveEndpoint,
	type ResolvedEndpoint,
} from '../../../shared/endpoints/resolveEndpoint';
import {
	checkField,
	endpointProperties,
	rpcWaitOptions,
} from '../../../shared/fields/endpointFields';
import { stopEarlyOption, readLimits, waitProperties } from '../../../shared/fields/waitProperties';
import {
	assessHealth,
	nameChain,
	probeSync,
	type HealthState,
} from '../../../shared/readiness/health';
import type { ProbeResult } from '../../../shared/readiness/probe';
import { describeState } from '../../../shared/readiness/stateInWords';
import { defineOperation } from '../../../shared/run/operation';
import type { OperationContext } from '../../../shared/run/operationContext';
import { omitUndefined } from '../../../shared/text/json';
import { Problem } from '../../../shared/text/problem';
import { field } from '../../../shared/values/field';
import { waitUntil, type PollResult } from '../../../shared/waiting/waitUntil';

/** An endpoint that never answered is out of reach in this many polls, because a name may not resolve for a moment. */
const UNREACHABLE_IN_A_ROW = 2;

/** Advice for a node that will never have an endpoint. */
const FAILED = 'Its deployment failed. The Chainstack console shows the reason';

/** The state in which an endpoint was found, and what the check took. */
type Found = Omit<ProbeResult, 'state'> & { state: HealthState };

/** The same, with what it belongs to. */
type Answer = Found & { nodeId?: string; name: string; chain?: string };

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
		field('number', 'Successful Checks in a Row', 'successfulChecks', {
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 2,
			description: 'Consecutive successful checks required; a failed one resets the count',
		}),
		...waitProperties(15, 1800),
		rpcWaitOptions(
			stopEarlyOption(
				'Whether to fail as soon as waiting is unlikely to help: the key is not accepted, the key or path is wrong, the host or the method does not exist, the endpoint is on another chain, the quota is used up, or the node failed to deploy. When off, the wait goes on then; a node that does not exist and a refused API key always end it.',
			),
		),
	],
	async execute(values, context) {
		const limits = readLimits(values);
		const { options, successfulChecks } = values;
		const streak = new ReadinessStreak();
		const poll = async (limited: OperationContext): Promise<PollResult<Answer>> => {
			const resolved = await resolveEndpoint(values, options, limited);
			const found =
				values.check === 'health'
					? await findHealth(resolved, limited)
					: await probeSync(resolved, 1, limited);
			const { nodeId, nodeStatus = 'running' } = resolved;
			const name = nameEndpoint(resolved, options.label);
			const answer = { ...found, nodeId, name, chain: nameChain(resolved, found.report) };
			streak.add(answer, nodeStatus);
			const { state } = answer;
			if (streak.ready >= successfulChecks) return { done: answer, state };
			const { hint } = streak;
			if ((options.stopEarly ?? true) && streak.isFinal)
				return { failed: makeFinalProblem(answer, hint) };
			const isRateLimited = state === 'rateLimited' && answer.lastingHint === undefined;
			return { state, reason: findReason(answer), hint, isRateLimited };
		};
		const target = {
			what: 'endpoint to be synchronized',
			hint: 'A node that was just created needs time to catch up with its chain: wait again, or look at it in the Chainstack console',
		};
		const { done, wait } = await waitUntil(target, poll, limits, context);
		const { name, chain, state } = done;
		return omitUndefined({
			summary: describeState({ name, chain, state }),
			ready: true,
			state,
			name,
			chain,
			reason: '',
			successfulChecks: streak.ready,
			wait,
			latencyMs: done.latencyMs,
			endpoint: done.endpoint,
			label: options.label || undefined,
			nodeId: done.nodeId,
			checkedAt: new Date(context.clock.wallMs()).toISOString(),
		});
	},
});

/** What the answers of an endpoint so far, in a row, say about waiting for it. */
class ReadinessStreak {
	/** How many of the last answers found it ready. */
	ready = 0;

	/** What to do about the last answer, where waiting is unlikely to change it. */
	hint?: string;

	/** Whether waiting is unlikely to help. */
	isFinal = false;

	private hopeless = 0;

	private hasAnswered = false;

	add({ state, lastingHint, nodeId }: Answer, nodeStatus: string): void {
		this.ready = state === 'ready' ? this.ready + 1 : 0;
		this.hasAnswered ||= state !== 'unreachable';
		this.hint = this.ready > 0 ? undefined : findHint(nodeStatus, lastingHint);
		this.hopeless = this.hint === undefined ? 0 : this.hopeless + 1;
		const isCertain = state !== 'unreachable' || nodeStatus === 'failed';
		// The platform gave the address of its node, whose name may be known only some minutes later.
		const isAddressSure = this.hasAnswered || nodeId !== undefined;
		this.isFinal = isCertain
			? this.hopeless > 0
			: this.hopeless >= UNREACHABLE_IN_A_ROW && !isAddressSure;
	}
}

/** Until a node runs, its endpoint may answer anything. */
function findHint(nodeStatus: string, lastingHint: string | undefined): string | undefined {
	if (nodeStatus === 'failed') return FAILED;
	return nodeStatus === 'running' ? lastingHint : undefined;
}

function makeFinalProblem(answer: Answer, hint?: string): Problem {
	const { state, endpoint, nodeId, httpStatus } = answer;
	return new Problem(`${endpoint || nodeId} is not ready: ${findReason(answer) ?? state}`, {
		httpStatus,
		hint: `${hint}. Waiting is unlikely to help here; to wait anyway, turn off 'Stop Early' in the options`,
	});
}

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
