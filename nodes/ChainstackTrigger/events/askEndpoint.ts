import type { RpcReply } from '../../shared/jsonRpc/rpcClient';
import { Cancelled } from '../../shared/pure/problem';
import type { OperationContext } from '../../shared/session/session';

/** An endpoint that says "too many at once" is asked this many times more. */
const MORE_TRIES = 4;

/** Share of the longest wait of a poll that an endpoint may ask for each time, so that all tries fit into the poll. */
const OF_LONGEST_WAIT = 0.25;

/**
 * An endpoint whose turn it was, that was asked so often in one poll and always turned the question away, is not
 * one for which there was no time.
 */
const HAD_ITS_TURN = 3;

/** What an endpoint said, as far as it decides whether to ask again. */
export interface Answer {
	state: string;
	/** Set where the state hardly changes by itself. */
	lastingHint?: string;
}

/** What came of asking an endpoint. */
export interface AskedInPoll<A> {
	answer?: A;
	/** Whether it said "too many at once" when it was asked for the first time. */
	wasRefused: boolean;
}

/** @returns whether an endpoint said "too many at once", which others at its host may have caused */
export function isRefused({ state, lastingHint }: Answer): boolean {
	return state === 'rateLimited' && lastingHint === undefined;
}

/**
 * Asks an endpoint for its state within a poll: once, because that a state has to be seen several times filters
 * transient faults. Only one that says "too many at once" is asked again when it may be, because the questions to
 * others at its host can be what was too much.
 *
 * @param isInTurn whether those at its host are asked one after the other
 * @param ask asks it; in the context it is given, requests are repeated as the poll allows
 * @returns no answer when nothing could be learned: the poll had to end before the question had its full time
 */
export async function askedInPoll<A extends Answer>(
	context: OperationContext,
	isInTurn: boolean,
	ask: (asking: OperationContext) => Promise<A>,
): Promise<AskedInPoll<A>> {
	const { rpc, retryOptions } = context;
	let first: A | undefined;
	let attempts = 0;
	// The number of attempts is lost in the exception that says that the poll has ended.
	const counting =
		<P extends unknown[]>(send: (...given: P) => Promise<RpcReply>) =>
		async (...given: P): Promise<RpcReply> => {
			const reply = await send(...given);
			attempts = Math.max(attempts, reply.attempts);
			return reply;
		};
	const counted = Object.create(rpc, {
		call: { value: counting(rpc.call.bind(rpc)) },
		request: { value: counting(rpc.request.bind(rpc)) },
	}) as typeof rpc;
	try {
		first = await ask(askingWith(context, { retryOptions: { ...retryOptions, maxRetries: 0 } }));
		if (!isRefused(first)) return { answer: first, wasRefused: false };
		const maxRetryWaitMs = retryOptions.maxRetryWaitMs * OF_LONGEST_WAIT;
		const answer = await ask(
			askingWith(context, {
				rpc: counted,
				retryOptions: { ...retryOptions, maxRetries: MORE_TRIES, maxRetryWaitMs },
			}),
		);
		return { answer, wasRefused: true };
	} catch (error) {
		if (!(error instanceof Cancelled)) return await Promise.reject(error);
		const hadItsTurn = isInTurn && attempts >= HAD_ITS_TURN;
		return { ...(hadItsTurn && { answer: first }), wasRefused: first !== undefined };
	}
}

function askingWith(
	context: OperationContext,
	own: Partial<Pick<OperationContext, 'rpc' | 'retryOptions'>>,
): OperationContext {
	const values = Object.entries(own).map(([name, value]) => [name, { value }]);
	// Not copied: reading what the context has would throw where the credential has no API key.
	return Object.create(
		context,
		Object.fromEntries(values) as PropertyDescriptorMap,
	) as OperationContext;
}
