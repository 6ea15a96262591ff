import { Cancelled } from '../../shared/pure/problem';
import type { OperationContext } from '../../shared/session/session';
import { EndpointCalls, type CallPlan } from './endpointCalls';

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
	/** Set where the state is unlikely to change on its own. */
	lastingHint?: string;
}

/** What came of asking an endpoint. */
export interface AskedInPoll<A> {
	answer?: A;
	/** That it said "too many at once", where the poll had to end before it could be asked again. */
	refusal?: A;
	/** Whether it said "too many at once" when it was asked for the first time. */
	wasRefused: boolean;
	/** How many calls it took, the last time it was asked. */
	calls: number;
}

/** @returns whether an endpoint said "too many at once", which others at its host may have caused */
export function isRefused({ state, lastingHint }: Answer): boolean {
	return state === 'rateLimited' && lastingHint === undefined;
}

/**
 * Asks an endpoint for its state within a poll: once, because that a state has to be seen several times filters
 * transient faults. One that says "too many at once" is asked again when it may be, because the questions to
 * others at its host can be what was too much. And one that leaves calls without an answer that were sent together is
 * asked for one alone, which may be all it can do in the time.
 *
 * @param plan how its calls are sent; one that goes first does so where those at its host are asked in turn
 * @param ask asks it; in the context it is given, requests are repeated as the poll allows
 * @returns no answer when nothing could be learned: the poll had to end before the question had its full time
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
	// Not copied: reading what the context has would throw where the credential has no API key.
	return Object.create(
		context,
		Object.fromEntries(values) as PropertyDescriptorMap,
	) as OperationContext;
}
