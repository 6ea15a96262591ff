import type { LastProbe } from '../polling/snapshot';
import type { Poll } from '../polling/watchEvent';
import type { ProbeContext } from '../readiness/health';
import { ignoreCancelled } from '../text/problem';
import type { Endpoint } from './endpoints';
import { HostOfPoll } from './hostOfPoll';
import { ProbeCalls } from './probeCalls';

/**
 * An endpoint is asked once in this time whatever wait it asked for, so that its recovery is found; a little less than
 * the minute between usual polls. Milliseconds.
 */
const ASKED_EVERY_MS = 55_000;

/**
 * Rejections are an endpoint's own when others at its host explain them with a smaller chance. So small, because there
 * may be a thousand endpoints, and as many polls a day.
 */
const LEAST_CHANCE = Math.log(1e-6);

/** So many rejections count in a poll: those of one window of a limit follow from each other. */
const MOST_COUNTED = 3;

/** What is left from poll to poll of how many calls were sent and rejected, which shows what others there explain. */
const KEPT = 0.8;

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
	const ended = await Promise.all(
		endpoints.map(async (endpoint): Promise<Probed<R>> => {
			const last = lastProbes.get(endpoint.id) ?? {};
			const host = findHost(endpoint, hosts);
			host.add(last, KEPT);
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
	const known: Array<{ endpoint: Endpoint; result: R }> = [];
	for (const each of ended) {
		const { endpoint, result, calls, last } = each;
		const { isKnown, ...next } = isRejected(result) ? judgeRejection(each) : judgeAnswer(each);
		if (isKnown && result !== undefined) known.push({ endpoint, result });
		const { sent, rejected } = countCalls(each);
		const askedAt = calls.sent > 0 ? startedAt : last.askedAt;
		lastProbes.set(endpoint.id, { ...next, askedAt, sent, rejected });
	}
	return known;
}

/** @returns how many calls an endpoint was sent lately, and how many of them it rejected */
function countCalls({
	calls,
	last: { sent = 0, rejected = 0 },
}: Pick<Probed<unknown>, 'calls' | 'last'>): { sent: number; rejected: number } {
	return { sent: KEPT * sent + calls.sent, rejected: KEPT * rejected + calls.rejected };
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
	if (!isKnown) return { ...last, isKnown, isOverdue: calls.sent > 0, isWaiting: false };
	const isUnreachable = result.state === 'unreachable';
	return { isKnown, isUnreachable, networkCode: isUnreachable ? calls.networkCode : undefined };
}

/**
 * Judges a rejection. Where nothing gets through at a host, that is the state of all its endpoints, as long as one of
 * them was asked. While others get through, it is one only of an endpoint whose own calls were rejected more often than
 * they explain.
 */
function judgeRejection(probed: Probed<unknown>): Verdict {
	const { calls, host, last } = probed;
	const { isUnreachable, chance: before = 0 } = last;
	const { isAsked } = calls;
	const isWaiting = !isAsked;
	if (!host.isAdmitting) {
		const isKnown = isAsked || host.rejection !== undefined;
		return { isKnown, isUnreachable, chance: before, isWaiting };
	}
	const own = countCalls(probed);
	// Never quite 0 or 1, however few others there are.
	const ofOthers = (host.rejected - own.rejected + 1) / (host.sent - own.sent + 2);
	const counted = Math.min(calls.rejected, MOST_COUNTED);
	const chance = before + counted * Math.log(ofOthers);
	const isKnown = isAsked && chance < LEAST_CHANCE;
	return { isKnown, isUnreachable, chance, isWaiting, isOverdue: isAsked && !isKnown };
}
