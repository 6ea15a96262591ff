import type { Observation } from '../polling/observation';
import type { Poll } from '../polling/watchEvent';
import { compareWithEachOther } from '../readiness/compare';
import { assessHealth, readHealthSettings, type HealthSettings } from '../readiness/health';
import { formatBlocks, probeSync } from '../readiness/probe';
import { omit, omitUndefined } from '../text/json';
import type { Endpoint } from './endpoints';
import { probeAll } from './probeAll';

/** Asks endpoints whether they are synchronized. Those whose state is unknown are left out. */
export async function observeSync(
	endpoints: readonly Endpoint[],
	poll: Poll,
): Promise<Observation[]> {
	const known = await probeAll(
		endpoints,
		({ target }, context) => probeSync(target, 1, context),
		poll,
	);
	return known.map(({ endpoint: { id, name }, result }) => {
		const { state, reason, latencyMs, attempts, endpoint, report } = result;
		const latency = { latencyMs: attempts > 0 ? latencyMs : undefined };
		const facts = omitUndefined({ endpoint, ...latency, ...formatBlocks(report), reason });
		return { id, name, state, facts };
	});
}

/** What health means to the user; 0 and an empty text stand for what is usual for the chain. */
export interface HealthValues {
	maxBlockAge: number;
	maxBlocksBehind: number;
	/** Applies to endpoints whose chain is not known otherwise. */
	expectedChainId: string;
}

/** @throws Problem when the expected chain is not the id of one */
function readSettings({ target }: Endpoint, values: HealthValues): HealthSettings {
	// An endpoint that does not exist yet is not asked.
	if (!('endpoint' in target)) return {};
	const { chain, family } = target.endpoint;
	const isChainKnown = chain !== undefined && chain.ids.length > 0;
	const options = {
		maxBlockAge: values.maxBlockAge || undefined,
		maxBlocksBehind: values.maxBlocksBehind || undefined,
		expectedChainId: isChainKnown ? '' : values.expectedChainId,
	};
	return { ...readHealthSettings(options, family), isCompared: true };
}

/** Asks endpoints for their health, and compares those of the same chain with each other. */
export async function observeHealth(
	endpoints: readonly Endpoint[],
	values: HealthValues,
	poll: Poll,
): Promise<Observation[]> {
	const known = await probeAll(
		endpoints,
		(each, context) => assessHealth(each.target, readSettings(each, values), context),
		poll,
	);
	const results = known.map(({ result }) => result);
	const compared = await compareWithEachOther(results, poll.context);
	return known.map(({ endpoint: { id, name } }, place) => {
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
		return { ...observed, facts: omitUndefined({ reason, ...latency, ...others, ...comparison }) };
	});
}
