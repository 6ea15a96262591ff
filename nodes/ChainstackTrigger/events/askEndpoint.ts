import { Cancelled } from '../../shared/pure/problem';
import type { OperationContext } from '../../shared/session/session';
import { EndpointCalls, type CallPlan } from './endpointCalls';

/** An endpoint that says "too many at once" is asked again up to this many times. */
const MORE_TRIES = 4;

/** Share of a poll's longest wait that an endpoint may ask for each time, so that all attempts fit into the poll. */
const OF_LONGEST_WAIT = 0.25;

/**
 * An endpoint that had its turn, was asked this often in one poll and rejected every request does not count as one
 * for which there was no time.
 */
const HAD_ITS_TURN = 3;

/** The part of an endpoint's answer that decides whether to ask again. */
export interface Answer {
	state: string;
	/** Set where the state is unlikely to change on its own. */
	lastingHint?: string;
}

/** Result of asking an endpoint. */
export interface AskedInPoll<A> {
	answer?: A;
	/** Its "too many at once", where the poll had to end before it could be asked again. */
	refusal?: A;
	/** Whether it said "too many at once" when it was asked for the first time. */
	wasRefused: boolean;
	/** How many calls were needed the last time it was asked. */
	calls: number;
}

/** @returns whether an endpoint said "too many at once", which calls to others at its host may have caused */
export function isRefused({ state, lastingHint }: Answer): boolean {
	return state === 'rateLimited' && lastingHint === undefined;
}

/**
 * Asks an endpoint for its state within a poll: once, because transient faults are filtered by having to see a state
 * several times. One that says "too many at once" is asked again when that is allowed, because calls to others at its
 * host may have been the cause. One that does not answer calls sent together is sent a single call first, which may
 * be all it can handle in the time.
 *
 * @param plan how its calls are sent; one call goes first where the endpoints of its host are asked in turn
 * @param ask asks it; in the context it is given, requests are retried as the poll allows
 * @returns no answer when nothing is known: the poll had to end before the question had its full time
 */
export async function askedInPoll<A extends Answer>(
	context: OperationContext,
	plan: CallPlan & { isInTurn: boolean },
	ask: (asking: OperationContext) => Promise<A>,
): Promise<AskedInPoll<A>> {
	const { rpc, retryOptions, clock } = context;
	const beganAt = clock.now();
	let first: A | undefined;
	let calls = new EndpointCalls(plan);
	const askedWith = async (limits: Partial<OperationContext['retryOptions']>): Promise<A> =>
		await ask(
			askingWith(context, {
				rpc: calls.through(rpc),
				retryOptions: { ...retryOptions, ...limits },
			}),
		);
	try {
		first = await askedWith({ maxRetries: 0 });
		const wasTooMuch =
			first.state === 'unreachable' &&
			calls.wereTogether &&
			clock.now() - beganAt >= retryOptions.timeoutMs;
		if (wasTooMuch) {
			calls = new EndpointCalls({ ...plan, isFirstAlone: true });
			const answer = await askedWith({ maxRetries: 0 });
			return { answer, wasRefused: isRefused(answer), calls: calls.sent };
		}
		if (!isRefused(first)) return { answer: first, wasRefused: false, calls: calls.sent };
		await plan.turn(1);
		calls = new EndpointCalls(plan);
		const answer = await askedWith({
			maxRetries: MORE_TRIES,
			maxRetryWaitMs: retryOptions.maxRetryWaitMs * OF_LONGEST_WAIT,
		});
		return { answer, wasRefused: true, calls: calls.sent };
	} catch (error) {
		if (!(error instanceof Cancelled)) return await Promise.reject(error);
		const wasRefused = first !== undefined && isRefused(first);
		if (!wasRefused) return { wasRefused, calls: calls.sent };
		const hadItsTurn = plan.isInTurn && calls.attempts >= HAD_ITS_TURN;
		const known = hadItsTurn ? { answer: first } : { refusal: first };
		return { ...known, wasRefused, calls: calls.sent };
	}
}

function askingWith(
	context: OperationContext,
	own: Partial<Pick<OperationContext, 'rpc' | 'retryOptions'>>,
): OperationContext {
	const values = Object.entries(own).map(([name, value]) => [name, { value }]);
	// Not copied: reading all properties of the context would throw where the credential has no API key.
	return Object.create(
		context,
		Object.fromEntries(values) as PropertyDescriptorMap,
	) as OperationContext;
}
