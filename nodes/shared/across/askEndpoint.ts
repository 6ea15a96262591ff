import type { RpcEndpoint, RpcReply, RpcRequest } from '../jsonRpc/rpcClient';
import { firing } from '../scheduler/clock';
import type { RetryOptions } from '../scheduler/retryOptions';
import type { OperationContext } from '../session/session';
import { classOf, type CallTraits } from './answerClass';
import type { Attempt } from './attempt';
import { Standing, type OpenCall } from './standing';
import type { Target } from './target';

/** Why an endpoint takes no part in a call. */
export interface LeftOut {
	state: string;
	reason: string;
}

/** A call that several endpoints can answer. */
export interface AcrossCall extends CallTraits {
	/** @returns the call in the form that an endpoint takes */
	requestFor(
		endpoint: RpcEndpoint,
	): { endpoint: RpcEndpoint } & Pick<RpcRequest, 'params' | 'version'>;
	/** @returns why an endpoint takes no part, or `undefined` where it does; where that is checked at all. Never throws. */
	leftOut?: (target: Target) => Promise<LeftOut | undefined>;
	/** Ends the call as a whole. */
	cancel: AbortSignal;
}

/** How an endpoint is asked in one round. */
export interface Turn {
	/** Counted from 0; from 1 on every endpoint was asked before. */
	round: number;
	/** Calls the question off, because the answer is not needed any more. */
	ending: AbortController;
	/** Earlier the call came to nothing together with others, so it goes alone. */
	isAlone: boolean;
}

type Context = Pick<OperationContext, 'rpc' | 'clock' | 'retryOptions' | 'remember'>;

/** Passed as the reason, because Node.js otherwise creates an exception with a stack each time. */
const STOPPED = 'stopped';

/** Timers may fire a little early. */
const ALMOST = 0.99;

/** @returns what this run knows about an endpoint */
export function standingOf({ key }: Target, { remember }: Pick<Context, 'remember'>): Standing {
	return remember(`standing ${key}`, () => new Standing());
}

/**
 * Asks one endpoint, once. While nothing gets through to it, one call at a time finds out whether that is over, and the
 * others wait for what comes of it.
 */
export async function askEndpoint(
	target: Target,
	call: AcrossCall,
	context: Context,
	turn: Turn,
): Promise<Attempt> {
	const { resolved } = target;
	const unasked = { target, latencyMs: 0 } as const;
	if ('absent' in resolved)
		return { ...unasked, class: 'leftOut', state: 'notRunning', reason: resolved.absent };
	const leftOut = await call.leftOut?.(target);
	if (leftOut !== undefined) return { ...unasked, class: 'leftOut', ...leftOut };
	const standing = standingOf(target, context);
	const { probe } = standing;
	if (standing.isDown && probe !== undefined)
		await Promise.race([probe, firing(turn.ending.signal)]);
	if (turn.ending.signal.aborted) return { ...unasked, class: 'cancelled', state: 'cancelled' };
	const isPaused = standing.pausedUntil > context.clock.now() || standing.probe !== undefined;
	if (standing.isDown && isPaused) {
		const reason = 'not sent, because requests there keep failing';
		return { ...unasked, class: 'failure', state: 'unreachable', reason };
	}
	if (!standing.isDown) return await sent(target, resolved.endpoint, call, context, turn);
	const asking = sent(target, resolved.endpoint, call, context, turn);
	standing.probes(
		asking.then(
			() => undefined,
			() => undefined,
		),
	);
	return await asking;
}

async function sent(
	target: Target,
	at: RpcEndpoint,
	call: AcrossCall,
	context: Context,
	{ round, ending, isAlone }: Turn,
): Promise<Attempt> {
	const { clock, retryOptions, rpc } = context;
	const standing = standingOf(target, context);
	const { endpoint, ...asked } = call.requestFor(at);
	const { method, isWrite } = call;
	const from = clock.now();
	let isMoved = false;
	const open: OpenCall = {
		isMovable: round === 0,
		isWrite,
		move: () => {
			isMoved = true;
			ending.abort(STOPPED);
		},
	};
	standing.open.add(open);
	const request = {
		...asked,
		method,
		id: 1,
		isWrite,
		isAlone,
		retryOptions: optionsOf(round, retryOptions),
		noteSent: () => {
			open.sentAt ??= clock.now();
		},
	};
	const reply = await rpc.call(endpoint, request, ending.signal);
	standing.open.delete(open);
	const { latencyMs } = reply;
	if (isMoved && reply.answer.kind === 'cancelled') {
		const reason = 'called off, because requests there fail';
		return { target, class: 'failure', state: 'unreachable', reason, latencyMs };
	}
	const verdict = classOf(reply, call);
	if (verdict.class === 'notHere') standing.notHere.add(method);
	const endedAt = clock.now();
	if (open.sentAt !== undefined)
		standing.ended({
			...verdict,
			sentAt: open.sentAt,
			endedAt,
			tookMs: endedAt - from,
			isTimeout: endedAt - open.sentAt >= retryOptions.timeoutMs * ALMOST,
			retryAfterMs: waitAsked(reply),
		});
	return { target, ...verdict, reply, latencyMs };
}

/**
 * At first an endpoint that fails or rejects the call is not waited for, because others were not asked yet. Later a
 * limit is kept in full; what fails is for the next endpoint, and the next round.
 */
function optionsOf(round: number, options: RetryOptions): RetryOptions {
	if (round === 0) return { ...options, maxRetries: 0, maxRetryWaitMs: 0, isFixed: true };
	return { ...options, retryForMs: 0 };
}

function waitAsked({ answer }: RpcReply): number | undefined {
	return answer.kind === 'rateLimited' ? answer.retryAfterMs : undefined;
}
