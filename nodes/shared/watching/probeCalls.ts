import type { RpcCalls, RpcReply } from '../jsonRpc/rpcClient';

/** Answers after which it is pointless to ask an endpoint anything else. */
const NOTHING_ELSE_TO_ASK: ReadonlySet<RpcReply['answer']['kind']> = new Set([
	'cancelled',
	'rateLimited',
	'unauthorized',
	'unreachable',
]);

/**
 * The calls of a probe. The first is sent alone and the others follow once it is answered, so that an endpoint that
 * hangs costs its host a single call; they precede first calls to others, so that what has begun is finished.
 */
export class ProbeCalls implements RpcCalls {
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
