import type { RpcClient, RpcReply } from '../../shared/jsonRpc/rpcClient';

/** How the calls of a look at an endpoint are sent. */
export interface CallPlan {
	/** Whether the first one is sent alone, and the others only once it has been answered. */
	isFirstAlone: boolean;
	/** Waits until this many calls may be sent to the host. The first one has already had its turn. */
	turn(calls: number): Promise<void>;
}

/** Answers after which it is pointless to send more calls. */
const LEAVES_NOTHING_TO_ASK: ReadonlySet<RpcReply['answer']['kind']> = new Set([
	'cancelled',
	'rateLimited',
	'unauthorized',
	'unreachable',
]);

/**
 * Sends the calls of one look at an endpoint. Together they need the fewest requests; but when the endpoint hangs,
 * its host counts all of them, and none can be identified as the cause before each has had its full time. Where that
 * matters one goes first: an endpoint that hangs is then detected by a single call that had its full time.
 */
export class EndpointCalls {
	/** How many were sent. */
	sent = 0;

	/** The most attempts that one of them took; the exception for the end of the poll does not carry it. */
	attempts = 0;

	private first?: Promise<RpcReply>;

	/** Calls that wait for the first one, and the promise that releases them together. */
	private waiting = 0;

	private others?: Promise<RpcReply | undefined>;

	constructor(private readonly plan: CallPlan) {}

	/** Whether several may have been sent at once. */
	get wereTogether(): boolean {
		return this.sent > 1 && !this.plan.isFirstAlone;
	}

	/** @returns a client that sends as planned */
	through(rpc: RpcClient): RpcClient {
		return Object.create(rpc, {
			call: { value: this.planned(rpc.call.bind(rpc)) },
			request: { value: this.planned(rpc.request.bind(rpc)) },
		}) as RpcClient;
	}

	private planned<P extends unknown[]>(
		send: (...given: P) => Promise<RpcReply>,
	): (...given: P) => Promise<RpcReply> {
		const sending = async (...given: P): Promise<RpcReply> => {
			this.sent += 1;
			const reply = await send(...given);
			this.attempts = Math.max(this.attempts, reply.attempts);
			return reply;
		};
		if (!this.plan.isFirstAlone) return sending;
		return async (...given) => {
			if (this.first === undefined) return await (this.first = sending(...given));
			const reply = await this.afterFirst(this.first);
			return reply ?? (await sending(...given));
		};
	}

	/** @returns the answer to the first call, when no more calls are to be sent */
	private async afterFirst(first: Promise<RpcReply>): Promise<RpcReply | undefined> {
		this.waiting += 1;
		this.others ??= first.then(async (reply) => {
			if (LEAVES_NOTHING_TO_ASK.has(reply.answer.kind)) return reply;
			await this.plan.turn(this.waiting);
			this.others = undefined;
			this.waiting = 0;
			return undefined;
		});
		return await this.others;
	}
}
