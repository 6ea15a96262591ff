import type { RpcCalls, RpcReply } from '../jsonRpc/rpcClient';
import type { Tally } from '../polling/snapshot';
import type { HostOfPoll } from './hostOfPoll';

/** Answers after which it is pointless to ask an endpoint anything else. */
const NOTHING_ELSE_TO_ASK: ReadonlySet<RpcReply['answer']['kind']> = new Set([
	'cancelled',
	'rateLimited',
	'unauthorized',
	'unreachable',
]);

/** The answer to a call that waited for its host to answer again. */
const OUTAGE = { kind: 'unreachable', reason: 'requests to its host keep failing' } as const;

/** How the first call of a probe is made. */
interface FirstCall {
	/** It precedes the first calls of others. */
	isUrgent: boolean;
	/** It is sent although a wait that a server asked for is not over. */
	ignoresWait: boolean;
}

/**
 * The calls of a probe. The first is sent alone and the others follow once it is answered, so that an endpoint that
 * hangs costs its host a single call; they precede first calls to others, so that what has begun is finished.
 */
export class ProbeCalls implements RpcCalls {
	/** Whether a call was sent and either ended before the poll did, or was rejected. */
	isAsked = false;

	/** What became of the calls that were sent. */
	readonly tally: Tally = { sent: 0, rejected: 0 };

	/** The code of Node.js for why no connection was made, where that was the last answer. */
	networkCode?: string;

	private firstReply?: Promise<RpcReply>;

	readonly call: RpcCalls['call'] = (endpoint, request) =>
		this.inTurn((how) => this.rpc.call(endpoint, { ...request, ...how }));

	readonly request: RpcCalls['request'] = (endpoint, request) =>
		this.inTurn((how) => this.rpc.request(endpoint, { ...request, ...how }));

	readonly dialects: RpcCalls['dialects'];

	/** @param host what the poll has found out about the host of the endpoint; added to */
	constructor(
		private readonly rpc: RpcCalls,
		private readonly host: HostOfPoll,
		private readonly first: FirstCall,
	) {
		this.dialects = rpc.dialects;
	}

	private async inTurn(send: (how: Partial<FirstCall>) => Promise<RpcReply>): Promise<RpcReply> {
		if (this.firstReply === undefined) {
			this.firstReply = this.noteReply(send(this.first));
			return await this.firstReply;
		}
		const first = await this.firstReply;
		if (NOTHING_ELSE_TO_ASK.has(first.answer.kind)) return first;
		return await this.noteReply(send({ isUrgent: true }));
	}

	private async noteReply(sending: Promise<RpcReply>): Promise<RpcReply> {
		const { answer: final, ...reply } = await sending;
		const isCutOff = final.kind === 'cancelled';
		// The poll was over before it could be sent (again).
		const answer = isCutOff ? (this.findLastState(reply) ?? final) : final;
		this.networkCode = answer.kind === 'unreachable' ? answer.networkCode : undefined;
		const { attempts } = reply;
		if (attempts > 0) {
			this.tally.sent += attempts;
			this.tally.rejected += answer.kind === 'rateLimited' ? attempts : attempts - 1;
			if (answer.kind === 'rateLimited' || !isCutOff) this.isAsked = true;
			this.host.note(answer);
		}
		return { ...reply, answer };
	}

	/** @returns what is known of an endpoint whose call was cancelled: that it, or its host, rejects calls, or is down */
	private findLastState({
		attempts,
		lastAnswer,
		isInOutage,
	}: Pick<RpcReply, 'attempts' | 'lastAnswer' | 'isInOutage'>): RpcReply['answer'] | undefined {
		if (lastAnswer?.kind === 'rateLimited') return lastAnswer;
		const { rejection } = this.host;
		if (attempts === 0 && rejection !== undefined) return rejection;
		return isInOutage ? OUTAGE : undefined;
	}
}
