import type { RpcCalls, RpcReply } from '../jsonRpc/rpcClient';
import type { LastProbe, Poll } from '../polling/watchEvent';
import type { Health, ProbeContext } from '../readiness/health';
import { ignoreCancelled } from '../text/problem';
import type { Endpoint } from './endpoints';

/** While others at its host get through, an endpoint is rejected in this many polls before that is its own state. */
const REJECTED_POLLS = 3;

/** Answers after which it is pointless to ask an endpoint anything else. */
const NOTHING_ELSE_TO_ASK: ReadonlySet<RpcReply['answer']['kind']> = new Set([
	'cancelled',
	'rateLimited',
	'unauthorized',
	'unreachable',
]);

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
			const { clock, once, forget } = context;
			// What is down already is not made sure of again.
			const retryOptions = last.isUnreachable ? { ...probeOptions, retryForMs: 0 } : probeOptions;
			const probing = probe(endpoint, { rpc: calls, retryOptions, clock, once, forget });
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

const NEVER_ASKED: LastProbe = {
	rejectedPolls: 0,
	waitsUntil: -Infinity,
	isUnreachable: false,
	isOverdue: false,
};

/**
 * The calls of a probe. The first is sent alone and the others follow once it is answered, so that an endpoint that
 * hangs costs its host a single call; they precede first calls to others, so that what has begun is finished.
 */
class ProbeCalls implements RpcCalls {
	/** Whether the endpoint was asked, and as often as it may be. */
	isAsked = false;

	/** Whether it was rejected and waited to be asked again when the poll was over. */
	isCutOff = false;

	waitMs = 0;

	private first?: Promise<RpcReply>;

	readonly call: RpcCalls['call'] = (endpoint, request) =>
		this.inTurn((isUrgent) => this.rpc.call(endpoint, { ...request, isUrgent }));

	readonly request: RpcCalls['request'] = (endpoint, request) =>
		this.inTurn((isUrgent) => this.rpc.request(endpoint, { ...request, isUrgent }));

	readonly dialects: RpcCalls['dialects'];

	/** @param isOverdue whether the first one, too, precedes those of others */
	constructor(
		private readonly rpc: RpcCalls,
		private readonly isOverdue: boolean,
	) {
		this.dialects = rpc.dialects;
	}

	private async inTurn(send: (isUrgent: boolean) => Promise<RpcReply>): Promise<RpcReply> {
		if (this.first === undefined) return await (this.first = this.noted(send(this.isOverdue)));
		const first = await this.first;
		return NOTHING_ELSE_TO_ASK.has(first.answer.kind) ? first : await this.noted(send(true));
	}

	private async noted(sending: Promise<RpcReply>): Promise<RpcReply> {
		const { answer: final, lastAnswer, isInOutage, ...reply } = await sending;
		const answer =
			final.kind === 'cancelled' ? (lastKnown(lastAnswer, isInOutage) ?? final) : final;
		const isEnded = final.kind !== 'cancelled' || lastAnswer?.kind === 'rateLimited';
		this.isAsked ||= reply.attempts > 0 && isEnded;
		this.isCutOff = final.kind === 'cancelled';
		if (reply.attempts > 0 && answer.kind === 'rateLimited')
			this.waitMs = Math.max(this.waitMs, answer.retryAfterMs ?? 0);
		return { ...reply, answer };
	}
}

/** The answer to a call where the poll was over before it could be sent (again). */
function lastKnown(
	lastAnswer: RpcReply['lastAnswer'],
	isInOutage: RpcReply['isInOutage'],
): RpcReply['answer'] | undefined {
	if (lastAnswer?.kind === 'rateLimited') return lastAnswer;
	return isInOutage
		? { kind: 'unreachable', reason: 'requests to its host keep failing' }
		: undefined;
}
