import type { Observation } from '../polling/observation';
import type { LastProbe, Poll } from '../polling/watchEvent';
import { compareWithEachOther } from '../readiness/compare';
import {
	assessHealth,
	describeHealth,
	probeSync,
	readHealthSettings,
	type Health,
	type HealthSettings,
	type ProbeContext,
} from '../readiness/health';
import { formatBlocks } from '../readiness/probe';
import { omitUndefined } from '../text/json';
import { ignoreCancelled } from '../text/problem';
import type { Endpoint } from './endpoints';
import { ProbeCalls } from './probeCalls';

/** While others at its host get through, an endpoint is rejected in this many polls before that is its own state. */
const REJECTED_POLLS = 3;

const NEVER_ASKED: LastProbe = {
	rejectedPolls: 0,
	waitsUntil: -Infinity,
	isUnreachable: false,
	isOverdue: false,
};

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
		const { healthy, state, reason, doubt } = compared[place];
		const { latencyMs, attempts, ...others } = describeHealth(compared[place]);
		const latency = { latencyMs: attempts > 0 ? latencyMs : undefined };
		// A node that is a few blocks behind reports that it is synchronizing, but is healthy.
		const shown = healthy ? 'ready' : state;
		const observed = { id, name, state: shown, ...(doubt !== undefined && { doubt }) };
		return { ...observed, facts: omitUndefined({ reason, ...latency, ...others }) };
	});
}

/** The part of a probe's result that says whether it is one. */
type Judged = Pick<Health, 'lastingHint'> & { state: string };

/** An endpoint that was asked, and the result. */
interface Probed<R> {
	endpoint: Endpoint;
	result: R;
}

interface Ended<R> {
	endpoint: Endpoint;
	/** Absent where the poll was over first. */
	result?: R;
	calls: ProbeCalls;
}

/**
 * Asks endpoints until the poll is over. The scheduler decides when each of them is asked and whether again; they are
 * handed to it in the order given.
 * @param probe asks one endpoint
 * @returns results, without those whose turn did not come, or who were rejected because others had used up the limit of
 * their host
 */
export async function probeAll<R extends Judged>(
	endpoints: readonly Endpoint[],
	probe: (endpoint: Endpoint, context: ProbeContext) => Promise<R>,
	{ context, probeOptions, lastProbes }: Poll,
): Promise<Array<Probed<R>>> {
	const ended = await Promise.all(
		endpoints.map(async (endpoint): Promise<Ended<R>> => {
			const last = lastProbes.get(endpoint.id) ?? NEVER_ASKED;
			const calls = new ProbeCalls(context.rpc, last.isOverdue);
			const { once } = context;
			// What is down already is not made sure of again.
			const retryOptions = last.isUnreachable ? { ...probeOptions, retryForMs: 0 } : probeOptions;
			const probing = probe(endpoint, { rpc: calls, retryOptions, once });
			return { endpoint, result: await probing.catch(ignoreCancelled), calls };
		}),
	);
	return judgeProbes(ended, lastProbes, context.clock.now());
}

/**
 * Tells states from rejections and failures for which others at the host are the reason. What was not sent because of
 * them is the state of an endpoint only where nobody at its host gets through.
 */
function judgeProbes<R extends Judged>(
	ended: ReadonlyArray<Ended<R>>,
	lastProbes: Map<string, LastProbe>,
	now: number,
): Array<Probed<R>> {
	// A quota that is used up stays so.
	const wasRejected = ({ result }: Ended<R>): boolean =>
		result?.state === 'rateLimited' && result.lastingHint === undefined;
	const asked = ended.filter((each) => each.calls.isAsked && !wasRejected(each));
	const admitted = new Set(asked.map(({ endpoint }) => getOrigin(endpoint)));
	const answered = asked.filter(({ result }) => result?.state !== 'unreachable');
	const answering = new Set(answered.map(({ endpoint }) => getOrigin(endpoint)));
	const before = new Map(lastProbes);
	lastProbes.clear();
	const known: Array<Probed<R>> = [];
	for (const each of ended) {
		const { endpoint, result } = each;
		const { isAsked, isCutOff, waitMs } = each.calls;
		const isRejected = wasRejected(each);
		const { id } = endpoint;
		const host = getOrigin(endpoint);
		const last = before.get(id) ?? NEVER_ASKED;
		const isWaiting = last.rejectedPolls > 0 && (now < last.waitsUntil || !admitted.has(host));
		const isOwn = isAsked || (isRejected ? isWaiting : !answering.has(host));
		// Its turn may have come had there been more time: others got what the host let through.
		const isInTurn = !isCutOff || !admitted.has(host);
		const rejectedPolls = last.rejectedPolls + (isRejected && isOwn && isInTurn ? 1 : 0);
		const isUncertain = isRejected && admitted.has(host) && rejectedPolls < REJECTED_POLLS;
		const isKnown = result !== undefined && isOwn && !isUncertain;
		if (isKnown) known.push({ endpoint, result });
		const next = { ...last, isOverdue: !isKnown && isRejected };
		if (isRejected) {
			const waitsUntil = Math.max(last.waitsUntil, now + waitMs);
			lastProbes.set(id, { ...next, rejectedPolls, waitsUntil });
		} else if (isKnown)
			lastProbes.set(id, { ...NEVER_ASKED, isUnreachable: result.state === 'unreachable' });
		else lastProbes.set(id, next);
	}
	return known;
}

/** @returns where calls to an endpoint are sent, which may limit the rate of all of them */
function getOrigin({ target }: Endpoint): string {
	return 'endpoint' in target ? target.endpoint.origin : '';
}
