import type { LastProbe, Observation } from '../polling/snapshot';
import type { Poll } from '../polling/watchEvent';
import { compareWithEachOther } from '../readiness/compare';
import {
	assessHealth,
	describeHealth,
	describeProgress,
	probeSync,
	readHealthSettings,
	type HealthSettings,
	type ProbeContext,
} from '../readiness/health';
import { formatBlocks } from '../readiness/probe';
import { omitUndefined } from '../text/json';
import { ignoreCancelled } from '../text/problem';
import type { Endpoint } from './endpoints';
import { ProbeCalls } from './probeCalls';
import { countRejection, measureRejections } from './rejections';

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

/**
 * Asks endpoints until the poll is over. The scheduler decides when each of them is asked and whether again; they are
 * handed to it in the order given.
 * @param probe asks one endpoint
 * @returns results, without those whose turn did not come, or who were rejected because others had used up the limit of
 * their host
 */
export async function probeAll<R extends { state: string; lastingHint?: string }>(
	endpoints: readonly Endpoint[],
	probe: (endpoint: Endpoint, context: ProbeContext) => Promise<R>,
	{ context, probeOptions, trigger: { lastProbes } }: Poll,
): Promise<Array<{ endpoint: Endpoint; result: R }>> {
	const ended = await Promise.all(
		endpoints.map(async (endpoint) => {
			const last = lastProbes.get(endpoint.id) ?? {};
			const calls = new ProbeCalls(context.rpc, last.isOverdue === true);
			// An endpoint that is down already is not made sure of again.
			const retryOptions = last.isUnreachable ? { ...probeOptions, retryForMs: 0 } : probeOptions;
			const parts = { rpc: calls, retryOptions, once: context.once };
			const result = await probe(endpoint, parts).catch(ignoreCancelled);
			// A quota that is used up stays so.
			const isRejected = result?.state === 'rateLimited' && result.lastingHint === undefined;
			// Where calls are sent, which may limit the rate of all of them.
			const host = 'endpoint' in endpoint.target ? endpoint.target.endpoint.origin : '';
			return { endpoint, result, calls, isRejected, last, host };
		}),
	);
	const asked = ended.filter(({ calls, isRejected }) => calls.isAsked && !isRejected);
	const answered = asked.filter(({ result }) => result?.state !== 'unreachable');
	const admitting = new Set(asked.map(({ host }) => host));
	const shares = measureRejections(ended);
	const answering = new Set(answered.map(({ host }) => host));
	const now = context.clock.now();
	lastProbes.clear();
	const known: Array<{ endpoint: Endpoint; result: R }> = [];
	for (const { endpoint, result, calls, isRejected, last, host } of ended) {
		// That nothing was sent because of others is a state only where nobody at its host is answered.
		const isOwn = isRejected || calls.isAsked || !answering.has(host);
		let next: LastProbe = { ...last, isOverdue: false };
		if (isRejected) {
			const share = admitting.has(host) ? shares.get(host) : undefined;
			next = countRejection(calls, last, share, now);
		} else if (result !== undefined && isOwn)
			next = {
				isUnreachable: result.state === 'unreachable',
				networkCode: result.state === 'unreachable' ? calls.networkCode : undefined,
			};
		if (result !== undefined && isOwn && next.isOverdue !== true) known.push({ endpoint, result });
		lastProbes.set(endpoint.id, next);
	}
	return known;
}
