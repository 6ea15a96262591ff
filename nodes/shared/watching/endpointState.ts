import type { Observation } from '../polling/snapshot';
import type { Poll } from '../polling/watchEvent';
import { compareWithEachOther } from '../readiness/compare';
import {
	assessHealth,
	describeHealth,
	describeProgress,
	probeSync,
	readHealthSettings,
	type HealthSettings,
} from '../readiness/health';
import { formatBlocks } from '../readiness/probe';
import { omitUndefined } from '../text/json';
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
	return known.map(({ endpoint: asked, result }) => {
		const { state, latencyMs, attempts, endpoint, report } = result;
		const facts = omitUndefined({
			...asked.facts,
			endpoint,
			latencyMs: attempts > 0 ? latencyMs : undefined,
			...formatBlocks(report),
		});
		return {
			id: asked.id,
			name: asked.name,
			state,
			reason: result.reason ?? (state === 'syncing' ? describeProgress(report) : undefined),
			chain: nameChain(asked, report?.chain?.name),
			isInMaintenance: asked.isInMaintenance,
			facts,
		};
	});
}

/** The user's requirements for health; without them, or with an empty text, what is usual for the chain counts. */
type HealthValues = Parameters<typeof readHealthSettings>[0];

/** @throws Problem when the expected chain is not the id of one */
function readSettings({ target }: Endpoint, values: HealthValues): HealthSettings {
	// An endpoint that does not exist yet is not asked.
	if (!('endpoint' in target)) return {};
	const { chain, family } = target.endpoint;
	const isChainKnown = chain !== undefined && chain.ids.length > 0;
	const options = {
		maxBlockAge: values.maxBlockAge,
		maxBlocksBehind: values.maxBlocksBehind,
		expectedChainId: isChainKnown ? '' : values.expectedChainId,
	};
	return { ...readHealthSettings(options, family), chain: true };
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
	return compared.map((health, index) => {
		const { endpoint: asked } = known[index];
		const { healthy, reason, doubt } = health;
		const { latencyMs, attempts, chain, ...others } = describeHealth(health);
		const facts = omitUndefined({
			...asked.facts,
			latencyMs: attempts > 0 ? latencyMs : undefined,
			...others,
		});
		return {
			id: asked.id,
			name: asked.name,
			// A node that is a few blocks behind reports that it is synchronizing, but is healthy.
			state: healthy ? 'ready' : health.state,
			reason,
			chain: nameChain(asked, chain),
			isInMaintenance: asked.isInMaintenance,
			doubt,
			facts,
		};
	});
}

/** @returns what people call the chain of an endpoint: as it says itself, or as its address or network says */
function nameChain({ target, chain }: Endpoint, said: string | undefined): string | undefined {
	const ofAddress = 'endpoint' in target ? target.endpoint.chain?.name : undefined;
	return said ?? ofAddress ?? chain;
}
