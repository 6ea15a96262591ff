import type { RpcCalls, RpcReply } from '../jsonRpc/rpcClient';

/** Answers after which it is pointless to ask an endpoint anything else. */
const NOTHING_ELSE_TO_ASK: ReadonlySet<RpcReply['answer']['kind']> = new Set([
	'cancelled',
	'rateLimited',
	'unauthorized',
	'unreachable',
]);

/** The answer to a call that waited for its host to answer again. */
const OUTAGE = { kind: 'unreachable', reason: 'requests to its host keep failing' } as const;

/**
 * The calls of a probe. The first is sent alone and the others follow once it is answered, so that an endpoint that
 * hangs costs its host a single call; they precede first calls to others, so that what has begun is finished.
 */
export class ProbeCalls implements RpcCalls {
	/** Whether a call was sent and either ended before the poll did, or was rejected. */
	isAsked = false;

	/** Whether the poll was over before its last call had ended. */
	isCutOff = false;

	/** The longest wait that the endpoint asked for, in milliseconds. */
	waitMs = 0;

	/** How many calls were sent, repetitions included, and how many of them were not rejected. */
	sent = 0;
	answered = 0;

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
		const { answer: final, ...reply } = await sending;
		this.isCutOff = final.kind === 'cancelled';
		// The poll was over before it could be sent (again).
		const answer = this.isCutOff ? (findLastState(reply) ?? final) : final;
		this.networkCode = answer.kind === 'unreachable' ? answer.networkCode : undefined;
		if (reply.attempts > 0) this.count(answer, reply.attempts);
		return { ...reply, answer };
	}

	private count(answer: RpcReply['answer'], attempts: number): void {
		const isRejected = answer.kind === 'rateLimited';
		this.sent += attempts;
		if (!isRejected && !this.isCutOff) this.answered += 1;
		if (isRejected || !this.isCutOff) this.isAsked = true;
		if (isRejected) this.waitMs = Math.max(this.waitMs, answer.retryAfterMs ?? 0);
	}
}

/** @returns what is known of an endpoint whose call was cancelled: that it rejects calls, or that its host is down */
function findLastState({
	lastAnswer,
	isInOutage,
}: Pick<RpcReply, 'lastAnswer' | 'isInOutage'>): RpcReply['answer'] | undefined {
	if (lastAnswer?.kind === 'rateLimited') return lastAnswer;
	return isInOutage ? OUTAGE : undefined;
}
