import type { RpcClient, RpcReply } from '../../shared/jsonRpc/rpcClient';

/** How the calls of a look at an endpoint are sent. */
export interface CallPlan {
	/** Whether the first one is sent alone, and the others only when it was answered. */
	isFirstAlone: boolean;
	/** Waits until so many calls may be sent to the host. The turn of the first one has come. */
	turn(calls: number): Promise<void>;
}

/** What an endpoint answers that is no use asking for more. */
const LEAVES_NOTHING_TO_ASK: ReadonlySet<RpcReply['answer']['kind']> = new Set([
	'cancelled',
	'rateLimited',
	'unauthorized',
	'unreachable',
]);

/**
 * Sends the calls of one look at an endpoint. Together they are the fewest requests; but when the endpoint hangs,
 * all of them are counted by its host, and none can be told to be the reason before each has had its full time. Where
 * that matters one goes first: an endpoint that hangs is then known by a single call that had its full time.
 */
export class EndpointCalls {
	/** How many were sent. */
	sent = 0;

	/** The most attempts that one of them took; lost in the exception that says that the poll has ended. */
	attempts = 0;

	private first?: Promise<RpcReply>;

	/** Calls that wait for the first one, and what lets them go, together. */
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

	/** @returns the answer to the first call, where nothing more is asked */
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
