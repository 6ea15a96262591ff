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
		const { host } = this;
		host.began();
		const reply = await sending;
		const answer = findLastAnswer(reply);
		const { attempts } = reply;
		this.networkCode = answer.kind === 'unreachable' ? answer.networkCode : undefined;
		if (attempts > 0) {
			this.tally.sent += attempts;
			this.tally.rejected += countRejections(answer.kind, attempts);
			if (answer.kind === 'rateLimited' || reply.answer.kind !== 'cancelled') this.isAsked = true;
			host.note(answer);
		}
		host.ended();
		if (attempts > 0 || answer.kind !== 'cancelled') return { ...reply, answer };
		// Why it was not sent may be known from others, which end at the same time.
		await host.whenAllEnded();
		const ofHost = host.rejection ?? (reply.isInOutage ? OUTAGE : answer);
		return { ...reply, answer: ofHost };
	}
}

/** @returns how often a call was rejected: each time, or each time but the last; one that fails to the end was not */
function countRejections(kind: RpcReply['answer']['kind'], attempts: number): number {
	if (kind === 'unreachable') return 0;
	return kind === 'rateLimited' ? attempts : attempts - 1;
}

/** @returns the answer to a call; to one that was sent and cancelled, what is known from when it was sent before */
function findLastAnswer({
	answer,
	attempts,
	lastAnswer,
	isInOutage,
}: RpcReply): RpcReply['answer'] {
	if (answer.kind !== 'cancelled' || attempts === 0) return answer;
	if (lastAnswer?.kind === 'rateLimited') return lastAnswer;
	return isInOutage ? OUTAGE : answer;
}
