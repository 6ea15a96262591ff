import { answer, errorOf, type Reply } from './answers.mts';
import type { Questions } from './scenario.mts';
import { START_MS } from './virtualClock.mts';

/** How a server says that there are too many calls. */
export const REFUSALS = [
	'each call',
	'each call, with a wait',
	'the request, -32005 with a wait',
	'the request, 429',
	'the request, 429 with seconds',
	'the request, 429 with a date',
	'batches only',
] as const;

/** Ways in which a server or a proxy drops what is too much without saying why (nginx, limit_req; connection limits). */
export const MUTE_REFUSALS = ['the request, 503', 'the request, reset'] as const;

/** A kind of rejection. */
export type Refusal =
	| (typeof REFUSALS)[number]
	| (typeof MUTE_REFUSALS)[number]
	| 'the request, 503 with seconds';

/** The text and the wait of a rejection. */
interface Rejection {
	text: string;
	/** How long to wait, in milliseconds, as far as the refusal says it. */
	waitMs: number;
	questions: Questions;
}

/** @returns the error of a call that is one too many; on Solana -32005 means that the node lags */
export function tooMany(id: number | null, questions: Questions, waitMs?: number): object {
	return questions === 'probes of Solana'
		? errorOf(id, -32429, 'Too many requests', waitMs)
		: errorOf(id, -32005, 'too many', waitMs);
}

/** @returns whether a refusal looks as any other fault does */
export function isMute(refusal: Refusal): boolean {
	return (MUTE_REFUSALS as readonly string[]).includes(refusal);
}

/** @returns whether calls are refused one by one, and the others of their request answered */
export function isOfCalls(refusal: Refusal): boolean {
	return refusal === 'each call' || refusal === 'each call, with a wait';
}

/** @returns the answer to a request that is refused as a whole */
export function rejection(refusal: Refusal, { text, waitMs, questions }: Rejection): Reply {
	const seconds = Math.max(1, Math.ceil(waitMs / 1000));
	switch (refusal) {
		case 'the request, -32005 with a wait':
			return answer(200, tooMany(null, questions, waitMs));
		case 'the request, 429 with seconds':
			return answer(429, text, { 'retry-after': `${seconds}` });
		case 'the request, 503 with seconds':
			return answer(503, text, { 'retry-after': `${seconds}` });
		case 'the request, 429 with a date':
			return answer(429, text, {
				date: new Date(START_MS).toUTCString(),
				'retry-after': new Date(START_MS + 1000 * seconds).toUTCString(),
			});
		case 'the request, 503':
			return answer(503, text);
		case 'the request, reset':
			return { kind: 'reset' };
		default:
			return answer(429, text);
	}
}
