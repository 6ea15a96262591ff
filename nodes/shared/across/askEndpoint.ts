import type { RpcEndpoint, RpcRequest } from '../jsonRpc/rpcClient';
import type { OperationContext } from '../run/session';
import { waitForAbort, STOPPED } from '../scheduler/clock';
import type { RetryOptions } from '../scheduler/retryOptions';
import { classifyReply, type CallTraits } from './answerClass';
import type { Attempt, Target } from './attempt';
import { EndpointRecord, type OpenCall } from './endpointRecord';

/** Why an endpoint takes no part in a call. */
export interface LeftOut {
	state: string;
	reason: string;
}

type Params = unknown[] | Record<string, unknown>;

/** A call that several endpoints can answer. */
export interface AcrossCall extends CallTraits {
	params: Params;
	/** @returns the call in the form that an endpoint takes */
	requestFor(
		endpoint: RpcEndpoint,
		params: Params,
	): { endpoint: RpcEndpoint } & Pick<RpcRequest, 'params' | 'version'>;
	/** @returns why an endpoint takes no part, where it does not. @throws Cancelled */
	leftOut?: (target: Target) => Promise<LeftOut | undefined>;
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

/** The part of the context that asking needs. */
export type AskContext = Pick<
	OperationContext,
	'rpc' | 'clock' | 'retryOptions' | 'remember' | 'cancel'
>;

/** Timers may fire a little early. */
const ALMOST = 0.99;

/** @returns what this run knows about an endpoint */
export function getRecord(
	{ key }: Target,
	{ remember }: Pick<AskContext, 'remember'>,
): EndpointRecord {
	return remember(`record ${key}`, () => new EndpointRecord());
}

/**
 * Asks one endpoint, once. While nothing gets through to it, one call at a time finds out whether that is over, and the
 * others wait for what comes of it.
 */
export async function askEndpoint(
	target: Target,
	call: AcrossCall,
	context: AskContext,
	turn: Turn,
): Promise<Attempt> {
	const { resolved } = target;
	const { signal } = turn.ending;
	const unasked = { target, latencyMs: 0 } as const;
	if ('absent' in resolved)
		return { ...unasked, class: 'leftOut', state: 'notRunning', reason: resolved.absent };
	const leftOut = await call.leftOut?.(target);
	if (leftOut !== undefined) return { ...unasked, class: 'leftOut', ...leftOut };
	const record = getRecord(target, context);
	if (record.isDown && record.probe !== undefined)
		await Promise.race([record.probe, waitForAbort(signal)]);
	if (signal.aborted) return { ...unasked, class: 'cancelled', state: 'cancelled' };
	const isPaused = record.pausedUntil > context.clock.now() || record.probe !== undefined;
	if (record.isDown && isPaused) {
		const reason = 'not sent, because requests there keep failing';
		return { ...unasked, class: 'failure', state: 'unreachable', reason };
	}
	const asking = send(target, resolved.endpoint, call, context, turn);
	if (record.isDown) record.noteProbe(asking);
	return await asking;
}

async function send(
	target: Target,
	at: RpcEndpoint,
	call: AcrossCall,
	{ clock, retryOptions, rpc, remember }: AskContext,
	{ round, ending, isAlone }: Turn,
): Promise<Attempt> {
	const record = getRecord(target, { remember });
	const { method, isWrite } = call;
	const from = clock.now();
	let isMoved = false;
	const open: OpenCall = {
		isMovable: round === 0,
		isWrite,
		isUnderWay: false,
		move: () => {
			isMoved = true;
			ending.abort(STOPPED);
		},
	};
	record.open.add(open);
	const { endpoint, ...asked } = call.requestFor(at, call.params);
	const request = {
		...asked,
		method,
		id: 1,
		isWrite,
		isAlone,
		retryOptions: chooseRetryOptions(round, retryOptions),
		noteUnderWay: (isUnderWay: boolean) => {
			open.sentAt ??= clock.now();
			open.isUnderWay = isUnderWay;
		},
	};
	const reply = await rpc.call(endpoint, request, ending.signal);
	record.open.delete(open);
	const { answer, latencyMs } = reply;
	if (isMoved && answer.kind === 'cancelled') {
		const reason = 'called off, because requests there fail';
		return { target, class: 'failure', state: 'unreachable', reason, latencyMs };
	}
	const verdict = classifyReply(reply, call);
	if (verdict.class === 'notHere') record.notHere.add(method);
	const endedAt = clock.now();
	if (open.sentAt !== undefined)
		record.noteEnd({
			...verdict,
			sentAt: open.sentAt,
			endedAt,
			tookMs: endedAt - from,
			isTimeout: endedAt - open.sentAt >= retryOptions.timeoutMs * ALMOST,
			...(answer.kind === 'rateLimited' && { retryAfterMs: answer.retryAfterMs }),
		});
	return { target, ...verdict, reply, latencyMs };
}

/**
 * At first an endpoint that fails or rejects the call is not waited for, because others were not asked yet. Later a
 * limit is kept in full; what fails is for the next endpoint, and the next round.
 */
function chooseRetryOptions(round: number, options: RetryOptions): RetryOptions {
	if (round === 0) return { ...options, maxRetries: 0, maxRetryWaitMs: 0, isFixed: true };
	return { ...options, retryForMs: 0 };
}
