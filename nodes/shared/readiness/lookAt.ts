import type { RpcEndpoint, RpcReply } from '../jsonRpc/rpcClient';
import { Cancelled } from '../pure/problem';
import type { OperationContext } from '../session/session';
import { familyNamed } from './families';
import { EndpointFault, type Asker, type Look, type Wanted } from './families/family';

/** The effort a look at an endpoint took. */
export interface Effort {
	/** The longest round trip of its requests, in milliseconds. */
	latencyMs: number;
	/** The most attempts that one of its questions took. */
	attempts: number;
	/** HTTP status of the answer that decided the result. */
	httpStatus?: number;
	/** When it ended, by the clock of this machine, in milliseconds since 1970. */
	endedAtMs: number;
	/** How far this machine's clock is ahead of the server's, in milliseconds, where they disagree. */
	clockAheadMs: number;
}

/** Result of a look at an endpoint. */
export type LookResult = Effort & ({ look: Look } | { fault: EndpointFault });

/** HTTP dates are whole seconds, and answers take time: clocks that differ by less agree. Milliseconds. */
const CLOCKS_AGREE_MS = 5000;

/**
 * Chains date blocks two hours ahead of time at most (Bitcoin). What is further ahead than a day has another unit, or
 * comes from a broken clock; a clock of this machine or of the server may be hours late.
 */
const MOST_IN_FUTURE_MS = 24 * 3_600_000;

/**
 * Checks an endpoint as its family requires.
 * @throws Cancelled; its effect is `unclear` when a question was under way
 */
export async function lookAtEndpoint(
	endpoint: RpcEndpoint,
	wanted: Wanted,
	context: Pick<OperationContext, 'rpc' | 'retryOptions' | 'clock'>,
	firstId = 1,
	note: (reply: RpcReply) => void = () => undefined,
): Promise<LookResult> {
	const replies: RpcReply[] = [];
	const family = familyNamed(endpoint.family);
	let outcome: { look: Look } | { fault: EndpointFault };
	let deciding: RpcReply | undefined;
	try {
		const ask = askerOf(
			endpoint,
			context,
			(reply) => {
				replies.push(reply);
				note(reply);
			},
			firstId,
		);
		outcome = { look: await family.look(ask, wanted) };
	} catch (error) {
		if (!(error instanceof EndpointFault)) return await Promise.reject(error);
		outcome = { fault: error };
		deciding = replies.find(({ answer }) => answer === error.answer);
	}
	const { httpStatus } = deciding ?? replies[0] ?? {};
	const endedAtMs = context.clock.wallMs();
	const clockAheadMs = clockAhead(replies);
	const latestMs = Math.max(endedAtMs, endedAtMs - clockAheadMs) + MOST_IN_FUTURE_MS;
	if ('look' in outcome && (outcome.look.blockTimeMs ?? 0) > latestMs) {
		outcome = { fault: fromTheFuture(outcome.look) };
	}
	return {
		...outcome,
		latencyMs: Math.max(0, ...replies.map(({ latencyMs }) => latencyMs)),
		attempts: Math.max(0, ...replies.map(({ attempts }) => attempts)),
		...(httpStatus !== undefined && { httpStatus }),
		endedAtMs,
		clockAheadMs,
	};
}

/** A block without a usable time could stand still for ever and look new. */
function fromTheFuture({ blockTimeMs = 0, result }: Look): EndpointFault {
	const time = new Date(blockTimeMs).toISOString();
	const reason = `the newest block is dated ${time}, which is in the future`;
	return new EndpointFault({ kind: 'invalidResponse', reason }, result);
}

/** @returns an asker for an endpoint; every reply is recorded */
export function askerOf(
	endpoint: RpcEndpoint,
	{ rpc, retryOptions }: Pick<OperationContext, 'rpc' | 'retryOptions'>,
	note: (reply: RpcReply) => void,
	firstId = 1,
): Asker {
	const { version, omitsEmptyParams } = familyNamed(endpoint.family);
	const { origin } = new URL(endpoint.url);
	let id = firstId;
	const resultOf = async (question: Promise<RpcReply>): Promise<unknown> => {
		const reply = await question;
		note(reply);
		const { answer, mayHaveBeenProcessed } = reply;
		if (answer.kind === 'result') return answer.result;
		if (answer.kind === 'cancelled') throw new Cancelled(mayHaveBeenProcessed ? 'unclear' : 'none');
		throw new EndpointFault(answer);
	};
	return {
		get dialect() {
			return rpc.dialects.get(origin);
		},
		set dialect(name) {
			if (name !== undefined) rpc.dialects.set(origin, name);
		},
		call: async (method, params = omitsEmptyParams ? undefined : []) =>
			await resultOf(rpc.call(endpoint, { method, params, id: id++, version, retryOptions })),
		get: async (path) =>
			await resultOf(rpc.request(endpoint, { method: 'GET', path, retryOptions })),
		post: async (path, body) =>
			await resultOf(rpc.request(endpoint, { method: 'POST', path, body, retryOptions })),
	};
}

/** The server's clock is used where it differs, because clocks that date blocks are kept accurate. */
function clockAhead(replies: readonly RpcReply[]): number {
	const ahead = replies.find((each) => each.clockAheadMs !== undefined)?.clockAheadMs ?? 0;
	return Math.abs(ahead) < CLOCKS_AGREE_MS ? 0 : ahead;
}
