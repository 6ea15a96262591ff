import type { RpcCalls, RpcReply } from '../jsonRpc/rpcClient';
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

/** While others at its host get through, an endpoint is rejected in this many polls before that is its own state. */
const REJECTED_POLLS = 3;

/** Answers after which it is pointless to ask an endpoint anything else. */
const NOTHING_ELSE_TO_ASK: ReadonlySet<RpcReply['answer']['kind']> = new Set([
	'cancelled',
	'rateLimited',
	'unauthorized',
	'unreachable',
]);

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
			facts,
		};
	});
}

/** The user's requirements for health; 0 and an empty text stand for what is usual for the chain. */
type HealthValues = Required<Parameters<typeof readHealthSettings>[0]>;

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
	const answering = new Set(answered.map(({ host }) => host));
	const now = context.clock.now();
	lastProbes.clear();
	const known: Array<{ endpoint: Endpoint; result: R }> = [];
	for (const { endpoint, result, calls, isRejected, last, host } of ended) {
		// That nothing was sent because of others is a state only where nobody at its host is answered.
		const isOwn = isRejected || calls.isAsked || !answering.has(host);
		let next: LastProbe = { ...last, isOverdue: false };
		if (isRejected) next = countRejection(calls, last, admitting.has(host), now);
		else if (result !== undefined && isOwn)
			next = {
				isUnreachable: result.state === 'unreachable',
				networkCode: result.state === 'unreachable' ? calls.networkCode : undefined,
			};
		if (result !== undefined && isOwn && next.isOverdue !== true) known.push({ endpoint, result });
		lastProbes.set(endpoint.id, next);
	}
	return known;
}

/**
 * Counts the polls in which an endpoint is rejected.
 * @param isAnyAdmitted whether others at its host get through: their calls may be why it is rejected
 * @returns what is known of it then; overdue where that is not its own state
 */
function countRejection(
	{ isAsked, isCutOff, waitMs }: ProbeCalls,
	{ rejectedPolls: before = 0, waitsUntil: askedUntil = -Infinity, isUnreachable }: LastProbe,
	isAnyAdmitted: boolean,
	now: number,
): LastProbe {
	const isWaiting = before > 0 && (now < askedUntil || !isAnyAdmitted);
	const isOwn = isAsked || isWaiting;
	// Its turn may have come had there been more time: others got what the host let through.
	const isCounted = isOwn && !(isCutOff && isAnyAdmitted);
	const rejectedPolls = before + Number(isCounted);
	const isCertain = !isAnyAdmitted || rejectedPolls >= REJECTED_POLLS;
	const waitsUntil = Math.max(askedUntil, now + waitMs);
	return { isUnreachable, rejectedPolls, waitsUntil, isOverdue: !(isOwn && isCertain) };
}

/** The answer to a call that waited for its host to answer again. */
const OUTAGE = { kind: 'unreachable', reason: 'requests to its host keep failing' } as const;

/**
 * The calls of a probe. The first is sent alone and the others follow once it is answered, so that an endpoint that
 * hangs costs its host a single call; they precede first calls to others, so that what has begun is finished.
 */
class ProbeCalls implements RpcCalls {
	/** Whether a call was sent and either ended before the poll did, or was rejected. */
	isAsked = false;

	/** Whether the poll was over before its last call had ended. */
	isCutOff = false;

	/** The longest wait that the endpoint asked for, in milliseconds. */
	waitMs = 0;

	/** The code of Node.js for why no connection was made, where that was the last answer. */
	networkCode?: string;

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
		if (this.first === undefined) {
			this.first = this.noteReply(send(this.isOverdue));
			return await this.first;
		}
		const first = await this.first;
		return NOTHING_ELSE_TO_ASK.has(first.answer.kind) ? first : await this.noteReply(send(true));
	}

	private async noteReply(sending: Promise<RpcReply>): Promise<RpcReply> {
		const reply = await sending;
		const answer = findLastAnswer(reply);
		this.isCutOff = reply.answer.kind === 'cancelled';
		this.networkCode = answer.kind === 'unreachable' ? answer.networkCode : undefined;
		const isRejected = answer.kind === 'rateLimited';
		const isSent = reply.attempts > 0;
		if (isSent && (isRejected || !this.isCutOff)) this.isAsked = true;
		if (isSent && isRejected) this.waitMs = Math.max(this.waitMs, answer.retryAfterMs ?? 0);
		return { ...reply, answer };
	}
}

/** @returns the answer, or the reason why the poll was over before the call could be sent (again) */
function findLastAnswer({ answer, lastAnswer, isInOutage }: RpcReply): RpcReply['answer'] {
	if (answer.kind !== 'cancelled') return answer;
	if (lastAnswer?.kind === 'rateLimited') return lastAnswer;
	return isInOutage ? OUTAGE : answer;
}
