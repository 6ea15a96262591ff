import type { ResolvedEndpoint } from '../endpoints/resolveEndpoint';
import type { Observation } from '../polling/observation';
import type { Poll } from '../polling/watchEvent';
import { compareWithEachOther } from '../readiness/compare';
import { checkChainId } from '../readiness/expectedChain';
import { assessHealth, type HealthSettings } from '../readiness/health';
import { formatBlocks, probeSync } from '../readiness/probe';
import { omit, omitUndefined } from '../text/json';
import type { Endpoint } from './endpoints';
import { probeAll } from './probeAll';

/** States of endpoints, and the ids of those whose state is unknown. */
type EndpointStates = Promise<{ observations: Observation[]; unknown: string[] }>;

/** Asks endpoints whether they are synchronized. */
export async function observeSync(endpoints: readonly Endpoint[], poll: Poll): EndpointStates {
	const { known, unknown } = await probeAll(
		endpoints,
		({ target }, context) => probeSync(target, 1, context),
		poll,
	);
	return {
		unknown,
		observations: known.map(({ endpoint: { id, name }, result }) => {
			const { state, reason, latencyMs, attempts, endpoint, report } = result;
			const latency = { latencyMs: attempts > 0 ? latencyMs : undefined };
			const facts = omitUndefined({ endpoint, ...latency, ...formatBlocks(report), reason });
			return { id, name, state, facts };
		}),
	};
}

/**
 * The chain that the user expects applies to endpoints whose chain is not known otherwise.
 * @throws Problem when it is not the id of a chain
 */
function chooseSettings(
	target: ResolvedEndpoint,
	{ expectedChainId, ...settings }: HealthSettings,
): HealthSettings {
	const compared = { ...settings, isCompared: true };
	if (expectedChainId === undefined || !('endpoint' in target)) return compared;
	const { chain, family } = target.endpoint;
	if (chain !== undefined && chain.ids.length > 0) return compared;
	return { ...compared, expectedChainId: checkChainId(expectedChainId, family) };
}

/** Asks endpoints for their health, and compares those of the same chain with each other. */
export async function observeHealth(
	endpoints: readonly Endpoint[],
	settings: HealthSettings,
	poll: Poll,
): EndpointStates {
	const { known, unknown } = await probeAll(
		endpoints,
		({ target }, context) => assessHealth(target, chooseSettings(target, settings), context),
		poll,
	);
	const results = known.map(({ result }) => result);
	const compared = await compareWithEachOther(results, poll.context);
	return {
		unknown,
		observations: known.map(({ endpoint: { id, name } }, place) => {
			const { healthy, state, reason, facts, doubt, ...comparison } = omit(
				compared[place],
				'head',
				'lastingHint',
				'inWords',
			);
			const { latencyMs, attempts, ...others } = facts;
			const latency = { latencyMs: attempts > 0 ? latencyMs : undefined };
			// A node that is a few blocks behind reports that it is synchronizing, but is healthy.
			const shown = healthy ? 'ready' : state;
			const observed = { id, name, state: shown, ...(doubt !== undefined && { doubt }) };
			const shownFacts = { reason, ...latency, ...others, ...comparison };
			return { ...observed, facts: omitUndefined(shownFacts) };
		}),
	};
}
