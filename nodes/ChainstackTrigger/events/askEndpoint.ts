import type { RpcReply } from '../../shared/jsonRpc/rpcClient';
import { Cancelled } from '../../shared/pure/problem';
import { askSyncing, type SyncAnswer } from '../../shared/readiness/askSyncing';
import type { ResolvedEndpoint } from '../../shared/readiness/resolveEndpoint';
import type { OperationContext } from '../../shared/session/session';

/** An endpoint that says "too many at once" is asked so many times more. */
const MORE_TRIES = 4;

/** Share of the longest wait of a poll that an endpoint may ask for each time, so that all tries fit into the poll. */
const OF_LONGEST_WAIT = 0.25;

/** An endpoint that was asked so often in one poll, and always turned the question away, had its turn. */
const HAD_ITS_TURN = 3;

/** What asking an endpoint needs. */
type Asking = Pick<OperationContext, 'rpc' | 'retryOptions'>;

/** Asks an endpoint how it is. */
type Ask = (asking: Asking) => Promise<SyncAnswer>;

/**
 * Asks an endpoint for its state within a poll: once, because that a state has to be seen several times filters
 * transient faults. Only one that says "too many at once" is asked again when it may be, because the questions to
 * others at its host can be what was too much.
 *
 * @returns `undefined` when nothing could be learned: the poll had to end before the question had its full time
 */
export async function stateInPoll(
	target: ResolvedEndpoint,
	context: OperationContext,
	ask: Ask = async (asking) => await askSyncing(target, 1, asking),
): Promise<SyncAnswer | undefined> {
	const { rpc, retryOptions } = context;
	let first: SyncAnswer | undefined;
	let attempts = 0;
	// The number of attempts is lost in the exception that says that the poll has ended.
	const counting =
		<A extends unknown[]>(send: (...given: A) => Promise<RpcReply>) =>
		async (...given: A): Promise<RpcReply> => {
			const reply = await send(...given);
			attempts = Math.max(attempts, reply.attempts);
			return reply;
		};
	const counted = Object.create(rpc, {
		call: { value: counting(rpc.call.bind(rpc)) },
		request: { value: counting(rpc.request.bind(rpc)) },
	}) as typeof rpc;
	try {
		first = await ask({ rpc, retryOptions: { ...retryOptions, maxRetries: 0 } });
		if (first.state !== 'rateLimited' || first.lastingHint !== undefined) return first;
		const maxRetryWaitMs = retryOptions.maxRetryWaitMs * OF_LONGEST_WAIT;
		return await ask({
			rpc: counted,
			retryOptions: { ...retryOptions, maxRetries: MORE_TRIES, maxRetryWaitMs },
		});
	} catch (error) {
		if (!(error instanceof Cancelled)) return await Promise.reject(error);
		return attempts >= HAD_ITS_TURN ? first : undefined;
	}
}
