import type { LastProbe } from '../polling/snapshot';
import type { Poll } from '../polling/watchEvent';
import type { ProbeContext } from '../readiness/health';
import { ignoreCancelled } from '../text/problem';
import type { Endpoint } from './endpoints';
import { HostOfPoll } from './hostOfPoll';
import { countLately, isOwn, type Rejections } from './ownRejections';
import { ProbeCalls } from './probeCalls';

/**
 * An endpoint is asked once in this time whatever wait it asked for, so that its recovery is found; a little less than
 * the minute between usual polls. Milliseconds.
 */
const ASKED_EVERY_MS = 55_000;

/** How the probe of an endpoint ended. */
interface Probed<R> {
	endpoint: Endpoint;
	/** Absent where the poll was over before. */
	result?: R;
	calls: ProbeCalls;
	host: HostOfPoll;
	last: LastProbe;
}

/**
 * Asks endpoints until the poll is over. The scheduler decides when each of them is asked and whether again; they are
 * handed to it in the order given.
 * @param probe asks one endpoint
 * @returns the results that are states of their endpoints
 */
export async function probeAll<R extends { state: string; lastingHint?: string }>(
	endpoints: readonly Endpoint[],
	probe: (endpoint: Endpoint, context: ProbeContext) => Promise<R>,
	{ context, probeOptions, trigger: { lastProbes } }: Poll,
): Promise<Array<{ endpoint: Endpoint; result: R }>> {
	const startedAt = context.clock.now();
	const hosts = new Map<string, HostOfPoll>();
	const isLast = ({ id }: Endpoint): number => Number(lastProbes.get(id)?.isLast ?? false);
	const inOrder = [...endpoints].sort((a, b) => isLast(a) - isLast(b));
	const ended = await Promise.all(
		inOrder.map(async (endpoint): Promise<Probed<R>> => {
			const last = lastProbes.get(endpoint.id) ?? {};
			const host = findHost(endpoint, hosts);
			const { askedAt = -Infinity, isOverdue = false } = last;
			const ignoresWait = startedAt - askedAt >= ASKED_EVERY_MS;
			const calls = new ProbeCalls(context.rpc, host, { isUrgent: isOverdue, ignoresWait });
			// An endpoint that is down already is not made sure of again.
			const retryOptions = last.isUnreachable ? { ...probeOptions, retryForMs: 0 } : probeOptions;
			const parts = { rpc: calls, retryOptions, once: context.once };
			const result = await probe(endpoint, parts).catch(ignoreCancelled);
			return { endpoint, result, calls, host, last };
		}),
	);
	lastProbes.clear();
	for (const each of ended) each.host.add(readRejections(each), each.calls.isAsked);
	const known: Array<{ endpoint: Endpoint; result: R }> = [];
	for (const each of ended) {
		const { endpoint, result, calls, last } = each;
		const { isKnown, ...next } = isRejected(result) ? judgeRejection(each) : judgeAnswer(each);
		if (isKnown && result !== undefined) known.push({ endpoint, result });
		const askedAt = calls.tally.sent > 0 ? startedAt : last.askedAt;
		lastProbes.set(endpoint.id, { ...next, askedAt, tally: countLately(readRejections(each)) });
	}
	return known;
}

function readRejections({
	calls: { tally: inPoll },
	last: { tally: before, chance },
}: Pick<Probed<unknown>, 'calls' | 'last'>): Rejections {
	return { inPoll, before, chance };
}

/** @returns what this poll knows of the host to which the calls of an endpoint are sent */
function findHost({ target }: Endpoint, hosts: Map<string, HostOfPoll>): HostOfPoll {
	// One that is not deployed yet is not asked.
	if (!('endpoint' in target)) return new HostOfPoll();
	const { origin } = target.endpoint;
	const host = hosts.get(origin) ?? new HostOfPoll();
	hosts.set(origin, host);
	return host;
}

/** @returns whether an endpoint rejects calls because there are too many; a quota that is used up stays so */
function isRejected(result: { state: string; lastingHint?: string } | undefined): boolean {
	return result?.state === 'rateLimited' && result.lastingHint === undefined;
}

/** What is known of an endpoint after a poll, and whether what came of its probe is its state. */
type Verdict = LastProbe & { isKnown: boolean };

/** Judges an answer, or an outage. That nothing was sent because of others is a state only where none is answered. */
function judgeAnswer({ result, calls, host, last }: Probed<{ state: string }>): Verdict {
	const isKnown = result !== undefined && (calls.isAsked || !host.isAnswering);
	const wasSent = calls.tally.sent > 0;
	const isLast = last.isLast === true && !wasSent;
	if (!isKnown) return { ...last, isKnown, isOverdue: wasSent, isWaiting: false, isLast };
	const isUnreachable = result.state === 'unreachable';
	return { isKnown, isUnreachable, networkCode: isUnreachable ? calls.networkCode : undefined };
}

/**
 * Judges a rejection. Where nothing gets through at a host, that is the state of all its endpoints, as long as one was
 * asked that is not suspected to have a limit of its own. While others get through, it is one only of an endpoint whose own calls were rejected more often than
 * they explain.
 */
function judgeRejection(probed: Probed<unknown>): Verdict {
	const { calls, host, last } = probed;
	const { isAsked } = calls;
	const { isAdmitting, isClosed, comparison } = host;
	const chance = isAdmitting ? comparison.calculateChance(readRejections(probed)) : last.chance;
	const isOfHost = isClosed && (isAsked || host.rejection !== undefined);
	const isKnown = isOfHost || (isAsked && isOwn(chance));
	const isLast = last.isLast === true || (isAsked && host.isTakenUp);
	const isOverdue = isAsked && !isKnown && !isLast;
	const { isUnreachable } = last;
	return { isKnown, isUnreachable, chance, isWaiting: !isAsked, isOverdue, isLast };
}
